"""Runs what README.md and the pages of docs/ show, and compares what is printed with the page.

    python tools/pages.py                  runs every page and names what differs
    python tools/pages.py --write PAGE...  writes what is printed today, with its numbers, into them

A page is one session in an empty folder.  Its blocks are run in their order, by their language:

    console       what follows `$ ` is run by bash; below it stands what is printed, on standard
                  output, or where that is empty on standard error
    sh            run by bash; each command exits with 0
    python        run in one namespace for the page; a block of text below it is what is printed
    r             run by Rscript
    bash          installs something, and is not run: each line is a step of .ci/run, or one of make
    others        shown; one whose first line is a comment with the name of a file is that file

`...` on a line of its own stands for any lines.  Numbers, with their units, dates and the name of
the host are compared as such and not by their values, and the rows of a table in any order: names
of solvers, verdicts, columns, a number that is a whole line, as an exit code or a count, and the
nodes of a verdict's table are compared exactly.
A page that needs more than the core says so in a comment, `% needs: scipy, altair` or `% needs:
program minizinc`.
"""

import os
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"(?:#|//|%) ([\w./-]+\.\w+)(?::.*)?\n")
NEEDS = re.compile(r"^% needs: (.*)$", re.MULTILINE)
COMMANDS = Path(sys.executable).parent  # where `accord` and `python` are
NUMBER = re.compile(
    r"(?<![\w.])[<>]?=?[-+]?(?!\d{16})\d(?:[\d,.:T-]*\d)?(?:e[-+]?\d+)?"
    r"(?: (?:us|ms|s|min|h|KB|MB|GB)\b|%)?(?![\w])"
)
HASH = re.compile(r"\b(?=[a-f]*\d)[\da-f]{10,}\b(?<!\d{16})")
END = "\036"  # ASCII's separator of records, after each command


@dataclass(frozen=True)
class Block:
    """A block of code of a page."""

    page: Path
    line: int  # in the page, of its first line of text
    start: int  # where its text begins in the page, in characters
    language: str
    text: str

    @property
    def file(self) -> str:
        """The name of the file that it is; empty if it is none."""
        found = FILE_NAME.match(self.text)
        return found[1] if found else ""


@dataclass(frozen=True)
class PageDifference:
    """A block that does not print what stands below it."""

    block: Block
    found: str

    def __str__(self) -> str:
        """The place of the block, the expected text and the one found."""
        place = f"{self.block.page.relative_to(ROOT)}:{self.block.line}"
        return f"{place}: expected\n\n{self.block.text}\nfound\n\n{self.found}"


@dataclass
class PageRun:
    """The session of a page: its folder, and the names that its Python blocks have defined."""

    folder: Path
    exact: bool = False  # numbers are compared, too
    commands: tuple[Path, ...] = (COMMANDS,)  # folders
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "page"})

    def run(self, block: Block, below: Block | None) -> PageDifference | None:
        """Run a block, and compare what it prints."""
        if block.language == "bash":
            unknown = [line for line in commands(block.text) if not is_step(line)]
            return PageDifference(block, f"no step of .ci/run: {unknown}") if unknown else None
        if block.language == "console":
            return compared(block, self._console(block.text), self.exact)
        if block.language == "python" and not block.file:
            printed = self._python(block)
            return compared(below, printed, self.exact) if below else None
        if block.language in ("sh", "r") and not block.file:
            self._script(block)
        elif block.file:
            file = self.folder / block.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        return None

    def _console(self, text: str) -> str:
        """A console with what its commands print now."""
        asked = [f"$ {command}" for command in commands(text)]
        script = "".join(
            f"{command[2:]}\n_status=$?; printf '{END}' | tee /dev/stderr; (exit $_status)\n"
            for command in asked
        )
        done = self._bash(script)
        printed = zip(asked, done.stdout.split(END), done.stderr.split(END), strict=False)
        return "".join(f"{command}\n{out or error}" for command, out, error in printed)

    def _script(self, block: Block) -> None:
        if block.language == "sh":
            done = self._bash(f"set -e\n{block.text}")
        else:
            done = self._run(["Rscript", "-"], block.text)
        if done.returncode:
            place = f"{block.page}:{block.line}"
            raise RuntimeError(f"{place}: exit code {done.returncode}\n{done.stdout}{done.stderr}")

    def _python(self, block: Block) -> str:
        code = compile("\n" * (block.line - 1) + block.text, block.page, "exec")
        with chdir(self.folder), redirect_stdout(StringIO()) as printed:
            exec(code, self.names)
        return anonymous(printed.getvalue(), self.folder)

    def _bash(self, script: str) -> subprocess.CompletedProcess[str]:
        return self._run(["bash", "-c", script], "")

    def _run(self, command: list[str], text: str) -> subprocess.CompletedProcess[str]:
        path = os.pathsep.join([*map(str, self.commands), os.environ["PATH"]])
        done = subprocess.run(
            command,
            input=text,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**os.environ, "PATH": path, "COLUMNS": "80"},
            timeout=300,
        )
        done.stdout, done.stderr = (
            anonymous(each, self.folder) for each in (done.stdout, done.stderr)
        )
        return done


