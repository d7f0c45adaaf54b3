"""Listening to CaDiCaL: what its search does, as events of a trace.

CaDiCaL reports to a connected listener what it assigns, when it opens a level and when it takes
levels back: Fazekas, Niemetz, Preiner, Kirchweger, Szeider and Biere, "IPASIR-UP: user propagators
for CDCL", SAT 2023.  It reports no reasons, and of a level that ends in a conflict only that it was
opened and taken back.  Both are found by propagating units once more (solvers/sat/unit_replay.py),
with what it has learnt in between, read from its proof (solvers/sat/added_clauses.py):

    what               how it is known
    ----------------   -------------------------------------------------------------------------
    decide             the first literal of a level, reason `{"decision": "cadical"}`; of a level
                       that failed at once the literal that it learnt to be false, the decision or
                       what followed from it: `{"decision": "cadical-learnt"}`
    assign, remove     the literals of a batch in their order, each with a clause all of whose
                       other literals are false; and those that lead to a conflict
    conflict           the clause that is false then
    backtrack          as reported, after a conflict or a solution
    restart            where there was neither; a backtrack if some levels stand, which CaDiCaL
                       would only decide again

Only `extended` and `natural` with pairwise at most one are traced, and of problems formulas whose
literals are values of variables alone: there a literal is a candidate.
Why, and what listening costs: docs/solvers/sat.md.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from accord.encodings.clauses.clauses import CNF, BoundLiterals, Clause
from accord.encodings.clauses.kinds.integers import TRUE
from accord.solvers.interface import UnsupportedError
from accord.solvers.sat.unit_replay import Because, UnitReplay
from accord.solvers.traces.events import Reason
from accord.solvers.traces.trace import Trace

ENCODINGS = ("extended", "natural")  # whose search can be traced


class Learnt(Protocol):
    """What a solver has learnt: how many clauses, and those since the last call."""

    number: int

    def new(self) -> list[Clause]:
        """The clauses that were added since the last call."""


@dataclass
class Level:
    """A decision of the solver, and what there was before it."""

    literals: int  # that were true
    depth: int  # decisions of the trace that stood
    guess: int = 0  # the literal; 0 where nothing of it has been reported


def unsupported_reason(encoding: str) -> str:
    """The reason why an encoding that is none of the ENCODINGS has no trace."""
    if encoding == "minimal":
        return "a cell may have two values for a while"
    if encoding == "reduced":
        return "what the givens remove is left out"
    return "some variables are no candidates"


def expect_values(formula: CNF, solver: str, found: Sequence[str] = ()) -> None:
    """Refuse a formula of a problem some of whose literals are no values, or what is found.

    Raises:
        UnsupportedError: there is such; for it there are no events.
    """
    others, known = [*found], {TRUE}
    for meaning in formula.cells:
        literals = [] if isinstance(meaning, BoundLiterals) else [*meaning.values()]
        known |= {abs(literal) for each in literals for literal in each}
        if not literals or max(map(len, literals)) > 1:
            others.append("values that are no literals")
    if (-TRUE,) in formula.clauses:
        others.append("a clause without any")
    if not known.issuperset(range(1, formula.variables + 1)):
        others.append("literals that are no values")
    if others:
        raise UnsupportedError(
            f"{solver} writes a trace where clauses are about values alone; found {others[0]}"
        )


class Listener:
    """PySAT's propagator that listens: it writes a trace and propagates nothing.

    Args:
        formula: what is solved, in one of the ENCODINGS.
        trace: where the steps are written.
        learnt: what the solver has learnt.
        late: whether the time is over.
        by: the solver's name, in the reasons of decisions.
    """

    is_lazy = False  # PySAT asks: it wants more than whole models

    def __init__(
        self,
        formula: CNF,
        trace: Trace,
        learnt: Learnt,
        late: Callable[[], bool],
        by: str = "cadical",
    ) -> None:
        self._by = by
        self.stopped = False  # the search is to end, and nothing more is written
        self._interrupted = False  # by another thread
        self.error: BaseException | None = None  # why, if a callback raised it
        self._trace, self._learnt, self._late = trace, learnt, late
        self._facts = {
            literal * sign: (cell, value, sign > 0)
            for cell, meaning in enumerate(formula.cells)
            for value, literals in meaning.items()
            for literal in literals
            for sign in (1, -1)
        }
        self._units = UnitReplay(formula.clauses)
        if TRUE not in self._facts:  # of a problem, which has no event
            self._units.true.add(TRUE)
        self._trail: list[int] = []  # the literals that are true, in their order
        self._levels: list[Level] = []
        self._permanent: set[int] = set()
        self._fresh: list[int] = []  # literals that may not have been propagated
        self._failed = False  # a conflict has been written, and not yet what is taken back
        self._found = False  # a model, and not yet what is taken back
        self._back: int | None = None  # the level to go back to, before it is written
        self._kept: list[tuple[int, bool]] = []  # assignments that were reported in between
        self._contradiction = 1

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        """Note that a literal has become true, for good where it is fixed."""
        self._guarded(self._assigned, lit, fixed)

    def on_new_level(self) -> None:
        """Note that a decision follows."""
        self._guarded(self._opened)

    def on_backtrack(self, to: int) -> None:
        """Take back all levels but the first `to`.

        What has been learnt from the conflict may not have been written yet, so that all waits for
        what comes next.
        """
        self._guarded(self._settle)
        self._back = to

    def check_model(self, model: list[int]) -> bool:
        """Accept a model, and return True; called when all variables have a value."""
        self._guarded(self._completed, model)
        return True

    def decide(self) -> int:
        """Decide nothing (0): the solver decides itself."""
        self._guarded(self._read)
        return 0

    def propagate(self) -> list[int]:
        """Propagate nothing; called when nothing more follows by units."""
        self._guarded(self._propagated)
        return []

    def provide_reason(self, lit: int) -> list[int]:
        """Return the literal; never called, as nothing was propagated here."""
        return [lit]

    def has_clause(self) -> bool:
        """Whether the search is to end."""
        self.stopped = self.stopped or self._interrupted or self._late()
        return self.stopped

    def add_clause(self) -> list[int]:
        """The next of two contradicting unit clauses where the search is to end, else none."""
        if not self.has_clause():
            return []
        self._contradiction = -self._contradiction
        return [self._contradiction]

    def forbade(self, clause: Clause) -> None:
        """Note a further clause of the formula."""
        self._guarded(self._forbade, clause)

    def interrupt(self) -> None:
        """End the search when it asks for a clause the next time."""
        self._interrupted = True

    def clear_interrupt(self) -> None:
        """Note that the search is over, whether it was interrupted or not."""
        self._interrupted = False

    def ended(self, satisfiable: bool | None) -> bool | None:
        """The result of the search; None where it was ended from outside.

        Raises:
            BaseException: what a callback raised.
        """
        if satisfiable is False:
            self._guarded(self._refuted)
        if self.error is not None:
            raise self.error
        self._trace.figures["learnt_clauses"] = self._learnt.number
        return None if self.stopped else satisfiable

    def _guarded(self, call: Callable[..., object], *args: object) -> None:
        if self.stopped:
            return
        try:
            call(*args)
        except BaseException as error:
            self.error, self.stopped = error, True

    def _assigned(self, literal: int, fixed: bool) -> None:
        if literal not in self._facts:  # of a problem what is always true or false: no event
            return
        if not self._settle(in_vain=False):
            self._kept.append((literal, fixed))  # true below the level that is taken back
        else:
            self._receive(literal, fixed)

    def _receive(self, literal: int, fixed: bool) -> None:
        if fixed:
            self._permanent.add(literal)
        if literal in self._units.true:
            return
        if (level := self._unreported) and not fixed:
            level.guess = literal
            self._guess(literal, self._by)
        else:
            self._follow(literal, self._reason(literal))

    @property
    def _unreported(self) -> Level | None:
        """The last level, if nothing of it has been reported."""
        return self._levels[-1] if self._levels and not self._levels[-1].guess else None

    def _opened(self) -> None:
        self._settle()
        self._levels.append(Level(len(self._trail), self._trace.board.depth))

    def _completed(self, model: Sequence[int]) -> None:
        self._settle()
        self._found = True
        for literal in model:
            if literal in self._facts and literal not in self._units.true:
                self._follow(literal, self._reason(literal))

    def _read(self) -> None:
        self._settle()
        self._units.add(self._learnt.new(), learnt=True)

    def _forbade(self, clause: Clause) -> None:
        self._settle()
        self._units.add([clause])

    def _propagated(self) -> None:
        self._settle()
        self._fresh.clear()
        self._units.note_fixed_point()

    def _refuted(self) -> None:
        """Write the conflict without decisions, if units alone lead to one."""
        self._settle()
        if not self._failed and not self._fail(self._fresh):
            self._units.add(self._learnt.new(), learnt=True)
            self._fail(self._fresh)

    def _settle(self, in_vain: bool = True) -> bool:
        """Write the conflict, if there was one, and go back; whether that is done.

        Args:
            in_vain: also where nothing of the last level has been reported, nor learnt from it.
        """
        if self._back is None:
            return True
        learnt = self._learnt.new()
        if not (learnt or in_vain) and self._unreported:
            return False
        to, self._back = self._back, None
        if not self._failed:
            if not self._unreported:
                self._fail(self._fresh)
            elif guess := self._learnt_false(learnt):
                self._fail([guess])
        restarts = not (self._failed or self._found)
        self._failed = self._found = False
        self._take_back(to, restarts)
        self._units.add(learnt, learnt=True)
        kept, self._kept = self._kept, []
        for literal, fixed in kept:
            self._receive(literal, fixed)
        return True

    def _learnt_false(self, learnt: Sequence[Clause]) -> int:
        """The literal of which it was learnt that it is false, the last level's only one; or 0."""
        true = self._units.true
        for clause in reversed(learnt):
            left = [literal for literal in clause if -literal not in true]
            if len(left) == 1 and left[0] not in true:
                return -left[0]
        return 0

    def _fail(self, fresh: Sequence[int]) -> bool:
        """Write how these literals lead to a conflict; whether they do."""
        failure = self._units.failure(fresh)
        if failure is None:
            return False
        for literal in fresh:
            if literal not in self._units.true:
                self._guess(literal, f"{self._by}-learnt")
        for literal, because in failure.steps:
            self._follow(literal, because)
        self._conflict(failure.conflict)
        return True

    def _conflict(self, clause: Because) -> None:
        """Write that a clause is false; nothing more until levels are taken back."""
        if not self._failed:
            self._failed = True
            self._trace.conflict(self._as_reason(clause))

    def _take_back(self, to: int, restarts: bool) -> None:
        """Let only the first `to` levels stand; a level that was never written is none."""
        if to >= len(self._levels):
            return
        level = self._levels[to]
        gone = self._trail[level.literals :]
        del self._levels[to:], self._trail[level.literals :]
        self._units.true.difference_update(gone)
        self._fresh.clear()
        if restarts and self._trace.board.depth and not level.depth:
            self._trace.restart()
        else:
            self._trace.backtrack(level.depth)
        for literal in gone:
            if literal in self._permanent:
                self._follow(literal, self._reason(literal))

    def _reason(self, literal: int) -> Because:
        """The reason of a literal: the decision or clause that made it true.

        Raises:
            LookupError: no clause that is known makes it true.
        """
        if not (because := self._units.reason(literal)):
            self._units.add(self._learnt.new(), learnt=True)
            because = self._units.reason(literal)
        if not because:
            raise LookupError(f"found no clause that makes {self._facts[literal]} true")
        return because

    def _guess(self, literal: int, by: str) -> None:
        """Take the decision of a level for true."""
        cell, value, holds = self._facts[literal]
        values = sorted(self._trace.board.domains[cell])
        self._trace.decide(cell, value, {"decision": by, "values": values}, holds)
        self._take(literal)

    def _follow(self, literal: int, because: Because) -> None:
        """Take a literal for true that a clause makes true; written if it changes the cell.

        Where the board has taken the value from the cell, which CaDiCaL does not yet know, that
        clause is false.
        """
        cell, value, holds = self._facts[literal]
        if value in self._trace.board.domains[cell] and not self._failed:
            write = self._trace.assign if holds else self._trace.remove
            write(cell, value, self._as_reason(because))
        elif holds:
            self._conflict(because)
        self._take(literal)

    def _take(self, literal: int) -> None:
        self._units.true.add(literal)
        self._trail.append(literal)
        self._fresh.append(literal)

    def _as_reason(self, because: Because) -> Reason:
        """The clause as traces write it."""
        clause = [[*self._facts[each]] for each in because.clause if each in self._facts]
        return {"clause": clause, "learnt": because.learnt}
