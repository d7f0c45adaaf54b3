"""`accord show`: show a puzzle or a problem, or play what solvers do with it."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

import click

from accord.cli.commands import BAD_INPUT, FINDING, UNDECIDED, Ending
from accord.cli.commands.trace import DEFAULT, report_left_out, tracing
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.options.languages import complete, refusing
from accord.cli.options.sources import (
    Unreadable,
    at_least_one,
    instances,
    is_file,
    is_folder,
    one_problem,
    standard_input,
)
from accord.cli.output import console, expect_writable, line, note, write_file
from accord.puzzles.files.texts import read_many
from accord.puzzles.formats.draft import Variant
from accord.puzzles.objective import value_text
from accord.puzzles.phrasing import counted
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.puzzle import Instance, Puzzle
from accord.solvers.traces.events import Recording, wrong_solutions
from accord.solvers.traces.files import MalformedTraceError, looks_like_trace, read

if TYPE_CHECKING:
    from accord.cli.recording import Tracer

SECTION = "teach"

SIDE_BY_SIDE = 8  # traces on one page
WIDTH = 80  # characters of a line below a board
PRINTED = 30  # violations of wrong solutions


class Playing(NamedTuple):
    """The ways of playing a trace: as a page, in the terminal, or the difference of two."""

    html: str | None
    film: str | None
    terminal: bool
    difference: bool


class ShownDrawing(NamedTuple):
    """How a puzzle is drawn or printed."""

    svg: str | None
    solved: bool
    look: str | None
    language: str | None


class AskedTraces(NamedTuple):
    """Solvers whose traces are shown, and their limits."""

    solvers: tuple[str, ...]
    most: int  # events
    fps: float  # steps a second
    seconds: float
    limit: int | None


@click.command(cls=WithExamples)
@click.argument(
    "sources",
    nargs=-1,
    metavar="[PUZZLE|TRACE|CERTIFICATE]...",
    callback=arguments.without_data,
    shell_complete=values.sources,
)
@arguments.one_value(
    "playing",
    Playing,
    click.option("--html", metavar="FILE", help="Write a page that plays the traces."),
    click.option(
        "--film",
        metavar="FILE",
        help="Write an SVG that plays the traces of a plain puzzle by itself, as for a README.",
    ),
    click.option("--terminal", is_flag=True, help="Play the trace here."),
    click.option(
        "--difference",
        is_flag=True,
        help="Say at which node two traces of one problem first differ.",
    ),
)
@arguments.one_value(
    "drawing",
    ShownDrawing,
    click.option("--svg", metavar="FILE", help="Draw the puzzle; - for standard output."),
    click.option(
        "--solved",
        is_flag=True,
        help="Draw or print it with its solution; accord chooses the solver.",
    ),
    click.option(
        "--look",
        type=values.look,
        help="How the board is drawn; see --looks.  [default: plain; racket for --terminal]",
    ),
    click.option(
        "--as",
        "language",
        metavar="LANGUAGE",
        shell_complete=complete,
        help="Write it in another language: ortools, cpmpy, python-constraint, minizinc, xcsp3, "
        "dimacs, opb, smtlib, asp, lp, json, or an encoding of `accord encodings`.",
    ),
)
@click.option("--looks", is_flag=True, help="List the looks, show no puzzle.")
@arguments.one_value(
    "asked",
    AskedTraces,
    tracing(several=True),
    click.option(
        "--fps", type=values.Number(0.1, 120), default=8, help="Steps a second, with --terminal."
    ),
    arguments.time_limit("How long a solver may work, at best effort.", "60s"),
    arguments.limit("1"),
)
@arguments.reading
def command(
    sources: tuple[str, ...],
    playing: Playing,
    drawing: ShownDrawing,
    looks: bool,
    asked: AskedTraces,
    variant: Variant,
) -> None:
    r"""Show puzzles and problems, what solvers do with them, or the steps of a proof.

    Without --html or --terminal the puzzle is printed, or drawn with --svg; a problem in the form
    that its layout says, or as a list of its variables. With them a solver is
    asked first, or a trace is read that `accord trace` wrote. Several traces, of one puzzle or of
    several, play side by side on one clock; - is one of them, or puzzles, on standard input. With
    --difference two searches of one problem are compared node by node. Prints
    the names of the files it has written. Of a certificate, a folder by `accord certify` or one of
    such, the proof is checked and told in words, the first lemmas of it without --html. Exits with
    1 if a solution of a trace breaks the puzzle, or if a certificate proves nothing, and says what
    is wrong.

    With --as the puzzle or problem is written in another language: complete, to be run by itself,
    with its names, and with comments that say which constraint each part is of. A script of Python
    prints every solution in a line and their number, or with an objective a best one and its value.
    What a solver prints about another file, `accord decode` reads.

    Examples:
        accord show 3..1..2......4..
        # Draw it with its solution.
        accord show 3..1..2......4.. --svg puzzle.svg --solved
        accord show classics/killer-9 --solved
        # A page that plays two solvers side by side; open it in a browser.
        accord show 3..1..2......4.. -s propagate-search -s logic --html race.html
        # An SVG in which both play, for a README or a slide.
        accord show 3..1..2......4.. -s propagate-search -s logic --film race.svg
        # The same model for OR-Tools, as a script, and for MiniZinc.
        accord show classics/send-more --as ortools
        accord show classics/send-more --as minizinc
        # Where two searches part.
        accord show classics/queens-8 -s backtracking-mrv -s backtracking-naive \
          --difference
    """
    if looks:
        _list_looks()
        return
    plays = any(playing)
    look = drawing.look if not playing.terminal else None
    drawn = {"--svg": drawing.svg, "--solved": drawing.solved}
    _refuse_idle(
        plays, {"--solver": asked.solvers}, {**drawn, "--look": look, "--as": drawing.language}
    )
    if drawing.language is not None:
        idle = next((name for name, value in (*drawn.items(), ("--look", look)) if value), None)
        if idle:
            raise click.UsageError(f"found --as and {idle}, expected one of them")
        _write_in(drawing.language, sources, variant)
        return
    unreadable = Unreadable()
    named = at_least_one(_named(sources or ("-",), variant, unreadable), unreadable)
    if not plays:
        unreadable.end(_print(named, drawing))
        return
    for file in filter(None, (playing.html, playing.film)):
        expect_writable(file)
    found = _recordings(named, asked)
    if playing.html:
        write_page(playing.html, found)
    if playing.film:
        _write_film(playing.film, found)
    if playing.terminal:
        _play(found, drawing.look or "racket", asked.fps)
    if playing.difference:
        _say_difference(found)
    for each in found:
        report_left_out(each.end)
    code = _say_wrong(found)
    if not code and (late := [each for each in found if each.end.status == "UNKNOWN"]):
        note("; ".join(f"{each.header.title}: {each.end.why}" for each in late))
        code = UNDECIDED
    unreadable.end(code)


def _refuse_idle(plays: bool, playing: dict[str, object], drawing: dict[str, object]) -> None:
    """Complain of options that would do nothing."""
    for name, value in (drawing if plays else playing).items():
        if value:
            others = "no --html" if plays else "--html, --film, --terminal or --difference"
            raise click.UsageError(f"found {name}, which does nothing here, expected {others}")


def _write_in(name: str, sources: Sequence[str], variant: Variant) -> None:
    """Write the only problem in another language."""
    from accord.views.languages import UnknownLanguageError, language

    if len(sources) > 1:
        raise Ending(BAD_INPUT, f"found {len(sources)} puzzles, expected one to write as {name}")
    try:
        chosen = language(name)
    except UnknownLanguageError as error:
        raise Ending(BAD_INPUT, str(error)) from None
    asked = one_problem(sources[0] if sources else None, variant)
    with refusing(name):
        for piece in chosen.write(asked):
            sys.stdout.write(piece)


def _say_wrong(recordings: Iterable[Recording]) -> int:
    """Print on standard error what is wrong with solutions of the traces; the exit code."""
    wrong = [
        [f"{each.header.title}, solution {number}: {violation}" for violation in violations]
        for each in recordings
        for number, violations in wrong_solutions(each).items()
    ]
    for sentence in islice(chain.from_iterable(wrong), PRINTED):
        line(sentence, err=True)
    if wrong:
        note(f"found {counted(len(wrong), 'wrong solution')}")
    return FINDING if wrong else 0


def _list_looks() -> None:
    from accord.views.boards.text_boards import LOOKS

    width = max(map(len, LOOKS))
    for name, each in LOOKS.items():
        click.echo(f"{name:{width}}  {each.summary}")


def _named(
    sources: Sequence[str], variant: Variant, unreadable: Unreadable
) -> Iterator[Instance | Recording]:
    """The puzzles and the traces that are named."""
    for source in sources:
        if source == "-":
            with standard_input("a PUZZLE, a TRACE, or one of them on standard input") as lines:
                first = next(lines, "")
                whole = chain([first], lines)
                if looks_like_trace(first):
                    yield _trace("stdin", whole)
                else:
                    yield from read_many(whole, variant, name="stdin", complain=unreadable)
        elif folders := _certificates(source):
            yield from map(_proof, folders)
        elif _is_trace(source):
            with open(source, encoding="utf-8-sig") as lines:
                yield _trace(source, lines)
        else:
            yield from instances(source, None, variant, unreadable)


def _recordings(named: Iterator[Instance | Recording], wanted: AskedTraces) -> list[Recording]:
    """The traces, and those of the solvers on the puzzles, which are asked when all are counted."""
    from accord.cli.recording import named as begin
    from accord.cli.recording import recording, tracer

    chosen = [tracer(name) for name in wanted.solvers or (DEFAULT,)]
    asked: list[Recording | tuple[Tracer, Instance]] = []
    for each in named:
        if isinstance(each, Instance):
            asked += [(one, each) for one in chosen]
        else:
            asked.append(each)
        if len(asked) > SIDE_BY_SIDE:
            found = f"more than {SIDE_BY_SIDE} traces"
            raise Ending(BAD_INPUT, f"found {found}, expected at most that: puzzles x solvers")
    pairs = [each for each in asked if isinstance(each, tuple)]
    if wanted.solvers and not pairs:
        raise click.UsageError("found --solver, but only traces, expected a puzzle to ask it")
    limits = wanted.limit, wanted.seconds, wanted.most
    begun = iter([begin(trace, each, *limits) for trace, each in pairs])
    return [recording(*next(begun)) if isinstance(each, tuple) else each for each in asked]


def _certificates(source: str) -> list[Path]:
    """The folders of certificates that this one is, or holds."""
    from accord.puzzles.proofs.certificate_folder import certificate_folders

    return certificate_folders(Path(source)) if is_folder(source) else []


def _is_trace(source: str) -> bool:
    if not is_file(source):
        return False
    with open(source, encoding="utf-8-sig", errors="replace") as file:
        return looks_like_trace(file.read(64))


def _trace(name: str, lines: Iterable[str]) -> Recording:
    try:
        return read(lines)
    except (MalformedTraceError, UnicodeDecodeError) as error:
        raise MalformedTraceError(f"{name}: {error}") from None


def _proof(folder: Path) -> Recording:
    """The steps of the proof in a certificate."""
    from accord.puzzles.proofs.certificate_folder import read_certificate
    from accord.views.narration.proof_recording import proof_recording

    certificate = read_certificate(folder)
    try:
        return proof_recording(certificate)
    except ValueError as error:
        raise Ending(FINDING, f"{folder}: {error}") from None


def write_page(path: str, recordings: Sequence[Recording]) -> None:
    """Write the page that plays traces, and print the name of the file."""
    from accord.views.player.page import page

    write_file(path, page(recordings))


def _write_film(path: str, recordings: Sequence[Recording]) -> None:
    from accord.views.player.svg_film import NoFilmError, svg_film

    if path != "-" and not path.endswith(".svg"):
        raise Ending(BAD_INPUT, f"--film: found the file {path}, expected one that ends in .svg")
    try:
        write_file(path, svg_film(recordings))
    except NoFilmError as error:
        raise Ending(BAD_INPUT, f"--film: {error}") from None


def _play(recordings: Sequence[Recording], look: str, fps: float) -> None:
    from accord.views.narration.terminal import play

    for recording in recordings:
        play(recording, console(), look=look, fps=fps)


def _say_difference(recordings: Sequence[Recording]) -> None:
    """Print where two traces first differ."""
    from accord.solvers.traces.difference import first_difference
    from accord.views.narration.difference import difference_lines

    if len(recordings) != 2:
        found = counted(len(recordings), "trace")
        raise Ending(BAD_INPUT, f"--difference: found {found}, expected two")
    for said in difference_lines(recordings, first_difference(*recordings)):
        indent = " " * (len(said) - len(said.lstrip()) + 2)
        for part in wrap(said, WIDTH, break_on_hyphens=False, subsequent_indent=indent):
            line(part)


def _print(named: Iterator[Instance | Recording], drawing: ShownDrawing) -> int:
    """Print the puzzles, or draw the only one; of a trace its puzzle. Returns the exit code.

    What the text does not hold is printed on standard error, so that the text can be read again.
    """
    from accord.views.boards.problems import problem_caption, problem_svg, problem_text
    from accord.views.narration.proof_text import proof_lines

    svg, solved, look = drawing.svg, drawing.solved, drawing.look or "plain"
    found = list(islice(named, 2 if svg else None))
    if svg and len(found) > 1:
        raise Ending(BAD_INPUT, "found several puzzles, expected one to draw")
    for place, each in enumerate(found):
        if isinstance(each, Recording) and each.proved and not (svg or solved):
            click.echo("\n" * bool(place) + "\n".join(proof_lines(each)))
            continue
        problem, solution = _shown(each, solved)
        if look != "plain" and not isinstance(problem, Puzzle):
            raise click.UsageError(f"found --look {look}, expected none: a problem has its layout")
        if solved and solution is None:
            click.echo("No Solutions")
        elif svg:
            expect_writable(svg)
            write_file(svg, problem_svg(problem, solution, look, captioned=True))
        else:
            click.echo(("\n" if place else "") + problem_text(problem, solution, look))
            for said in problem_caption(problem, look).split("\n"):
                for part in wrap(said, WIDTH, break_on_hyphens=False):
                    click.echo(part, err=True)
    return _say_wrong(each for each in found if isinstance(each, Recording))


def _shown(each: Instance | Recording, solved: bool) -> tuple[Problem, Solution | None]:
    """The problem, and where it is wanted its solution."""
    if isinstance(each, Instance):
        return each.problem, _solution(each.problem) if solved else None
    events, title = len(each.events), each.header.title
    what = "puzzle" if isinstance(each.header.problem, Puzzle) else "problem"
    click.echo(
        f"the {what} of a trace of {title}; --html FILE or --terminal plays its {events:,} events",
        err=True,
    )
    solution = each.end.grid if solved and each.end.status == "SAT" else None
    return each.header.problem, solution


def _solution(problem: Problem) -> Solution | None:
    """The solution of a problem; where there are several the best, or without that the first."""
    from accord.solvers.deciding import best_of, first_two_of

    if problem.goal is not None:
        best = best_of(problem)
        if best is not None:
            click.echo(f"optimum {value_text(problem.goal.value(best))}", err=True)
        return best
    found = first_two_of(problem)
    if len(found) > 1:
        click.echo("several solutions: this is the first of them", err=True)
    return found[0] if found else None
