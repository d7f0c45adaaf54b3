"""A class whose files attack the grader: each is a sentence for its own student."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import students
from accord.bench.grading.grade import grade
from accord.bench.grading.submissions import name_of, submissions
from accord.bench.grading.tasks import read_tasks
from accord.views.grading import table
from command_line import run_here
from no_plain_files import make_holes, make_socket


def in_folder(make: Callable[[Path], object], file: str = "eve.toml") -> Callable[[Path], object]:
    """Make something in the student's folder."""

    def made(path: Path) -> None:
        path.mkdir()
        make(path / file)

    return made


def saying(text: str | bytes) -> Callable[[Path], object]:
    """A description that says this."""
    content = text.encode() if isinstance(text, str) else text
    return in_folder(lambda path: path.write_bytes(content))


def many(path: Path) -> None:
    for number in range(2000):
        (path.parent / f"{number}.toml").touch()


COMMAND = 'command = ["./eve", "{puzzle}"]\ninput = "puzzle"\n'
HOSTILE: dict[str, tuple[Callable[[Path], object], str]] = {
    "long link": (lambda path: path.symlink_to("a" * 300), "Found a link, expected a file"),
    "brackets": (saying("command = " + "[" * 20000), "line 1: found brackets in brackets"),
    "closed": (saying("a = " + "[" * 20000 + "]" * 20000), "line 1: found brackets in brackets"),
    "tables": (saying("command = " + "{a=" * 20000), "line 1: found brackets in brackets"),
    "parts": (saying("command." + ".".join("a" * 20000) + " = 1"), "line 1: found a key of parts"),
    "number": (saying(COMMAND + f"cores = {'9' * 5000}"), "line 3: found a number of 5,000 digits"),
    "hex": (saying(COMMAND + f"cores = 0x{'f' * 5000}"), "line 3: found a number of 5,002 digits"),
    "large": (saying(COMMAND + f'engine = "{"e" * (1 << 17)}"'), "bytes, expected up to 65,536"),
    "latin": (saying(b"command = '\xff'"), "byte 12: found no UTF-8"),
    "long-key": (saying("k" * 60000 + " = 1"), "found the key 'kkkk"),
    "placeholder": (
        saying(COMMAND.replace("{puzzle}", "{" + "p" * 60000 + "}") + 'engine = "e"'),
        "{ppp",
    ),
    "forged": (saying('"a\\nada: All answers are right: 5.\\u001b[2J" = 1'), r"ada: All answers"),
    "pipe": (in_folder(os.mkfifo), "found a pipe or a device, expected a file"),
    "piped-function": (in_folder(os.mkfifo, "solve.py"), "found a pipe or a device"),
    "fifo.py": (os.mkfifo, "found a pipe or a device"),
    "socket": (in_folder(make_socket), "a socket or a device"),
    "folder": (in_folder(Path.mkdir), "found a folder, expected a file"),
    "folder-as-function": (in_folder(Path.mkdir, "solve.py"), "found a folder, expected a file"),
    "sparse": (in_folder(make_holes), "found 21,474,836,480 bytes"),
    "many": (in_folder(many), "Found 0.toml, 1.toml, 10.toml and 1997 others; expected"),
    "linked": (in_folder(lambda path: path.symlink_to("/etc/passwd")), "found a link"),
    "solution": (in_folder(lambda path: path.symlink_to("../ada.py"), "solve.py"), "found a link"),
    "zero": (in_folder(lambda path: path.symlink_to("/dev/zero"), "solve.py"), "found a link"),
    "circle": (lambda path: path.symlink_to(path.name), "Found a link"),
    "parent": (lambda path: path.symlink_to(".."), "Found a link"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "Found a link"),
    "empty": (Path.mkdir, "Found a folder without either; expected a file solve.py"),
}
TWINS = ("bob.py", "bob.toml", "bob", "cleo.py", "cleo")
WORKING = b"no\xffutf8.py"  # whose file is right
STRANGE = (
    *(
        b"\xe2\x80\xaeada",
        b"ada\x1b[2K\rzoe",
        b"<b>eve",
        b"'quoted'",
        b" ada",
        b"ADA",
        b"-rf",
        b"ada: 6\n",
        b"{seed}",
    ),
    b"a" * 255,
)


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """A class of them, with one student who has done his work; and the tasks."""
    monkeypatch.chdir(tmp_path)
    handed_in, tasks = students.write_class(tmp_path, {"ada.py": students.SOLVE})
    tasks.write_text(students.ONE.replace("seconds = 2", "seconds = 60"), encoding="utf-8")
    for name, (make, _) in HOSTILE.items():
        make(handed_in / name)
    for name in TWINS:
        if "." in name:
            (handed_in / name).write_text(students.SOLVE)
        else:
            (handed_in / name).mkdir()
    (handed_in / os.fsdecode(WORKING)).write_text(students.SOLVE)
    for raw in STRANGE:
        (handed_in / os.fsdecode(raw)).mkdir()
    return handed_in, tasks


