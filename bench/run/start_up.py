"""What starting a solver's program costs: the time in which it answers an empty question.

A program is started anew for every question, and its times contain that: of an easy puzzle the
start may be most of it.  So it is measured by itself, on a formula without clauses or a model
without constraints: the least of three runs, or of fewer where they take a second together.  A
solver that is a library starts no program, and an empty line is no puzzle: there is nothing to show
then.  Where the program has not answered after LONGEST, or fails, which need not happen with other
questions, that is said: each row of the solver has it as a flag.

Wall milliseconds, the least and the median of ten times this.  For a formula 0.3 of them go into a
folder with its file; MiniZinc's are those of two programs, of which its own takes nearly all.

    cadical sc2021                    2.2     2.4
    cryptominisat5 5.11.4             4.7     5.3
    kissat 4.0.4                      1.5     1.6
    minisat 2.2.1                     2.1     2.3
    picosat 965                       1.3     1.4
    minizinc 2.6.4, Gecode 6.2.0     54      58

Java programs (ACE, Choco) take 1 to 4 s.
"""

from typing import NamedTuple

from accord.solvers.budget import OUT_OF_TIME, Budget, GaveUpError
from accord.solvers.registry import Selection

RUNS = 3
ENOUGH = 1.0  # seconds of all runs, after which there is no other
LONGEST = 30.0  # seconds that all runs may take
TOO_LONG = f"start-up above {LONGEST:g} s"
UNKNOWN = "start-up unknown"


class StartUp(NamedTuple):
    """The measured time of starting a solver's program."""

    seconds: float | None = None  # wall, on an empty question
    flag: str = ""  # why that is not known: TOO_LONG or UNKNOWN; empty where there is no program


def start_up(selection: Selection) -> StartUp:
    """Measure how long a solver's program takes to start."""
    if selection.backend.start_up is None:
        return StartUp()
    times: list[float] = []
    try:
        while len(times) < RUNS and sum(times) < ENOUGH:
            times.append(_once(selection, LONGEST - sum(times)))
    except GaveUpError as reason:
        return StartUp(flag=TOO_LONG if str(reason) == OUT_OF_TIME else UNKNOWN)
    except Exception:  # of a program that cannot be asked nothing: whatever it is
        return StartUp(flag=UNKNOWN)
    return StartUp(min(times))


def _once(selection: Selection, seconds: float) -> float:
    """Wall seconds of one start, limited to `seconds`."""
    assert selection.backend.start_up
    budget = Budget(seconds)
    budget.resume()
    try:
        selection.backend.start_up(budget, **selection.settings)
    finally:
        budget.pause()
    return budget.total.wall
