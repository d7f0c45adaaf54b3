"""Listening to CaDiCaL: what its search does, told as events of a trace.

CaDiCaL tells those who connect to it what it assigns, when it opens a level and when it takes
levels back: Fazekas, Niemetz, Preiner, Kirchweger, Szeider and Biere, "IPASIR-UP: user propagators
for CDCL", SAT 2023.  It tells a literal when it has propagated without a conflict, in batches; what
is permanent it tells once.  The first literal of a level is its decision, the others follow.  It
tells no reasons, and of a level that ends in a conflict nothing but that it was opened and taken
back.  Both are found again by propagating units once more (solvers/unit_replay.py), with what it
has learnt in between, which its proof says (solvers/learnt_clauses.py):

    what               how it is known
    ----------------   -------------------------------------------------------------------------
    decide             the first literal of a level, reason `{"decision": "cadical"}`; of a level
                       that failed at once the literal that it learnt to be false, the decision or
                       what followed from it: `{"decision": "cadical-learnt"}`
    assign, remove     the literals of a batch in their order, each with a clause all of whose
                       other literals are false; and those that lead to a conflict
    conflict           the clause that is false then
    backtrack          as told; a restart is one to depth 0 like any other

What a literal says of cells, and how it is written, is solvers/literal_words.py's business.  Where
a decision is no candidate, its first consequence for a cell is told as the guess, and the reason
names the literal; a level without any consequence is not told.  In `minimal` a cell may have two
values for a while: the first one is told.

Whoever listens changes the search in one way.  CaDiCaL's lucky phases, which try a few simple
assignments first, are left out by CaDiCaL itself; without them (`lucky` set to 0) it counts the
same conflicts, decisions and propagations with a listener as without.

Listening takes Python: to decide inkala-2012 of the collection famous 7 ms become 140, for 2,550
events, golden-nugget 8 and 285 ms for 6,292; in `log`, which learns 50 times as much of the former,
some 20 s.

What is told beyond the limit of the trace is only counted, and then without reasons and failures.
An exception that a callback raised would be lost in CaDiCaL, so that it is kept; two clauses that
contradict each other then end the search.  They do so, too, when the time is over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from accord.encodings.clauses import CNF, Clause
from accord.solvers.learnt_clauses import LearntClauses
from accord.solvers.literal_words import UNKNOWN, Fact, Words
from accord.solvers.trace import Trace
from accord.solvers.unit_replay import Because, UnitReplay


@dataclass
class Level:
    """A decision of the solver, and what there was before it."""

    literals: int  # that were true
    depth: int  # decisions of the trace that stood
    guess: int = 0  # the literal; 0 where nothing of it has been heard
    by: str = "cadical"  # how it is known
    told: bool = False  # that it was a guess


class Listener:
    """What PySAT calls a propagator; it propagates nothing.

    Args:
        formula: what is solved.
        trace: who is told.
        learnt: what the solver has learnt.
        late: whether the time is over.
    """

    is_lazy = False  # PySAT asks: it wants to hear of more than whole models

    def __init__(
        self, formula: CNF, trace: Trace, learnt: LearntClauses, late: Callable[[], bool]
    ) -> None:
        self.stopped = False  # the search is to end, and nothing more is told
        self._interrupted = False  # by another thread
        self.error: BaseException | None = None  # why, if a callback raised it
        self._trace, self._learnt, self._late = trace, learnt, late
        self._words = Words(formula)
        self._units = UnitReplay(formula.clauses)
        self._trail: list[int] = []  # the literals that are true, in their order
        self._levels: list[Level] = []
        self._permanent: set[int] = set()
        self._fresh: list[int] = []  # literals that may not have been propagated
        self._failed = False  # a conflict has been told, and not yet what is taken back
        self._back: int | None = None  # the level to go back to, before it is told
        self._contradiction = 1

    def on_assignment(self, lit: int, fixed: bool = False) -> None:
        """A literal has become true, for good where it is fixed."""
        self._guarded(self._assigned, lit, fixed)

    def on_new_level(self) -> None:
        """A decision follows."""
        self._guarded(self._opened)

    def on_backtrack(self, to: int) -> None:
        """Only the first `to` levels stand.

        What has been learnt from the conflict may not have been written yet, so that all waits for
        what comes next.
        """
        self._guarded(self._settle)
        self._back = to

    def check_model(self, model: list[int]) -> bool:
        """All variables have a value."""
        self._guarded(self._completed, model)
        return True

    def decide(self) -> int:
        """The solver decides itself."""
        self._guarded(self._read)
        return 0

    def propagate(self) -> list[int]:
        """Nothing more follows by units."""
        self._guarded(self._propagated)
        return []

    def provide_reason(self, lit: int) -> list[int]:
        """Never asked, as nothing was propagated here."""
        return [lit]

    def has_clause(self) -> bool:
        """Whether the search is to end."""
        self.stopped = self.stopped or self._interrupted or self._late()
        return self.stopped

    def add_clause(self) -> list[int]:
        """One of two clauses that contradict each other, when the search is to end."""
        if not self.has_clause():
            return []
        self._contradiction = -self._contradiction
        return [self._contradiction]

    def forbade(self, clause: Clause) -> None:
        """The formula has been given a further clause."""
        self._guarded(self._settle)
        self._units.add([clause])

    def interrupt(self) -> None:
        """End the search when it asks for a clause the next time."""
        self._interrupted = True

    def clear_interrupt(self) -> None:
        """The search is over, whether it was interrupted or not."""
        self._interrupted = False

    def ended(self, satisfiable: bool | None) -> bool | None:
        """What the search says; None where it was made to end.

        Raises:
            BaseException: what a callback raised.
        """
        if satisfiable is False:
            self._guarded(self._refuted)
        if self.error is not None:
            raise self.error
        self._trace.figures["learnt_clauses"] = self._learnt.number
        return None if self.stopped else satisfiable

    def _guarded(self, call: Callable[..., None], *args: object) -> None:
        if self.stopped:
            return
        try:
            call(*args)
        except BaseException as error:
            self.error, self.stopped = error, True

    def _assigned(self, literal: int, fixed: bool) -> None:
        self._settle()
        if fixed:
            self._permanent.add(literal)
        if literal in self._units.true:
            return
        level = self._silent
        if level and not fixed:
            level.guess, because = literal, UNKNOWN
        else:
            because = self._reason(literal)
        self._hear(literal, because)

    def _hear(self, literal: int, because: Because) -> None:
        """Believe a literal; a conflict where it says that a cell has a second value."""
        if not self._failed and self._strange(literal) and self._units.reason(-literal):
            self._failed = True
            self._trace.conflict(self._words.reason(because))
        self._believe(literal, because)

    def _strange(self, literal: int) -> bool:
        """Whether it says that a cell has a value which the cell has not on the board."""
        domains, facts = self._trace.board.domains, self._words.facts(literal, self._units.true)
        return any(holds and value not in domains[cell] for cell, value, holds in facts)

    @property
    def _silent(self) -> Level | None:
        """The last level, if nothing has been heard of it."""
        return self._levels[-1] if self._levels and not self._levels[-1].guess else None

    def _opened(self) -> None:
        self._settle()
        self._levels.append(Level(len(self._trail), self._trace.board.depth))

    def _completed(self, model: Sequence[int]) -> None:
        self._settle()
        for literal in model:
            if literal not in self._units.true:
                self._believe(literal, self._reason(literal))

    def _read(self) -> None:
        self._settle()
        self._units.add(self._learnt.new(), learnt=True)

    def _propagated(self) -> None:
        self._settle()
        self._fresh.clear()
        self._units.propagated()

    def _refuted(self) -> None:
        """Tell the conflict without decisions, if units alone lead to one."""
        self._settle()
        if not self._failed and not self._fail(self._fresh):
            self._units.add(filter(None, self._learnt.new()), learnt=True)
            self._fail(self._fresh)

    def _settle(self) -> None:
        """Tell the conflict, if there was one, and go back."""
        if self._back is None:
            return
        to, self._back = self._back, None
        learnt = self._learnt.new()
        if not self._trace.left_out and not self._failed:
            if (level := self._silent) is None:
                self._fail(self._fresh)
            elif guess := self._learnt_false(learnt):
                level.guess, level.by = guess, "cadical-learnt"
                self._fail([guess])
        self._failed = False
        self._take_back(to)
        self._units.add(learnt, learnt=True)

    def _learnt_false(self, learnt: Sequence[Clause]) -> int:
        """The literal of which it was learnt that it is false, the last level's only one; or 0."""
        true = self._units.true
        for clause in reversed(learnt):
            left = [literal for literal in clause if -literal not in true]
            if len(left) == 1 and left[0] not in true:
                return -left[0]
        return 0

    def _fail(self, fresh: Sequence[int]) -> bool:
        """Tell how these literals lead to a conflict; whether they do."""
        failure = self._units.failure(fresh)
        if failure is None:
            return False
        for literal in fresh:
            if literal not in self._units.true:
                self._believe(literal, UNKNOWN)
        conflict = failure.conflict
        for literal, because in failure.steps:
            if self._strange(literal):
                conflict = because
                break
            self._believe(literal, because)
        self._trace.conflict(self._words.reason(conflict))
        return True

    def _take_back(self, to: int) -> None:
        """Let only the first `to` levels stand; a level that was never told is none."""
        if to >= len(self._levels):
            return
        level = self._levels[to]
        gone = self._trail[level.literals :]
        del self._levels[to:], self._trail[level.literals :]
        self._units.true.difference_update(gone)
        self._fresh.clear()
        self._trace.backtrack(level.depth)
        for literal in gone:
            if literal in self._permanent:
                self._hear(literal, Because((literal,), learnt=True))

    def _reason(self, literal: int) -> Because:
        if self._trace.left_out:
            return UNKNOWN
        if not (because := self._units.reason(literal)):
            self._units.add(self._learnt.new(), learnt=True)
            because = self._units.reason(literal)
        return because or UNKNOWN

    def _believe(self, literal: int, because: Because) -> None:
        """Take a literal for true, and tell what it says of cells."""
        self._units.true.add(literal)
        self._trail.append(literal)
        self._fresh.append(literal)
        if self._failed:
            return
        for fact in self._words.facts(literal, self._units.true):
            self._tell(fact, literal, because)

    def _tell(self, fact: Fact, literal: int, because: Because) -> None:
        """An event, if it is one for the cell; a level without one begins with its guess."""
        cell, value, holds = fact
        domain, level = self._trace.board.domains[cell], self._levels[-1] if self._levels else None
        if value not in domain or (holds and self._trace.board.settled[cell]):
            return  # no news
        if level and not level.told:
            level.told = True
            word, values = self._words.word(level.guess), sorted(domain)
            named = {"literal": word} if len(word) == 2 else {}
            guessing = {"decision": level.by, "values": values, **named}
            self._trace.decide(cell, value, guessing, holds)
        else:
            tell = self._trace.assign if holds else self._trace.remove
            tell(cell, value, self._words.reason(because, fact, literal))