def test_whatever_is_handed_in_is_a_sentence_for_its_own_student(
    hostile: tuple[Path, Path],
) -> None:
    handed_in, tasks = hostile
    found = grade(handed_in, read_tasks(tasks), sandboxed=False)
    of = {each.student: each for each in found.students}
    assert len(of) == len(found.students) == len(HOSTILE) + 4 + len(STRANGE)
    right = {name for name, each in of.items() if each.points == 1}
    assert right == {"ada", r"'no\udcffutf8'"}
    for name, (_, words) in HOSTILE.items():
        assert words in of[name.removesuffix(".py")].sentence, name
    assert of["bob"].problem == "Found bob, bob.py and bob.toml, expected one file or folder."
    assert of["cleo"].problem == "Found cleo and cleo.py, expected one file or folder."
    assert all(each.sentence.isprintable() and len(each.sentence) < 400 for each in of.values())
    assert all(name.isprintable() for name in of)
    assert len(json.loads(table.report(found).json())["students"]) == len(of)


def test_the_command_prints_what_cannot_be_printed(tmp_path: Path) -> None:
    handed_in, tasks = students.write_class(tmp_path, {"ada.py": students.SOLVE})
    tasks.write_text(students.ONE.replace("seconds = 2", "seconds = 60"), encoding="utf-8")
    (handed_in / os.fsdecode(b"no\xffutf8")).mkdir()
    done = run_here("grade", handed_in, "--tasks", tasks, "--unsandboxed")
    assert done.returncode == 0, done.stderr
    assert "ada: All answers are right: 1." in done.stdout.splitlines()
    assert r"'no\udcffutf8': Found a folder without either; expected a file" in done.stdout


def test_keys_that_marking_does_not_use_are_not_looked_at(tmp_path: Path) -> None:
    text = COMMAND + 'engine = "eve"\nexhausted = "("\nall = 1\njar = 2\ndistribution = 3\n'
    costly = "(?i)" + "[\\U00010000-\\U0010ffff]" * 2000  # takes many minutes to be compiled
    text += f"version = [4]\n[counters]\nconflicts = '{costly}'\n"
    handed_in, tasks = students.write_class(tmp_path, {"eve/eve.toml": text, "eve/eve": ""})
    (handed_in / "eve" / "eve").chmod(0o755)
    tasks.write_text(students.ONE, encoding="utf-8")
    (found,) = submissions(handed_in, read_tasks(tasks))
    assert (found.form, found.problem) == ("line", "")


def test_names_that_could_deceive_stand_in_quotes() -> None:
    for name in ("ada", "Ada Lovelace", "o'neil-2", "grün", "张伟", "ada (2)", "a_b+c@d.e"):
        assert name_of(name) == name
    for name in (
        "ada: All answers are right: 5.",
        " ada",
        "ada ",
        "a\nb",
        "\udcff",
        "{seed}",
        "<b",
    ):
        assert name_of(name) == repr(name)
        assert name_of(name).isprintable()
