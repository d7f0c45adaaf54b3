"""What Python calls: the search for models of what is posted, stopped and resumed."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.encodings.clauses.clauses import CNF
from accord.solvers.kernels.board import Bytes, Integers, Longs
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.masks import BitTable
from accord.solvers.kernels.problems.posting import Posted, Successors
from accord.solvers.kernels.problems.search import begin, exclude, search
from accord.solvers.kernels.problems.state import ClauseState
from accord.solvers.kernels.problems.store import MOST, repack

FIRST_SWITCH = 1000  # conflicts before the first mode ends
FIRST_ROOM = 2000  # learnt clauses before some are forgotten for the first time
PER_VARIABLE = (
    *("level", "cause", "place", "trail", "start", "before"),
    *("marked", "stack", "buffer"),
)
OFFSETS = "within", "tables_begin", "arcs_begin"  # by literal, of what is there from the start
LONGER = {  # what grows with the variables, by how much for each of them
    **dict.fromkeys((*PER_VARIABLE, "phase", "best", "seen", "activity", "heap", "position"), 1),
    **dict.fromkeys(("clause", "counted", "owner", "step", "kept", "spare", "low", "high"), 1),
    **dict.fromkeys(("value", "first", "size", "capacity", "link", *OFFSETS), 2),
}


class ClauseSearch:
    """A search that can be stopped and gone on with.

    Args:
        posted: clauses, sums, tables, resources and circuits.
    """

    def __init__(self, posted: Posted) -> None:
        self.numbers = posted.numbers
        self.ranges = [
            (number.at_most[0], place)
            for place, number in enumerate(self.numbers)
            if isinstance(number.at_most, range)
        ]
        literals = _joined(posted.formula.clauses)
        self.places = places(posted, literals)
        self.named = np.flatnonzero(self.places >= 0)  # by place the variable of DIMACS
        self.state = started(posted, internal(literals, self.places), self.places)
        units = [clause for clause in posted.formula.clauses if len(clause) == 1]
        true = internal(np.array(units, np.int64).reshape(-1), self.places)
        self.exhausted = not begin(self.state, true)
        """Whether it is proved that there are no further models."""

    def run(self, patience: int) -> bool:
        """Go on for about so many propagations; whether a model was found.

        Args:
            patience: propagations; the search goes on a little longer, and with 0 it is one step.
        """
        if self.exhausted:
            return False
        while (why := search(self.state, patience)) == state.GROW:
            self.grow()
        self.exhausted = why == state.EXHAUSTED
        return bool(why == state.FOUND)

    @property
    def model(self) -> "TrueLiterals":
        """The true literals of the model just found, in DIMACS."""
        signs = self.state.value[: 2 * self.named.size : 2].astype(np.int64)
        return TrueLiterals((signs * self.named).tolist(), self)

    def forbid(self, clause: Sequence[int]) -> None:
        """Take a clause that the model just found does not satisfy, and further ones do.

        Args:
            clause: bounds in it that are not variables of the search say no more than the bound
                that the number has, which is in it, too.
        """
        literals = internal(np.array(clause, np.int64), self.places)
        for at in np.flatnonzero(literals < 0).tolist():
            bound = self.state.latest[2 * self.owner(abs(clause[at])) + (clause[at] > 0)]
            literals[at] = self.state.trail[bound] ^ 1
        literals = np.unique(literals)
        self.state.clause[: len(literals)] = literals
        self.exhausted = not exclude(self.state, len(literals))

    def owner(self, variable: int) -> int:
        """The place of the number whose bounds have a range of variables, this one among them."""
        return self.ranges[bisect_right(self.ranges, (variable + 1,)) - 1][1]

    @property
    def learnt(self) -> list[int]:
        """The clause learnt from the last conflict, DIMACS literals, until the search goes on."""
        return self.said(self.state.clause[: self.state.numbers[state.SIZE]].tolist())

    def said(self, literals: Iterable[int]) -> list[int]:
        """Literals of the search in DIMACS."""
        return [self._variable(each >> 1) * (1 - 2 * (each & 1)) for each in literals]

    def _variable(self, place: int) -> int:
        """The variable of DIMACS that stands at a place now."""
        if place < self.named.size:
            return int(self.named[place])
        number = int(self.state.owner[place])
        step = int(self.state.step[place] - self.state.steps[2 * number])
        return self.numbers[number].at_most[step]

    @property
    def counters(self) -> dict[str, int]:
        """The counters so far, by the names of accord.solvers.budget."""
        places = {
            "propagations": state.PROPAGATIONS,
            "conflicts": state.CONFLICTS,
            "decisions": state.DECISIONS,
            "restarts": state.RESTARTS,
        }
        return {name: int(self.state.numbers[place]) for name, place in places.items()}

    def grow(self) -> None:
        """Make the arena and the pool larger, and where variables are scarce all that they have."""
        s = self.state
        if s.numbers[state.SPARE] <= s.numbers[state.MOST_MADE]:
            s = self._with_more_variables(s)
        if s.arena.size - s.numbers[state.USED] < s.clause.size + state.HEADER:
            s = s.replaced(arena=np.append(s.arena, np.zeros_like(s.arena)))
        pool = np.zeros(4 * int(s.size.sum()) + 2 * s.pool.size // 2 + 64, np.int32)
        repack(s, pool)
        self.state = s.replaced(pool=pool)

    def _with_more_variables(self, s: ClauseState) -> ClauseState:
        """A state with half as many variables again, and no fewer than may be made at a time."""
        n = s.phase.size
        more = n // 2 + int(s.numbers[state.MOST_MADE])
        fields = {name: np.pad(getattr(s, name), (0, each * more)) for name, each in LONGER.items()}
        fields["position"][n:] = -1
        for name in OFFSETS:
            fields[name][2 * n + 1 :] = fields[name][2 * n]
        spare = int(s.numbers[state.SPARE])
        fields["spare"][spare : spare + more] = np.arange(n, n + more)
        s.numbers[state.SPARE] += more
        return s.replaced(**fields)


class TrueLiterals(set[int]):
    """The true literals of a model; bounds that are no variables are in it, but not listed.

    Args:
        literals: the others.
        search: which has found the model.
    """

    def __init__(self, literals: Iterable[int], search: ClauseSearch) -> None:
        super().__init__(literals)
        s = search.state
        above = s.latest[::2]
        steps = np.where(above >= 0, s.step[s.trail[above] >> 1], s.steps[1::2] - 1)
        self._search, self._steps = search, steps - s.steps[::2]  # by number that of its value

    def __contains__(self, literal: object) -> bool:
        assert isinstance(literal, int)
        if self._search.places[abs(literal)] >= 0:
            return super().__contains__(literal)
        number = self._search.owner(abs(literal))
        step = abs(literal) - self._search.numbers[number].at_most[0]
        return bool((self._steps[number] <= step) == (literal > 0))


def internal(literals: Longs, places: Integers) -> Longs:
    """Literals of DIMACS as those of the search; less than 0 where it has none."""
    return 2 * places[np.abs(literals)].astype(np.int64) + (literals < 0)


def places(posted: Posted, literals: Longs) -> Integers:
    """By variable of DIMACS its place in the search; -1 of bounds that nothing names, and of 0.

    Args:
        posted: what is searched.
        literals: of its clauses; DIMACS.
    """
    named = np.ones(posted.formula.variables + 1, bool)
    named[0] = False
    for number in posted.numbers:
        if isinstance(number.at_most, range):
            named[number.at_most.start : number.at_most.stop] = False
    arcs = (list(node.values()) for circuit in posted.circuits for node in circuit)
    listed = _joined(each.literals for each in posted.tables)
    for each in (literals, _joined(posted.groups), _joined(arcs), listed):
        named[np.abs(each)] = True
    return np.where(named, np.cumsum(named) - 1, -1).astype(np.int32)


def started(posted: Posted, literals: Longs, places: Integers) -> ClauseState:
    """The state before the first step, in which nothing is true.

    Args:
        posted: what is searched.
        literals: of its clauses, one clause after the other.
        places: by variable of DIMACS.
    """
    live = int(places.max()) + 1
    scopes = [*posted.different]
    scopes += [each.numbers for each in posted.sums]
    scopes += [each.numbers for each in posted.resources]
    most_made = 2 * max(map(len, scopes), default=0)
    n = live + most_made + 2 * len(posted.numbers) + 1
    sizes = np.fromiter(map(len, posted.formula.clauses), np.int64)
    arena, watches = _clauses(literals, sizes)
    first, size, pool = _pool(watches, n)
    numbers = np.zeros(state.NUMBERS, np.int64)
    numbers[state.SWITCH], numbers[state.ROOM] = FIRST_SWITCH, FIRST_ROOM
    numbers[state.GIVEN] = numbers[state.USED] = arena.size
    numbers[state.POOLED] = pool.size
    numbers[state.WAITING] = numbers[state.LIVE] = numbers[state.NAMED] = live
    numbers[state.TABLES] = len(posted.sums) + len(posted.different)
    numbers[state.SPARE], numbers[state.MOST_MADE] = n - live, most_made
    order = np.arange(n, dtype=np.int32)
    sums = _sums(posted, places, n)
    fields: dict[str, NDArray[np.generic]] = dict(
        numbers=numbers,
        rates=np.array([1.0, 0.0, 0.0]),
        value=np.zeros(2 * n, np.int8),
        phase=_phases(posted, places, sums["owner"]),
        best=np.full(n, -1, np.int8),
        seen=np.zeros(n, np.int8),
        activity=np.zeros(n, np.float64),
        heap=order,
        position=np.where(order < live, order, np.int32(-1)),
        kept=(order < live).astype(np.int8),
        spare=np.append(order[live:], order[:live]),
        first=first,
        size=size,
        capacity=size.copy(),
        pool=np.append(pool, np.zeros(pool.size + 64, np.int32)),
        arena=np.append(arena, np.zeros(arena.size + 64 * n + 64, np.int32)),
        clause=np.zeros(n + 1, np.int32),
        counted=np.zeros(max(n, MOST) + 1, np.int32),
        **{name: np.zeros(n + 2, np.int32) for name in PER_VARIABLE},
        **_groups(posted.groups, places, n),
        **sums,
        **_tables(posted.tables, places, n),
        **_circuits(posted.circuits, places, n),
    )
    return ClauseState(**fields)


def _phases(posted: Posted, places: Integers, owner: NDArray[np.generic]) -> Bytes:
    """By variable 1 where it is first guessed to be false.

    Numbers of tasks are small first, so that each begins as soon as it can.
    """
    phase = np.array((owner == -1) | (not posted.resources), np.int8)
    likely = places[np.array(posted.likely, np.int64)]
    phase[likely[likely >= 0]] = 0
    return phase


def _clauses(literals: Longs, sizes: Longs) -> tuple[Integers, Longs]:
    """Clauses of three literals or more in an arena, and the watches of all.

    Args:
        literals: of all clauses, one clause after the other.
        sizes: of the clauses.

    Returns:
        the arena, and W x 3 watches: literal, blocker and cause.
    """
    begins = np.cumsum(sizes) - sizes
    both = np.sort(literals[begins[sizes == 2, None] + np.arange(2)])
    one_number = np.unique(both[:, 0] << 32 | both[:, 1])  # to sort rows takes five times as long
    pairs = np.column_stack([one_number >> 32, one_number & (1 << 32) - 1])
    long_sizes, long_begins = sizes[sizes > 2], begins[sizes > 2]
    places = np.cumsum(long_sizes + state.HEADER) - long_sizes - state.HEADER
    arena = np.zeros(int((long_sizes + state.HEADER).sum()), np.int32)
    arena[places] = long_sizes
    shift = np.repeat(places + state.HEADER - long_begins, long_sizes)
    arena[np.flatnonzero(np.repeat(sizes > 2, sizes)) + shift] = literals[
        np.repeat(sizes > 2, sizes)
    ]
    heads = literals[long_begins[:, None] + np.arange(2)]
    watched = np.concatenate([pairs, heads])
    causes = np.concatenate(
        [np.full(len(pairs), state.BINARY, np.int64), places << 2 | state.CLAUSE]
    )
    ways = [np.column_stack([watched[:, each], watched[:, 1 - each], causes]) for each in (0, 1)]
    return arena, np.concatenate(ways)


def _pool(watches: Longs, n: int) -> tuple[Longs, Integers, Integers]:
    """The start and the number of each literal's watches in the pool, and the pool."""
    watches = watches[np.argsort(watches[:, 0], kind="stable")]
    size = np.bincount(watches[:, 0], minlength=2 * n).astype(np.int32)
    first = 2 * (np.cumsum(size, dtype=np.int64) - size)
    return first, size, watches[:, 1:].astype(np.int32).reshape(-1)


