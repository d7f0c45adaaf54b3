"""A problem as an XCSP3 instance: a variable each, and XCSP3's own element for each kind.

    <var id="x"> -2 1..5 </var>
    <allDifferent> <list> x y z </list> <except> 0 </except> </allDifferent>
    <sum> <list> x y </list> <coeffs> 2 -1 </coeffs> <condition> (le,7) </condition> </sum>
    <extension> <list> x y </list> <supports> (1,2)(3,*) </supports> </extension>
    <element> <list> x y z </list> <index> i </index> <value> v </value> </element>
    <intension> imp(lt(add(x,1),y),eq(abs(x),3)) </intension>

All of it belongs to XCSP3-core (Boussemart, Lecoutre, Audemard and Piette, "XCSP3-core: a format
for representing constraint satisfaction/optimization problems", arXiv 2009.00514, 2022).  That
grammar leaves out what is degenerate: empty domains, sums of one variable, tables over none, no
variable at all.  Such a constraint is written as an `intension` of one variable that is never true,
as the one comparison that is left, or not at all.  An index counts from 0 and stays in the list;
another has a fresh variable at its side.  Items are all constants or all variables; among variables
a constant is one, too.  An all-different in which a variable occurs twice is decomposed.  Solvers
do not agree on what division by 0 means, nor read stars in forbidden tuples: the comparison around
the division says that the divisor is not 0 (total.py), and such a tuple is an `intension`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

from accord.encodings.comments import title
from accord.encodings.encoding import Codec
from accord.encodings.model import ModelError, UnsatisfiableError, solution_of
from accord.encodings.posts import Posts
from accord.encodings.problems.total import Totality
from accord.encodings.problems.words import Words, identifiers, remarks, size_in, titled, words
from accord.puzzles.constraints import terms
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.constraints.constraint import Variable
from accord.puzzles.constraints.decompositions.fresh import Fresh
from accord.puzzles.constraints.element import Element
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Linear
from accord.puzzles.constraints.table import STAR, Entry, Table
from accord.puzzles.domain import Domain
from accord.puzzles.problem import Problem, Solution

POSTS = Posts("xcsp3")
OPERATORS = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
OTHERS = """\
if set others card union inter diff sdiff hull djoint subset subseq supset supseq convex PI E fdiv
fmod sqrt nroot exp ln log sin cos tan asin acos atan sinh cosh tanh"""
RESERVED = {*terms.NUMBERS, *terms.TRUTH_OPERATORS, *OTHERS.split()}  # all operators of XCSP3
REPEATED = re.compile(r"(-?[0-9]{1,4000})(?:x([0-9]{1,9}))?")


def write(problem: Problem, distinct: bool = False) -> Iterator[str]:
    """XCSP3: a variable each, and an element for each constraint.

    Raises:
        UnsupportedError: it cannot say some constraint.
    """
    flat = POSTS.flatten(problem)
    to = words(problem, flat, spell)
    if not flat.domains:
        to.another(Domain.of([0]))  # an instance has a variable
    said = [
        (about, [line for constraint in parts for line in POSTS.post(constraint, to)])
        for about, parts in titled(problem, flat, distinct)
    ]
    yield '<instance format="XCSP3" type="CSP">\n'
    yield f"  <!-- {title(problem)}. -->\n  <variables>\n"
    notes = remarks(problem, to.names)
    for place, (name, domain) in enumerate(zip(to.names, flat.domains, strict=True)):
        yield f'    <var id="{name}"> {_values(domain or Domain.of([0]))} </var>'
        yield f"{_comment(notes[place] if place < len(notes) else '')}\n"
    yield "  </variables>\n  <constraints>\n"
    for name, domain in zip(to.names, flat.domains, strict=True):
        if not domain:
            yield f"    {_never(name, 0)}{_comment(f'nothing is left for {name}')}\n"
    for about, lines in said:
        yield f"   {_comment(about)}\n" if about and lines else ""
        yield from (f"    {line}\n" for line in lines)
    yield "  </constraints>\n</instance>\n"


def spell(name: str) -> str | None:
    """A name as an identifier."""
    legal = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name)
    return name if legal and name not in RESERVED else None


def read(problem: Problem, text: str) -> Solution:
    """The solution of the first instantiation in what a solver printed.

    Raises:
        UnsatisfiableError: it says that there is none.
        ModelError: there is none in the text.
    """
    names, numbers = instantiation(text)
    places = {name: place for place, name in enumerate(identifiers(problem, spell))}
    values = [value for number in numbers for value in several(number, len(names))]
    if len(names) != len(values):
        raise ModelError(f"found {len(values)} values for {len(names)} variables, expected as many")
    pairs = zip(names, values, strict=True)
    return solution_of(problem, ((places[name], value) for name, value in pairs if name in places))


def instantiation(text: str) -> tuple[list[str], list[str]]:
    """The words of the list and of the values in the first instantiation of a text.

    Lines of the competitions are understood: `s` says the status, `v` a part of the instantiation.

    Raises:
        UnsatisfiableError: a solver says that there is none.
        ModelError: there is none in the text.
    """
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)  # ACE prints in colours
    lines = [line.strip() for line in text.splitlines()]
    statuses = {" ".join(line[1:].split()) for line in lines if line[:2].rstrip() == "s"}
    marked = "\n".join(line[1:] for line in lines if line[:2].rstrip() == "v")
    found = re.search(r"<instantiation\b.*?</instantiation>", marked or text, re.DOTALL)
    if "UNSATISFIABLE" in statuses:
        if found or len(statuses) > 1:
            raise ModelError("found UNSATISFIABLE and more than that, expected one of them")
        raise UnsatisfiableError("the solver says that there is no solution")
    if other := statuses - {"SATISFIABLE", "OPTIMUM FOUND"}:
        raise ModelError(f"found the status {min(other)!r}, expected SATISFIABLE")
    if not found:
        raise ModelError("found no instantiation, expected <instantiation> ... </instantiation>")
    try:
        root = ElementTree.fromstring(found[0])
    except ElementTree.ParseError as error:
        raise ModelError(f"the instantiation is no XML: {error}") from error
    return (root.findtext("list") or "").split(), (root.findtext("values") or "").split()


def several(number: str, most: int) -> list[int]:
    """The values that 5, or 5x3 for 5 5 5, stands for; no more than `most`."""
    match = REPEATED.fullmatch(number)
    if not match or int(match[2] or 1) > most:
        raise ModelError(f"found the value {number!r}, expected a number, or as in 5x3 several")
    return [int(match[1])] * int(match[2] or 1)


def _comment(text: str) -> str:
    """A comment behind a space; nothing, if it says nothing."""
    return f" <!-- {re.sub('-(?=-|$)', '- ', text)} -->" if text else ""


def _values(domain: Domain) -> str:
    return " ".join(str(low) if low == high else f"{low}..{high}" for low, high in domain.intervals)


def _never(name: str, low: int) -> str:
    """What no value of a variable satisfies."""
    return f"<intension> lt({name},{low}) </intension>"


def _false(to: Words) -> str:
    domain = to.fresh.domains[0]
    return _never(to.names[0], domain.min if domain else 0)


def _list(names: Iterable[object]) -> str:
    return f"<list> {' '.join(map(str, names))} </list>"


def _each_once(constraint: AllDifferent, fresh: Fresh) -> bool:
    return len({*constraint.scope}) == len(constraint.scope)


@POSTS(AllDifferent, when=_each_once)
def _(to: Words, constraint: AllDifferent) -> Iterator[str]:
    if len(constraint.scope) < 2:
        return
    names = to.of(constraint.scope)
    if constraint.excepted:
        excepted = f"<except> {' '.join(map(str, constraint.excepted))} </except>"
        yield f"<allDifferent> {_list(names)} {excepted} </allDifferent>"
    else:
        yield f"<allDifferent> {' '.join(names)} </allDifferent>"


@POSTS(Linear)
def _(to: Words, constraint: Linear) -> Iterator[str]:
    weights, right = constraint.weights, constraint.constant
    operator, names = OPERATORS[constraint.operator], to.of(weights)
    if not weights:
        if not constraint.holds([0] * len(constraint.scope)):
            yield _false(to)
    elif [*weights.values()] == [1, -1] and not right:
        yield f"<intension> {operator}({names[0]},{names[1]}) </intension>"
    elif len(weights) == 1 or (len(weights) == 2 and operator == "ne"):
        pairs = zip(weights.values(), names, strict=True)
        terms = [name if weight == 1 else f"mul({weight},{name})" for weight, name in pairs]
        total = f"add({','.join(terms)})" if len(terms) > 1 else terms[0]
        yield f"<intension> {operator}({total},{right}) </intension>"
    else:
        coefficients = " ".join(map(str, weights.values()))
        said = "" if {*weights.values()} == {1} else f" <coeffs> {coefficients} </coeffs>"
        condition = f"<condition> ({operator},{right}) </condition>"
        yield f"<sum> {_list(names)}{said} {condition} </sum>"


@POSTS(Table)
def _(to: Words, constraint: Table) -> Iterator[str]:
    scope, rows = _different(constraint, to.fresh)
    listed = True if any({*row} <= {STAR} for row in rows) else None if rows else False
    if listed == constraint.forbidden:
        yield _false(to)
    elif listed is None:
        yield from _extension(to.of(scope), rows, constraint.forbidden)


def _extension(names: list[str], rows: Sequence[Sequence[Entry]], forbidden: bool) -> Iterator[str]:
    """Tuples that are allowed or forbidden; of forbidden ones those with stars apart."""
    short = [row for row in rows if STAR in row and forbidden]
    for row in short:
        pairs = zip(names, row, strict=True)
        differing = [f"ne({name},{entry})" for name, entry in pairs if entry != STAR]
        either = f"or({','.join(differing)})" if len(differing) > 1 else differing[0]
        yield f"<intension> {either} </intension>"
    if len(short) < len(rows):
        whole = [row for row in rows if row not in short]
        tuples = "".join(f"({','.join(map(str, row))})" for row in whole)
        if len(names) == 1:
            tuples = _values(Domain.of(entry for (entry,) in whole if entry != STAR))
        tag = "conflicts" if forbidden else "supports"
        yield f"<extension> {_list(names)} <{tag}> {tuples} </{tag}> </extension>"


def _different(table: Table, fresh: Fresh) -> tuple[list[int], list[tuple[Entry, ...]]]:
    """A table over its different variables: tuples that their domains have, in order."""
    scope = [*dict.fromkeys(table.scope)]
    rows: set[tuple[Entry, ...]] = set()
    for entries in table.tuples:
        found: dict[int, Entry] = dict.fromkeys(scope, STAR)
        pairs = [(x, entry) for x, entry in zip(table.scope, entries, strict=True) if entry != STAR]
        found.update(pairs)
        if all(found[x] == entry and entry in fresh.domains[x] for x, entry in pairs):
            rows.add(tuple(found.values()))
    return scope, sorted(rows, key=lambda row: [(entry == STAR, entry) for entry in row])


@POSTS(Element)
def _(to: Words, constraint: Element) -> Iterator[str]:
    start, items = constraint.start, constraint.items
    index, value = to.names[constraint.index], _atom(to, constraint.value)
    domain = to.fresh.domains[constraint.index]
    within = domain.between(start, start + len(items) - 1)
    if not within:
        yield _false(to)
        return
    if len(items) == 1:
        here = f"eq({index},{start}),eq({value},{_atom(to, items[0])})"
        yield f"<intension> and({here}) </intension>"
        return
    if start or within != domain:
        shifted = tuple((low - start, high - start) for low, high in within.intervals)
        place = to.another(Domain(shifted))
        yield f"<intension> eq({index},{f'add({place},{start})' if start else place}) </intension>"
        index = place
    place, wanted = f"<index> {index} </index>", f"<value> {value} </value>"
    yield f"<element> {_list(_items(to, items))} {place} {wanted} </element>"


def _items(to: Words, items: Sequence[int | Variable]) -> list[str]:
    """The items of a list; constants among variables are fresh variables of one value."""
    constants = {each for each in items if isinstance(each, int)}
    if not constants or not any(isinstance(each, Variable) for each in items):
        return [_atom(to, each) for each in items]
    names = {each: to.another(Domain.of([each])) for each in sorted(constants)}
    return [_atom(to, each) if isinstance(each, Variable) else names[each] for each in items]


def _atom(to: Words, atom: int | Variable) -> str:
    return to.names[atom.number] if isinstance(atom, Variable) else str(atom)


@POSTS(Expression)
def _(to: Words, constraint: Expression) -> Iterator[str]:
    if not constraint.scope:
        if not constraint.holds(()):
            yield _false(to)
        return
    term = Totality(to.fresh, eager=True).truth(constraint.term)
    names = {variable: to.names[variable] for variable in constraint.scope}
    yield f"<intension> {terms.as_text(term, names)} </intension>"


CODEC = Codec(write, read, size_in(POSTS))
