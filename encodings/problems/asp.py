"""A problem as an answer set program: rules over value(I,V), the variable I has the value V.

A logic program's answer sets are the sets of atoms that its rules support and its constraints leave
(M. Gelfond and V. Lifschitz, "The stable model semantics for logic programming", ICLP 1988).  The
rules have variables; a grounder replaces them by every value the facts allow before a solver
searches.  This is the language of clingo (M. Gebser, R. Kaminski, B. Kaufmann and T. Schaub,
"Multi-shot ASP solving with clingo", TPLP 19, 2019):

    variable(x). domain(x,(-1;3..5)).                            a variable, and its values
    { value(I,V) : domain(I,V) } = 1 :- variable(I).             each has one of them
    :- #sum { 2*V,0 : value(x,V); -1*V,1 : value(y,V) } != 5.    2 x - y = 5
    :- #count { 0 : value(x,V); 1 : value(y,V) } > 1, ...        x and y differ
    :- full(S,V), { value(I,V) : in(S,I) } != 1.                 of a full scope S, a fact for each

Where variables that differ are as many as their values, each value has exactly one place.  Other
ways to write it, measured: docs/encodings/others.md.

A name that is no constant of the language is a text: value("S",9).  The grounder replaces V by
every value, so that what relates two variables costs an instance for each pair of their values:
larger products of domains than it states are refused.  It counts in 32 bits.  Quotients are made of
absolute values, whose division rounds down in every version.
"""

import re
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from accord.encodings.encoding import Codec, Encoding
from accord.encodings.model import ModelError, UnsatisfiableError, solution_of
from accord.encodings.naming import (
    Words,
    columns_of,
    identifiers,
    in_rows,
    remarks,
    size_in,
    titled,
    words,
)
from accord.encodings.posts import Posts, of_two_nodes, over_truth_values, right_within
from accord.encodings.scopes import full_scope
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.cardinality import Cardinality
from accord.puzzles.constraints.circuit import Circuit
from accord.puzzles.constraints.clauses import Clauses
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.count import Count
from accord.puzzles.constraints.decompositions.decompose import LARGEST, Fresh
from accord.puzzles.constraints.decompositions.expression import Atom, Primitive, primitive
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.measure import Measure
from accord.puzzles.constraints.n_values import NValues
from accord.puzzles.constraints.table import STAR, Table
from accord.puzzles.domain import Domain
from accord.puzzles.optimization import with_value
from accord.puzzles.outside_data import json_value
from accord.puzzles.phrasing import listed
from accord.puzzles.problem import Problem, Solution

SUMS = 2**31  # above the largest sum: of all values of its variables, as clasp adds them up
POSTS = Posts("asp", largest=LARGEST, values=range(-SUMS + 1, SUMS))
RULES = """\
% Each variable has exactly one of its values; those of the problem are shown.
{ value(I,V) : domain(I,V) } = 1 :- variable(I).
#show value(I,V) : value(I,V), not fresh(I).
#defined domain/2.
#defined variable/1.
#defined fresh/1.
#show.
"""
SCOPES = """\

% Each value has exactly one place in a full scope: of as many variables as they have values.
:- full(S,V), { value(I,V) : in(S,I) } != 1.
"""
CIRCUITS = """\

% A circuit begins at the first node that is not its own successor and visits all of these.
begin(C,B) :- node(C,_), B = #min { U : node(C,(U,X)), not value(X,U) }, B != #sup.
visited(C,B) :- begin(C,B).
visited(C,V) :- visited(C,U), node(C,(U,X)), value(X,V), node(C,(V,_)).
:- node(C,(U,X)), not value(X,U), not visited(C,U).
:- node(C,(_,X)), value(X,V), not node(C,(V,_)).
:- node(C,(V,_)), #count { U : node(C,(U,X)), value(X,V) } > 1.
:- node(C,_), not begin(C,_).
"""
ATOM = re.compile(r'(?<![-\w])value\(([a-z]\w*|"(?:[^"\\]|\\.)*"),(-?[0-9]{1,10})\)', re.ASCII)
NEGATIVE = ("UNSATISFIABLE", "INCONSISTENT")
STATUS = re.compile(
    r"""^(?:s\ |\s*"Result":\ ")?
    (SATISFIABLE|UNSATISFIABLE|INCONSISTENT|UNKNOWN|\*\*\*\ ERROR:.*?)"?,?$""",
    re.MULTILINE | re.VERBOSE,
)


