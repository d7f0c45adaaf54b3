"""The trace of the search that learns, for problems whose clauses are over values alone.

The search is stopped after each step, and what is new on its trail goes to the listener that
writes CaDiCaL's trace (sat/cadical_listener.py), which finds the clause behind each literal.  A
group is there a clause for each pair.  Sums, resources, circuits and variables that are no value of
a variable of the problem have no events, so that what has such is refused.
"""

from itertools import combinations

from accord.encodings.clauses.clauses import Clause
from accord.encodings.clauses.kinds.integers import TRUE
from accord.encodings.model import UnsatisfiableError
from accord.solvers.budget import Budget
from accord.solvers.kernels.problems import state
from accord.solvers.kernels.problems.clause_search import ClauseSearch
from accord.solvers.kernels.problems.posting import Posted
from accord.solvers.sat.cadical_listener import Listener, expect_values
from accord.solvers.traces.trace import Trace

LEARNING = "backtracking-learning"


class ClausesLearntHere:
    """What was learnt since the listener asked last, and how much in all."""

    def __init__(self) -> None:
        self.number = 0
        self._fresh: list[Clause] = []

    def add(self, clause: Clause) -> None:
        """Take a clause."""
        self.number += 1
        self._fresh.append(clause)

    def new(self) -> list[Clause]:
        """The clauses that were added since the last call."""
        fresh, self._fresh = self._fresh, []
        return fresh


class TracedSearch:
    """A search that tells a listener each of its steps.

    Args:
        posted: clauses and groups.
        budget: of the run.
        trace: where the steps are written.

    Raises:
        UnsupportedError: something is posted that clauses over values do not say.
    """

    def __init__(self, posted: Posted, budget: Budget, trace: Trace) -> None:
        which = ("sums", "tables", "resources", "circuits")
        expect_values(posted.formula, LEARNING, [name for name in which if getattr(posted, name)])
        pairs = [pair for group in posted.groups for pair in combinations(group, 2)]
        clauses = [*posted.formula.clauses, *((-one, -other) for one, other in pairs)]
        formula = posted.formula._replace(clauses=[each for each in clauses if each != (TRUE,)])
        self._budget, self._search, self._learnt = budget, ClauseSearch(posted), ClausesLearntHere()
        late = lambda: not budget.seconds_left()  # noqa: E731
        self._listener = Listener(formula, trace, self._learnt, late, by="learning")
        self._depth = self._told = 0  # guesses, and literals of the trail, that are known there

    def model(self) -> set[int]:
        """The true literals of the next model.

        Raises:
            UnsatisfiableError: there is none.
            GaveUpError: the time is over.
        """
        search, listener = self._search, self._listener
        while not search.exhausted:
            self._budget.check_time()
            before = search.counters
            found = search.run(0)
            spent = {name: count - before[name] for name, count in search.counters.items()}
            self._budget.spend(**spent)
            if search.exhausted:
                break
            if spent["conflicts"]:
                self._learnt.add(tuple(search.learnt))
            self._tell(conflict=bool(spent["conflicts"]))
            if listener.error is not None:
                raise listener.error
            if found:
                listener.check_model([])
                return search.model
        listener.ended(False)
        raise UnsatisfiableError("proved")

    def forbid(self, clause: Clause) -> None:
        """Take a clause that the model just found does not satisfy."""
        self._search.forbid(clause)
        self._tell(conflict=False)
        self._listener.forbade(clause)

    def _tell(self, *, conflict: bool) -> None:
        """Tell the listener what is taken back, and then what is new."""
        s, listener = self._search.state, self._listener
        depth, end = int(s.numbers[state.DEPTH]), int(s.numbers[state.END])
        if conflict or depth < self._depth:
            listener.on_backtrack(depth)
            self._depth, self._told = depth, min(self._told, end)
        begins = s.start[:depth].tolist()
        trail = self._search.said(s.trail[:end].tolist())
        for place in range(self._told, end):
            if self._depth < depth and begins[self._depth] == place:
                listener.propagate()
                listener.on_new_level()
                self._depth += 1
            if trail[place] != TRUE:
                listener.on_assignment(trail[place], fixed=self._depth == 0)
        self._told = end
