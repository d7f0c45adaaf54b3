"""Grading: a class of bad solvers and two good ones, and students who attack their grader."""

from pathlib import Path

import psutil
import pytest

import students
from accord.bench.grading.grade import grade
from accord.bench.grading.marks import StudentMarks, sentence_of
from accord.bench.grading.submissions import submissions
from accord.bench.grading.tasks import TasksError, read_tasks
from accord.views.grading import table
from fair_class import write_fair_class
from optional import program, slow
from tried_again import OverrunError, tried_again

SENTENCES = {
    "ada": "All answers are right: 5.",
    "crash": "IndexError in line 2: list index out of range.",
    "grace": "All answers are right: 5.",
    "loop": "While its file was loaded: it did not come to an end in 3 s; is there a loop outside "
    "of every function?",
    "memorised": "3 public puzzles right as published, and wrong when numbers and rows trade "
    "places: the answers are stored, not found.",
    "network": "PermissionError in line 6: [Errno 1] Operation not permitted.",
    "signature": "While its file was loaded: found solve(board, size), expected solve(board) with "
    "one argument.",
    "size": "1 answer of 5 without points, in 6x6. The first, 6x6-easy-0: It says that there is no "
    "solution (it returned None), but there is one.",
    "sleep": "It gave no answer in 1.00 s.",
    "spy": "LookupError in line 9: 0 answers and 0 students found.",
    "unchanged": "It returned the puzzle unchanged.",
}


@pytest.mark.usefixtures("namespaces")
@tried_again
def test_a_class_gets_its_points_and_a_sentence_each(tmp_path: Path) -> None:
    slow()
    program("awk")
    folder, tasks = students.write_class(tmp_path, students.GOOD, students.BAD)
    found = grade(folder, read_tasks(tasks), slots=2)
    assert found.isolated
    sentences = {each.student: each.sentence for each in found.students}
    if odd := dict(sentences.items() - SENTENCES.items()):  # a second is short on a busy machine
        raise OverrunError(f"found {odd}")
    assert sentences.keys() == SENTENCES.keys()
    points = {each.student: each.points for each in found.students if each.points}
    assert points == pytest.approx({"ada": 6, "grace": 6, "size": 4})


FAIR = {  # beginnings of sentences
    "anna": "1 answer of 3 without points, in best. The first, best#1: KeyError in line 9: 0.",
    "bob": r"It says that there is no solution (it returned None), but there is one. It printed: "
    r"I looked | \x1b[2Jnothing found",
    "carl": "1 answer of 3 without points, in best. The first, best#1: It looks for any solution, "
    "and not for the best.",
    "nina": "1 answer of 3 without points, in best. The first, best#1: KeyError in line 12: 0.",
    "olga": "All answers are right: 3.",
    "pia": "1 answer of 3 without points, in best. The first, best#1: KeyError in line 11: 0.",
    "quin": "While its file was loaded: ModuleNotFoundError in line 1: it needs pandas, which the "
    "tasks do not allow.",
    "rob": "While its file was loaded: ModuleNotFoundError in line 1: it needs nowhere, which is "
    "not installed here.",
    "sue": "Found no program /opt/own/python in the sandbox; expected one in /usr",
    "tom": "Found no program /opt/own/python in the sandbox; expected one in /usr",
    "uwe": "Solve printed no grid of 16 values: exit code 0. It printed: thinking | so hard",
}


@pytest.mark.usefixtures("namespaces")
@tried_again
def test_nobody_loses_points_by_what_is_not_his(tmp_path: Path) -> None:
    slow()
    program("cc")
    folder, tasks = write_fair_class(tmp_path)
    found = grade(folder, read_tasks(tasks))
    of = {each.student: each for each in found.students}
    sentences = {name: each.sentence for name, each in of.items()}
    odd = {name: said for name, said in sentences.items() if not said.startswith(FAIR[name])}
    if odd or len(of) != len(FAIR):
        raise OverrunError(f"found {odd}")
    points = {each.student: each.points for each in found.students if each.points}
    assert points == pytest.approx({"anna": 4, "carl": 4, "nina": 4, "olga": 6, "pia": 4})
    seconds, start = of["carl"].times
    assert (start or 0) >= 0.2 > (seconds or 1)
    columns = [line.split(",")[:6] for line in table.report(found).csv().splitlines()]
    assert columns[0] == ["student", "sudoku", "best", "points", "seconds", "start"]
    assert columns[5][:4] == ["olga", "4.0", "2.0", "6.0"]


