"""Where output cannot go, or the command is stopped while it starts: what it says and returns."""

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import COMMAND, run_here
from optional import library, slow
from places import SUPPORT

TWO = "..343412..434321"
WRONG = f"{SUPPORT / 'wrong_solvers.py'}:stops_after_one"


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("campaign") / "out"
    (folder.parent / "two.txt").write_text(TWO)
    run_here("bench", folder.parent / "two.txt", *solvers(WRONG), "-o", folder, "-q")
    return folder


def solvers(*more: str) -> list[str]:
    return [word for name in ("backtracking-mrv", *more) for word in ("-s", name)]


def asked(*words: object, **options: object) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, *map(str, words)]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False, **options)  # type: ignore[call-overload, no-any-return]  # options of many kinds


@pytest.mark.parametrize("words", [("table",), ("table", "--format", "csv")])
def test_a_finding_is_one_also_where_nobody_reads_it(
    words: tuple[str, ...], campaign: Path
) -> None:
    exits_with_1(words, campaign)


@pytest.mark.parametrize("words", [("stats",), ("report",), ("compare", "--json")])
def test_so_is_one_of_commands_that_need_an_extra(words: tuple[str, ...], campaign: Path) -> None:
    slow()
    library("altair")
    library("scipy")
    exits_with_1(words, campaign)


def exits_with_1(words: tuple[str, ...], campaign: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    folders = [campaign, campaign] if words[0] == "compare" else [campaign]
    done = asked(*words, *folders, stdout=writing)
    os.close(writing)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)


def test_a_full_disk_is_named_with_what_could_not_be_written(tmp_path: Path) -> None:
    slow()
    with open("/dev/full", "w") as full:
        done = asked("convert", "seeds", stdout=full)
    assert "accord: standard output: No space left on device" in done.stderr
    assert done.returncode == 2
    (tmp_path / "two.txt").write_text(TWO)
    for words, name in (
        (("bench", "two.txt", *solvers(), "-q", "-o", "out"), "out"),
        (("trace", TWO, "-o", "trace.jsonl"), "trace.jsonl"),
        (("show", TWO, "--html", "page.html"), "page.html"),
    ):
        done = asked(
            *words,
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},  # it would be cut off, and stay
            preexec_fn=_no_room,
        )
        assert done.stderr.splitlines()[-1].startswith(f"accord: {name}"), done.stderr
        assert done.stderr.splitlines()[-1].endswith(": File too large")
        assert done.returncode == 2


def _no_room() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def test_where_no_more_files_can_be_opened_no_file_is_blamed() -> None:
    done = asked("check", TWO, *solvers(), stdout=subprocess.DEVNULL, preexec_fn=_few_files)
    assert (done.stderr, done.returncode) == ("accord: Too many open files\n", 2)


def _few_files() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (10, 10))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_lines_that_an_encoding_cannot_say_are_drawn_in_ascii(encoding: str) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    words = ("convert", TWO, "--format", "boxed")
    done = asked(*words, stdout=subprocess.PIPE, env=environment)
    assert done.stdout.startswith("+---+")
    assert done.returncode == 0
    done = asked("convert", "--formats", stdout=subprocess.PIPE, env=environment)
    assert "A frame +---+---+ around each cell." in done.stdout


def test_other_characters_are_escapes_that_json_reads(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    name = "k\u00e4se \u20ac \U0001f600"
    (file := tmp_path / "named.csv").write_text(f"name,puzzle\n{name},{TWO}\n", encoding="utf-8")
    words = ("check", "--file", file, "-s", "backtracking-mrv", "--json")
    done = asked(*words, stdout=subprocess.PIPE, env=environment)
    assert done.stdout.isascii()
    assert name in str(json.loads(done.stdout))


AS_SCRIPT = "sys.argv = ['accord']\nfrom accord.__main__ import main\nmain()"
AS_MODULE = "import runpy\nrunpy.run_module('accord', run_name='__main__')"


@pytest.mark.parametrize("start", [AS_SCRIPT, AS_MODULE])
def test_an_interrupt_while_it_starts_ends_it_without_a_traceback(start: str) -> None:
    code = (
        "import os, signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name in ('accord.puzzles', 'click'):\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        f"sys.meta_path.insert(0, Interrupting())\n{start}"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert (done.returncode, done.stderr) == (130, "accord: interrupted\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_what_is_ended_from_outside_leaves_no_folder_behind(number: int, tmp_path: Path) -> None:
    code = (
        "import time\n"
        "from accord import __main__ as command\n"
        "from accord.bench.campaigns.database import database\n"
        "def waits(*_, **__):\n"
        "    with database():\n"
        "        print('there', flush=True)\n"
        "        time.sleep(600)\n"
        "command.cli = waits\n"
        "command.main()"
    )
    with subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    ) as command:
        assert command.stdout
        assert command.stderr
        assert command.stdout.readline() == "there\n"
        assert len([*tmp_path.iterdir()]) == 2
        command.send_signal(number)
        assert command.stderr.read() == "accord: interrupted\n"
    assert command.returncode == (130 if number == signal.SIGINT else -number)
    assert not [*tmp_path.iterdir()]


def test_a_solver_that_always_crashes_is_a_finding_with_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(TWO)
    (tmp_path / "mine.py").write_text(
        "def solve(puzzle, budget):\n    raise ValueError('broken')\n"
    )
    mine = f"{tmp_path / 'mine.py'}:solve"
    done = run_here("bench", file, *solvers(mine), "--repeat", "2", "-q", "-o", tmp_path / "out")
    assert f"accord: {mine} crashed in 2 of 2 runs, in the first: ValueError: broken" in done.stderr
    assert done.returncode == 1