def write(problem: Problem, distinct: bool = False) -> Iterator[str]:
    """A clingo program: facts for variables and their values, and a rule for each constraint.

    Raises:
        UnsupportedError: it cannot say some constraint, or a domain is too large.
    """
    number, notes = len(problem.domains), remarks(problem, identifiers(problem, spell))
    if problem.goal is not None:
        problem = with_value(problem)
    flat = POSTS.flatten(problem)
    to = words(problem, flat, spell)
    said = [
        (title, [body for constraint in parts for body in POSTS.post(constraint, to)])
        for title, parts in titled(problem, flat, distinct)
    ]
    many = "For one solution: clingo FILE; for all of them: clingo FILE 0"
    yield f"% {'For a best solution: clingo FILE --quiet=1' if problem.goal else many}\n"
    if columns := columns_of(problem):
        yield f"% value(I,V): the variable I has the value V; they stand in {columns} columns:\n"
        yield from (f"%   {' '.join(row)}\n" for row in in_rows(problem, to.names, columns))
    for place, (name, domain) in enumerate(zip(to.names, flat.domains, strict=True)):
        own = place < number
        yield f"variable({name})." + ("" if own else f" fresh({name}).")
        yield f" domain({name},({_pool(domain)}))." if domain else ""
        yield f"  % {notes[place]}\n" if own and notes[place] else "\n"
    yield RULES
    yield SCOPES * any(body.startswith("full(") for _, bodies in said for body in bodies)
    yield CIRCUITS * any(isinstance(each, Circuit) for each in flat.constraints)
    for title, bodies in said:
        yield f"\n% {title}\n" if title else "\n"
        yield from (f"{each}.\n" if isinstance(each, Fact) else f":- {each}.\n" for each in bodies)
    if problem.goal is not None:
        (name,) = to.of(problem.goal.scope)
        yield f"\n#{problem.goal.sense} {{ V : value({name},V) }}.\n"


def spell(name: str) -> str | None:
    """A name as a constant, or as a text."""
    if re.fullmatch(r"[a-z][A-Za-z0-9_]*", name) and name != "not":
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if name.isprintable() else None


def read(problem: Problem, text: str) -> Solution:
    """The solution in the answer that clingo printed, in any of its output modes.

    Raises:
        UnsatisfiableError: it says that there is no answer set.
        ModelError: there is no answer, or it does not give each variable one value.
    """
    plain = _plain(text)
    atoms = ATOM.findall(plain)
    places = {name: place for place, name in enumerate(identifiers(problem, spell))}
    expect_answer(plain, bool(atoms), "`value(x,V)` and so on", empty=not places)
    for name, _ in atoms:
        if name not in places:
            raise ModelError(f"found a value of {name:.60}, expected variables of the problem")
    return solution_of(problem, ((places[name], int(value)) for name, value in atoms))


def _plain(text: str) -> str:
    """The answers and the result of an output in JSON, where texts are escaped; others as is."""
    try:
        report: Any = json_value(text)
        answers = [each for call in report["Call"] for each in call.get("Witnesses", ())]
        return "\n".join([*(" ".join(each["Value"]) for each in answers), report["Result"]])
    except (ValueError, LookupError, TypeError, AttributeError):
        return text


def expect_answer(text: str, atoms: bool, wanted: str, empty: bool = False) -> None:
    """Complain unless clingo printed an answer, which may be `empty`.

    Args:
        text: all that it printed.
        atoms: whether there are atoms of an answer in it.
        wanted: what these are.
        empty: an answer has no atoms.

    Raises:
        UnsatisfiableError: it says that there is no answer set.
        ModelError: there is no answer in the text.
    """
    expected = f"expected an answer with {wanted}"
    words = dict.fromkeys(match[1] for match in STATUS.finditer(text))
    word = next(iter(words), "")
    if len(words) > 1 or (atoms and word in NEGATIVE):
        found = listed([*words, *["an answer set"][: bool(atoms)]])
        raise ModelError(f"found {found}, {expected}")
    if not atoms and word in NEGATIVE:
        raise UnsatisfiableError(f"the solver says {word}: there is no answer set")
    if not atoms and not (empty and word == "SATISFIABLE"):
        raise ModelError(f"found {f'`{word}`' if word else 'no answer'}, {expected}")


def _pool(domain: Domain) -> str:
    return ";".join(str(low) if low == high else f"{low}..{high}" for low, high in domain.intervals)