def marks_of(
    folder: Path, files: dict[str, str], sandboxed: bool = True, asked: str = students.ONE
) -> StudentMarks:
    """What one student gets for one puzzle."""
    handed_in, tasks = students.write_class(folder, files)
    tasks.write_text(asked, encoding="utf-8")
    (found,) = grade(handed_in, read_tasks(tasks), sandboxed=sandboxed).students
    return found


def as_function(body: str) -> str:
    """A right solver that does this first."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    right = students.SOLVE.replace("def solve(", "def search(").replace(
        "solve(board)", "search(board)"
    )
    return f"def solve(board):\n{lines}    return search(board)\n\n{right}"


ATTACKS = {
    "writes to the channel of results": (
        "import os\n"
        "for channel in range(1, 30):\n    try:\n        os.write(channel, b'{\"answer\": 1}\\n')\n"
        "    except OSError:\n        pass",
        "It gave 2 answers, expected one.",
    ),
    "says it is right": (
        "import os\n"
        "for channel in range(3, 30):\n    try:\n        os.write(channel, b'{\"right\": 1}\\n')\n"
        "    except OSError:\n        pass\n"
        "os._exit(0)",
        "It wrote something else than an answer to the result channel.",
    ),
    "ends with a code of success": (
        "import os\nos._exit(10)",
        r"The process ended without an answer (exit code 10).",
    ),
    "is ended by a signal": (
        "import ctypes\nctypes.string_at(0)",
        "The process ended without an answer (ended by signal 11, Segmentation fault).",
    ),
    "imports accord to change it": (
        "import accord.bench.judge.judge",
        "ModuleNotFoundError in line 2: it needs accord, which the tasks do not allow.",
    ),
    "looks for other processes": (
        "import os\nfound = [each for each in os.listdir('/proc') if each.isdigit()]\n"
        "assert found == ['1'], found\nassert os.getppid() == 0\n"
        "raise SystemExit('it is alone')",
        "SystemExit in line 6: it is alone.",
    ),
    "takes all cores": (
        "import os\nos.sched_setaffinity(0, range(os.cpu_count()))",
        "PermissionError in line 3: [Errno 1] Operation not permitted.",
    ),
    "changes its own file": (
        "open(__file__, 'w')",
        "OSError in line 2: [Errno 30] Read-only file system: '{file}'.",
    ),
    "changes the machine": (
        "import os\nos.open('/proc/sys/kernel/hostname', os.O_WRONLY)",
        "OSError in line 3: [Errno 30] Read-only file system: '/proc/sys/kernel/hostname'."
        "|PermissionError in line 3: [Errno 13] Permission denied: '/proc/sys/kernel/hostname'.",
    ),
    "makes a device": (
        "open('/dev/new', 'w')",
        "OSError in line 2: [Errno 30] Read-only file system: '/dev/new'.",
    ),
    "reads the environment": (
        "import os\nraise SystemExit(sorted({*os.environ} - {'PWD'}))",
        "SystemExit in line 3: ['HOME', 'LANG', 'PATH'].",
    ),
    "fills the disk": (
        "with open('/tmp/full', 'wb') as file:\n    file.write(bytes(2**26 + 2**20))",
        "OSError in line 3: [Errno 28] No space left on device.",
    ),
    "takes memory": (
        "import time\nkept = bytearray(2**29)\ntime.sleep(300)",
        "It used more than 300 MiB of memory.",
    ),
    "forks for ever": (
        "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass",
        r"It used more than 300 MiB of memory.|It gave no answer in 2.00 s.",
    ),
    "fills sockets in many processes": (
        "import os, socket, time\nfor _ in range(5):\n    if not os.fork():\n        break\n"
        "kept = [socket.socketpair() for _ in range(100)]\ntime.sleep(300)",
        "It used more than 300 MiB of memory.",
    ),
    "makes tables of empty pages": (
        "import mmap, time\nflags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000\n"
        "space = mmap.mmap(-1, 2**38, flags, mmap.PROT_READ)\nspace[:: 2**21]\ntime.sleep(300)",
        "It used more than 300 MiB of memory.",
    ),
    "makes shared memory without a file": (
        "import mmap\nmmap.mmap(-1, 4096)",
        "PermissionError in line 3: [Errno 1] Operation not permitted.",
    ),
    "maps zeros": (
        "import mmap\nwith open('/dev/zero', 'r+b') as file:\n    mmap.mmap(file.fileno(), 4096)",
        "OSError in line 4: [Errno 19] No such device.",
    ),
    "opens descriptors for ever": (
        "import os\nwhile True:\n    os.dup(0)",
        "OSError in line 4: [Errno 24] Too many open files.",
    ),
    "prints a flood": (
        "for _ in range(2048):\n    print('x' * 2**20)",
        "It printed more than 64 MiB, expected its answer alone.",
    ),
}


@pytest.mark.usefixtures("namespaces")
@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_gains_no_points(attack: str, tmp_path: Path) -> None:
    body, sentence = ATTACKS[attack]
    asked = students.ONE  # a busy machine may take seconds to hand out half a gigabyte
    if attack.startswith(("takes memory", "prints", "fills sockets", "makes tables")):
        asked = students.ONE.replace("seconds = 2", "seconds = 60")
    found = marks_of(tmp_path, {"eve.py": as_function(body)}, asked=asked)
    assert found.points == 0
    expected = sentence.replace("{file}", str(tmp_path / "class" / "eve.py")).split("|")
    assert found.sentence.partition(" It printed: ")[0] in expected


@pytest.mark.usefixtures("namespaces")
def test_killing_everything_in_sight_ends_nobody_else(tmp_path: Path) -> None:
    body = "import os\nfor each in (1, os.getppid() or 1, -1):\n    try:\n"
    body += "        os.kill(each, 9)\n    except OSError:\n        pass"
    assert marks_of(tmp_path, {"eve.py": as_function(body)}).points == 1


@pytest.mark.usefixtures("namespaces")
def test_what_a_student_leaves_behind_has_ended(tmp_path: Path) -> None:
    body = "import os\nassert not os.path.exists('/tmp/left')\nopen('/tmp/left', 'w').close()\n"
    body += "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
    body += "        os.execv('/bin/sleep', ['sleep', '271828.18'])\n    os._exit(0)"
    asked = students.ONE.replace("most = 1", "most = 2")
    found = marks_of(tmp_path, {"eve.py": as_function(body)}, asked=asked)
    assert (found.points, len(found.marks)) == (1, 2)
    left = [
        each
        for each in psutil.process_iter(["cmdline"])
        if "271828.18" in (each.info["cmdline"] or [])
    ]
    assert left == []


@pytest.mark.usefixtures("namespaces")
def test_of_several_grids_that_a_program_prints_the_first_counts(tmp_path: Path) -> None:
    awk = students.AWK.replace("    print line\n", '    print "1234341221434321"; print line\n')
    files = students.GOOD | {"grace/solve.awk": awk}
    del files["ada.py"]
    found = marks_of(tmp_path, files)
    assert found.points == 0
    assert found.sentence.startswith("The grid is no solution: ")


PLACEHOLDERS = {"puzzle": "puzzle", "dimacs": "cnf", "xcsp3": "instance"}


@pytest.mark.usefixtures("namespaces")
@pytest.mark.parametrize("kind", ["puzzle", "dimacs", "xcsp3"])
def test_a_program_runs_in_the_sandbox_alone(kind: str, tmp_path: Path) -> None:
    script = '#!/bin/sh\nid -u > "$(dirname "$0")/ran"; echo $?; exit 7\n'
    text = f'command = ["./eve.sh", "{{{PLACEHOLDERS[kind]}}}"]\ninput = "{kind}"\n'
    files = {"eve/eve.toml": text + 'engine = "eve"\nversion = ["--version"]\n'}
    handed_in, tasks = students.write_class(tmp_path, files | {"eve/eve.sh": script})
    (handed_in / "eve" / "eve.sh").chmod(0o755)
    tasks.write_text(students.ONE, encoding="utf-8")
    (found,) = grade(handed_in, read_tasks(tasks)).students
    assert "exit code 7" in found.sentence
    assert "Read-only file system" in found.sentence
    assert not (handed_in / "eve" / "ran").exists()


@pytest.mark.usefixtures("namespaces")
@pytest.mark.parametrize("kind", PLACEHOLDERS)
def test_a_folder_that_is_called_as_a_placeholder_is_a_folder(kind: str, tmp_path: Path) -> None:
    script = '#!/bin/sh\necho it sees $(ls "$(dirname "$0")/..") >&2; exit 7\n'
    text = f'command = ["./eve.sh", "{{{PLACEHOLDERS[kind]}}}", "{{seed}}"]\ninput = "{kind}"\n'
    names = [f"{{{each}}}" for each in ("seed", "folder", "jar", "result", PLACEHOLDERS[kind])]
    files = {"0/solve.py": students.SOLVE}  # 0 is the seed
    for name in names:
        files |= {f"{name}/eve.toml": f'{text}engine = "eve"\n', f"{name}/eve.sh": script}
    handed_in, tasks = students.write_class(tmp_path / "{seed}" / "{cnf}", files)
    for name in names:
        (handed_in / name / "eve.sh").chmod(0o755)
    tasks.write_text(students.ONE, encoding="utf-8")
    found = {each.student: each.sentence for each in grade(handed_in, read_tasks(tasks)).students}
    assert found.pop("0") == "All answers are right: 1."
    assert found.keys() == {repr(name) for name in names}
    for name in names:
        assert f"it sees {name}" in found[repr(name)]


def test_a_link_is_no_submission(tmp_path: Path) -> None:
    handed_in, tasks = students.write_class(tmp_path, {"ada/solve.py": students.SOLVE})
    (handed_in / "eve").symlink_to(handed_in)
    (handed_in / "bob").mkdir()
    (handed_in / "bob" / "solve.py").symlink_to(handed_in / "ada" / "solve.py")
    tasks.write_text(students.ONE, encoding="utf-8")
    found = grade(handed_in, read_tasks(tasks), sandboxed=False)
    assert {each.student: (each.points, each.sentence) for each in found.students} == {
        "ada": (1, "All answers are right: 1."),
        "bob": (0, "bob/solve.py: found a link, expected a file that can be read."),
        "eve": (0, "Found a link, expected a file or a folder."),
    }


@pytest.mark.usefixtures("namespaces")
def test_a_program_that_reads_dimacs_is_asked_clauses(tmp_path: Path) -> None:
    program("cadical")
    text = 'command = ["cadical", "-q", "{cnf}"]\ninput = "dimacs"\nengine = "alan"\n'
    assert marks_of(tmp_path, {"alan/solver.toml": text}).points == 1


SAYS_NONE = """#!/bin/sh
grep -q '<allDifferent>' "$1" && echo s UNSATISFIABLE
"""


@pytest.mark.usefixtures("namespaces")
def test_a_program_that_reads_xcsp3_is_asked_instances(tmp_path: Path) -> None:
    text = 'command = ["/bin/sh", "{folder}/none.sh", "{instance}"]\ninput = "xcsp3"\n'
    files = {"eve/eve.toml": text + 'engine = "eve"\n', "eve/none.sh": SAYS_NONE}
    found = marks_of(tmp_path, files)
    assert found.points == 0
    assert "no solution" in found.sentence


def test_where_nothing_obstacle_the_class_is_graded_all_the_same(tmp_path: Path) -> None:
    found = marks_of(tmp_path, {"ada.py": students.SOLVE}, sandboxed=False)
    assert (found.points, found.right) == (1, 1)


def test_a_puzzle_is_relabelled_for_each_student_at_random_and_the_same_with_the_seed(
    tmp_path: Path,
) -> None:
    text = "def solve(board):\n    raise Exception(board)\n"
    handed_in, tasks = students.write_class(tmp_path, {f"{name}.py": text for name in "ab"})

    def said(seed: int | None) -> tuple[int, list[str]]:
        tasks.write_text(
            students.ONE if seed is None else f"seed = {seed}\n{students.ONE}", encoding="utf-8"
        )
        found = grade(handed_in, read_tasks(tasks), sandboxed=False)
        return found.seed, [each.sentence for each in found.students]

    (seed, first), (other, second) = said(None), said(None)
    assert len({*first, *second}) == 4
    assert seed != other
    assert said(seed) == (seed, first)


def test_a_right_answer_that_is_slow_has_half(tmp_path: Path) -> None:
    handed_in, tasks = students.write_class(
        tmp_path, {"ada.py": as_function("import time\ntime.sleep(0.2)")}
    )
    tasks.write_text(
        students.ONE.replace("seconds = 2", "seconds = 20\nslow = 2"), encoding="utf-8"
    )
    (found,) = grade(handed_in, read_tasks(tasks), sandboxed=False).students
    assert (found.points, found.sentence) == (0.5, "All answers are right: 1, 1 of them slow.")


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"eve/a.toml": "", "eve/b.toml": ""}, "Found a.toml and b.toml; expected a file solve.py"),
        ({"eve/notes.txt": ""}, "Found a folder without either; expected a file solve.py"),
        ({"eve.txt": ""}, "Found the file eve.txt; expected NAME.py with a function"),
        ({"eve.toml": "comand = 1"}, "found the key 'comand', expected command"),
    ],
)
def test_what_is_no_submission_has_a_sentence_too(
    files: dict[str, str], problem: str, tmp_path: Path
) -> None:
    found = marks_of(tmp_path, files, sandboxed=False)
    assert problem in found.sentence
    assert found.points == 0


@pytest.mark.parametrize("program", [False, True])
def test_the_folder_of_one_student_is_marked_alone(program: bool, tmp_path: Path) -> None:
    own = {"ada/solve.py": students.SOLVE, "ada/help.py": "", "ada/lib/a.py": "", "bob.py": ""}
    if program:
        starts = students.PROGRAM.replace("solve.awk", "solve.py")
        own = {"ada/fill.toml": starts, "ada/solve.py": students.SOLVE, "bob.py": ""}
    handed_in, tasks = students.write_class(tmp_path, own)
    tasks.write_text(students.ONE, encoding="utf-8")
    found = [each.student for each in submissions(handed_in / "ada", read_tasks(tasks))]
    assert found == ["ada"]
    everybody = [each.student for each in submissions(handed_in, read_tasks(tasks))]
    assert everybody == ["ada", "bob"]
    for name in ("cleo.py", "solve.py"):  # somebody who calls his file so ends nobody's marking
        (handed_in / name).write_text(students.SOLVE, encoding="utf-8")
    everybody = [each.student for each in submissions(handed_in, read_tasks(tasks))]
    assert everybody == ["ada", "bob", "cleo", "solve"]


def test_a_file_that_a_student_imports_is_no_student(tmp_path: Path) -> None:
    calls = "import json, helper as own\n\n\ndef solve(board):\n    return own.solve(board)\n"
    files = {"rui/solve.py": calls, "rui/helper.py": students.SOLVE}
    handed_in, tasks = students.write_class(tmp_path, files)
    tasks.write_text(students.ONE, encoding="utf-8")
    (found,) = grade(handed_in / "rui", read_tasks(tasks), sandboxed=False).students
    assert (found.student, found.sentence) == ("rui", "All answers are right: 1.")
    (handed_in / "rui" / "eve.py").write_text(students.SOLVE, encoding="utf-8")
    everybody = [each.student for each in submissions(handed_in / "rui", read_tasks(tasks))]
    assert everybody == ["eve", "helper", "solve"]
    said = sentence_of("ImportError: No module named 'helper'", handed_in / "rui")
    assert said == (
        "ImportError: it needs helper.py, which stands beside it; expected a folder with both."
    )


def test_a_reference_that_a_student_refutes_is_named(tmp_path: Path) -> None:
    handed_in, tasks = students.write_class(tmp_path, {"ada.py": students.SOLVE})
    liar = tmp_path / "liar.py"
    liar.write_text("def solve(puzzle, budget):\n    yield from ()\n", encoding="utf-8")
    tasks.write_text(f'reference = "{liar}:solve"\n{students.ONE}', encoding="utf-8")
    found = grade(handed_in, read_tasks(tasks), sandboxed=False)
    assert (found.students[0].points, [*found.refuted]) == (1, ["4x4-0"])


def test_a_reference_that_decides_nothing_is_refused(tmp_path: Path) -> None:
    handed_in, tasks = students.write_class(
        tmp_path, {"ada.py": students.SOLVE, "bob.py": students.SOLVE}
    )
    idle = tmp_path / "idle.py"
    idle.write_text(
        "def solve(puzzle, budget):\n    while True:\n        pass\n    yield", encoding="utf-8"
    )
    text = f'reference = "{idle}:solve"\n{students.ONE.replace("seconds = 2", "seconds = 0.2")}'
    tasks.write_text(text, encoding="utf-8")
    with pytest.raises(TasksError, match=r"4x4-0: the reference .* did not decide it in 0\.2 s"):
        grade(handed_in, read_tasks(tasks), sandboxed=False)


def test_what_a_student_writes_is_one_line(tmp_path: Path) -> None:
    text = "def solve(board):\n    raise Exception('\\nada: 6/6')\n"
    assert marks_of(tmp_path, {"eve.py": text}, False).sentence == "Exception in line 2: ada: 6/6."


IMITATED = [
    "While its file was loaded: it is over",
    "GaveUpError: While its file was loaded: it is over",
    "the time is over",
    "Right: there is no solution.",
    "Right.",
]


@pytest.mark.parametrize("words", IMITATED)
def test_words_of_the_grader_that_a_student_writes_decide_nothing(
    words: str, tmp_path: Path
) -> None:
    code = "import json, os\n\ndef solve(board):\n"
    code += f"    said = json.dumps({{'fault': {words!r}}}) + '\\n'\n"
    code += "    for channel in range(3, 30):\n        try:\n"
    code += "            os.write(channel, said.encode())\n"
    code += "        except OSError:\n            pass\n    os._exit(0)\n"
    code += f"\n\nclass Imitation(Exception):\n    pass\n\n\nImitation.__name__ = {words!r}\n"
    raising = code.replace("    said =", "    if board[0][0]:\n        raise Imitation\n    said =")
    handed_in, tasks = students.write_class(tmp_path, {"bob.py": code, "eve.py": raising})
    tasks.write_text(students.ONE.replace("most = 1", "most = 2"), encoding="utf-8")
    for each in grade(handed_in, read_tasks(tasks), sandboxed=False).students:
        assert [mark.state for mark in each.counting] == ["failed", "failed"]
        assert each.problem == ""
        assert words.removeprefix("GaveUpError: ")[1:].rstrip(".") in each.sentence


def test_who_says_of_every_puzzle_that_there_is_no_solution_has_no_points(tmp_path: Path) -> None:
    handed_in, tasks = students.write_class(
        tmp_path, {"bob.py": "def solve(board):\n    return None\n"}
    )
    (found,) = grade(handed_in, read_tasks(tasks), sandboxed=False).students
    assert found.points == 0
    assert {mark.state for mark in found.marks} == {"wrong"}
