"""What the literals of a formula say of cells, and how a trace writes them.

A formula says that a cell has a value by one literal or by several (encodings/clauses.py).  The
cell has it as soon as all of them are true, and has it not when one of them is false.

    the literal                                    is written
    --------------------------------------------   ------------------------------------------------
    says a candidate by itself, as `extended` does [cell, value, true], or false where it is negated
    any other: of an auxiliary variable, a bound   ["x12", true]: variable 12 of the formula
    of `order`, a bit of `log`

Where such another literal was decided, no clause makes it true.  The reason of what it says of a
cell is then its meaning, a clause of no formula: `{"clause": ..., "learnt": false, "meaning":
true}`, that the cell has the value if all literals say so, or that it has it only if this one does.
Where it was propagated, the reason is the clause that it was propagated by, in which the candidate
itself does not stand.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator

from accord.encodings.clauses import CNF, Clause
from accord.puzzles.grid import Cell, Value
from accord.solvers.events import Reason
from accord.solvers.unit_replay import Because

UNKNOWN = Because((), True)  # no clause is known
Fact = tuple[Cell, Value, bool]  # the cell has the value, or has it not


class Words:
    """What the literals of a formula say of cells, and how they are written."""

    def __init__(self, formula: CNF) -> None:
        self._in: defaultdict[int, list[tuple[Cell, Value, Clause]]] = defaultdict(list)
        self._said = formula.cells
        self._alone: dict[int, Fact] = {}  # literals that say a candidate by themselves
        for cell, saying in enumerate(formula.cells):
            for value, said in saying.items():
                for literal in said:
                    self._in[literal].append((cell, value, said))
                if len(said) == 1:
                    self._alone.setdefault(said[0], (cell, value, True))
                    self._alone.setdefault(-said[0], (cell, value, False))

    def facts(self, literal: int, true: Collection[int]) -> Iterator[Fact]:
        """What it says of cells that a literal becomes true, beside others that are."""
        for cell, value, said in self._in.get(literal, ()):
            if all(each == literal or each in true for each in said):
                yield cell, value, True
        for cell, value, _ in self._in.get(-literal, ()):
            yield cell, value, False

    def word(self, literal: int) -> list[int | str | bool]:
        """`[cell, value, holds]`, or `["x12", holds]` where the literal is no candidate."""
        fact = self._alone.get(literal)
        return [*fact] if fact else [f"x{abs(literal)}", literal > 0]

    def reason(self, because: Because, fact: Fact | None = None, literal: int = 0) -> Reason:
        """The clause as traces write it.

        Where a decision that is no candidate says something of a cell, what it means is the clause.
        """
        if because is UNKNOWN and fact is not None and literal not in self._alone:
            return {"clause": self._meaning(fact, literal), "learnt": False, "meaning": True}
        return {"clause": [*map(self.word, because.clause)], "learnt": because.learnt}

    def _meaning(self, fact: Fact, literal: int) -> list[list[int | str | bool]]:
        """A candidate is the literals that say it: all of them make it, each is needed by it."""
        cell, value, holds = fact
        said = self._said[cell][value] if holds else (literal,)
        return [[*fact], *(self.word(-each) for each in said)]
