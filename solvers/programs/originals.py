"""The XCSP3 file that a problem was read from, handed to a program as it is: `reads=itself`.

Otherwise a program gets an instance that accord writes anew (instances.py): flat, and decomposed
where one of the programs misreads a kind.  With its file it is asked what its users ask it, and
shares no writer of accord's with other solvers; what a claim has passed is the program's own reader
and the parser under it, which ACE and Choco have in common.

What is asked has to be what the file says.  So these are refused by name:

    no file           a puzzle, JSON, a model; a file in another encoding than UTF-8
    another problem   whatever is made of a problem has no file: reordered; where its objective is
                      ignored, that is left out of the file
    asked again       a program that does not list all solutions, for more than one: it would get
                      the file with a constraint more
    misread           a constraint that a known fault of the installed version is about
                      (solvers/known_faults.toml), by the kind, its arguments and its domains

Values come back by the names of the file, arrays as a[][] and symbols as words.  The reader's own
variables, as for x+1 in a list, are not among them: each has the values that fit the others.
"""

import re
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Literal

from accord.encodings.model import ModelError
from accord.encodings.posts import Condition, Flat, Posts
from accord.encodings.problems import xcsp3
from accord.encodings.problems.folding import folded
from accord.puzzles.constraints import terms
from accord.puzzles.constraints.automaton import Transition
from accord.puzzles.constraints.constraint import Constraint, TooLargeError, Variable
from accord.puzzles.constraints.cumulative import Cumulative
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.constraints.decompositions.expression import ends_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.lex import Lex
from accord.puzzles.constraints.mdd import MDD
from accord.puzzles.constraints.no_overlap import NoOverlap, NoOverlap2D
from accord.puzzles.constraints.table import Table, has_stars
from accord.puzzles.constraints.terms import Operation, Term
from accord.puzzles.formats.registry import format_of
from accord.puzzles.formats.xcsp3.elements import NotXcsp3Error
from accord.puzzles.formats.xcsp3.read import declared
from accord.puzzles.phrasing import listed
from accord.puzzles.problem import Problem, Solution
from accord.puzzles.shared import derived
from accord.solvers.interface import UnsupportedError
from accord.solvers.known_faults import Fault, faults_of
from accord.solvers.programs.descriptions import Description
from accord.solvers.programs.instance_posts import (
    MISREAD,
    each_once,
    may_be_negative,
    operators,
    take_time,
)

_OBJECTIVE = {  # what is left out of a file where the objective is ignored, and put there
    "xcsp3": ((rb"<objectives>.*?</objectives>", b""), (rb"""(type\s*=\s*["'])COP""", rb"\1CSP")),
    "opb": ((rb"^\s*(?:min|max)\s*:[^;]*;", b""),),
}
_WCNF = re.compile(rb"^p\s+wcnf\s+([0-9]+)\s+[0-9]+\s+([0-9]+)", re.MULTILINE)  # of old
_SATLIB = re.compile(rb"^[ \t]*%[ \t\r]*$", re.MULTILINE)
Reads = Literal["ours", "itself"]  # what accord writes, or the file of the problem


def file_of(problem: Problem, *languages: str) -> bytes:
    """The file that says a problem.

    Args:
        problem: any.
        languages: names of formats.

    Raises:
        UnsupportedError: there is none in one of these languages.
    """
    if (original := problem.original) is None or format_of(original) not in languages:
        raise UnsupportedError(
            f"reads=itself: found no file in {listed(languages, 'or')} that says this problem, "
            "expected one read from such a file and not changed since"
        )
    if b"%" in original and _SATLIB.search(original):
        raise UnsupportedError(
            "reads=itself: found a line % at the end, as in files of SATLIB, expected none: most "
            "readers do not take it"
        )
    return _without_objective(original) if problem.ignores_objective else original


def _without_objective(original: bytes) -> bytes:
    """A file without its objective; of one in WCNF the hard clauses."""
    if (language := format_of(original)) == "wcnf":
        head = _WCNF.search(original)
        weight = [head[2] if head else b"h"]
        hard = [each for each in original.splitlines() if each.split()[:1] == weight]
        first = [b"p wcnf %s %d %s" % (head[1], len(hard), head[2])] if head else []
        return b"".join(each + b"\n" for each in (*first, *hard))
    for pattern, instead in _OBJECTIVE[str(language)]:
        original = re.sub(pattern, instead, original, count=1, flags=re.DOTALL | re.MULTILINE)
    return original


@dataclass(frozen=True)
class OwnReader(Posts):
    """What a program reads of a file itself: every kind that no known fault is about."""

    languages: tuple[str, ...] = ("xcsp3",)  # of the files that it reads, names of formats
    engine: str = ""
    package: str = ""  # whose version says which faults are known

    def flatten(self, problem: Problem) -> Flat:
        """The problem as it is.

        Raises:
            UnsupportedError: it has no file, or a constraint that is misread; says which.
        """
        file_of(problem, *self.languages)
        fresh, faults = Fresh(problem.domains), _faults(self.engine, self.package)
        for place, constraint in enumerate(problem.constraints):
            for fault, is_misread in faults.get(constraint.kind, ()):
                if is_misread(constraint, fresh):
                    owner = constraint.name or f"of constraint {place + 1}"
                    what = f"{constraint.kind} {owner}, which it misreads"
                    raise UnsupportedError(f"reads=itself: found {what}: {fault.name}")
        passed = [{f"{self.name} {each.kind}", *self.foreign} for each in problem.constraints]
        owners = tuple(range(len(problem.constraints)))
        return Flat(fresh, problem.constraints, tuple(map(frozenset, passed)), owners)


