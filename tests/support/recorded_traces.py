"""Traces of every solver that writes them, on puzzles small enough to verify each event."""

from functools import cache

from accord.bench.make.generate import generate
from accord.bench.make.instances.collection import instances_of
from accord.puzzles import AllDifferent, Cell, Grid, Puzzle, ValueSet, shape
from accord.solvers.registry import available, select
from accord.solvers.traces.events import Recording
from accord.solvers.traces.record import record
from puzzle_facts import puzzle_of

TRACING = [name for name, backend in available().items() if backend.traces]
SEARCHES = [name for name in TRACING if available()[name].family in ("search", "exact-cover")]
VARIED = [
    *TRACING,
    "backtracking-mrv:filter=check",
    "backtracking-mrv:filter=forward,order=dom-wdeg",
    "backtracking-mrv:filter=hidden,order=random",
    "backtracking-mrv:filter=pairs,order=first",
    "backtracking-mrv:filter=gac,order=mrv-degree",
    "backtracking-mrv:branching=binary,filter=forward,order=first",
    "backtracking-mrv:branching=binary,filter=gac",
]
VARIANTS = ("jigsaw-5x5-0", "jigsaw-9x9-3", "diagonals-6x6-0", "windoku-0", "latin-7x7-7")
FAMOUS = ("wikipedia", "royle-17", "ai-escargot")
SECONDS, MOST = 0.2, 2_000  # of a recording; the verifier knows that it may be cut
SHORT = shape(4, None, ["latin"], None, [AllDifferent((0, 5, 10))])  # 1 need not stand in it
OVERLAP = (AllDifferent((0, 5, 10)), AllDifferent((5, 10, 3)), AllDifferent((2, 15)))


@cache
def cases() -> dict[str, tuple[Puzzle, bool]]:
    """Puzzles by name, and whether all their solutions are asked for as well."""
    wanted = {
        "seeds": None,
        "edge": None,
        "variants": VARIANTS,
        "famous": FAMOUS,
        "6x6": ("6x6-4",),
    }
    found = {
        each.name: (puzzle_of(each), bool(each.expected and (each.expected.count or 99) < 25))
        for name, names in wanted.items()
        for each in instances_of(name)
        if names is None or each.name in names
    }
    return found | {
        "held-out": (generate(shape(9), 991), True),
        "held-out-16x16": (generate(shape(16), 992, clues=150), False),
        "overlapping": (Puzzle(shape(4, extra=OVERLAP), Grid([0] * 16)), False),
        "short-constraint": (
            Puzzle(SHORT, Grid([0] * 16), _marks({0: "23", 5: "123", 10: "23"})),
            False,
        ),
    }


def _marks(of: dict[Cell, str]) -> tuple[ValueSet, ...]:
    """Candidates of a 4x4 puzzle: of these cells as given, of the others all."""
    return tuple(frozenset(map(int, of.get(cell, "1234"))) for cell in range(16))


def recorded(name: str, puzzle: Puzzle, limit: int | None = 1) -> Recording:
    return record(select(name), puzzle, limit, SECONDS, MOST)


SMALL = {
    "two solutions": (Puzzle(shape(4), Grid.parse("..343412..434321")), None),
    "search without a solution": (cases()["three-cells-two-values"][0], 1),
    "four clues": (Puzzle(shape(4), Grid.parse("1.....2..3.....4")), 2),
}
