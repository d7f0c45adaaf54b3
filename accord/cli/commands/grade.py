"""`accord grade`: mark what students have handed in."""

from pathlib import Path

import click

from accord.cli.commands import FINDING, MISSING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values

SECTION = "teach"


@click.command(cls=WithExamples)
@click.argument("submissions", metavar="FOLDER|FILE", type=values.PathName(path_type=Path))
@click.option(
    "--tasks",
    required=True,
    metavar="FILE",
    type=values.PathName(path_type=Path),
    help="The tasks, in TOML: docs/reference/tasks.md.",
)
@click.option(
    "--html",
    type=values.PathName(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write it as one page, too.",
)
@click.option(
    "--csv",
    "gradebook",
    type=values.PathName(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write points by task and the sentence of each student as CSV, too.",
)
@click.option(
    "--feedback",
    "letters",
    type=values.PathName(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write a file for each student with points, sentence and answers, too.",
)
@click.option(
    "--unsandboxed",
    is_flag=True,
    help="Run it with your rights: your files, your network, other students' answers.",
)
@arguments.jobs("Students at a time. Default: one per core.")
@arguments.AS_JSON
@arguments.WIDE
def command(
    submissions: Path,
    tasks: Path,
    html: Path | None,
    gradebook: Path | None,
    letters: Path | None,
    unsandboxed: bool,
    jobs: int | None,
    as_json: bool,
) -> None:
    r"""Mark what students have handed in: functions, programs in any language, or models.

    FOLDER has a file or a folder for each student: NAME.py with a function solve(board), or
    NAME/FILE.toml, which describes a program that reads lines, DIMACS or XCSP3. Each is asked the
    public and the hidden puzzles or problems of the tasks, relabelled for him, in a process of its
    own with limits, and in a sandbox (bubblewrap): it has no network and sees no files but its own.

    Where the tasks ask for models, NAME.py is a model in CPMpy or python-constraint, or NAME.mzn,
    .xml or .json one in MiniZinc, XCSP3 or JSON. It is read in the sandbox, and compared with the
    teacher's: same solutions over the variables that count, same best value.

    A file is one student's. So is a folder that has one FILE.toml or else solve.py, or of models
    one named as a task or `model`, and nothing else that could be handed in by itself: a helper.py
    without that function may stand beside it. Any other folder is a class. README files, hidden
    ones, __pycache__, and notebooks where the tasks do not allow them, are no students.

    Each student gets points, and a sentence that says what is wrong. Exits with 1 if a student's
    grid refutes the reference, and with 3 where there can be no sandbox, which `accord doctor`
    says, too.

    Examples:
        printf '%s\n' 'title = "Week 3"' '[[task]]' 'name = "small"' \
          'public = "4x4"' 'most = 2' 'points = 4' > tasks.toml
        echo 'def solve(board): return None' > ada.py
        # your own file may run with your rights; a class runs in the sandbox
        accord grade ada.py --tasks tasks.toml --unsandboxed
    """
    from accord.bench.grading.grade import grade
    from accord.bench.grading.tasks import read_tasks
    from accord.bench.run.cores import cores
    from accord.bench.run.sandbox import NoSandboxError
    from accord.cli.output import expect_writable, naming, show_as
    from accord.cli.working import working
    from accord.views.grading.table import feedback, page, report

    assignment = read_tasks(tasks)
    for file in filter(None, (html, gradebook)):
        expect_writable(file)
    if letters:
        with naming(letters):
            letters.mkdir(parents=True, exist_ok=True)
    with working("grading") as work:
        try:
            found = grade(
                *(submissions, assignment),
                slots=jobs or cores(),
                sandboxed=not unsandboxed,
                steps=work.show,
            )
        except NoSandboxError as error:
            raise Ending(
                MISSING,
                f"there can be no sandbox: {error}. `--unsandboxed` runs what was handed in with "
                "your rights, where it can read and change all that you can",
            ) from None
    marks = report(found)
    show_as(marks, as_json=as_json)
    texts = [(html, page(found))] if html else []
    texts += [(gradebook, marks.csv())] if gradebook else []
    texts += [(letters / name, text) for name, text in feedback(found)] if letters else []
    for written, text in texts:
        with naming(written):
            written.write_text(text, encoding="utf-8")
    if found.refuted:
        raise Ending(FINDING)