@POSTS(AllDifferent)
def post_all_different(to: Words, constraint: AllDifferent) -> Iterator[str]:
    names = to.of(constraint.scope)
    if where := full_scope(constraint, to.fresh.domains):
        scope, values = f"({','.join(names)})", _pool(Domain.of([*where]))
        yield Fact(f"full({scope},({values})). in({scope},({';'.join(names)}))")
    elif names:
        members = "; ".join(f"{place} : value({name},V)" for place, name in enumerate(names))
        others = "".join(f", V != {value}" for value in constraint.excepted)
        yield f"#count {{ {members} }} > 1, domain(_,V){others}"


def _fits(constraint: Linear, fresh: Fresh) -> bool:
    weights = zip(constraint.coefficients, fresh.of(constraint.scope), strict=True)
    most = sum(abs(weight) * _largest_sum(domain) for weight, domain in weights)
    return max(most, abs(constraint.constant), *map(abs, constraint.coefficients), 0) < SUMS


def _size(domain: Domain) -> int:
    return max(abs(domain.min), abs(domain.max)) if domain else 0


def _largest_sum(domain: Domain) -> int:
    """An upper bound of the sum of the absolute values of a domain."""
    return sum((high - low + 1) * max(abs(low), abs(high)) for low, high in domain.intervals)


OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@POSTS(Linear, when=_fits)
def post_linear(to: Words, constraint: Linear) -> Iterator[str]:
    pairs = enumerate(zip(constraint.coefficients, to.of(constraint.scope), strict=True))
    terms = "; ".join(f"{weight}*V,{place} : value({name},V)" for place, (weight, name) in pairs)
    yield f"#sum {{ {terms} }} {OPPOSITE[constraint.operator]} {constraint.constant}"


@POSTS(Count, when=right_within(SUMS - 1))
def post_count(to: Words, constraint: Count) -> Iterator[str]:
    values = [
        f"{place} : value({to.names[each]},{value})"
        for place, each in enumerate(constraint.variables)
        for value in sorted(constraint.constants)
        if value in to.fresh.domains[each]
    ]
    values += [
        f"{place} : value({to.names[each]},V), value({to.names[value.number]},V)"
        for place, each in enumerate(constraint.variables)
        for value in constraint.values
        if isinstance(value, Variable)
    ]
    yield _unlike(to, f"#count {{ {'; '.join(values)} }}", constraint)


@POSTS(NValues, when=right_within(SUMS - 1))
def post_n_values(to: Words, constraint: NValues) -> Iterator[str]:
    others = "".join(f", V != {value}" for value in constraint.excepted)
    values = "; ".join(f"V : value({name},V){others}" for name in to.of(constraint.variables))
    yield _unlike(to, f"#count {{ {values} }}", constraint)


def _counts_within(constraint: Cardinality, fresh: Fresh) -> bool:
    return all(right_within(SUMS - 1)(each, fresh) for each in constraint.counts())


@POSTS(Cardinality, when=_counts_within)
def post_cardinality(to: Words, constraint: Cardinality) -> Iterator[str]:
    for each in constraint.counts():
        yield from POSTS.post(each, to)
    others = "".join(f", V != {value}" for value in constraint.values)
    for name in to.of(constraint.variables) if constraint.closed else ():
        yield f"value({name},V){others}"


def _unlike(to: Words, measured: str, constraint: Measure) -> str:
    """The condition that a measure does not compare so with its right side."""
    opposite, right = OPPOSITE[constraint.operator], constraint.right
    if isinstance(right, Variable):
        return f"value({to.names[right.number]},N), {measured} {opposite} N"
    return f"{measured} {opposite} {right}"


class Fact(str):
    """A rule without a body, which states what is true; other rules exclude what is not."""

    __slots__ = ()


@POSTS(Circuit, when=of_two_nodes)
def post_circuit(to: Words, constraint: Circuit) -> Iterator[str]:
    names, nodes = to.of(constraint.variables), constraint.nodes
    pairs = [*zip(nodes, names, strict=True)]
    circuit, pool = ",".join(names), "; ".join(f"{node},{name}" for node, name in pairs)
    yield Fact(f"node(({circuit},{constraint.start}),({pool}))")
    if not constraint.loops:
        yield from (f"value({name},{node})" for node, name in pairs)
    if constraint.size is not None:
        visited = "; ".join(f"{node} : not value({name},{node})" for node, name in pairs)
        size = constraint.size
        if isinstance(size, Variable):
            yield f"value({to.names[size.number]},N), #count {{ {visited} }} != N"
        else:
            yield f"#count {{ {visited} }} != {size}"


