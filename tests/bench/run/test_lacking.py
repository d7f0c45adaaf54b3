"""What other systems lack: the doctor says it there, the page says it, and the rest works."""

import json
import subprocess
import sys
from pathlib import Path
from platform import machine

import pytest

from accord.bench.run.lacking import Lack, lacking
from command_line import accord
from optional import slow
from places import ROOT

PAGE = ROOT / "docs" / "explanation" / "what-runs-where.md"
SCRIPT = ROOT / "tests" / "support" / "other_system.py"
PUZZLE, GRID = "4...1.....1...2.", "4231134224133124"
WORKING = [  # on Windows
    (f"verify {PUZZLE} {GRID}", "correct: it is a solution"),
    ("convert 4x4 --format json", '"size": 4'),
    (f"show {PUZZLE} --as minizinc", "solve satisfy;"),
    (f"explain {PUZZLE} --brief", "difficulty: easy"),
    (f"trace {PUZZLE} -s dancing-links", f'"grid": "{GRID}"'),
    (f"show {PUZZLE} -s backtracking-mrv --html film.html", "film.html"),
    ("generate --size 2x2 --seed 1", PUZZLE),
    ("table campaign", "backtracking-mrv"),
    ("export campaign --format metrics -o metrics", ""),
    ("solvers", "cpsat"),
]
REFUSED = [
    (f"solve {PUZZLE}", "no solver runs in a process of its own on Windows"),
    (f"check {PUZZLE} -s cpsat", "no solver runs in a process of its own on Windows"),
    (f"check {PUZZLE} -s cpsat --best-effort", "no solver runs in a process of its own on Windows"),
    ("conformance backtracking-mrv", "no solver runs in a process of its own on Windows"),
    ("speed 4x4 -s backtracking-bitset", "no solver runs in a process of its own on Windows"),
    ("bench 4x4 -s cpsat --best-effort -o mine", "no solver runs in a process of its own"),
    ("merge campaign -o mine", "no campaign is written on Windows"),
]


def there(platform: str, commands: list[str], folder: Path) -> list[tuple[int, str, str]]:
    """What commands come to on another system."""
    split = json.dumps([command.split() for command in commands])
    arguments = [sys.executable, "-P", str(SCRIPT), platform, split]
    done = subprocess.run(arguments, capture_output=True, text=True, cwd=folder, timeout=600)
    assert done.returncode == 0, done.stderr
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_the_doctor_of_another_system_says_what_it_lacks(platform: str, tmp_path: Path) -> None:
    (text, as_json) = there(platform, ["doctor", "doctor --json"], tmp_path)
    sandbox = f"found {platform} on {machine()}, expected Linux on x86_64 or aarch64"
    lacks = lacking(platform, sandbox)
    section = text[1].partition("What this system lacks")[2].partition("Known faults")[0]
    assert all(words(each) in words(section) for lack in lacks for each in said(lack))
    found = json.loads(as_json[1])
    assert [Lack(**each) for each in found["lacks"]] == list(lacks)
    grades = {"darwin": {"best-effort", "unavailable"}, "win32": {"unavailable"}}
    assert {each["grade"] for each in found["limits"]} == grades[platform]


def said(lack: Lack) -> tuple[str, str]:
    return lack.what, lack.consequence


def test_linux_lacks_nothing_but_perhaps_a_sandbox() -> None:
    assert lacking("linux") == ()
    (lack,) = lacking("linux", "found no program bwrap")
    assert lack.what == "a sandbox for submissions: found no program bwrap"
    assert lack.consequence.startswith("accord grade refuses")


def test_the_page_about_systems_has_the_words_of_the_doctor() -> None:
    page = words(PAGE.read_text(encoding="utf-8").replace("`", ""))
    for platform in ("darwin", "win32"):
        for lack in lacking(platform):
            assert f"| {words(lack.what)} | {words(lack.consequence)} |" in page


def test_on_windows_what_needs_no_process_works_and_the_rest_is_refused(tmp_path: Path) -> None:
    slow()
    accord("bench", "4x4", "-s", "backtracking-mrv", "-q", "-o", tmp_path / "campaign")
    commands = [*WORKING, *REFUSED]
    came = there("win32", [command for command, _ in commands], tmp_path)
    for (command, expected), (code, out, err) in zip(commands, came, strict=True):
        refused = (command, expected) in REFUSED
        assert (code, expected in (err if refused else out)) == (2 * refused, True), (command, err)
