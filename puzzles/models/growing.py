"""A problem that grows while a model is read: the variables and the constraints said so far.

Variables are added for the values of terms that stand where a kind of ours takes a variable.  They
are called as the term is written, or `_1`, `_2` and so on where that is long, and a term that
stands there twice has one.
"""

from collections.abc import Hashable, Iterable
from itertools import count
from typing import Any

from accord.puzzles.constraints.constraint import Constraint, Variable
from accord.puzzles.constraints.decompositions.expression import ends_of
from accord.puzzles.constraints.expression import Expression
from accord.puzzles.constraints.linear import Comparison, Linear
from accord.puzzles.constraints.terms import Operation, Term, in_words
from accord.puzzles.domain import Domain
from accord.puzzles.errors import InputError
from accord.puzzles.optimization import LONGEST_NAME, weighted

MOST_LABEL = 200  # characters of a constraint's text in its name
WORDS: dict[str, Comparison] = {
    "eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip


class UnreadableModelError(InputError, ValueError):
    """A model says something that is not taken; says where, what, and what is expected."""


class Growing:
    """Variables with names and domains, and constraints over them."""

    def __init__(self) -> None:
        self.domains: list[Domain] = []
        self._names: list[str | None] = []  # None of variables that no model names
        self.constraints: list[Constraint] = []
        self.label = ""  # of what is being said
        self._known: dict[Hashable, Variable] = {}
        self._terms: dict[int, Term] = {}  # of variables that were added for their values

    @property
    def names(self) -> list[str]:
        """The names of all variables; those that no model names get ones that are free."""
        taken = {*self._names}
        free = (name for name in map("_{}".format, count(1)) if name not in taken)
        names = list[str]()
        for variable, own in enumerate(self._names):
            if own is None and variable in self._terms:  # of variables that have names already
                text = in_words(self._terms[variable], names)
                own = text if len(text) <= LONGEST_NAME and text not in taken else None
            names.append(next(free) if own is None else own)
        return names

    def add(self, name: str | None, domain: Iterable[int]) -> Variable:
        """A variable, with its name in the model if it has one."""
        self._names.append(name)
        self.domains.append(Domain.of(domain))
        return Variable(len(self.domains) - 1)

    def fresh(self, domain: Iterable[int]) -> Variable:
        """A variable that no model names."""
        return self.add(None, domain)

    def say(self, kind: type[Any], *arguments: Any, **named: Any) -> None:
        """Add a constraint of a kind, with the text of the model as its name."""
        self.constraints.append(kind(*arguments, **named, name=self.label[:MOST_LABEL]))

    def say_term(self, term: Term) -> None:
        """Add that a term is true: as a sum where it compares weighted sums."""
        if isinstance(term, int):
            if not term:
                self.say(Linear, (), "=", 1)
        elif isinstance(term, Variable):
            self.say(Linear, (term.number,), "=", 1)
        elif term.operator == "and":
            for each in term.operands:
                self.say_term(each)
        elif (
            term.operator in WORDS
            and len(term.operands) == 2
            and (sum_ := weighted((Operation("sub", term.operands),))) is not None
        ):
            weights, variables, constant = sum_
            self.say(Linear, variables, WORDS[term.operator], -constant, weights)
        else:
            self.say(Expression, term)

    def as_variable(self, term: Term) -> Variable:
        """A variable that has the value of a term; where the term has none, nothing is true."""
        if isinstance(term, Variable):
            return term
        if term not in self._known:
            low, high = ends_of(term, self.domains)
            self._known[term] = value = self.fresh(Domain(((low, high),)))
            self._terms[value.number] = term
            if not isinstance(term, int):
                self.say_term(Operation("eq", (value, term)))
        return self._known[term]

    def known(self, meaning: Hashable) -> Variable | None:
        """The variable that was added with this meaning."""
        return self._known.get(meaning)

    def means(self, meaning: Hashable, variable: Variable) -> Variable:
        """Note what a variable that was added means."""
        self._known[meaning] = variable
        return variable