@POSTS(Table)
def post_table(to: Words, constraint: Table) -> Iterator[str]:
    listed = [
        ", ".join(
            f"value({name},{entry})"
            for name, entry in zip(to.of(constraint.scope), entries, strict=True)
            if entry != STAR
        )
        for entries in constraint.tuples
    ]
    if constraint.forbidden:
        yield from (body or "#true" for body in listed)
    elif "" not in listed:
        choices = "; ".join(f"{at} : {body}" for at, body in enumerate(listed))
        yield f"#count {{ {choices} }} < 1"


@POSTS(Clauses, when=over_truth_values)
def post_clauses(to: Words, constraint: Clauses) -> Iterator[str]:
    zero, one = ([f"value({x},{value})" for x in to.of(constraint.scope)] for value in (0, 1))
    for clause in constraint.said(zero, one):
        yield ", ".join(clause) or "#true"


@POSTS(Element)
def post_element(to: Words, constraint: Element) -> Iterator[str]:
    items = dict(enumerate(constraint.items, constraint.start))
    for at in to.fresh.domains[constraint.index]:
        here = f"value({to.names[constraint.index]},{at})"
        yield f"{here}, {_differ(to, items[at], constraint.value)}" if at in items else here


def _differ(to: Words, one: Atom, other: Atom) -> str:
    """The condition that two atoms have different values."""
    if not isinstance(one, Variable):
        one, other = other, one
    if not isinstance(one, Variable):
        return "#true" if one != other else "#false"
    if not isinstance(other, Variable):
        return f"not value({to.names[one.number]},{other})"
    return f"value({to.names[one.number]},V), not value({to.names[other.number]},V)"


FUNCTIONS = {
    # the value of the operator, by a condition on the operands
    "abs": {"#true": "|X|"},
    "sqr": {"#true": "X*X"},
    "mul": {"#true": "X*Y"},
    "dist": {"#true": "|X-Y|"},
    "min": {"X <= Y": "X", "X > Y": "Y"},
    "max": {"X >= Y": "X", "X < Y": "Y"},
    "div": {
        "X >= 0, Y > 0": "X/Y",
        "X >= 0, Y < 0": "-(X/|Y|)",
        "X < 0, Y > 0": "-(|X|/Y)",
        "X < 0, Y < 0": "|X|/|Y|",
    },
    "mod": {"X >= 0": r"X\|Y|", "X < 0": r"-(|X|\|Y|)"},
    "lt": {"X < Y": "1", "X >= Y": "0"},
    "le": {"X <= Y": "1", "X > Y": "0"},
    "ge": {"X >= Y": "1", "X < Y": "0"},
    "gt": {"X > Y": "1", "X <= Y": "0"},
    "eq": {"X = Y": "1", "X != Y": "0"},
    "ne": {"X != Y": "1", "X = Y": "0"},
}


def _is_small(constraint: Expression, fresh: Fresh) -> bool:
    """Whether an expression is one operator of at most two operands with few pairs of values."""
    single = primitive(constraint, fresh)
    if single is None or single.result is None or len(single.operands) > 2:
        return False
    domains = [
        fresh.domains[each.number] if isinstance(each, Variable) else Domain.of([each])
        for each in single.operands
    ]
    sizes = [max(1, _size(domain)) for domain in domains * (3 - len(domains))]
    few = prod(domain.size for domain in domains) <= LARGEST and sum(sizes) < SUMS
    return single.operator in FUNCTIONS and few and prod(sizes) < SUMS


@POSTS(Expression, when=_is_small)
def post_expression(to: Words, constraint: Expression) -> Iterator[str]:
    single = primitive(constraint, to.fresh)
    assert single is not None
    values = ", ".join(_values(to, single))
    for condition, result in FUNCTIONS[single.operator].items():
        assert single.result is not None
        yield f"{values}, {condition}, not value({to.names[single.result.number]},{result})"


def _values(to: Words, single: Primitive) -> Sequence[str]:
    """The values of the operands, as X and Y."""
    named = list(zip("XY", single.operands, strict=False))
    if len(named) == 1 and single.operator in ("min", "max"):
        named.append(("Y", single.operands[0]))
    return [
        f"value({to.names[each.number]},{name})"
        if isinstance(each, Variable)
        else f"{name} = {each}"
        for name, each in named
    ]


ENCODINGS = {
    "asp": Encoding("clingo's ASP", ".lp", Codec(write, read, size_in(POSTS)), objectives=True)
}
