"""WCNF, the format of the MaxSAT evaluations: clauses with weights, of which some are hard.

    p wcnf 3 3 10       variables, clauses, top           c since 2022 without a header
    10 1 -2 0           hard: its weight is top           h 1 -2 0
    4 2 3 0             soft: it costs 4 if it is false   4 2 3 0
    1 -1 0                                                1 -1 0

"MaxSAT Evaluation 2022: solver and benchmark descriptions", rules of the input format, and those of
2006 to 2021 for the older form, in which all clauses are soft if no top stands in the header.  What
is minimised is the sum of the weights of soft clauses that are false, as the evaluations print it
in lines `o`.

The hard clauses are one constraint, Clauses; a soft one is a term of the objective, its weight
times the truth of the contraries of all its literals.  No variable is added.
"""

import re
from array import array
from collections.abc import Iterator, Sequence

from accord.puzzles.constraints.clauses import Clauses, FlatClauses
from accord.puzzles.formats.competitions.formulas import (
    Product,
    WrittenLiterals,
    integer,
    misread,
    objective_of,
    text_of,
)
from accord.puzzles.formats.format import Format, FormatError
from accord.puzzles.formats.original import keep
from accord.puzzles.outside_data import collector_paused
from accord.puzzles.problem import Problem
from accord.puzzles.puzzle import Puzzle

HARD = "h"
_COMMENTS = r"\ufeff?(?:\s*+c(?:[ \t][^\n]*+)?\r?\n)*+\s*+"
_BEGINNING = re.compile(
    _COMMENTS
    + r"(?:p\s+wcnf\b|(?:[0-9]+\s+(?:-?[0-9]+\s+)*+\n?)*+h\s+(?:-?[0-9]+\s+)*0\s*(?:\n|$))"
)

SOFT_ALONE = re.compile(_COMMENTS + r"[1-9][0-9]*+(?:\s+-?[1-9][0-9]*+)*\s+0\s*(?:\n|$)")
"""The beginning of a file of soft clauses without a header, which by itself may be anything."""


@collector_paused()
def read_wcnf(text: str, first: int = 1) -> Problem:
    """The problem that a file says.

    Args:
        text: of the file.
        first: the number of its first line.

    Raises:
        MalformedPuzzleError: it says none; names the line, what was found and expected.
    """
    literals = WrittenLiterals(
        r"(-?)([1-9][0-9]{0,8})", "a literal, or a 0 that ends the clause", text
    )
    hard, soft = array("i"), list[Product]()
    header = number = 0  # its line, and the number of clauses
    top: int | None = None  # the weight from which on a clause is hard
    for line, words in _clauses(text.split("\n"), first):
        literals.line = line
        if words[0] == "p":
            if header or hard or soft:
                raise misread(line, " ".join(words), "one header, before the clauses")
            header, number, top = line, *_header(line, words, literals)
            continue
        own = [literals[word] for word in words[1:]]
        weight = _weight(line, words[0]) if header or words[0] != HARD else None
        if weight is None or (top is not None and weight >= top):
            hard.extend((*own, 0))
        else:
            soft.append((weight, [-literal for literal in own]))
    if header and (found := hard.count(0) + len(soft)) != number:
        raise misread(header, f"{number} clauses", f"{found}, as many as there are")
    formula = Clauses(tuple(range(literals.variables)), FlatClauses(hard), name="hard")
    problem = literals.problem([formula] if hard else [], objective_of("minimize", soft))
    return keep(text.encode("utf-8", "replace"), problem)


def _clauses(lines: Sequence[str], first: int) -> Iterator[tuple[int, list[str]]]:
    """The words of each clause without its 0, and those of the header, each with its line."""
    words: list[str] = []
    begun = first
    for number, line in enumerate(lines, first):
        more = line.split()
        if not more or more[0] == "c":
            continue
        if more[0] == "p" and not words:
            yield number, more
            continue
        begun = begun if words else number
        words += more
        while "0" in words[1:]:  # the weight may be 0
            end = words.index("0", 1)
            yield begun, words[:end]
            words, begun = words[end + 1 :], number
    if words:
        raise misread(begun, words[0], "a 0 that ends the clause which begins here")


def _header(line: int, words: list[str], literals: WrittenLiterals) -> tuple[int, int | None]:
    """The number of clauses in a header, and top; the variables are declared."""
    if words[:2] != ["p", "wcnf"] or len(words) not in (4, 5):
        raise misread(line, " ".join(words), "p wcnf VARIABLES CLAUSES TOP")
    literals.declare(line, words[2])
    return integer(line, words[3]), integer(line, words[4]) if len(words) > 4 else None


def _weight(line: int, word: str) -> int:
    weight = integer(line, word)
    if weight < 0:
        raise misread(line, word, "a weight of 0 or more")
    return weight


def _write(puzzle: Puzzle) -> str:
    raise FormatError("found a puzzle to be written as wcnf, which is read only; expected json")


FORMATS = {
    "wcnf": Format(
        "WCNF of the MaxSAT evaluations, older and newer form. Read only.",
        lambda source: read_wcnf(source.raw, source.first),
        _write,
        lambda source: bool(_BEGINNING.match(source.raw)),
        rank=6,
        chunks=lambda chunks: read_wcnf(text_of(chunks)),
        endings=(".wcnf",),
    )
}
