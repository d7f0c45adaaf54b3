"""Constraints on given values, in MiniZinc: an oracle for what they mean.

Values stand where variables would, so that a constraint becomes a Boolean expression, which
MiniZinc evaluates while it flattens.  It reads a power with a negative exponent as 1 divided by a
power; accord as undefined, and so it is written here.  An index is a variable of one value: where
it is a constant outside the array, MiniZinc 2.6.4 crashes.
"""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import combinations, pairwise
from typing import Any

from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_different_lists import AllDifferentLists
from accord.puzzles.constraints.all_different_matrix import AllDifferentMatrix
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality, Occurrences
from accord.puzzles.constraints.channel import Channel, ChannelValue
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.instantiation import Instantiation
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import Operation, Term
from optional import program

Values = Mapping[int, int]  # of variables
INCLUDES = (
    "all_different",
    "all_different_except",
    "all_equal",
    "cumulative",
    "diffn",
    "diffn_nonstrict",
    "disjunctive",
    "disjunctive_strict",
    "arg_max",
    "decreasing",
    "increasing",
    "lex_greater",
    "lex_greatereq",
    "lex_less",
    "lex_lesseq",
    "strictly_decreasing",
    "strictly_increasing",
    "arg_min",
    "count",
    "table",
)
UNKNOWN = ("precedence",)  # kinds: it does not evaluate them while it flattens
EVERY = "-1000000..1000000"
UNDEFINED = "(1 div 0)"
INFIX = {
    "lt": "<", "le": "<=", "ge": ">=", "gt": ">", "ne": "!=",
    "sub": "-", "div": "div", "mod": "mod",
}  # fmt: skip
NAMED = {"min": "min", "max": "max", "add": "sum", "mul": "product"}
LOGIC = {"and": "/\\", "or": "\\/", "imp": "->", "iff": "<->", "xor": "xor"}


