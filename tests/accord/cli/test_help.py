"""Help: sections and summaries of `accord --help`, and examples, which are run."""

import re
import shlex
import subprocess
from pathlib import Path
from shutil import copytree

import click
import pytest

from accord.__main__ import cli
from accord.cli.commands import __path__ as folders
from accord.cli.help_pages import SECTIONS, WithExamples, section_of
from command_line import run_here as accord
from optional import library, slow

CONTEXT = click.Context(cli)
NAMES = cli.list_commands(CONTEXT)
NEEDS = re.compile(r"Needs (\w+)(?: and (\w+))?\.")
OF_THE_NET = {"fetch"}  # run against a server of the test, in commands/test_fetch_command.py
Campaigns = dict[tuple[str, ...], Path]  # folders of copies, by the words of the command


@pytest.fixture(scope="module")
def campaigns() -> Campaigns:
    """Campaigns that several commands have in their examples, which are run once."""
    return {}


def explained(name: str) -> WithExamples:
    """The command of this name, or the group for `accord` itself."""
    command = cli.get_command(CONTEXT, name) if name in NAMES else cli
    assert isinstance(command, WithExamples), f"{name}: expected cls=WithExamples"
    return command


def libraries(name: str) -> list[str]:
    """The libraries that a command needs, by its own help."""
    found = NEEDS.search(" ".join((explained(name).help or "").split()))
    return [each for each in found.groups() if each] if found else []


def test_every_command_is_in_one_section_and_its_summary_in_one_line() -> None:
    for name in NAMES:
        assert section_of((Path(folders[0]) / f"{name}.py").read_text("utf-8")) in SECTIONS, name
    page = accord("--help").stdout
    titles = [f"{section.capitalize()}:" for section in SECTIONS]
    assert [line for line in page.splitlines() if line in titles] == titles
    listed = page[page.index(titles[0]) : page.index("Exit codes")]
    rows = [line for line in listed.splitlines() if line.strip() and line not in titles]
    assert sorted(re.findall(r"^  (\w+) +[A-Z].*[^.]$", "\n".join(rows), re.MULTILINE)) == NAMES
    assert len(rows) == len(NAMES)


def test_accord_alone_says_what_to_try_first_and_help_ends_with_the_same() -> None:
    alone = accord()
    assert (alone.returncode, alone.stderr) == (0, "")
    tries = [line for line in cli.examples if not line.startswith("#")]
    assert [line.split()[1] for line in tries] == ["check", "bench", "explain"]
    assert all(f"  {line}\n" in alone.stdout for line in cli.examples)
    assert "accord --help" in alone.stdout
    assert max(map(len, alone.stdout.splitlines())) <= 80
    end = "".join(f"  {line}\n" for line in cli.examples)
    assert accord("--help").stdout.endswith(f"\nExamples:\n{end}")


@pytest.mark.parametrize("columns", ["60", "80"])
def test_the_help_of_a_command_ends_with_its_examples(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for name in NAMES:
        page = accord(name, "--help").stdout
        assert page.startswith(f"Usage: accord {name} ")
        end = "".join(f"  {line}\n" for line in explained(name).examples)
        assert page.endswith(f"\n\nExamples:\n{end}"), name
        if columns == "80" and name != "deduce":  # which takes 81 digits
            assert max(map(len, page.splitlines())) <= 80, name


NEEDING = {name for name in NAMES if libraries(name)}


LONG = {"audit", "conformance", "dispute", "fuzz", "ladder", "speed"}  # more than two seconds


@pytest.mark.parametrize("name", ["accord", *sorted({*NAMES} - OF_THE_NET - NEEDING - LONG)])
def test_examples_work_in_an_empty_folder(name: str, tmp_path: Path, campaigns: Campaigns) -> None:
    run_examples(name, tmp_path, campaigns)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", sorted(LONG))
def test_so_do_those_that_take_long(name: str, tmp_path: Path, campaigns: Campaigns) -> None:
    slow()
    run_examples(name, tmp_path, campaigns)


@pytest.mark.parametrize("name", sorted(NEEDING))
def test_so_do_those_of_commands_that_need_an_extra(
    name: str, tmp_path: Path, campaigns: Campaigns
) -> None:
    for each in libraries(name):
        library(each)
    run_examples(name, tmp_path, campaigns)


def run_examples(name: str, folder: Path, campaigns: Campaigns) -> None:
    """Run the examples of a command in order, as they are pasted; one of them is its own."""
    script = "\n".join(explained(name).examples)
    own = "accord" if name == "accord" else f"accord {name}"
    assert re.search(rf"(?:^|\| ){own}\b", script, re.MULTILINE)
    for line in script.replace("\\\n", "").splitlines():
        if not line.startswith("#"):
            run_line(line, folder, campaigns)


def run_line(line: str, folder: Path, campaigns: Campaigns) -> None:
    """Run a line of commands as a shell does, but for `accord`, which is run in this process."""
    reading = shlex.shlex(line, posix=True, punctuation_chars="|>")
    reading.whitespace_split = True
    reading.commenters = ""
    line, _, file = "\0".join(reading).partition("\0>\0")
    done = subprocess.CompletedProcess("", 0, "", "")
    for name, *words in (each.split("\0") for each in line.split("\0|\0")):
        if name == "accord":
            done = run_once(words, done.stdout, folder, campaigns)
        else:
            done = subprocess.run(
                [name, *words], input=done.stdout, capture_output=True, text=True, cwd=folder
            )
        assert "Traceback" not in done.stderr
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    if file:
        (folder / file).write_text(done.stdout, encoding="utf-8")


def run_once(
    words: list[str], text: str, folder: Path, campaigns: Campaigns
) -> subprocess.CompletedProcess[str]:
    """Run the command; a campaign on a collection that was run before is copied."""
    if words[:2] != ["bench", "4x4"]:
        return accord(*words, text=text, cwd=folder)
    place = words.index("-o")
    asked, made = (
        tuple(word for word in (*words[:place], *words[place + 2 :]) if word != "-q"),
        folder / words[place + 1],
    )
    if asked in campaigns:
        copytree(campaigns[asked], made)
        return subprocess.CompletedProcess(words, 0, "", "")
    done = accord(*words, cwd=folder)
    campaigns[asked] = copytree(made, folder / "copies" / made.name)
    return done