def _groups(
    groups: Sequence[Sequence[int]], places: Integers, n: int
) -> dict[str, NDArray[np.generic]]:
    """The fields of the state that say what groups are."""
    ends, literals = _ends(map(len, groups)), internal(_joined(groups), places)
    of = np.repeat(np.arange(len(groups)), np.diff(ends))
    return {
        **_by_literal("within", "grouped", literals, of, n),
        "groups": ends,
        "members": literals.astype(np.int32),
    }


def _by_literal(
    begins: str, name: str, literals: Longs, places: Longs, n: int
) -> dict[str, NDArray[np.generic]]:
    """The fields that say for each literal at which places it stands."""
    return {
        begins: _ends(np.bincount(literals, minlength=2 * n)),
        name: places[np.argsort(literals, kind="stable")].astype(np.int32),
    }


def _sums(posted: Posted, places: Integers, n: int) -> dict[str, NDArray[np.generic]]:
    """The fields of the state that say what numbers, sums, all-differents and resources are."""
    numbers, sums = posted.numbers, posted.sums
    owner, step, steps = np.full(n, -1, np.int32), np.zeros(n, np.int32), list[int]()
    link, rim = np.full(2 * n, -1, np.int32), np.full(2 * len(numbers), -1, np.int32)
    begins: dict[Sequence[int], int] = {}  # numbers of the same values share them
    total = 0
    for place, number in enumerate(numbers):
        at = begins.setdefault(number.values, total)
        total += len(number.values) if at == total else 0
        steps += at, at + len(number.values)
        one = number.at_most
        bounds = places[one.start : one.stop] if isinstance(one, range) else places[[*one]]
        named = bounds[bounds >= 0]
        owner[named] = place
        step[named] = at + np.flatnonzero(bounds >= 0)
        link[2 * named[:-1] + 1], link[2 * named[1:]] = named[1:], named[:-1]
        if named.size:
            rim[2 * place], rim[2 * place + 1] = named[-1], named[0]
    uses: list[list[int]] = [[] for _ in range(2 * len(numbers))]
    for place, each in enumerate(sums):
        for weight, number_place in zip(each.weights, each.numbers, strict=True):
            uses[2 * number_place + (weight > 0)].append(place)
    scopes = [*posted.different, *([] for _ in posted.tables)]
    scopes += [each.numbers for each in posted.resources]
    for place, scope in enumerate(scopes, len(sums)):
        for number_place in scope:
            uses[2 * number_place].append(place)
            uses[2 * number_place + 1].append(place)
    scopes = [*(each.numbers for each in sums), *scopes]
    terms = _joined(scopes).astype(np.int32)
    weights, heights = np.zeros((2, len(terms)), np.int64)
    own = _joined(each.weights for each in sums)
    weights[: len(own)] = own
    begin = len(terms) - sum(len(each.numbers) for each in posted.resources)
    weights[begin:] = _joined(each.durations for each in posted.resources)
    heights[begin:] = _joined(each.heights for each in posted.resources)
    return {
        "owner": owner,
        "step": step,
        "link": link,
        "steps": np.array(steps, np.int32),
        "values": _joined(begins),
        "rim": rim,
        "latest": np.full(2 * len(numbers), -1, np.int32),
        "sums": _ends(map(len, scopes)),
        "weights": weights,
        "terms": terms,
        "rights": np.array([each.right for each in sums], np.int64),
        "heights": heights,
        "limits": np.array([each.limit for each in posted.resources], np.int64),
        "lows": np.zeros(len(terms), np.int64),
        "highs": np.zeros(len(terms), np.int64),
        "ordered": np.arange(len(terms), dtype=np.int32),
        "low": np.zeros(n, np.int64),
        "high": np.zeros(n, np.int64),
        "uses": _ends(map(len, uses)),
        "using": _joined(uses).astype(np.int32),
        "queue": np.arange(len(scopes) - len(posted.resources), dtype=np.int32),
        "waits": np.ones(len(scopes), np.int8),
    }


