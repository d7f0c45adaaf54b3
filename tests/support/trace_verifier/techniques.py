"""Techniques held against the puzzle: what a reason names is there, and what it says follows.

The parts that a reason names make a small problem of their own: pick candidates so that

    a strong link     has one at one of its ends
    a named cell      has one, if all its candidates are named
    a named house     has one of each value of which all places are named
    no two picked     are in the same cell, or have one value in one constraint of the puzzle

A technique that joins candidates by links may use these only: so its links have to carry it alone,
and only linked candidates exclude each other.  Two of them need named cells as well.  If the
problem can be solved with the candidate that was removed, or without the one that was assigned, the
reason does not carry that far.  No pattern is known here; so what is left out of a reason that
needs it, is missed.  Techniques that assume one solution are no such problems: of these the parts
are checked and not what follows.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from accord.puzzles import Cell, Puzzle, Value, ValueSet
from accord.solvers.logic import TECHNIQUES

LINKED = re.compile("x_cycles|grouped|simple_|alternating|xy_|y_wing|xyz_|medusa|empty_rect")
WITH_CELLS = ("medusa_rule6", "xyz_wing")  # an emptied cell, a hinge of three candidates
WORDS = {  # what a sentence of these techniques says
    "naked_singles": "the only candidate of",
    "hidden_singles": "can stand only in",
    "naked_[pqt]": "hold only .*so no other",
    "hidden_[pqt]": "stand only in .*hold nothing else",
    "pointing": "in (?!row|col).* stands only in",
    "box_line": "in .* stands only in (?!row|col)",
    "x_wing|swordfish|jellyfish": r"in (rows|columns) .* stands only in (rows|columns)(?!.*fin)",
    "finned": "stands only in (rows|columns) .* or in the fin",
    "simple_coloring_rule2": "stands in all of .* none of the former",
    "simple_coloring_rule4": "stands in all of .* sees one of either",
    "(x|grouped_x|alter).*rule1": "round the loop",
    "(x|grouped_x|alter).*rule2": "against what was supposed",
    "(x|grouped_x|alter).*rule3|xy_chains": "if [^;]*; so [^;]* or [^;]*$",
    "y_wing|xyz_wing": "whichever of its candidates",
    "wxyz_wing": "each at most once|at most once each",
    "empty": "unless",
    "medusa_rule1": "of one color, which is false",
    "medusa_rule2": "see each other and would both",
    "medusa_rule[345]": "strong links lead from",
    "medusa_rule6": "no candidate, so that color is false",
    "aligned": "cannot hold",
    "sue_de_coq": "as many cells as values",
    "bug": "two solutions or none",
    "unique|extended|hidden_u": "a second solution",
}
CELLS = {"single": 1, "pair": 2, "triples": 3, "quads": 4, "y_wing": 3, "xyz": 3}  # of these
HOUSES = {"x_wing": 4, "swordfish": 6, "jellyfish": 8, "finned_x": 4, "finned_s": 6}

Candidate = tuple[Cell, Value]
Node = frozenset[Candidate]
Exclude = Callable[[Candidate, Candidate], bool]
Reason = Mapping[str, Any]


@dataclass(frozen=True)
class CandidatesThen:
    """The candidates of a puzzle at some moment."""

    puzzle: Puzzle
    domains: tuple[ValueSet, ...]
    settled: frozenset[Cell]

    def of(self, cell: Cell) -> Node:
        """The candidates of a cell."""
        return frozenset((cell, value) for value in self.domains[cell])

    def places(self, value: Value) -> Iterable[Node]:
        """The places of a value in each constraint in which every value has one."""
        for constraint in self.puzzle.constraints:
            if len(constraint.scope) == self.puzzle.size:
                yield self.at(value, constraint.scope)

    def at(self, value: Value, cells: Iterable[Cell]) -> Node:
        """The candidates of a value in cells."""
        return frozenset((cell, value) for cell in cells if value in self.domains[cell])

    def exclude(self, one: Candidate, other: Candidate) -> bool:
        """Whether not both can be true."""
        if one[0] == other[0]:
            return one[1] != other[1]
        return one[1] == other[1] and other[0] in peers(self.puzzle)[one[0]]


@lru_cache(maxsize=64)
def peers(puzzle: Puzzle) -> tuple[frozenset[Cell], ...]:
    """Of each cell, those that share a constraint with it."""
    scopes = [frozenset(constraint.scope) for constraint in puzzle.constraints]
    return tuple(
        frozenset().union(*(scope for scope in scopes if cell in scope)) - {cell}
        for cell in range(len(puzzle.domains))
    )


def fault(now: CandidatesThen, reason: Reason, kind: str, candidate: Candidate) -> str:
    """What is wrong with a reason that something is assigned or removed; nothing if it is good."""
    technique = TECHNIQUES.get(reason["technique"])
    if technique is None:
        return "there is no such technique"
    title = technique.title
    if reason["title"] != title or not reason["sentence"].startswith(f"{title}: "):
        return "the technique has another name"
    if not _fits(reason):
        return "the sentence is of another technique"
    if found := _fault_of_parts(now, reason) or _fault_of_sentence(now, reason, candidate[0]):
        return found
    if not technique.assumes_unique and not follows(now, reason, kind, candidate):
        return "it does not follow from what is named"
    return ""


def _fits(reason: Reason) -> bool:
    """Whether the sentence, and the number of cells and houses, are those of the technique."""
    name, sentence = reason["technique"], reason["sentence"].removeprefix(reason["title"])
    words = next((says for which, says in WORDS.items() if re.match(which, name)), "^$")
    houses = next((number for each, number in HOUSES.items() if name.startswith(each)), None)
    subset = re.match("(naked|hidden)_([spqt].*)|(y_w|xyz).*", name)
    cells = next((number for each, number in CELLS.items() if each in name), None)
    return (
        bool(re.search(words, sentence))
        and (not houses or len(reason["houses"]) == houses or "; and " in sentence)
        and (not subset or cells == len(reason["cells"]))
    )


def _fault_of_parts(now: CandidatesThen, reason: Reason) -> str:
    """What is named but is not there."""
    candidates, cells = candidates_of(reason), reason["cells"]
    if not candidates or not cells:
        return "it names nothing"
    if not {*cells} <= {*range(len(now.domains))} or len({*cells}) < len(cells):
        return "it names a cell that is none, or twice"
    if not {*reason["houses"]} <= {*range(len(now.puzzle.constraints))}:
        return "it names a house that is none"
    for cell, value in candidates:
        if cell not in cells or cell in now.settled or value not in now.domains[cell]:
            return "a candidate was not there, or stands in none of its cells"
    for link in reason["links"]:
        one, other = ends(link)
        if not one or not other or not one | other <= candidates:
            return "a link ends at no candidate"
        if type(link["strong"]) is not bool or not _holds(now, link["strong"], one, other):
            return "a link does not hold"
    return ""


def _holds(now: CandidatesThen, strong: bool, one: Node, other: Node) -> bool:
    """Whether a link is what it is called: of a strong one an end holds, of a weak one not both."""
    if not strong:
        return all(now.exclude(a, b) for a in one for b in other)
    cells, values = ({each[part] for each in one | other} for part in (0, 1))
    in_a_cell = len(cells) == 1 and now.of(min(cells)) == one | other
    in_a_house = len(values) == 1 and one | other in now.places(min(values))
    return in_a_cell or in_a_house


def _fault_of_sentence(now: CandidatesThen, reason: Reason, own: Cell) -> str:
    """Where the sentence and the parts name different things."""
    sentence, size = reason["sentence"], now.puzzle.size
    pairs = [(int(row), int(column)) for row, column in re.findall(r"r(\d+)c(\d+)", sentence)]
    named = {(row - 1) * size + column - 1 for row, column in pairs}
    if not named <= {*reason["cells"], own}:
        return "the sentence names another cell"
    houses = houses_named(now.puzzle, sentence)
    links = [frozenset[Candidate]().union(*ends(link)) for link in reason["links"]]
    joined = {
        number
        for number, constraint in enumerate(now.puzzle.constraints)
        if any({cell for cell, _ in link} <= {*constraint.scope} for link in links)
    }
    if not houses <= {*reason["houses"]} or not {*reason["houses"]} <= houses | joined:
        return "the sentence names other houses"
    values = {int(each) for each in re.findall(r"(?<![rc\d])\b\d+\b", sentence)}
    in_houses = {cell for each in houses for cell in now.puzzle.constraints[each].scope}
    for cell, value in candidates_of(reason):
        if cell not in named and (cell not in in_houses or value not in values):
            return "the sentence does not name a candidate"
    if not {*reason["cells"]} <= named | {cell for cell, _ in candidates_of(reason)}:
        return "the sentence does not name a cell"
    return ""


def houses_named(puzzle: Puzzle, sentence: str) -> set[int]:
    """The constraints that a sentence names: row 2; rows 2 and 7; boxes 1, 2 and 3."""
    names = set(re.findall(r"\b([a-z][a-z ]* \d+)\b", sentence))
    names = {" ".join(name.split()[-2:]) for name in names}
    for kind, numbers in re.findall(r"\b([a-z]+?)(?:e?s) (\d+(?:, \d+)* and \d+)", sentence):
        names |= {f"{kind} {number}" for number in re.findall(r"\d+", numbers)}
    return {
        number
        for number, constraint in enumerate(puzzle.constraints)
        if constraint.name in names
        or ((constraint.name and not constraint.name[-1].isdigit()) and constraint.name in sentence)
    }


def candidates_of(reason: Reason) -> Node:
    """The candidates of a reason."""
    return frozenset((cell, value) for cell, value in reason["candidates"])


def ends(link: Mapping[str, Any]) -> tuple[Node, Node]:
    """The nodes of a link."""
    one, other = (
        frozenset((cell, link[end]["value"]) for cell in link[end]["cells"])
        for end in ("from", "to")
    )
    return one, other


def follows(now: CandidatesThen, reason: Reason, kind: str, candidate: Candidate) -> bool:
    """Whether the parts that are named force this."""
    linked, own = LINKED.match(reason["technique"]), frozenset({candidate})
    sets = [
        one | other for link in reason["links"] if link["strong"] for one, other in [ends(link)]
    ]
    sets += _of_cells(now, reason) if not linked or reason["technique"] in WITH_CELLS else []
    sets += _of_houses(now, reason) if not linked else []
    exclude = _by_links(now, reason, candidate) if linked else now.exclude
    if kind == "remove":
        return not can_pick(sets, exclude, own, frozenset())
    return not can_pick(sets, exclude, frozenset(), own)


def _of_cells(now: CandidatesThen, reason: Reason) -> list[Node]:
    """The candidates of each cell of which all are named."""
    return [now.of(cell) for cell in reason["cells"] if now.of(cell) <= candidates_of(reason)]


def _of_houses(now: CandidatesThen, reason: Reason) -> list[Node]:
    """The places of each value of which all are named, or settled, in the houses."""
    known = candidates_of(reason).union(*(now.of(cell) for cell in now.settled))
    scopes = [now.puzzle.constraints[number].cells for number in reason["houses"]]
    full = [scope for scope in scopes if len(scope) == now.puzzle.size]
    sets = [now.at(value, scope) for scope in full for value in range(1, now.puzzle.size + 1)]
    return [each for each in sets if each <= known]


def _by_links(now: CandidatesThen, reason: Reason, own: Candidate) -> Exclude:
    """Only what is linked excludes each other, and the candidate that it is about all it sees."""
    linked = {
        pair
        for one, other in map(ends, reason["links"])
        for a in one
        for b in other
        for pair in ((a, b), (b, a))
    }
    return lambda one, other: (
        (own in (one, other) or (one, other) in linked) and now.exclude(one, other)
    )


def can_pick(sets: Collection[Node], exclude: Exclude, picked: Node, banned: Node) -> bool:
    """Whether one of each set can be picked, with these among them and without those."""
    wanted = [
        [one for one in each - banned if not any(exclude(one, other) for other in picked)]
        for each in sets
        if not each & picked
    ]
    fewest = min(wanted, key=len, default=None)
    if fewest is None:
        return True
    return any(can_pick(sets, exclude, picked | {one}, banned) for one in fewest)