def own_reader(description: Description) -> OwnReader:
    """The reader of a program."""
    engine, parser = description.engine, description.parser
    return OwnReader(
        f"{engine}-reader",
        foreign=(parser,) if parser else (),
        engine=engine,
        package=description.distribution,
    )


@cache
def _faults(engine: str, package: str) -> Mapping[str, Sequence[tuple[Fault, Condition]]]:
    """By kind the known faults of an installed program's reader, and which constraints they hit."""
    from importlib import metadata

    try:
        installed = {package: metadata.version(package)} if package else {}
    except metadata.PackageNotFoundError:
        installed = {}
    found: dict[str, list[tuple[Fault, Condition]]] = {}
    for each in faults_of(installed):
        misreads = each.fault.misreads
        if misreads is not None and engine in misreads.engines:
            for kind in misreads.kinds:
                found.setdefault(kind, []).append((each.fault, CONDITIONS[misreads.when]))
    return found


def _of_term(holds: Callable[[Operation, Fresh], bool]) -> Condition:
    """The condition that a term in an expression fulfils one."""
    return lambda constraint, fresh: any(
        holds(each, fresh) for each in _operations(constraint.term)
    )


def _operations(term: Term) -> Iterator[Operation]:
    if isinstance(term, Operation):
        yield term
        for operand in term.operands:
            yield from _operations(operand)


def _misread_if_negative(*among: str) -> Condition:
    """The condition that an expression has one of these operators, and perhaps negative numbers."""
    return lambda constraint, fresh: (
        not {*among}.isdisjoint(operators(constraint.term))
        and may_be_negative(constraint.term, fresh)
    )


def _has_constant_truth(term: Operation, fresh: Fresh) -> bool:
    """Whether logic stands over what is constant, or follows from the domains."""
    if term.operator not in terms.LOGIC:
        return False
    return any(isinstance(folded(each, fresh.domains), int) for each in term.operands)


def _has_number_as_truth(term: Operation, fresh: Fresh) -> bool:
    """Whether logic stands over a number that may be another than 0 and 1."""
    logical = term.operands if term.operator in terms.LOGIC else ()
    if term.operator == "if":
        logical = term.operands[:1]
    return not all(_is_truth(each, fresh) for each in logical)


def _is_truth(term: Term, fresh: Fresh) -> bool:
    if isinstance(term, Variable):
        domain = fresh.domains[term.number]
        return not domain or (domain.min >= 0 and domain.max <= 1)
    return term.is_truth if isinstance(term, Operation) else term in (0, 1)


def _may_be_undefined(term: Operation, fresh: Fresh) -> bool:
    """Whether a divisor may be 0, or an exponent negative."""
    if term.operator not in ("div", "mod", "pow"):
        return False
    operand = term.operands[1]
    if isinstance(operand, Variable) and term.operator != "pow":
        return 0 in fresh.domains[operand.number]
    try:
        low, high = ends_of(operand, fresh.domains)
    except TooLargeError:
        return True
    return low < 0 if term.operator == "pow" else low <= 0 <= high


def _may_be_negative_tasks(constraint: Cumulative | NoOverlap | NoOverlap2D, fresh: Fresh) -> bool:
    """Whether a length, a height or the limit may be negative."""
    if isinstance(constraint, Cumulative):
        numbers = [*constraint.durations, *constraint.heights, constraint.limit]
    else:
        numbers = [length for box in constraint.boxes() for length in box.lengths]
    own = (fresh.domains[x.number] if isinstance(x, Variable) else (x,) for x in numbers)
    return any(min(values, default=0) < 0 for values in own)


def _has_star_of_fixed(constraint: Table, fresh: Fresh) -> bool:
    """Whether a table has stars, and a variable of one value."""
    fixed = any(len(domain) == 1 for domain in fresh.of(constraint.scope))
    return fixed and derived(constraint.tuples, has_stars)


def _is_lex_misread(constraint: Lex, fresh: Fresh) -> bool:
    return len(constraint.lists) == 1 or not each_once(constraint, fresh)


def _has_several_arcs(constraint: MDD, fresh: Fresh) -> bool:
    """Whether several arcs lead from a node by one value."""
    return derived(constraint.transitions, _are_several)


def _are_several(transitions: Sequence[Transition]) -> bool:
    return len({(node, value) for node, value, _ in transitions}) < len({*transitions})


