"""Files of other kinds: models, formulas and programs of the field, pages, pictures and archives.

They are refused as what they are, with what to do: as a puzzle such a text would be an odd one, or
even a small one (`* #variable= 3` begins with a blank).  What a text says at its beginning decides;
comments of its language are passed over to see it.  What a file is called decides as well, but of
names that puzzles may have too.  A program is read where a grid is declared in it.
"""

import re
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
_ENCODED = f"{_AS_PROBLEM}; `accord show --as` writes this language, and reads none"
_TOOL = f"{_AS_PROBLEM}: PyCSP3 writes XCSP3"


class ForeignKind(NamedTuple):
    """A kind of file that holds no puzzle."""

    name: str
    instead: str  # what was expected, and what to do
    says: str  # a regular expression: a line at the beginning that nothing else has
    endings: tuple[str, ...] = ()  # of the names of its files


_NEVER = r"(?!)"  # nothing but its name shows it
MINIZINC = ForeignKind(
    "a model of MiniZinc",
    "expected it in a file of its own, NAME.mzn, with its data behind it",
    r'include\s+"|(?:var|par)\s+(?:int|bool|float|set\s+of|opt|-?\d+\s*\.\.|\{|\w+\s*:\s*\w+\s*;)'
    r"|(?:int|bool|float|string)\s*:\s*\w+\s*[;=]|enum\s+\w+\s*[;=]|array\s*\[[^\]]*\]\s*of\b"
    r"|constraint\s|solve\s+(?:::|satisfy|minimize|maximize)|predicate\s|function\s+(?:var|int)\b"
    r"|set\s+of\s+\w+\s*:|output\s*\[",
)
KINDS = (
    ForeignKind("a PDF", "expected text: copy the puzzle out of it", r"%PDF-", (".pdf",)),
    ForeignKind(
        "a page of HTML",
        "expected text: copy the puzzle out of the page",
        r"(?i:(?:<(?:!--(?:(?!-->).)*--|\?xml[^>]*)>\s*)*<(?:!doctype\s+html|html|head|body|title|meta"
        r"|link|style|script|main|nav|header|footer|section|article|div|p|span|h[1-6]|a|b|i|br|hr|img"
        r"|ul|ol|li|pre|center|form|table|thead|tbody|tr|t[dh])\b(?!.*<instance\b))",
        (".html", ".htm", ".xhtml"),
    ),
    ForeignKind(
        "LaTeX",
        "expected text: copy the cells",
        r"\\(?:documentclass|begin|usepackage)\b",
        (".tex",),
    ),
    ForeignKind("a graph (DIMACS)", _AS_PROBLEM, r"p\s+(?:edge|col|sp|max)\b"),
    ForeignKind("soft pseudo-Boolean constraints (WBO)", _AS_PROBLEM, r"soft\s*:", (".wbo",)),
    ForeignKind("the output of a model of MiniZinc", _AS_PROBLEM, _NEVER, (".ozn",)),
    MINIZINC,
    ForeignKind(
        "data of MiniZinc",
        "expected it behind its model, as NAME.mzn NAME.dzn; of a grid write the rows alone",
        r"\w+\s*=\s*(?:\[\||(?:-?\d+|true|false)\s*;|\w+\s*\(\s*\d+\s*\.\.)",
        (".dzn",),
    ),
    ForeignKind(
        "SMT-LIB",
        _ENCODED,
        r"\(\s*(?:set-(?:logic|option|info)|declare-\w+|define-\w+|assert|check-sat)\b",
        (".smt2", ".smt"),
    ),
    ForeignKind(
        "a linear program (MPS)",
        _ENCODED,
        r"(?:ROWS|OBJSENSE|COLUMNS)(?:\s+MAX|\s+MIN)?$",
        (".mps",),
    ),
    ForeignKind(
        "a linear program",
        _ENCODED,
        r"(?i:minimi[sz]e\b|maximi[sz]e\b|(?:min|max)\s*:(?!\s*(?:[+-]?\d+\s+~?x\d|;))|(?:subject\s+to|such\s+that|s\.t\.)\s*:?$)",
    ),
    ForeignKind(
        "an answer set program",
        _ENCODED,
        r"[a-z]\w*(?:\([^()]*\))?\s*(?::-|\.$)|:-\s*[a-z]|#(?:const|show|program)\b"
        r"|\d*\s*\{\s*[a-z]\w*\(.*\.$",
    ),
    ForeignKind("a linear or an answer set program", _ENCODED, _NEVER, (".lp",)),
    ForeignKind("linear arithmetic", _AS_PROBLEM, _NEVER, (".lia", ".lra")),
    ForeignKind(
        "a model of Essence",
        _TOOL,
        r"language\s+E|(?:find|given)\s+\w+\s*:|letting\s+\w+\s+be\b",
        (".essence", ".eprime"),
    ),
    ForeignKind("a proof", "expected a puzzle", _NEVER, (".drat", ".lrat", ".drup")),
    ForeignKind(
        "a picture",
        "expected text: type the cells",
        r"<svg\b",
        (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp"),
    ),
    ForeignKind("a workbook", "expected text: save it as CSV", _NEVER, (".xlsx", ".xls", ".ods")),
    ForeignKind("a document", "expected text: save it as that", _NEVER, (".docx", ".odt", ".doc")),
    ForeignKind("a table in Parquet", "expected text: write it as CSV", _NEVER, (".parquet",)),
    ForeignKind("a Jupyter notebook", "expected text: copy the cells", _NEVER, (".ipynb",)),
    ForeignKind(
        "a graph (DOT)",
        _AS_PROBLEM,
        r"(?:strict\s+)?(?:di)?graph\b(?:\s+(?:\w+|\"[^\"]*\"))?\s*\{",
        (".dot", ".gv"),
    ),
    ForeignKind(
        "a graph (graph6)", _AS_PROBLEM, ">>(?:di)?graph6<<|>>sparse6<<", (".g6", ".s6", ".d6")
    ),
    ForeignKind(
        "SQL",
        "expected text: copy the cells, or save the table as CSV",
        r"(?i:select\s+(?:\*|\w.*)|(?:create|drop|alter)\s+(?:table|view|index|database)\b"
        r"|insert\s+into\b|begin\s+transaction\b|pragma\s+\w+)",
        (".sql",),
    ),
)
PROGRAM = ForeignKind(
    "a program",
    A_PROGRAM.removeprefix("found a program, "),
    r"import\s+[\w.*{]|from\s+[\w.]+\s+import\b|#\s*include\b|#!|(?:async\s+)?def\s+\w+\s*\("
    r"|function\b\s*\w*\s*\(|(?:const|let|var)\s+[\w{}, ]+=\s*require\b|(?:package|using)\s+[\w.:]+"
    r"|(?:public\s+|final\s+|abstract\s+)*class\s+\w+|(?:pub\s+)?fn\s+\w+|func\s+\w+\s*\(|<\?php"
    r"|library\s*\(|[\w.]*print\w*!?\s*\(|console\.log\s*\(",
    (".py", ".js", ".ts", ".c", ".cpp", ".h", ".java", ".rs", ".go", ".m", ".r"),
)
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
                if kind is MINIZINC:
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
