"""A problem as a MiniZinc model: a variable each, and what MiniZinc says of each kind.

MiniZinc (Nethercote, Stuckey, Becket, Brand, Duck and Tack, "MiniZinc: towards a standard CP
modelling language", CP 2007) is a language for which many solvers exist: each gets the model
flattened to FlatZinc, with the global constraints that it supports.  In `minizinc+disequalities`
all-different is taken apart: 810 disequalities for a blank 9x9, 972 with repeats, where the other
has 27 constraints, the binary CSP of the textbooks.

    var -2..5: x;
    constraint alldifferent([x, y, z]);
    constraint 2*x + -1*y <= 7;
    constraint table([x, y], [|1,2|3,4|]);
    constraint array1d(-1..1, [5, z, 9])[x] = y;
    constraint (x div y < z) -> (abs(x) = 3);
    constraint x in {-2} union 1..5;

Rows that several tables or automata have in common are a parameter: `[|1,2|3,4|]` stands once.

Gaps in domains are said last: MiniZinc 2.6 makes one variable of two that are equal, overlooks that
no value is left for it, and ends at the next array with "cannot determine lower bound".

An expression is MiniZinc's own: its quotient truncates, its remainder has the dividend's sign, and
what is undefined makes the nearest Boolean false (Frisch and Stuckey, "The proper treatment of
undefinedness in constraint languages", CP 2009).  Powers become tables.  The solvers have integers
of 32 bits, so that whatever could leave them is refused.

The array `solution` is there for who reads FlatZinc: of a variable that is fixed while the model is
flattened, a solver prints nothing but in an array.  Where people see a grid, it has its rows and
columns, and they are printed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from textwrap import fill
from typing import Any

from accord.encodings.encoding import Codec, Encoding
from accord.encodings.model import ModelError, UnsatisfiableError, solution_of
from accord.encodings.naming import (
    Words,
    columns_of,
    free,
    identifiers,
    in_rows,
    remarks,
    size_in,
    titled,
    words,
)
from accord.encodings.posts import (
    Posts,
    apart_within,
    both,
    both_ways,
    constant_values,
    has_words,
    matrices,
    of_two_nodes,
    of_two_or_more,
    over_truth_values,
    packed_within,
    right_within,
    several_uncovered,
    sides,
    sums_within,
    tasks_within,
    weighed_within,
    without_exceptions,
    without_intervals,
    without_lengths,
)
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.all_equal import AllEqual
from accord.puzzles.constraints.arg_maximum import ArgMaximum, ArgMinimum
from accord.puzzles.constraints.automaton import used
from accord.puzzles.constraints.bin_packing import BinPacking
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.channel import Channel
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import TooLargeError, Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.expression import AS_LINEAR, largest, members_of
from accord.puzzles.constraints.decompositions.table import allowed
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.knapsack import Knapsack
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.maximum import Maximum, Minimum
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.ordered import Ordered
from accord.puzzles.constraints.precedence import Precedence
from accord.puzzles.constraints.regular import Regular
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.constraints.terms import LOGIC, MEMBERSHIP, Operation, Term
from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.optimization import with_value
from accord.puzzles.outside_data import json_value
from accord.puzzles.problem import Problem, Solution

SOLUTION = "----------"  # the line after each solution
EXHAUSTED = "=========="  # the line after the last one
UNSATISFIABLE = "=====UNSATISFIABLE====="
MOST = 2_147_483_646  # the largest integer of Gecode
POSTS = Posts("minizinc", LARGEST, range(-MOST, MOST + 1), foreign=("minizinc",))
LIBRARY = """\
all_equal alldifferent among arg_max arg_min bin_packing_load circuit cumulative decreasing diffn
diffn_nonstrict disjunctive disjunctive_strict global_cardinality global_cardinality_closed
increasing inverse knapsack lex_less lex_lesseq nvalue regular strictly_decreasing
strictly_increasing subcircuit table value_precede_chain"""  # not in the language itself
WORDS = """\
ann annotation any array bool case constraint default diff div else elseif endif enum false float
function if in include int intersect let list maximize minimize mod not of op opt output par
predicate record satisfy set solve string subset superset symdiff test then true tuple type union
var where xor"""
ANNOTATIONS = """\
add_to_output annotated_expression anti_first_fail array_check_form bounds cache_result complete
computed_domain dom_w_deg domain domain_change_constraint empty_annotation first_fail impact
indomain infinity input_order largest max_regret maybe_partial most_constrained no_cse no_output
occurrence output_only output_var restart_none smallest value_propagation var_is_introduced"""
RESERVED = {
    *WORDS.split(),
    *ANNOTATIONS.split(),
    "at",
    "member",
    "name",
    "number",
    "solution",
    "to",
}
PREFIXES = ("ctx_", "indomain_", "is_", "mzn_", "outdomain_", "promise_")  # of annotations
NUMBER = r"-?[0-9]{1,4000}"
TABLE = re.compile(r"\[\|[-0-9,|]*\|\]")  # rows of numbers


def write(problem: Problem, distinct: bool = False, posts: Posts = POSTS) -> Iterator[str]:
    """MiniZinc: a variable each, and a constraint in MiniZinc's words for each.

    Args:
        problem: of any kinds.
        distinct: whether repeated constraints are left out.
        posts: what is said as it is; the rest is decomposed.

    Raises:
        UnsupportedError: it cannot say some constraint, or a value is too large.
        InputError: it cannot say the objective.
    """
    number, asked = len(problem.domains), "satisfy"
    if problem.goal is not None:
        if problem.goal.measure == "lex":
            raise InputError(
                "found an objective of the measure lex, expected one of a single value"
            )
        problem = with_value(problem)
    flat = posts.flatten(problem)
    to = words(problem, flat, spell)
    said = [
        (title, [each for constraint in parts for each in posts.post(constraint, to)])
        for title, parts in titled(problem, flat, distinct)
    ]
    called = {
        word for _, lines in said for line in lines for word in re.findall(r"\w+(?=\()", line)
    }
    many = "For one solution: minizinc FILE; for all of them: minizinc -a FILE"
    yield f"% {'For a best solution: minizinc FILE' if problem.goal else many}\n"
    if "arg_min" in called:
        called.add("arg_max")  # which the file of the other needs in MiniZinc 2.6
    yield from (f'include "{each}.mzn";\n' for each in LIBRARY.split() if each in called)
    yield "\n"
    times = Counter(each for _, lines in said for line in lines for each in TABLE.findall(line))
    shared = [each for each in times if times[each] > 1]
    tables = {each: free(f"table{at}", to.names) for at, each in enumerate(shared, 1)}
    yield from (f"array[int, int] of int: {name} = {each};\n" for each, name in tables.items())
    notes = remarks(problem, to.names) + [""] * len(flat.domains)
    for name, domain, note in zip(to.names, flat.domains, notes, strict=False):
        low, high = (domain.min, domain.max) if domain else (0, 0)
        yield f"var {low}..{high}: {name};" + (f"  % {note}\n" if note else "\n")
    for title, lines in said:
        yield f"\n% {title}\n" if title and lines else "\n" if lines else ""
        yield from (
            f"constraint {TABLE.sub(lambda found: tables.get(found[0], found[0]), line)};\n"
            for line in lines
        )
    gaps = [
        pair for pair in zip(to.names, flat.domains, strict=True) if len(pair[1].intervals) != 1
    ]
    yield "\n% Values between these are left out\n" * bool(gaps)
    yield from (f"constraint {name} in {_set(domain)};\n" for name, domain in gaps)
    yield from _solution(problem, to.names[:number])
    if (goal := problem.goal) is not None:
        asked = f"{goal.sense} {to.names[goal.scope[0]]}"
    yield f"solve {asked};\n\n"
    yield from _output(problem, number)


def write_disequalities(problem: Problem, distinct: bool = False) -> Iterator[str]:
    """MiniZinc: a variable each, and a disequality for each pair that must differ.

    Raises:
        UnsupportedError, InputError: as `write`.
    """
    return write(problem, distinct, PAIRS)


def _solution(problem: Problem, own: Sequence[str]) -> Iterator[str]:
    """The array `solution`: a list of the variables, with their names, or the rows of the grid."""
    number = len(own)
    if columns := columns_of(problem):
        ranges = f"1..{number // columns}, 1..{columns}"
        rows = ",\n  ".join(map(", ".join, in_rows(problem, own, columns)))
        yield f"\narray[{ranges}] of var int: solution;\n"
        yield f"constraint solution = array2d({ranges}, [\n  {rows}\n]);\n\n"
        return
    quoted = _list(f'"{name}"' for name in own)
    yield f"\narray[1..{number}] of string: name ={_filled(quoted)};\n"
    yield f"array[1..{number}] of var int: solution;\n"
    yield f"constraint solution ={_filled(_list(own))};\n\n"


def _output(problem: Problem, number: int) -> Iterator[str]:
    """The output item: it prints a line for each variable, or for each row of the grid."""
    if columns := columns_of(problem):
        ends = (
            end for each in map(Domain.of, problem.domains) if each for end in (each.min, each.max)
        )
        width = max((len(str(end)) for end in ends), default=1)
        shown = f"show_int({width}, solution[at, to])"
        yield f'output [{shown} ++ if to = {columns} then "\\n" else " " endif\n'
        yield f"        | at in 1..{number // columns}, to in 1..{columns}];\n"
        return
    yield f'output [name[at] ++ " = " ++ show(solution[at]) ++ "\\n" | at in 1..{number}];\n'


def spell(name: str) -> str | None:
    """A name as an identifier."""
    legal = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name)
    return name if legal and name not in RESERVED and not name.startswith(PREFIXES) else None


def read(problem: Problem, text: str) -> Solution:
    """The first solution in what MiniZinc or a solver of FlatZinc printed, in any output mode.

    Raises:
        UnsatisfiableError: it says that there is none.
        ModelError: there is none in the text.
    """
    names = {name: place for place, name in enumerate(identifiers(problem, spell))}
    printed = first_solution(text)
    values = _from_json(printed) if printed.startswith("{") else _from_lines(printed)
    found: list[tuple[int, int]] = []
    for name, value in values:
        if isinstance(value, int):
            found += [(names[name], value)] if name in names else []
        elif name == "solution" and len(value) != len(names):
            raise ModelError(f"found {len(value)} values, expected {len(names)}")
        elif name == "solution":
            found += enumerate(value)
    return solution_of(problem, found)


def first_solution(text: str) -> str:
    """The lines of the first solution that was printed.

    Raises:
        UnsatisfiableError: there is none, says the solver.
        ModelError: there is none in the text.
    """
    lines = [line for line in map(str.strip, text.splitlines()) if line[:1] not in ("%", "")]
    end = lines.index(SOLUTION) if SOLUTION in lines else len(lines)
    statuses = [line for line in lines if line.startswith("=====") and line != EXHAUSTED]
    printed = [line for line in lines[:end] if not line.startswith("=====")]
    if UNSATISFIABLE in statuses and (printed or end < len(lines)):
        raise ModelError(f"found a solution and {UNSATISFIABLE}, expected one of them")
    if UNSATISFIABLE in statuses:
        raise UnsatisfiableError("the solver says that there is no solution")
    if statuses or not (printed or end < len(lines)):
        found = statuses[0] if statuses else "nothing"
        raise ModelError(f"found {found}, expected a solution")
    return "\n".join(printed)


Value = int | list[int]
ASSIGNED = re.compile(rf"(\w+) = ({NUMBER}|(?:array\dd\([^\[]*)?\[([^\]]*)\]\)?);?$")
ROW = re.compile(rf" *{NUMBER}(?: +{NUMBER})*")


def _from_lines(solution: str) -> Iterator[tuple[str, Value]]:
    """Numbers and lists of them: `x = 5`, `x = array1d(1..2, [5, -1]);`, or rows of a grid."""
    rows: list[int] = []
    for line in re.sub(r"\n(?=[\[|])", " ", solution).splitlines():
        if match := ASSIGNED.fullmatch(line):
            many = match[3] is not None
            yield match[1], [*_numbers(match[3], line)] if many else int(match[2])
        elif ROW.fullmatch(line):
            rows += map(int, line.split())
        else:
            raise ModelError(f"found {line:.60}, expected lines such as x = 5, or rows of numbers")
    if rows:
        yield "solution", rows


def _numbers(words: str, line: str) -> Iterator[int]:
    for word in re.split(r"[\s,|]+", words.strip("| \t")):
        if word and not re.fullmatch(NUMBER, word):
            raise ModelError(f"found {line:.60}, expected lines such as x = 5, or rows of numbers")
        if word:
            yield int(word)


def _from_json(solution: str) -> Iterator[tuple[str, Value]]:
    try:
        values: dict[str, Any] = json_value(solution)
    except ValueError as error:
        raise ModelError(f"found {solution:.60}, expected values in JSON") from error
    for name, value in values.items():
        several = value if isinstance(value, list) else [value]
        numbers = [
            *chain.from_iterable(each if isinstance(each, list) else [each] for each in several)
        ]
        for each in numbers:
            if type(each) is not int:
                raise ModelError(f"found {each!r} in JSON, expected a number")
        yield name, numbers if isinstance(value, list) else value


def _set(domain: Domain) -> str:
    parts = (f"{{{a}}}" if a == b else f"{a}..{b}" for a, b in domain.intervals)
    return " union ".join(parts) or "{}"


def _list(names: Iterable[str]) -> str:
    return f"[{', '.join(names)}]"


def _filled(text: str) -> str:
    """A long list on lines of its own."""
    lines = fill(text, 100, initial_indent="  ", subsequent_indent="   ")
    return f" {text}" if len(text) < 60 else f"\n{lines}"


def _atom(to: Words, atom: int | Variable) -> str:
    if isinstance(atom, Variable):
        return to.names[atom.number]
    return f"({atom})" if atom < 0 else str(atom)


@POSTS(AllDifferent, when=without_exceptions)
def post_all_different(to: Words, constraint: AllDifferent) -> Iterator[str]:
    if len(constraint.scope) > 1:
        yield f"alldifferent({_list(to.of(constraint.scope))})"


@POSTS(Linear, when=sums_within(MOST))
def post_linear(to: Words, constraint: Linear) -> Iterator[str]:
    one, other = sides(constraint, to.names, _total, "{}*{}".format)
    yield f"{one} {constraint.operator} {other}"


def _total(terms: Iterable[object]) -> str:
    return " + ".join(map(str, terms)).replace("+ -", "- ")


def _is_short(constraint: Table, fresh: Fresh) -> bool:
    """Whether a Table forbids tuples, or allows at most LARGEST tuples."""
    try:
        return constraint.forbidden or len(allowed(constraint, fresh)) <= LARGEST
    except TooLargeError:
        return False


@POSTS(Table, when=_is_short)
def post_table(to: Words, constraint: Table) -> Iterator[str]:
    if constraint.forbidden:
        for entries in constraint.tuples:
            pairs = zip(to.of(constraint.scope), entries, strict=True)
            yield " \\/ ".join(f"{x} != {entry}" for x, entry in pairs if entry != STAR) or "false"
        return
    tuples = allowed(constraint, to.fresh)
    if not tuples:
        yield "false"
    elif constraint.scope:
        rows = "|".join(",".join(map(str, values)) for values in tuples)
        yield f"table({_list(to.of(constraint.scope))}, [|{rows}|])"


@POSTS(Clauses, when=over_truth_values)
def post_clauses(to: Words, constraint: Clauses) -> Iterator[str]:
    names = to.of(constraint.scope)
    for clause in constraint.said([f"{x} = 1" for x in names], [f"{x} = 0" for x in names]):
        yield " \\/ ".join(clause) or "false"


@POSTS(Element)
def post_element(to: Words, constraint: Element) -> Iterator[str]:
    if not constraint.items:
        yield "false"
        return
    last = constraint.start + len(constraint.items) - 1
    items = _list(_atom(to, each) for each in constraint.items)
    index, value = to.names[constraint.index], _atom(to, constraint.value)
    yield f"array1d({constraint.start}..{last}, {items})[{index}] = {value}"


def _is_of_something(constraint: Count | Cardinality, fresh: Fresh) -> bool:
    """Whether a constraint has variables and values, none beyond MOST."""
    values = constraint.constants if isinstance(constraint, Count) else constraint.values
    return bool(constraint.variables and values) and max(map(abs, values)) <= MOST


def _compared(to: Words, measured: str, constraint: Measure) -> str:
    """The condition that a measure compares so with its right side."""
    return f"{measured} {constraint.operator} {_atom(to, constraint.right)}"


@POSTS(Maximum, when=right_within(MOST))
@POSTS(Minimum, when=right_within(MOST))
def post_maximum_or_minimum(to: Words, constraint: Maximum | Minimum) -> Iterator[str]:
    extreme = "max" if isinstance(constraint, Maximum) else "min"
    yield _compared(to, f"{extreme}({_list(to.of(constraint.variables))})", constraint)


@POSTS(Count, when=both(constant_values, _is_of_something, right_within(MOST)))
def post_count(to: Words, constraint: Count) -> Iterator[str]:
    values = _set(Domain.of(constraint.constants))
    yield _number_of(to, lambda number, own: f"among({number}, {own}, {values})", constraint)


def _without_exceptions(constraint: NValues, fresh: Fresh) -> bool:
    return bool(constraint.variables) and not constraint.excepted


@POSTS(NValues, when=both(_without_exceptions, right_within(MOST)))
def post_n_values(to: Words, constraint: NValues) -> Iterator[str]:
    yield _number_of(to, lambda number, own: f"nvalue({number}, {own})", constraint)


def _number_of(to: Words, said: Callable[[str, str], str], constraint: Measure) -> str:
    """A predicate about a number, and that the number compares with the right side."""
    own = _list(to.of(constraint.variables))
    if constraint.operator == "=":
        return said(_atom(to, constraint.right), own)
    compared, most = _compared(to, "number", constraint), len(constraint.variables)
    return f"let {{ var 0..{most}: number }} in {said('number', own)} /\\ {compared}"


@POSTS(Cardinality, when=both(without_intervals, _is_of_something))
def post_cardinality(to: Words, constraint: Cardinality) -> Iterator[str]:
    own, values = _list(to.of(constraint.variables)), _list(map(str, constraint.values))
    times = [_atom(to, each) for each in constraint.occurrences if not isinstance(each, tuple)]
    name = "global_cardinality" + "_closed" * constraint.closed
    yield f"{name}({own}, {values}, {_list(times)})"


@POSTS(AllEqual)
def post_all_equal(to: Words, constraint: AllEqual) -> Iterator[str]:
    if len(constraint.scope) > 1:
        yield f"all_equal({_list(to.of(constraint.scope))})"


@POSTS(Ordered, when=without_lengths)
def post_ordered(to: Words, constraint: Ordered) -> Iterator[str]:
    yield f"{ORDERED[constraint.operator]}({_list(to.of(constraint.variables))})"


@POSTS(Lex, when=of_two_or_more)
def post_lex(to: Words, constraint: Lex) -> Iterator[str]:
    name = "lex_less" if constraint.operator in ("<", ">") else "lex_lesseq"
    for lists in matrices(constraint):
        for one, other in pairwise(lists):
            yield f"{name}({_list(to.of(one))}, {_list(to.of(other))})"


@POSTS(Precedence, when=several_uncovered)
def post_precedence(to: Words, constraint: Precedence) -> Iterator[str]:
    values = _list(map(str, constraint.values))
    yield f"value_precede_chain({values}, {_list(to.of(constraint.scope))})"


def _symbols(constraint: Regular, fresh: Fresh) -> range:
    """The range from the least to the greatest value in accepted words."""
    values = [value for _, value, _ in used(constraint.automaton, fresh.of(constraint.scope))[0]]
    return range(min(values), max(values) + 1)


def _is_small(constraint: Regular, fresh: Fresh) -> bool:
    """Whether an automaton has at most LARGEST pairs of a state and a symbol."""
    return len(constraint.automaton.names) * len(_symbols(constraint, fresh)) <= LARGEST


@POSTS(Regular, when=both(has_words, _is_small))
def post_regular(to: Words, constraint: Regular) -> Iterator[str]:
    automaton, symbols = constraint.automaton, _symbols(constraint, to.fresh)
    rows = "|".join(
        ",".join(str(steps.get(value, -1) + 1) for value in symbols) for steps in automaton.steps
    )
    own, shift = to.of(constraint.scope), 1 - symbols[0]
    shifted = _list(f"{x} {'-' if shift < 0 else '+'} {abs(shift)}" if shift else x for x in own)
    sizes = f"{len(automaton.names)}, {len(symbols)}"
    final = _set(Domain.of(each + 1 for each in automaton.final))
    yield from (f"{x} in {_set(Domain.of(symbols))}" for x in dict.fromkeys(own))
    yield f"regular({shifted}, {sizes}, [|{rows}|], 1, {final})"


def _from_zero_up(constraint: Channel, fresh: Fresh) -> bool:
    """Whether no list of a Channel starts below 0, which Gecode refuses."""
    return min(constraint.starts) >= 0


@POSTS(Channel, when=both(both_ways, _from_zero_up))
def post_channel(to: Words, constraint: Channel) -> Iterator[str]:
    lists = zip(constraint.lists, constraint.starts, strict=True)
    one, other = (_array(to.of(each), start) for each, start in lists)
    yield f"inverse({one}, {other})"


@POSTS(BinPacking, when=packed_within(MOST))
def post_bin_packing(to: Words, constraint: BinPacking) -> Iterator[str]:
    bins = f"{constraint.start}..{constraint.start + len(constraint.loads) - 1}"
    own = to.of(constraint.variables)
    items = f"{_list(own)}, {_list(map(str, constraint.sizes))}"
    loads = _array([_atom(to, each) for each in constraint.loads], constraint.start)
    yield from (f"{each} in {bins}" for each in own)
    if constraint.operator == "=":
        yield f"bin_packing_load({loads}, {items})"
        return
    within = f"array[{bins}] of var 0..{sum(constraint.sizes)}: number"
    limits = f"forall(at in {bins})(number[at] <= {loads}[at])"
    yield f"let {{ {within} }} in bin_packing_load(number, {items}) /\\ {limits}"


@POSTS(Knapsack, when=weighed_within(MOST))
def post_knapsack(to: Words, constraint: Knapsack) -> Iterator[str]:
    weights, profits = (_list(map(str, each)) for each in (constraint.weights, constraint.profits))
    said = f"knapsack({weights}, {profits}, {_list(to.of(constraint.variables))}, weight, profit)"
    limit, right = _atom(to, constraint.limit), _atom(to, constraint.right)
    compared = f"weight <= {limit} /\\ profit {constraint.operator} {right}"
    yield f"let {{ var 0..{MOST}: weight; var 0..{MOST}: profit }} in {said} /\\ {compared}"


def _of_natural_numbers(constraint: Circuit, fresh: Fresh) -> bool:
    """Whether no node of a Circuit is negative, which Gecode refuses."""
    return constraint.start >= 0


def _among_nodes(constraint: Circuit, fresh: Fresh) -> bool:
    """Whether all successors in a Circuit with loops are nodes.

    Of others the definition of subcircuit may leave none while it is flattened, and MiniZinc then
    ends with an error: it cannot determine a lower bound.
    """
    domains = (fresh.domains[variable] for variable in constraint.variables)
    return not constraint.loops or all(
        end in constraint.nodes for each in domains if each for end in (each.min, each.max)
    )


@POSTS(Circuit, when=both(of_two_nodes, _of_natural_numbers, _among_nodes))
def post_circuit(to: Words, constraint: Circuit) -> Iterator[str]:
    names = to.of(constraint.variables)
    own = _array(names, constraint.start)
    if not constraint.loops:
        yield f"circuit({own})"
        return
    pairs = zip(names, constraint.nodes, strict=True)
    visited = f"sum({_list(f'bool2int({name} != {node})' for name, node in pairs)})"
    yield f"subcircuit({own})"
    yield f"{visited} >= 2"
    if constraint.size is not None:
        yield f"{visited} = {_atom(to, constraint.size)}"


@POSTS(NoOverlap, when=apart_within(MOST, 0))
def post_no_overlap(to: Words, constraint: NoOverlap) -> Iterator[str]:
    name = "disjunctive" if constraint.zero_ignored else "disjunctive_strict"
    yield f"{name}({_list(to.of(constraint.origins))}, {_atoms(to, constraint.lengths)})"


@POSTS(NoOverlap2D, when=apart_within(MOST, 0))
def post_no_overlap_2d(to: Words, constraint: NoOverlap2D) -> Iterator[str]:
    name = "diffn_nonstrict" if constraint.zero_ignored else "diffn"
    corners = [_list(to.of(each)) for each in zip(*constraint.origins, strict=True)]
    sides = [_atoms(to, each) for each in zip(*constraint.lengths, strict=True)]
    yield f"{name}({', '.join([*corners, *sides])})"


# Gecode refuses a height above the limit of a task of duration 0, too.
@POSTS(Cumulative, when=tasks_within(MOST, shortest=1))
def post_cumulative(to: Words, constraint: Cumulative) -> Iterator[str]:
    origins, durations, heights = zip(*constraint.tasks(), strict=True)
    sizes = f"{_atoms(to, durations)}, {_atoms(to, heights)}"
    yield f"cumulative({_list(to.of(origins))}, {sizes}, {_atom(to, constraint.limit)})"


def _atoms(to: Words, atoms: Iterable[int | Variable]) -> str:
    return _list(_atom(to, each) for each in atoms)


def _array(items: Sequence[str], start: int) -> str:
    """A list whose first index is this."""
    return f"array1d({start}..{start + len(items) - 1}, {_list(items)})"


def _is_first(constraint: ArgMaximum | ArgMinimum, fresh: Fresh) -> bool:
    return constraint.rank == "first"


@POSTS(ArgMaximum, when=_is_first)
@POSTS(ArgMinimum, when=_is_first)
def post_arg_maximum_or_minimum(to: Words, constraint: ArgMaximum | ArgMinimum) -> Iterator[str]:
    name = "arg_max" if isinstance(constraint, ArgMaximum) else "arg_min"
    items = _array(to.of(constraint.variables), constraint.start)
    yield f"{name}({items}) = {to.names[constraint.index]}"


def _is_sayable(constraint: Expression, fresh: Fresh) -> bool:
    """Whether an expression has no powers, and no value that needs more than 32 bits."""
    try:
        return not _has_power(constraint.term) and largest(constraint.term, fresh) <= MOST
    except TooLargeError:
        return False


def _has_power(term: Term) -> bool:
    return isinstance(term, Operation) and (
        term.operator == "pow" or any(map(_has_power, term.operands))
    )


@POSTS(Expression, when=_is_sayable)
def post_expression(to: Words, constraint: Expression) -> Iterator[str]:
    yield _truth(to, constraint.term)


def _truth(to: Words, term: Term) -> str:
    """A Boolean expression."""
    if not isinstance(term, Operation) or not term.is_truth:
        return f"({_number(to, term)} != 0)"
    if term.operator in LOGIC:
        return f"({BOOLEANS[term.operator]([_truth(to, each) for each in term.operands])})"
    if term.operator in MEMBERSHIP:
        negated, among = "not " * (term.operator == "notin"), _set(Domain.of(members_of(term)))
        if isinstance(member := term.operands[0], Variable):
            return f"({negated}({_atom(to, member)} in {among}))"
        number = _number(to, member)
        return f"(let {{ var int: member = {number} }} in {negated}(member in {among}))"
    numbers = [_number(to, each) for each in term.operands]
    operator = AS_LINEAR[term.operator]
    pairs = pairwise(numbers)
    return "(" + " /\\ ".join(f"{one} {operator} {other}" for one, other in pairs) + ")"


def _number(to: Words, term: Term) -> str:
    """An integer expression."""
    if not isinstance(term, Operation):
        return _atom(to, term)
    if term.is_truth:
        return f"bool2int{_truth(to, term)}"
    if term.operator == "if":
        condition, *branches = term.operands
        chosen, other = (_number(to, each) for each in branches)
        return f"(if {_truth(to, condition)} then {chosen} else {other} endif)"
    text = NUMBERS[term.operator](*(_number(to, each) for each in term.operands))
    return text if text.startswith(("abs(", "min(", "max(")) else f"({text})"


def _joined(word: str) -> Callable[..., str]:
    return lambda *each: f" {word} ".join(each)


ORDERED = {
    "<": "strictly_increasing",
    "<=": "increasing",
    ">=": "decreasing",
    ">": "strictly_decreasing",
}
BOOLEANS: dict[str, Callable[[list[str]], str]] = {
    "not": lambda each: f"not {each[0]}",
    "and": lambda each: " /\\ ".join(each),
    "or": lambda each: " \\/ ".join(each),
    "xor": lambda each: " xor ".join(each),
    "iff": lambda each: " /\\ ".join(f"({each[0]} <-> {other})" for other in each[1:]),
    "imp": lambda each: " -> ".join(each),
}
NUMBERS: dict[str, Callable[..., str]] = {
    "neg": lambda x: f"-{x}",
    "abs": lambda x: f"abs({x})",
    "add": _joined("+"),
    "sub": _joined("-"),
    "mul": _joined("*"),
    "div": _joined("div"),
    "mod": _joined("mod"),
    "sqr": lambda x: f"{x} * {x}",
    "min": lambda *each: f"min([{', '.join(each)}])",
    "max": lambda *each: f"max([{', '.join(each)}])",
    "dist": lambda x, y: f"abs({x} - {y})",
}


PAIRS = POSTS.without(AllDifferent)
ENCODINGS = {
    "minizinc": Encoding("MiniZinc", ".mzn", Codec(write, read, size_in(POSTS)), objectives=True),
    "minizinc+disequalities": Encoding(
        "MiniZinc", ".mzn", Codec(write_disequalities, read, size_in(PAIRS)), objectives=True
    ),
}