def pages() -> list[Path]:
    """README.md and the pages of docs/, without the lessons, whose cells the site executes."""
    found = sorted((ROOT / "docs").rglob("*.md"))
    return [ROOT / "README.md", *(page for page in found if page.parent.name != "lessons")]


def needs(page: Path) -> list[str]:
    """The extras and programs that a page needs besides the core."""
    found = NEEDS.search(page.read_text(encoding="utf-8"))
    return found[1].split(", ") if found else []


def blocks(page: Path) -> Iterator[Block]:
    """The blocks of code of a page."""
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start(2)) + 1
        yield Block(page, line, found.start(2), found[1], found[2])


def differences(
    page: Path, folder: Path, *, exact: bool = False, commands: tuple[Path, ...] = (COMMANDS,)
) -> Iterator[PageDifference]:
    """Run a page in a folder; what it prints otherwise than it says.

    Args:
        page: of this project.
        folder: an empty one.
        exact: whether other numbers are a difference, too.
        commands: the folders whose commands it runs, before those of PATH.

    Raises:
        RuntimeError: a command of a block of sh failed.
    """
    session = PageRun(folder, exact, commands)
    text = page.read_text(encoding="utf-8")
    for block, after in pairwise([*blocks(page), None]):
        assert block is not None
        gap = text[block.start + len(block.text) : after.start] if after else "no block"
        below = after if after and after.language == "text" and not gap[3:-8].strip() else None
        if difference := session.run(block, below):
            yield difference


def compared(block: Block, found: str, exact: bool = False) -> PageDifference | None:
    """How a text differs from a block, if it does."""
    if exact and found != block.text:
        return PageDifference(block, found)
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else re.escape(f"{line}\n") for line in masked(block.text)
    )
    same = re.fullmatch(pattern, "".join(f"{line}\n" for line in masked(found)))
    return None if same else PageDifference(block, found)


def masked(text: str) -> list[str]:
    """The lines of a text without its numbers and warnings of a busy machine, tables sorted."""
    lines: list[str] = []
    rows: list[str] | None = None
    nodes = False  # in the last column
    for line in text.splitlines():
        if "DISTURBED: " in line:  # which depends on what else runs here
            continue
        if re.fullmatch(r"\d+", line):  # an exit code, or a count
            line = f"exactly {line}"
        elif nodes and rows is not None and (row := re.fullmatch(r"(.*\S) +(\d[\d,]*)", line)):
            line = f"{HASH.sub('#', NUMBER.sub('#', row[1]))} nodes {row[2]}"
        else:
            line = re.sub(r"─{3,}", "─", HASH.sub("#", NUMBER.sub("#", line)))
        nodes = line.endswith(" cpu   nodes") or (nodes and not line.startswith("$ "))
        line = re.sub(r"(?<=\S) +", " ", line).strip()
        if rows is not None and line and not line.startswith("$ "):
            rows.append(line)
            continue
        lines += sorted(rows or ())
        rows = [] if line.startswith("─") else None
        lines.append(line)
    return [*lines, *sorted(rows or ())]


def anonymous(text: str, folder: Path) -> str:
    """A text without the name of this machine and of a folder that is soon gone."""
    text = text.replace(f"{folder}/", "").replace(str(folder), ".")
    return re.sub(rf"\b{re.escape(socket.gethostname())}\b", "vm", text)


def commands(text: str) -> list[str]:
    """The commands of a block, each with its continued lines; of a console those after `$ `."""
    joined = text.replace("\\\n", "\\\0")
    lines = [line.replace("\0", "\n") for line in joined.splitlines()]
    if text.startswith("$ "):
        return [line[2:] for line in lines if line.startswith("$ ")]
    return [line for line in lines if line and not line.startswith("#")]


def is_step(line: str) -> bool:
    """Whether what a line installs, or asks of make, is what continuous integration does."""
    words = shlex.split(line, comments=True)
    if words[:1] in (["cd"], ["git"]):
        return True
    steps = (ROOT / ".ci" / "run").read_text() + (ROOT / "Makefile").read_text()
    known = set(re.findall(r"[\w.+-]+", steps))
    return all({*re.findall(r"[\w.+-]+", word)} <= known for word in words)


def write(page: Path, found: list[PageDifference]) -> None:
    """Replace the blocks of a page by what was found, but those that leave lines out."""
    text = page.read_text(encoding="utf-8")
    for each in reversed([each for each in found if "\n...\n" not in each.block.text]):
        end = each.block.start + len(each.block.text)
        text = text[: each.block.start] + each.found + text[end:]
    page.write_text(text, encoding="utf-8")


def main() -> int:
    """Run the pages that are named, or all."""
    asked = [word for word in sys.argv[1:] if word != "--write"]
    if "--help" in asked:
        print(__doc__)
        return 0
    written = "--write" in sys.argv
    different = 0
    for page in [Path(name).resolve() for name in asked] or pages():
        with TemporaryDirectory() as folder:
            found = list(differences(page, Path(folder), exact=written))
        if written:
            write(page, found)
        different += len(found)
        print(f"{page.relative_to(ROOT)}: {len(found)} differences", *found, sep="\n\n")
    return int(different > 0 and not written)


if __name__ == "__main__":
    sys.exit(main())
