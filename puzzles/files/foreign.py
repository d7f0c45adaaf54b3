"""Files of other kinds: models, formulas and programs of the field, pages, pictures and archives.

They are refused as what they are, with what to do: as a puzzle such a text would be an odd one, or
even a small one (`* #variable= 3` begins with a blank).  What a text says at its beginning decides;
comments of its language are passed over to see it.  What a file is called decides as well, but of
names that puzzles may have too.  A program is read where a grid is declared in it.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from accord.puzzles.files.bytes_of_text import binary, start_of, unpacked_name
from accord.puzzles.files.compressed import chunks_of
from accord.puzzles.formats.flatzinc import format as flatzinc
from accord.puzzles.formats.plain.lists import A_PROGRAM, FEWEST_CELLS
from accord.puzzles.formats.registry import detect
from accord.puzzles.formats.source import Source
from accord.puzzles.sudoku.shape import MalformedPuzzleError

LINES = 60  # at the beginning of a text, in which its language shows
_AS_PROBLEM = (
    "expected a model in CPMpy (FILE.py) or MiniZinc (FILE.mzn), a problem as XCSP3, FlatZinc, "
    "DIMACS, OPB, WCNF or accord's JSON, or a puzzle"
)
_INSTEAD = {
    "problem": _AS_PROBLEM,
    "encoded": f"{_AS_PROBLEM}; `accord show --as` writes this language, and reads none",
    "tool": f"{_AS_PROBLEM}: PyCSP3 writes XCSP3",
    "program": A_PROGRAM.removeprefix("found a program, "),
}
_NEVER = "(?!)"  # nothing but its name shows it


class ForeignKind(NamedTuple):
    """A kind of file that holds no puzzle."""

    name: str
    instead: str  # what was expected, and what to do
    says: str  # a regular expression: a line at the beginning that nothing else has
    endings: tuple[str, ...] = ()  # of the names of its files


def _kinds() -> Iterator[ForeignKind]:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    for each in tomllib.loads(text)["kind"]:
        instead, endings = each["instead"], tuple(each.get("endings", ()))
        says = "|".join(each.get("says", [_NEVER]))
        yield ForeignKind(each["name"], _INSTEAD.get(instead, instead), says, endings)


*KINDS, PROGRAM = _kinds()
_COMMENT = re.compile(r"c(?:\s|$)|[*%;\\#]|//|/\*|NAME\b|<\?xml|<!--")
_OPEN_COMMENT = re.compile(r"<!--(?!.*-->)")  # of XML, which ends on a later line


def refuse_foreign(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a text, unless it begins as one of another kind does.

    No more of them are read ahead than it takes: a line that is no comment decides.

    Raises:
        MalformedPuzzleError: it is of another kind; says of which, and what to do.
    """
    rest, seen, in_comment = iter(lines), list[str](), False
    for line in islice(rest, LINES):
        seen.append(line)
        text = line.removeprefix("\ufeff").strip()
        if in_comment or _OPEN_COMMENT.match(text):
            in_comment = "-->" not in text
            continue
        for kind in KINDS:
            if re.match(kind.says, text):
                if kind.name == "a model of MiniZinc":
                    seen += rest
                    if flatzinc.looks_like(Source("\n".join(map(str.rstrip, seen)))):
                        return iter(seen)
                raise MalformedPuzzleError(f"line {len(seen)}: found {kind.name}, {kind.instead}")
        if re.match(PROGRAM.says, text):
            number = len(seen)
            seen += rest
            if not _holds_grid("\n".join(line.rstrip("\r\n") for line in seen)):
                raise MalformedPuzzleError(f"line {number}: {A_PROGRAM}")
            break
        if text and not _COMMENT.match(text):
            break
    return chain(seen, rest)


def _holds_grid(text: str) -> bool:
    """Whether a text is a puzzle, or a program around one."""
    source = Source(text)
    try:
        return len(detect(source).draft(source).givens) >= FEWEST_CELLS
    except MalformedPuzzleError:
        return False


def refuse_foreign_file(path: Path) -> None:
    """Refuse a file that is of another kind, by what stands in it or by its name.

    Raises:
        MalformedPuzzleError: it is one, or it is compressed and damaged.
    """
    if not path.is_file():  # a pipe gives its bytes once
        return
    if found := binary(start_of(path)):
        raise MalformedPuzzleError(found)
    if (name := unpacked_name(path)).endswith(".fzn"):  # which begins as models of MiniZinc may
        return
    text = next(chunks_of(path), b"").decode("utf-8", "replace")
    [*refuse_foreign(text.splitlines()[:LINES])]
    for kind in KINDS:
        if name.lower().endswith(kind.endings):
            raise MalformedPuzzleError(f"found {kind.name}, as its name says, {kind.instead}")
    if name.lower().endswith(PROGRAM.endings) and not any(
        map(_holds_grid, (text, *text.splitlines()[:1]))
    ):
        raise MalformedPuzzleError(f"found {PROGRAM.name}, as its name says, {PROGRAM.instead}")
