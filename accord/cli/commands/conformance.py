"""`accord conformance`: check that a solver of your own does what every solver must."""

from collections import Counter
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments

if TYPE_CHECKING:
    from accord.bench.run.terms import Terms

SECTION = "teach"
SHOWN = 3  # complaints of each check


@click.command(cls=WithExamples)
@click.argument("solver", metavar="SOLVER")
@arguments.terms(
    arguments.time_limit("How long each answer may take.", "60s"), arguments.IMPORT_LIMIT
)
@arguments.AS_JSON
def command(solver: str, terms: "Terms", as_json: bool) -> None:
    """Ask SOLVER questions with known answers, and say what it does wrong.

    These are the checks that every solver of accord has to pass: it finds each solution once, then
    stops; it claims nothing out of time, and does not take the limit for a proof. SOLVER is
    a name, file.py:OBJECT, package.module:OBJECT or FILE.toml, and runs in a process of its own.
    Whether it changes its puzzle or leaves threads shows only there, where a solver that wants to
    deceive can say what it likes; all else is checked from outside. Of each check the first 3
    complaints are shown, of all the number; --json has every one. Exits with 1 if something wrong
    is found.

    Examples:
        accord conformance backtracking-naive
    """
    import json

    from accord.bench.hunt.conformance import CHECKS, IN_ITS_PROCESS, conformance_of
    from accord.bench.hunt.remote_backend import RemoteBackend
    from accord.bench.run.supervisor import Worker
    from accord.cli.output import data, line
    from accord.puzzles.phrasing import counted

    by_own_word = [check.__name__.replace("_", " ") for check in IN_ITS_PROCESS]
    complaints = []
    alike: Counter[str] = Counter()  # by check
    with Worker(solver) as worker:
        remote = RemoteBackend(worker, terms)
        chosen = worker.start()
        for complaint in conformance_of(remote):
            complaints.append(complaint)
            check = complaint.partition(": ")[0]
            alike[check] += 1
            if not as_json and alike[check] <= SHOWN:
                line(complaint)
    if as_json:
        said = {"solver": str(chosen), "complaints": complaints, "own_word": by_own_word}
        data(json.dumps(said, indent=2))
    elif not complaints:
        outside = len(CHECKS) - len(by_own_word)
        line(
            f"{chosen} passes {counted(outside, 'check')}; in its own process, by its own word, "
            f"also: {', '.join(by_own_word)}"
        )
    else:
        for check, number in alike.items():
            if number > SHOWN:
                line(f"{check}: and {number - SHOWN:,} more like these")
        passed = max(0, len(CHECKS) - len(alike))
        checks = counted(len(CHECKS), "check")
        line(f"{counted(len(complaints), 'complaint')}; {passed} of {checks} passed")
    if complaints:
        raise Ending(FINDING)