CONDITIONS: Mapping[str, Condition] = {  # of known faults, by the words that stand there
    "": lambda constraint, fresh: True,
    "closed": lambda constraint, fresh: constraint.closed,
    "equal": lambda constraint, fresh: constraint.operator == "=",
    "not equal": lambda constraint, fresh: constraint.operator == "!=",
    "powers": lambda constraint, fresh: "pow" in operators(constraint.term),
    "negative numbers": _misread_if_negative(*MISREAD),
    "negative remainders": _misread_if_negative("mod"),
    "constant truth": _of_term(_has_constant_truth),
    "numbers as truth": _of_term(_has_number_as_truth),
    "not square": lambda constraint, fresh: len(constraint.rows) != len(constraint.rows[0]),
    "excepted values": lambda constraint, fresh: bool(constraint.excepted),
    "a variable twice": lambda constraint, fresh: not each_once(constraint, fresh),
    "a variable twice, or one row": _is_lex_misread,
    "stars of fixed variables": _has_star_of_fixed,
    "undefined terms": _of_term(_may_be_undefined),
    "several arcs by a value": _has_several_arcs,
    "negative tasks": _may_be_negative_tasks,
    "a first number": lambda constraint, fresh: constraint.start != 0,
    "lengths of 0": lambda constraint, fresh: not take_time(constraint, fresh),
    "lengths": lambda constraint, fresh: bool(constraint.lengths),
    "all visited": lambda constraint, fresh: not constraint.loops,
}


class FileAnswers:
    """The solutions of a problem in what a program prints about its file."""

    def __init__(self, problem: Problem, original: bytes) -> None:
        """Read the variables of the file.

        Args:
            problem: that was read from it.
            original: the file.
        """
        self._problem, self._declared = problem, declared(original)
        self._own = range(len(self._declared.names))
        self._said = {variable for each in problem.constraints for variable in each.scope}
        self._last: dict[int, list[Constraint]] = {}  # constraints by their last variable
        for each in problem.constraints:
            if (last := max(each.scope, default=-1)) >= len(self._own):
                self._last.setdefault(last, []).append(each)

    def solutions(self, printed: str) -> Iterator[Solution]:
        """Every solution that an instantiation stands for, as of encodings/problems/xcsp3.py.

        Raises:
            UnsatisfiableError: the program says that there is none.
            ModelError: there is none in the text.
        """
        given = self._assigned(printed)
        choices = [self._choices(variable, given) for variable in self._own]
        for values in product(*choices):
            yield from self._completed(values)

    def _assigned(self, printed: str) -> Mapping[int, int | None]:
        """The values of the file's variables that are printed; None is a star."""
        words, values = xcsp3.instantiation(printed)
        try:
            elements = [each for word in words for each in self._declared.elements(word, 1)]
            found: list[int | None] = []
            for word in values:
                found += self._several(word, len(elements))
        except NotXcsp3Error as error:
            raise ModelError(f"the instantiation: {error}") from None
        if len(found) != len(elements):
            what = f"found {len(found)} values for {len(elements)} variables"
            raise ModelError(f"{what}, expected as many")
        pairs = zip(elements, found, strict=True)
        return {each: value for each, value in pairs if each is not None}

    def _several(self, word: str, most: int) -> Sequence[int | None]:
        if word == "*":
            return [None]
        if self._declared.is_symbol(word, 1):
            return [self._declared.constant(word, 1)]
        return xcsp3.several(word, most)

    def _choices(self, variable: int, given: Mapping[int, int | None]) -> Sequence[int]:
        if variable not in given and variable in self._said:
            name = self._declared.names[variable]
            raise ModelError(f"found no value of {name}, expected one value of each variable")
        value = given.get(variable)
        return [*self._problem.domains[variable]] if value is None else [value]

    def _completed(self, values: Sequence[int]) -> Iterator[Solution]:
        """The solutions with these values of the file's variables.

        Where no value of a further one fits, one that does not: so the solution is refuted.
        """
        several = [dict(enumerate(values))]
        for variable in range(len(values), len(self._problem.domains)):
            for given in [*several]:
                first, *others = self._fitting(variable, given) or [0]
                several += [given | {variable: value} for value in others]
                given[variable] = first
        for given in several:
            yield self._problem.solution(given.values())

    def _fitting(self, variable: int, given: dict[int, int]) -> list[int]:
        """The values of the next variable that fit those before it."""
        domain, constraints = self._problem.domains[variable], self._last.get(variable, [])
        terms_of = filter(None, (_equal_to(variable, each, given) for each in constraints))
        return [
            value
            for value in next(terms_of, domain)
            if value in domain
            and all(_holds(each, ChainMap({variable: value}, given)) for each in constraints)
        ]


def _holds(constraint: Constraint, given: Mapping[int, int]) -> bool:
    return constraint.holds([given[variable] for variable in constraint.scope])


def _equal_to(variable: int, constraint: Constraint, given: Mapping[int, int]) -> Sequence[int]:
    """The value of the term that a variable is equal to, if a constraint says so."""
    term = constraint.term if isinstance(constraint, Expression) else None
    if not (isinstance(term, Operation) and term.operator == "eq"):
        return ()
    if term.operands[0] != Variable(variable):
        return ()
    try:
        return [terms.number(term.operands[1], given)]
    except (terms.UndefinedError, KeyError):
        return ()
