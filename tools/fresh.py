"""Answers of recorded campaigns, asked again: `python tools/fresh.py [FOLDER...]`.

Of each folder, by default those of results/, the cheapest puzzles are taken, by the time that all
solvers together took in the record, as many as fit into SECONDS, and every solver that is installed
is asked them again under the recorded limits.  The answers are compared and not the times: it exits
with 1 where a solver is refuted by what the record or the new runs have found, where one decides a
puzzle no more, or where a verdict is weaker than before or contradicts it.  Who decides a puzzle no
more is asked again, one run at a time: the machine may have been busy.  That excuses no wrong
answer.

Left out are puzzles that no solver decided, and those on which one came so close to the limit that
a busy machine may decide otherwise: a decided run took more than a part NEAR of it.
"""

import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

import accord
from accord.bench.analysis.anytime.value_changes import LOST
from accord.bench.analysis.compare import compare
from accord.bench.campaigns.campaign import run_campaign
from accord.bench.campaigns.folder import CampaignError, RecordedQuestion, read_question
from accord.bench.campaigns.plan import CampaignQuestion
from accord.bench.make.instances.collection import instances_of
from accord.bench.run.cores import cores
from accord.puzzles.phrasing import counted, listed
from accord.solvers.registry import (
    MissingBackendError,
    UnknownSolverError,
    is_from_outside,
    runnable,
)
from accord.views.tables.compare import conflicts
from accord.views.tables.value_changes import failures

RESULTS = Path(__file__).parents[1] / "results"
SECONDS = 20.0  # of wall time in the record, for each campaign
NEAR = 0.2
GATES = ("lost-proof", "verdict")


def cheapest(folder: Path, asked: RecordedQuestion) -> list[str]:
    """The names of the puzzles that are asked again."""
    rows = accord.load(folder)
    rows = rows[rows["repetition"] == 0]
    decided = rows[rows["category"] == "correct"]
    slowest = decided.groupby("instance")["wall_time"].max()
    steady = slowest[slowest <= NEAR * asked.time_limit].index
    spent = rows.groupby("instance")["wall_time"].sum()[steady].sort_values(kind="stable")
    fitting = sum(total <= SECONDS for total in accumulate(spent))
    return [str(name) for name in spent.index[:fitting]]


def ask_again(folder: Path, scratch: Path) -> Iterator[str]:
    """Ask some puzzles of a campaign again in other folders; sentences on what has changed."""
    asked = read_question(folder)
    names = cheapest(folder, asked)
    solvers = [*filter(_is_here, asked.solvers)]
    of = f"{len(names)} of {counted(asked.puzzles, 'puzzle')}"
    print(f"{folder.name}: {of}, {counted(len(solvers), 'solver')}", flush=True)
    if missing := sorted({*asked.solvers} - {*solvers}):
        print(f"    not installed: {listed(missing)}")
    question = CampaignQuestion(asked.collection, tuple(solvers), asked.terms)
    for which, slots in (("all", min(2, cores())), ("changed", 1)):
        if not names:
            return
        chosen = (each for each in instances_of(asked.collection) if each.name in names)
        run_campaign(scratch / which, chosen, question, slots=slots)
        found = compare(folder, scratch / which)
        wrong = [each for each in found.verdicts if each.change == "other"]
        weaker = [each for each in found.verdicts if each.change == "weaker"]
        yield from conflicts(found, every=True) if found.conflicts else ()
        yield from failures(found.values, wrong, ["verdict"])
        told = {each.puzzle for each in found.conflicts} | {each.puzzle for each in wrong}
        lost = [each.name for each in found.values.problems if LOST in each.changes]
        names = [each for each in (*lost, *(each.puzzle for each in weaker)) if each not in told]
    yield from failures(found.values, weaker, GATES)


def _is_here(solver: str) -> bool:
    with suppress(MissingBackendError, UnknownSolverError):
        return is_from_outside(solver) or bool(runnable(solver))
    return False


def main(arguments: list[str]) -> int:
    """Ask again what each folder's campaign asked; 1 where an answer has changed."""
    recorded = sorted(each.parent for each in RESULTS.glob("*/campaign.toml"))
    changed = 0
    for folder in map(Path, arguments) if arguments else recorded:
        with TemporaryDirectory() as scratch:
            try:
                for sentence in ask_again(folder, Path(scratch)):
                    print(f"    CHANGED {sentence}")
                    changed += 1
            except CampaignError as error:
                sys.exit(f"{folder}: {error}")
    return int(changed > 0)


if __name__ == "__main__":
    if {"-h", "--help"} & {*sys.argv}:
        print(__doc__)
        sys.exit()
    sys.exit(main(sys.argv[1:]))
