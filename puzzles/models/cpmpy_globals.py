"""CPMpy's global constraints: whether each is true, and the kind of ours that says it natively.

A truth value is a term over the values of the arguments, for wherever it stands; what a kind says
is for the model itself.  Both say what CPMpy's `value` computes; where its solvers read it in
another way, or it has no reading, it is refused.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.no_overlap import NoOverlap
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Term
from accord.puzzles.models.cpmpy_reading import (
    POSTS,
    TRUTHS,
    DefinedWhen,
    Needs,
    Post,
    Reading,
    added,
    both,
    constants,
    either,
    guarded,
    items_of,
    op,
    whole_numbers,
)

are_known = True  # once this module is imported, the reading knows them
Total = Callable[[Any], Term]  # the value of an argument


Say = Callable[[Reading, Any, Total], Term]


def _truth(*names: str) -> Callable[[Say], Say]:
    """Register what says whether these classes are true, of arguments that are always defined."""

    def register(say: Say) -> Say:
        def truth(to: Reading, own: Any) -> Term:
            needs: list[DefinedWhen] = []
            return guarded(needs, say(to, own, lambda found: to.total(found, needs)))

        TRUTHS.update(dict.fromkeys(names, truth))
        return say

    return register


def _post(*names: str) -> Callable[[Post], Post]:
    """Register what says natively that these classes are true."""

    def register(say: Post) -> Post:
        POSTS.update(dict.fromkeys(names, say))
        return say

    return register


def _args(own: Any) -> list[Any]:
    return [*items_of(own.args)]


# Different and equal


@_truth("AllDifferent")
def _all_different_term(to: Reading, own: Any, total: Total) -> Term:
    return both(op("ne", *pair) for pair in combinations(map(total, _args(own)), 2))


@_post("AllDifferent")
def _post_all_different(to: Reading, own: Any) -> None:
    to.say(AllDifferent, to.scope(_args(own)))


def _excepted(to: Reading, own: Any) -> tuple[int, ...]:
    return tuple(dict.fromkeys(whole_numbers(to, own, own.args[1])))


@_truth("AllDifferentExceptN", "AllDifferentExcept0")
def _all_different_except_n_term(to: Reading, own: Any, total: Total) -> Term:
    values, excepted = [*map(total, items_of(own.args[0]))], constants(to, own, own.args[1])
    return both(
        either((op("ne", one, other), op("in", one, excepted)))
        for one, other in combinations(values, 2)
    )


@_post("AllDifferentExceptN", "AllDifferentExcept0")
def _post_all_different_except_n(to: Reading, own: Any) -> None:
    to.say(AllDifferent, to.scope(items_of(own.args[0])), excepted=_excepted(to, own))


def _expect_some(to: Reading, own: Any, several: Sequence[Any]) -> None:
    if not several:
        expected = "one or more: CPMpy evaluates this in another way than it solves it"
        raise to.refusal(own, "nothing", expected)


@_truth("AllEqual")
def _all_equal_term(to: Reading, own: Any, total: Total) -> Term:
    _expect_some(to, own, own.args)
    return both(op("eq", *pair) for pair in pairwise(map(total, _args(own))))


@_post("AllEqual")
def _post_all_equal(to: Reading, own: Any) -> None:
    _expect_some(to, own, own.args)
    to.say(AllEqual, to.scope(_args(own)))


@_truth("AllEqualExceptN")
def _all_equal_except_n_term(to: Reading, own: Any, total: Total) -> Term:
    values, excepted = [*map(total, items_of(own.args[0]))], constants(to, own, own.args[1])
    return both(
        either((op("eq", one, other), op("in", one, excepted), op("in", other, excepted)))
        for one, other in combinations(values, 2)
    )


# Orders


ORDERS = {"Increasing": "<=", "Decreasing": ">=", "IncreasingStrict": "<", "DecreasingStrict": ">"}
WORDS = {"<=": "le", ">=": "ge", "<": "lt", ">": "gt"}


@_truth(*ORDERS)
def _is_ordered(to: Reading, own: Any, total: Total) -> Term:
    operator = WORDS[ORDERS[type(own).__name__]]
    return both(op(operator, *pair) for pair in pairwise(map(total, _args(own))))


@_post(*ORDERS)
def _post_ordered(to: Reading, own: Any) -> None:
    if own.args:
        to.say(Ordered, to.scope(_args(own)), ORDERS[type(own).__name__])


LEXES = {"LexLess": "<", "LexLessEq": "<=", "LexChainLess": "<", "LexChainLessEq": "<="}


@_truth(*LEXES)
def _is_lexicographic(to: Reading, own: Any, total: Total) -> Term:
    lists = [[*map(total, items_of(each))] for each in own.args]
    strict = LEXES[type(own).__name__] == "<"
    return both(_precedes(one, other, strict) for one, other in pairwise(lists))


def _precedes(one: Sequence[Term], other: Sequence[Term], strict: bool) -> Term:
    """That a list stands before another one, as words in a dictionary do."""
    term: Term = int(not strict)
    for x, y in reversed([*zip(one, other, strict=True)]):
        term = either((op("lt", x, y), both((op("eq", x, y), term)))) if term else op("lt", x, y)
    return term


@_post(*LEXES)
def _post_lexicographic(to: Reading, own: Any) -> None:
    lists = tuple(to.scope(items_of(each)) for each in own.args)
    if lists and not lists[0]:  # nothing is before nothing
        to.say_term(int(len(lists) < 2 or LEXES[type(own).__name__] == "<="))
    elif lists:
        to.say(Lex, lists, LEXES[type(own).__name__])


# Tables, automata, diagrams


def _rows(to: Reading, own: Any) -> list[tuple[Any, ...]]:
    """The tuples of a table."""
    short = type(own).__name__ == "ShortTable"
    return [
        tuple(
            STAR if short and isinstance(each, str) and each == STAR
            else whole_numbers(to, own, [each])[0]
            for each in row
        )
        for row in own.args[1].tolist()
    ]  # fmt: skip


@_truth("Table", "ShortTable", "NegativeTable")
def _table_term(to: Reading, own: Any, total: Total) -> Term:
    values = [*map(total, items_of(own.args[0]))]
    listed = either(
        both(
            op("eq", value, entry)
            for value, entry in zip(values, row, strict=True)
            if entry != STAR
        )
        for row in _rows(to, own)
    )
    return op("not", listed) if type(own).__name__ == "NegativeTable" else listed


@_post("Table", "ShortTable", "NegativeTable")
def _post_table(to: Reading, own: Any) -> None:
    forbidden = type(own).__name__ == "NegativeTable"
    to.say(Table, to.scope(items_of(own.args[0])), tuple(_rows(to, own)), forbidden)


def _automaton(
    to: Reading, own: Any
) -> tuple[list[Any], dict[tuple[str, int], str], str, list[str] | None]:
    """The values, steps, start and final states of an automaton or a diagram; None for any state.

    Raises:
        UnreadableModelError: a state has two ways on by a value.
    """
    if type(own).__name__ == "MDD":
        steps = {
            (str(a), value): str(b) for a, ways in own.mapping.items() for value, b in ways.items()
        }
        return [*items_of(own.args[0])], steps, str(own.root_node), None
    several, transitions, start, final = own.args
    steps = {}
    for one, value, other in transitions:
        if steps.setdefault((str(one), int(value)), str(other)) != str(other):
            raise to.refusal(
                own,
                f"two ways from the state {one!r} by {value}",
                "one: CPMpy's solvers take another one than its value()",
            )
    return [*items_of(several)], steps, str(start), [*map(str, final)]


@_truth("Regular", "MDD")
def _regular_term(to: Reading, own: Any, total: Total) -> Term:
    """That the last of the states is final: each is a variable, and none of them the last one."""
    several, steps, start, final = _automaton(to, own)
    names = dict.fromkeys((start, *(state for state, _ in steps), *steps.values()))
    number = {name: place for place, name in enumerate(names)}
    lost = len(number)
    state = to.as_variable(number[start])
    for each in several:
        value = to.as_variable(total(each))
        after = to.fresh(range(lost + 1))
        rows = (
            (place, read, number.get(steps.get((name, read), ""), lost))
            for name, place in [*number.items(), ("", lost)]
            for read in to.domains[value.number]
        )
        to.say(Table, (state.number, value.number, after.number), tuple(rows))
        state = after
    accepted = [place for name, place in number.items() if final is None or name in final]
    return op("in", state, constants(to, own, accepted))


@_post("Regular", "MDD")
def _post_regular(to: Reading, own: Any) -> None:
    several, steps, start, final = _automaton(to, own)
    states = {start, *(state for state, _ in steps), *steps.values()}
    ends = states if final is None else states.intersection(final)
    transitions = tuple((one, value, other) for (one, value), other in steps.items())
    to.say(Regular, to.scope(several), transitions, start, tuple(sorted(ends)))


# Successors and inverses


@_truth("Circuit")
def _circuit_term(to: Reading, own: Any, total: Total) -> Term:
    """That the way from node 0 is back there after as many steps as there are nodes."""
    number = len(own.args)
    nodes = [total(each) for each in own.args]
    inside = [op("and", op("ge", each, 0), op("lt", each, number)) for each in nodes]
    after = [
        to.as_variable(op("if", good, node, number))
        for good, node in zip(inside, nodes, strict=True)
    ]
    items: list[int | Variable] = [*after, number]
    here, term = after[0], list[Term]()
    for _ in range(number - 1):
        term.append(op("ne", here, 0))
        here = to.element(items, here, [])
    return both((*term, op("eq", here, 0)))


@_post("Circuit")
def _post_circuit(to: Reading, own: Any) -> None:
    to.say(Circuit, to.scope(own.args))


@_truth("Inverse")
def _inverse_term(to: Reading, own: Any, total: Total) -> Term:
    one, other = ([*map(total, items_of(each))] for each in own.args)
    size = op("set", *range(len(one)))
    return both(
        (
            *(op("in", each, size) for each in (*one, *other)),
            *(
                op("iff", op("eq", x, j), op("eq", y, i))
                for i, x in enumerate(one)
                for j, y in enumerate(other)
            ),
        )
    )


@_post("Inverse")
def _post_inverse(to: Reading, own: Any) -> None:
    lists = tuple(to.scope(items_of(each)) for each in own.args)
    if lists[0]:
        to.say(Channel, lists)


# Logic


@_truth("IfThenElse")
def _if_then_else_term(to: Reading, own: Any, total: Total) -> Term:
    condition, one, other = map(to.truth, own.args)
    return both((either((op("not", condition), one)), either((condition, other))))


@_truth("Xor")
def _xor_term(to: Reading, own: Any, total: Total) -> Term:
    return op("xor", *map(to.truth, own.args)) if own.args else 0


@_truth("InDomain")
def _in_domain_term(to: Reading, own: Any, total: Total) -> Term:
    found, values = own.args
    needs: list[DefinedWhen] = []
    to.operand(found, needs)
    return op("in", total(found), constants(to, own, values))


# Counting


@_truth("GlobalCardinalityCount")
def _global_cardinality_count_term(to: Reading, own: Any, total: Total) -> Term:
    several, values, occurrences = own.args
    found, sought = [*map(total, items_of(several))], whole_numbers(to, own, values)
    counts = [
        op("eq", added(op("eq", each, value) for each in found), total(often))
        for value, often in zip(sought, items_of(occurrences), strict=True)
    ]
    listed = constants(to, own, values)
    return both((*counts, *(op("in", each, listed) for each in found if own.closed)))


@_post("GlobalCardinalityCount")
def _post_global_cardinality_count(to: Reading, own: Any) -> None:
    several, values, occurrences = own.args
    sought = tuple(whole_numbers(to, own, values))
    if len({*sought}) < len(sought):
        to.say_term(TRUTHS["GlobalCardinalityCount"](to, own))
        return
    often = tuple(to.atom(each) for each in items_of(occurrences))
    to.say(Cardinality, to.scope(items_of(several)), sought, often, own.closed)


@_truth("Precedence")
def _precedence_term(to: Reading, own: Any, total: Total) -> Term:
    several, values = own.args
    order, found = whole_numbers(to, own, values), [*map(total, items_of(several))]
    if len(order) > 1:
        _expect_some(to, own, found)
    return both(
        either((op("ne", each, after), *(op("eq", early, before) for early in found[:place])))
        for before, after in pairwise(order)
        for place, each in enumerate(found)
    )


@_post("Precedence")
def _post_precedence(to: Reading, own: Any) -> None:
    several, values = own.args
    order = tuple(whole_numbers(to, own, values))
    if len({*order}) < len(order) or len(several) == 0:
        to.say_term(TRUTHS["Precedence"](to, own))
    elif len(order) > 1:
        to.say(Precedence, to.scope(several), order)


# Tasks

Task = tuple[Term, Term, Term, Term]  # begin, duration, end, and whether it is there


def _tasks(to: Reading, own: Any, needs: Needs, rest: int) -> tuple[list[Task], list[Any], Term]:
    """The tasks of a constraint, its further arguments, and what has to hold of the tasks.

    Args:
        to: where it is read.
        own: the constraint.
        needs: what has to hold for these to be defined.
        rest: how many arguments follow start, duration and end, without presence.
    """
    arguments = [*own.args]
    present: Iterable[Any] = [True] * len(arguments[0])
    if type(own).__name__.endswith("Optional"):
        present = items_of(arguments.pop())
    ends = arguments.pop(2) if len(arguments) == rest + 3 else None
    starts, durations = ([to.total(each, needs) for each in part] for part in arguments[:2])
    there = [to.truth(each) for each in present]
    last = [op("add", *pair) for pair in zip(starts, durations, strict=True)]
    own_ends = last if ends is None else [to.total(each, needs) for each in ends]
    tasks = [*zip(starts, durations, own_ends, there, strict=True)]
    sound = both(map(_is_sound, tasks, last))
    return tasks, arguments[2:], sound


def _is_sound(task: Task, own_end: Term) -> Term:
    """That a task, if it is there, lasts from its begin to its end; 1 where it must."""
    _, duration, end, there = task
    lasts = int(duration >= 0) if isinstance(duration, int) else op("ge", duration, 0)
    ends = 1 if end == own_end else op("eq", end, own_end)
    sound = both((lasts, ends))
    return sound if 1 in (sound, there) else either((op("not", there), sound))


@_truth("NoOverlap", "NoOverlapOptional")
def _no_overlap_term(to: Reading, own: Any, total: Total) -> Term:
    needs: list[DefinedWhen] = []
    tasks, _, sound = _tasks(to, own, needs, 0)
    apart = both(
        either(
            (
                *(op("not", each[3]) for each in (one, other)),
                *(op("le", each[1], 0) for each in (one, other)),
                op("le", one[2], other[0]),
                op("le", other[2], one[0]),
            )
        )
        for one, other in combinations(tasks, 2)
    )
    return guarded(needs, both((sound, apart)))


def _lengths(to: Reading, several: Iterable[Term]) -> tuple[int | Variable, ...]:
    """Terms as kinds of ours take lengths."""
    return tuple(each if isinstance(each, int) else to.as_variable(each) for each in several)


def _if_there(term: Term, there: Term) -> Term:
    return term if there == 1 else op("if", there, term, 0)


@_post("NoOverlap", "NoOverlapOptional")
def _post_no_overlap(to: Reading, own: Any) -> None:
    tasks, _, sound = _tasks(to, own, None, 0)
    to.say_term(sound)
    starts = tuple(to.as_variable(each[0]).number for each in tasks)
    lengths = _lengths(to, (_if_there(long, here) for _, long, _, here in tasks))
    if tasks and all(not isinstance(each, int) or each >= 0 for each in lengths):
        to.say(NoOverlap, starts, lengths)


def _used(tasks: Sequence[Task], demands: Sequence[Term], time: Term) -> Term:
    """The sum of the demands of the tasks that run at a time."""
    return added(
        op("mul", demand, both((here, op("le", start, time), op("gt", end, time))))
        for (start, _, end, here), demand in zip(tasks, demands, strict=True)
    )


@_truth("Cumulative", "CumulativeOptional")
def _cumulative_term(to: Reading, own: Any, total: Total) -> Term:
    """That what is used when a task begins is within the capacity; so is nothing at all."""
    needs: list[DefinedWhen] = []
    tasks, (demands, capacity), sound = _tasks(to, own, needs, 2)
    _expect_some(to, own, tasks)
    uses, limit = [to.total(each, needs) for each in demands], to.total(capacity, needs)
    starts, ends = [each[0] for each in tasks], [each[2] for each in tasks]
    no_time = op("gt", op("min", *starts), op("max", *ends))
    return guarded(
        needs,
        both(
            (
                sound,
                *(
                    either((op("not", here), op("ge", use, 0)))
                    for (_, _, _, here), use in zip(tasks, uses, strict=True)
                ),
                either((op("ge", limit, 0), no_time)),
                *(
                    either((op("not", here), op("le", _used(tasks, uses, start), limit)))
                    for start, _, _, here in tasks
                ),
            )
        ),
    )


@_post("Cumulative", "CumulativeOptional")
def _post_cumulative(to: Reading, own: Any) -> None:
    tasks, (demands, capacity), sound = _tasks(to, own, None, 2)
    uses = [to.total(each, None) for each in demands]
    limit = to.atom(capacity)
    heights = _lengths(
        to, (_if_there(use, here) for use, (_, _, _, here) in zip(uses, tasks, strict=True))
    )
    durations = _lengths(to, (_if_there(long, here) for _, long, _, here in tasks))
    least = limit if isinstance(limit, int) else to.domains[limit.number].min
    numbers = (each for each in (*heights, *durations) if isinstance(each, int))
    if not tasks or least < 0 or any(each < 0 for each in numbers):
        to.say_term(TRUTHS["Cumulative"](to, own))
        return
    to.say_term(sound)
    starts = tuple(to.as_variable(each[0]).number for each in tasks)
    to.say(Cumulative, starts, durations, heights, limit)


@_truth("Reservoir", "ReservoirOptional")
def _reservoir_term(to: Reading, own: Any, total: Total) -> Term:
    """That the level is within its bounds whenever it changes."""
    starts, demands, lowest, highest, *present = own.args
    times = [*map(total, items_of(starts))]
    there = [to.truth(each) for each in items_of(present)] or [1] * len(times)
    low, high, *changes = whole_numbers(to, own, [lowest, highest, *items_of(demands)])
    levels = [
        added(
            op("mul", change, both((here, op("le", early, time))))
            for early, change, here in zip(times, changes, there, strict=True)
        )
        for time in times
    ]
    return both(both((op("ge", each, low), op("le", each, high))) for each in levels)
