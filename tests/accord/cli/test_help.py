"""Help: sections and summaries of `accord --help`, and examples, which are run."""

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import pytest

from accord.__main__ import cli
from accord.cli.commands import __path__ as folders
from accord.cli.help_pages import SECTIONS, WithExamples, section_of
from command_line import run_here as accord
from optional import library

CONTEXT = click.Context(cli)
NAMES = cli.list_commands(CONTEXT)
NEEDS = re.compile(r"Needs (\w+)(?: and (\w+))?\.")
OF_THE_NET = {"fetch"}  # run against a server of the test, in commands/test_fetch_command.py
CAMPAIGN = re.compile(r"^accord bench (?P<asked>4x4 .*) -o (?P<folder>\w+)(?: -q)?$", re.MULTILINE)


@dataclass(frozen=True)
class Again:
    """Runs commands with an `accord` that is warm, and campaigns once only."""

    warm: Path
    campaigns: Path  # folder

    def __call__(self, script: str, folder: Path) -> subprocess.CompletedProcess[str]:
        """Run a script in a folder; a campaign on a collection that was run before is copied."""
        path = f"{self.warm}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        here = os.environ | {"PATH": path}
        script = CAMPAIGN.sub(self._campaign, script)
        shell: dict[str, Any] = {"cwd": folder, "env": here, "capture_output": True, "text": True}
        return subprocess.run(["sh", "-e"], input=script, **shell)

    def _campaign(self, line: re.Match[str]) -> str:
        kept = shlex.quote(f"{self.campaigns}/{line['asked'].replace('/', ' of ')}")
        made = f"{line[0]}; cp -r {line['folder']} {kept}"
        return f"if [ -d {kept} ]; then cp -r {kept} {line['folder']}; else {made}; fi"


@pytest.fixture(scope="session")
def again(warm: Path, tmp_path_factory: pytest.TempPathFactory) -> Again:
    """Runs a campaign that several commands have in their examples once."""
    return Again(warm, tmp_path_factory.mktemp("campaigns"))


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


NEEDING = {name for name in NAMES if libraries(name)}


@pytest.mark.parametrize("name", ["accord", *sorted({*NAMES} - OF_THE_NET - NEEDING)])
def test_examples_work_in_an_empty_folder(name: str, tmp_path: Path, again: Again) -> None:
    run_examples(name, tmp_path, again)


@pytest.mark.parametrize("name", sorted(NEEDING))
def test_so_do_those_of_commands_that_need_an_extra(
    name: str, tmp_path: Path, again: Again
) -> None:
    for each in libraries(name):
        library(each)
    run_examples(name, tmp_path, again)


def run_examples(name: str, folder: Path, again: Again) -> None:
    """Run the examples of a command in order, as they are pasted; one of them is its own."""
    script = "\n".join(explained(name).examples)
    own = "accord" if name == "accord" else f"accord {name}"
    assert re.search(rf"(?:^|\| ){own}\b", script, re.MULTILINE)
    done = again(script, folder)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