def answers(cases: Sequence[tuple[Constraint, Values]]) -> list[bool]:
    """Whether MiniZinc takes each of these to hold."""
    minizinc = program("minizinc")
    texts = [_constraint(constraint, values) for constraint, values in cases]
    model = [f'include "{name}.mzn";' for name in INCLUDES]
    indices = {v[c.index] for c, v in cases if isinstance(c, Element)}
    indices |= {v[each] for c, v in cases if isinstance(c, Channel) for each in c.lists[0]}
    model += [f"var {at}..{at}: {_index(at)};" for at in indices]
    model += [f"var bool: b{number} = {text};" for number, text in enumerate(texts)]
    shown = ", ".join(f"b{number}" for number in range(len(texts)))
    model += ["solve satisfy;", f"output [show(bool2int(fix(b))) | b in [{shown}]];"]
    ran = subprocess.run(
        [minizinc, "--solver", "gecode", "-G", "std", "--input-from-stdin"],
        input="\n".join(model),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    bits = ran.stdout.split("\n")[0]
    assert len(bits) == len(cases), ran.stdout
    return [bit == "1" for bit in bits]


def can_say(constraint: Constraint) -> bool:
    """Whether MiniZinc has words for it: its tables know no stars."""
    return not (isinstance(constraint, Table) and any(STAR in each for each in constraint.tuples))


def _constraint(constraint: Any, values: Values) -> str:
    own_values = [values[each] for each in constraint.scope]
    own = _list(own_values)
    match constraint:
        case AllDifferent(excepted=()):
            return f"all_different({own})"
        case AllDifferent():
            return f"all_different_except({own}, {_set(constraint.excepted)})"
        case Linear():
            weights, number = _list(constraint.coefficients), len(constraint.scope)
            products = f"sum(i in 1..{number})({weights}[i] * {own}[i])" if number else "0"
            return f"({products}) {constraint.operator} {constraint.constant}"
        case Table() if not (constraint.tuples and constraint.scope):
            return str(bool(constraint.tuples) != constraint.forbidden).lower()
        case Table():
            entries = _list(each for entries in constraint.tuples for each in entries)
            size = f"1..{len(constraint.tuples)}, 1..{len(constraint.scope)}"
            table = f"table({own}, array2d({size}, {entries}))"
            return f"not {table}" if constraint.forbidden else table
        case Element(items=()):
            return "false"
        case Element():
            first, items = constraint.start, [_atom(each, values) for each in constraint.items]
            among = f"array1d({first}..{first + len(items) - 1}, {_list(items)})"
            at, value = values[constraint.index], _atom(constraint.value, values)
            return f"{among}[{_index(at)}] = {value}"
        case Maximum() | Minimum():
            extreme = f"{constraint.kind[:3]}({_measured(constraint, values)})"
            return _compared(extreme, constraint, values)
        case Count(variables=()) | NValues(variables=()):
            return _compared("0", constraint, values)
        case Count():
            each = f"count({_measured(constraint, values)}, v)"
            total = (
                f"sum([{each} | v in {_set({_atom(each, values) for each in constraint.values})}])"
            )
            return _compared(total, constraint, values)
        case NValues():
            every, excepted = {values[each] for each in constraint.variables}, constraint.excepted
            without = f"array2set({_list(every)}) diff {_set(excepted)}"
            return _compared(f"card({without})", constraint, values)
        case Cardinality(closed=True):
            inside = _list(
                f"{values[x]} in {_set(constraint.values)}" for x in constraint.variables
            )
            return f"forall({inside}) /\\ {_constraint(replace(constraint, closed=False), values)}"
        case Cardinality():
            counted = zip(constraint.values, constraint.occurrences, strict=True)
            return f"forall({_list(_occurs(constraint, each, values) for each in counted)})"
        case Regular():
            return _path(constraint.transitions, constraint.start, constraint.final, own_values)
        case MDD():
            return _path(constraint.transitions, "root", ("end",), own_values)
        case Instantiation():
            return f"{own} = {_list(constraint.values)}"
        case AllDifferentMatrix():
            lines = _list(_constraint(line, values) for line in constraint.lines() if line.scope)
            return f"forall({lines})"
        case AllDifferentLists():
            return _all_differ(constraint, values)
        case Channel():
            elements = _list(_constraint(each, values) for each in constraint.elements())
            return f"forall({elements})"
        case ChannelValue():
            return _only_one(constraint, values)
        case Knapsack():
            return " /\\ ".join(_constraint(each, values) for each in constraint.sums())
        case BinPacking():
            return _packed(constraint, values)
        case Circuit():
            return _circuit(constraint, values)
        case NoOverlap():
            called = "disjunctive" if constraint.zero_ignored else "disjunctive_strict"
            begins = _list(values[each] for each in constraint.origins)
            return _scheduled(called, [begins], [_atoms(constraint.lengths, values)])
        case NoOverlap2D():
            called = "diffn_nonstrict" if constraint.zero_ignored else "diffn"
            corners = [*zip(*constraint.origins, strict=True)] or [(), ()]
            sides = [*zip(*constraint.lengths, strict=True)] or [(), ()]
            origins = [_list(values[x] for x in each) for each in corners]
            return _scheduled(called, origins, [_atoms(each, values) for each in sides])
        case Cumulative():
            begins = _list(values[each] for each in constraint.origins)
            sizes = [_atoms(each, values) for each in (constraint.durations, constraint.heights)]
            limit = _atom(constraint.limit, values)
            return _scheduled("cumulative", [begins], sizes, f", {max(limit, 0)}", limit >= 0)
        case AllEqual():
            return f"all_equal({own})" if constraint.scope else "true"
        case Ordered() if not constraint.lengths:
            name = {"<": "strictly_increasing", ">": "strictly_decreasing"}
            name |= {"<=": "increasing", ">=": "decreasing"}
            variables = _list(values[each] for each in constraint.variables)
            return f"{name[constraint.operator]}({variables})" if constraint.scope else "true"
        case Ordered():
            numbers = [values[each] for each in constraint.variables]
            lengths = [_atom(each, values) for each in constraint.lengths]
            ends = [f"({a} + {b})" for a, b in zip(numbers, lengths, strict=False)]
            pairs = zip(ends, numbers[1:], strict=True)
            return f"forall({_list(f'{a} {constraint.operator} {b}' for a, b in pairs)})"
        case Clauses():
            truths = [f"({each} != 0)" for each in own_values]
            clauses = constraint.said(truths, [f"not {each}" for each in truths])
            return f"forall({_list(f'exists({_list(each)})' for each in clauses)})"
        case Lex():
            return _lex(constraint, values)
        case ArgMaximum() | ArgMinimum():
            return _arg_extreme(constraint, [values[each] for each in constraint.variables], values)
        case Expression():
            return _truth(constraint.term, values)
    raise TypeError(constraint)


def _measured(constraint: Measure | ChannelValue, values: Values) -> str:
    return _list(values[each] for each in constraint.variables)


def _compared(measured: str, constraint: Measure, values: Values) -> str:
    return f"{measured} {constraint.operator} {_atom(constraint.right, values)}"


def _occurs(constraint: Cardinality, counted: tuple[int, Occurrences], values: Values) -> str:
    """How often a value is there; of no variables 0 times."""
    value, times = counted
    own = _list(values[each] for each in constraint.variables)
    found = f"count({own}, {value})" if constraint.variables else "0"
    if isinstance(times, tuple):
        return f"({found} in {times[0]}..{times[1]})"
    return f"({found} = {_atom(times, values)})"


def _only_one(constraint: ChannelValue, values: Values) -> str:
    """1 stands once, and at the index."""
    own, at = _measured(constraint, values), values[constraint.value] - constraint.start + 1
    numbers = f"i in 1..{len(constraint.variables)}"
    once = f"sum({numbers})(bool2int({own}[i] = 1)) = 1"
    return f"{once} /\\ exists({numbers} where i = {at})({own}[i] = 1)"


def _packed(constraint: BinPacking, values: Values) -> str:
    items, sizes = [values[x] for x in constraint.variables], constraint.sizes
    bins = range(constraint.start, constraint.start + len(constraint.loads))
    compared = [
        f"sum(i in 1..{len(items)} where {_list(items)}[i] = {at})({_list(sizes)}[i]) "
        f"{constraint.operator} {_atom(load, values)}"
        for at, load in zip(bins, constraint.loads, strict=True)
    ]
    inside = [f"{each} in {_set(bins)}" for each in items]
    return f"forall({_list([*inside, *compared])})"


def _path(
    transitions: Sequence[tuple[str, int, str]], start: str, final: Sequence[str], word: list[int]
) -> str:
    """There are states, from the start to a final one, with a transition by each value."""
    named = {start, *final, *(state for one, _, other in transitions for state in (one, other))}
    numbers = {state: at for at, state in enumerate(sorted(named))}
    states = _list(f"s{place}" for place in range(len(word) + 1))[1:-1]
    said = f"s0 = {numbers[start]} /\\ s{len(word)} in {_set([numbers[each] for each in final])}"
    for place, value in enumerate(word):
        pairs = {numbers[a] * len(numbers) + numbers[b] for a, v, b in transitions if v == value}
        said += f" /\\ s{place} * {len(numbers)} + s{place + 1} in {_set(pairs)}"
    return f"exists({states} in 0..{len(numbers) - 1})({said})"


def _atoms(atoms: Sequence[int | Variable], values: Values) -> list[int]:
    return [_atom(each, values) for each in atoms]


def _circuit(constraint: Circuit, values: Values) -> str:
    """The steps from one node that is no loop, which are numbered anew, meet all of them."""
    nodes = range(constraint.start, constraint.start + len(constraint.variables))
    after = [values[each] for each in constraint.variables]
    inside = [at for at, node in enumerate(after, constraint.start) if at != node]
    if not {*after} <= {*nodes} or (len(inside) < len(nodes) and not constraint.loops):
        return "false"
    if not {after[node - constraint.start] for node in inside} <= {*inside} or not inside:
        return "false"
    size = "true"
    if constraint.size is not None:
        size = f"{len(inside)} = {_atom(constraint.size, values)}"
    renumbered = _list(inside.index(after[node - constraint.start]) + 1 for node in inside)
    steps = ["1"]
    for _ in inside[1:]:
        steps.append(f"after[{steps[-1]}]")
    after_each = f"let {{ array[int] of int: after = {renumbered} }}"
    different = f"all_different({_list(steps)}) /\\ all_different(after)"
    return f"({after_each} in {different} /\\ {size})"


def _scheduled(
    name: str,
    origins: list[str],
    sizes: list[list[int]],
    limit: str = "",
    holds: bool = True,
) -> str:
    """A predicate of tasks or rectangles, whose sizes it assumes not to be negative."""
    if not holds or any(each < 0 for size in sizes for each in size):
        return "false"
    if not sizes[0]:
        return "true"
    return f"{name}({', '.join([*origins, *map(_list, sizes)])}{limit})"


def _all_differ(constraint: AllDifferentLists, values: Values) -> str:
    """Each two lists without the excepted ones differ somewhere."""
    own = [tuple(values[x] for x in each) for each in constraint.lists]
    counted = [each for each in own if each not in constraint.excepted]
    pairs = [[*zip(*pair, strict=True)] for pair in combinations(counted, 2)]
    differ = [f"exists({_list(f'{a} != {b}' for a, b in pair)})" for pair in pairs]
    return f"forall({_list(differ)})"


def _lex(constraint: Lex, values: Values) -> str:
    name = {"<": "lex_less", "<=": "lex_lesseq", ">": "lex_greater", ">=": "lex_greatereq"}
    lists = [*constraint.lists], [*zip(*constraint.lists, strict=True)]
    pairs = [pair for each in lists[: 1 + constraint.columns] for pair in pairwise(each)]
    compared = [
        f"{name[constraint.operator]}({', '.join(_list(values[x] for x in each) for each in pair)})"
        for pair in pairs
    ]
    return f"forall({_list(compared)})"


def _arg_extreme(constraint: ArgMaximum | ArgMinimum, own: list[int], values: Values) -> str:
    """MiniZinc's is the first; the last is the first of the list from its end."""
    function, at = f"arg_{constraint.kind[4:7]}", values[constraint.index] - constraint.start + 1
    if constraint.rank == "any":
        found = f"{_list(own)}[{min(max(at, 1), len(own))}]"  # false elsewhere
        return f"({at} in 1..{len(own)} /\\ {found} = {function[4:]}({_list(own)}))"
    if constraint.rank == "last":
        own, at = own[::-1], len(own) + 1 - at
    return f"{function}({_list(own)}) = {at}"


def _atom(atom: int | Variable, values: Values) -> int:
    return values[atom.number] if isinstance(atom, Variable) else atom


def _truth(term: Term, values: Values) -> str:
    if not isinstance(term, Operation) or not term.is_truth:
        return f"({_number(term, values)} != 0)"
    if term.operator in ("in", "notin"):
        member, among = term.operands
        assert isinstance(among, Operation)
        others = f"{EVERY} diff " if term.operator == "notin" else ""  # never true of an undefined
        return f"({_number(member, values)} in {others}{_set(among.operands)})"
    if term.operator == "not":
        return f"(not {_truth(term.operands[0], values)})"
    if term.operator in LOGIC:
        parts = [_truth(each, values) for each in term.operands]
        if term.operator == "iff":
            return "(" + " /\\ ".join(f"({a} <-> {b})" for a, b in pairwise(parts)) + ")"
        return reduce(lambda one, other: f"({one} {LOGIC[term.operator]} {other})", parts)
    parts = [_number(each, values) for each in term.operands]
    if term.operator == "eq":
        return "(" + " /\\ ".join(f"({a} = {b})" for a, b in pairwise(parts)) + ")"
    return f"({parts[0]} {INFIX[term.operator]} {parts[1]})"


def _number(term: Term, values: Values) -> str:
    if not isinstance(term, Operation):
        return f"({_atom(term, values)})"
    if term.is_truth:
        return f"bool2int({_truth(term, values)})"
    if term.operator == "if":
        condition, chosen, other = term.operands
        branches = f"then {_number(chosen, values)} else {_number(other, values)}"
        return f"(if {_truth(condition, values)} {branches} endif)"
    parts = [_number(each, values) for each in term.operands]
    if term.operator in INFIX:
        return f"({parts[0]} {INFIX[term.operator]} {parts[1]})"
    if term.operator in NAMED:
        return f"{NAMED[term.operator]}({_list(parts)})"
    return {
        "neg": "(-{0})",
        "abs": "abs({0})",
        "sqr": "({0} * {0})",
        "dist": "abs({0} - {1})",
        "pow": f"(if {{1}} < 0 then {UNDEFINED} else pow({{0}}, {{1}}) endif)",
    }[term.operator].format(*parts)


def _index(at: int) -> str:
    return f"minus_{-at}" if at < 0 else f"plus_{at}"


def _list(parts: Any) -> str:
    return f"[{', '.join(map(str, parts))}]"


def _set(parts: Any) -> str:
    return f"{{{', '.join(map(str, parts))}}}" if parts else "1..0"