def _tables(tables: Sequence[BitTable], places: Integers, n: int) -> dict[str, Any]:
    """The fields of the state that say what tables are."""
    entries = _ends(len(each.literals) for each in tables)
    literals = internal(_joined(each.literals for each in tables), places)
    of = np.repeat(np.arange(len(tables)), np.diff(entries))
    widths = np.array([each.masks.shape[1] for each in tables], np.int32)
    words = widths[of]
    return {
        **_by_literal("tables_begin", "tables_of", literals, of, n),
        "entries": entries,
        "entry": literals.astype(np.int32),
        "mask": (np.cumsum(words) - words).astype(np.int32),
        "masks": np.concatenate([np.zeros(0, np.int64), *(each.masks.ravel() for each in tables)]),
        "widths": widths,
        "left": np.zeros(widths.max(initial=0), np.int64),
    }


def _circuits(
    circuits: Sequence[Sequence[Successors]], places: Integers, n: int
) -> dict[str, NDArray[np.generic]]:
    """The fields of the state that say what circuits are."""
    begins = _ends(map(len, circuits))
    nodes = list(chain.from_iterable(circuits))
    of = np.repeat(np.arange(len(circuits)), np.diff(begins))
    leaving = _ends(map(len, nodes))
    tail = np.repeat(np.arange(len(nodes)), np.diff(leaving))
    head = _joined(list(node) for node in nodes) + begins[of[tail]]
    arcs = internal(_joined(list(node.values()) for node in nodes), places)
    return {
        **_by_literal("arcs_begin", "arcs_of", arcs, np.arange(len(arcs)), n),
        "arc": arcs.astype(np.int32),
        "tail": tail.astype(np.int32),
        "head": head.astype(np.int32),
        "leaving": leaving,
        "entering": _ends(np.bincount(head, minlength=len(nodes))),
        "entered": np.argsort(head, kind="stable").astype(np.int32),
        "circuit": of.astype(np.int32),
        "nodes": begins,
        "reached": np.zeros(len(nodes), np.int8),
        "visits": np.zeros(len(nodes), np.int32),
        "onward": np.full(len(nodes), -1, np.int32),
        "backward": np.full(len(nodes), -1, np.int32),
    }


def _ends(lengths: Iterable[int]) -> Integers:
    """The offsets at which parts of these lengths begin, and the end of the last."""
    return np.cumsum([0, *lengths], dtype=np.int32)


def _joined(parts: Iterable[Sequence[int]]) -> Longs:
    return np.fromiter(chain.from_iterable(parts), np.int64)


@cache
def load() -> None:
    """Compile the entry points, or load them from the disk, once in a process."""
    work = ClauseSearch(Posted(CNF(2, [(1, 2)], [{0: (-1,), 1: (1,)}, {0: (-2,), 1: (2,)}])))
    work.run(1)
    work.forbid([-literal for literal in work.model])
    work.grow()
