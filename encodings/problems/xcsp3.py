"""A problem as an XCSP3 instance: a variable each, and XCSP3's own element for each kind.

    <var id="x"> -2 1..5 </var>
    <allDifferent> <list> x y z </list> <except> 0 </except> </allDifferent>
    <sum> <list> x y </list> <coeffs> 2 -1 </coeffs> <condition> (le,7) </condition> </sum>
    <extension> <list> x y </list> <supports> (1,2)(3,*) </supports> </extension>
    <element> <list> x y z </list> <index> i </index> <value> v </value> </element>
    <intension> imp(lt(add(x,1),y),eq(abs(x),3)) </intension>

All of it belongs to XCSP3-core (Boussemart, Lecoutre, Audemard and Piette, "XCSP3-core: a format
for representing constraint satisfaction/optimization problems", arXiv 2009.00514, 2022).  What it
leaves out, and what its solvers refuse: xcsp3_kinds.py; kinds beyond the five: xcsp3_globals.py.
"""

import re
from collections.abc import Container, Iterator
from itertools import product
from xml.etree import ElementTree

from accord.encodings.encoding import Codec, Encoding
from accord.encodings.model import ModelError, UnsatisfiableError, solution_of
from accord.encodings.naming import (
    columns_of,
    identifiers,
    in_rows,
    remarks,
    size_in,
    title,
    titled,
    words,
)
from accord.encodings.posts import Posts
from accord.encodings.problems import xcsp3_globals
from accord.encodings.problems.xcsp3_kinds import intervals, never
from accord.puzzles.constraints import terms
from accord.puzzles.constraints.all_different import AllDifferent
from accord.puzzles.domain import Domain
from accord.puzzles.optimization import with_value
from accord.puzzles.problem import Problem, Solution

OTHERS = """\
if set others card union inter diff sdiff hull djoint subset subseq supset supseq convex PI E fdiv
fmod sqrt nroot exp ln log sin cos tan asin acos atan sinh cosh tanh"""
RESERVED = {*terms.NUMBERS, *terms.TRUTH_OPERATORS, *OTHERS.split()}  # all operators of XCSP3
POSTS = xcsp3_globals.POSTS  # those of xcsp3_kinds, too
REPEATED = re.compile(r"(-?[0-9]{1,4000})(?:x([0-9]{1,9}))?")


def write(problem: Problem, distinct: bool = False, posts: Posts = POSTS) -> Iterator[str]:
    """XCSP3: a variable each, and an element for each constraint.

    Args:
        problem: of any kinds.
        distinct: whether repeated constraints are left out.
        posts: what is said as it is; the rest is decomposed.

    Raises:
        UnsupportedError: it cannot say some constraint.
    """
    heading, goal = title(problem), problem.goal
    if goal is not None:
        problem = with_value(problem)
        goal = problem.goal
    flat = posts.flatten(problem)
    to = words(problem, flat, spell)
    if not flat.domains:
        to.another(Domain.of([0]))  # an instance has a variable
    said = [
        (about, [line for constraint in parts for line in posts.post(constraint, to)])
        for about, parts in titled(problem, flat, distinct)
    ]
    yield f'<instance format="XCSP3" type="{"COP" if goal else "CSP"}">\n'
    yield f"  <!-- {heading}. -->\n  <variables>\n"
    for row in in_rows(problem, to.names, columns_of(problem)):
        yield f"   {_comment('a row of the grid: ' + ' '.join(row))}\n"
    notes = remarks(problem, to.names)
    for place, (name, domain) in enumerate(zip(to.names, flat.domains, strict=True)):
        yield f'    <var id="{name}"> {intervals(domain or Domain.of([0]))} </var>'
        yield f"{_comment(notes[place] if place < len(notes) else '')}\n"
    yield "  </variables>\n  <constraints>\n"
    for name, domain in zip(to.names, flat.domains, strict=True):
        if not domain:
            yield f"    {never(name, 0)}{_comment(f'nothing is left for {name}')}\n"
    for about, lines in said:
        yield f"   {_comment(about)}\n" if about and lines else ""
        yield from (f"    {line}\n" for line in lines)
    yield "  </constraints>\n"
    if goal is not None:
        asked = f"<{goal.sense}> {to.names[goal.scope[0]]} </{goal.sense}>"
        yield f"  <objectives> {asked} </objectives>\n"
    yield "</instance>\n"


def spell(name: str) -> str | None:
    """A name as an identifier."""
    legal = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name)
    return name if legal and name not in RESERVED else None


def read(problem: Problem, text: str) -> Solution:
    """The first solution of the first instantiation in what a solver printed.

    Raises:
        UnsatisfiableError: it says that there is none.
        ModelError: there is none in the text.
    """
    if (found := next(solutions(problem, text), None)) is None:
        raise ModelError("found a star for a variable without values, expected a value")
    return found


def solutions(
    problem: Problem, text: str, mentioned: Container[str] | None = None
) -> Iterator[Solution]:
    """Every solution that the first instantiation in a text stands for.

    A star is any value, and so is what a solver leaves out because no constraint mentions it.

    Args:
        problem: with its domains.
        text: what a solver printed.
        mentioned: the words of the instance's constraints, if they are known.

    Raises:
        UnsatisfiableError: a solver says that there is none.
        ModelError: there is none in the text.
    """
    given = assigned(text)
    names = identifiers(problem, spell)
    if missing := {*names}.difference(name for name, _ in given):
        if mentioned is None:
            mentioned = words_of("".join(write(problem)))
        given += [(name, None) for name in missing if name not in mentioned]
    places = {name: place for place, name in enumerate(names)}
    pairs = [(places[name], value) for name, value in given if name in places]
    choices = [
        [(place, each) for each in (problem.domains[place] if value is None else (value,))]
        for place, value in pairs
    ]
    yield from (solution_of(problem, chosen) for chosen in product(*choices))


def words_of(instance: str) -> set[str]:
    """The words in an instance's constraints; a solver may leave out variables not among them."""
    constraints = instance.partition("<constraints>")[2]
    return {*re.findall(r"\w+", re.sub(r"<!--.*?-->", "", constraints, flags=re.DOTALL))}


def assigned(text: str) -> list[tuple[str, int | None]]:
    """The names and the values of the first instantiation in a text; None is a star.

    Raises:
        UnsatisfiableError: a solver says that there is none.
        ModelError: there is none in the text.
    """
    names, words = instantiation(text)
    values: list[int | None] = []
    for word in words:
        values += [None] if word == "*" else several(word, len(names))
    if len(names) != len(values):
        raise ModelError(f"found {len(values)} values for {len(names)} variables, expected as many")
    return [*zip(names, values, strict=True)]


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


def write_disequalities(problem: Problem, distinct: bool = False) -> Iterator[str]:
    """XCSP3: a variable each, and an intension for each pair that must differ.

    Raises:
        UnsupportedError: as `write`.
    """
    return write(problem, distinct, PAIRS)


PAIRS = POSTS.without(AllDifferent)
ENCODINGS = {
    "xcsp3": Encoding("XCSP3", ".xml", Codec(write, read, size_in(POSTS)), objectives=True),
    "xcsp3+disequalities": Encoding(
        "XCSP3", ".xml", Codec(write_disequalities, read, size_in(PAIRS)), objectives=True
    ),
}
