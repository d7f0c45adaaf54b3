"""`accord check`: ask several solvers, print one verdict with its evidence."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from accord.cli.commands import FINDING, UNDECIDED, exit_code
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments
from accord.cli.options.sources import Unreadable, at_least_one, counter, instances
from accord.cli.working import working
from accord.puzzles.formats.draft import Variant
from accord.puzzles.phrasing import counted
from accord.puzzles.puzzle import Instance

if TYPE_CHECKING:
    from accord.bench.judge.judge import Verdict
    from accord.bench.run.report import ReportedClaim
    from accord.bench.run.terms import Terms

SECTION = "ask"


@click.command(cls=WithExamples)
@arguments.puzzle
@arguments.file
@arguments.choosing
@arguments.terms_for("usual")
@arguments.jobs("Solvers at a time. Default: one per core.")
@click.option("--json", "as_json_", is_flag=True, help="One JSON object per puzzle and line.")
@click.option(
    "-v", "--verbose", is_flag=True, help="The answer of each solver, for many puzzles too."
)
@click.option(
    "--certify/--no-certify",
    "certifying",
    default=None,
    help="Prove the verdict whatever it takes, and exit with 1 where that fails; or never. "
    "Default: where it takes a second at most.",
)
@click.option(
    "--wait",
    is_flag=True,
    help="Give each solver its whole time limit, also when the verdict is certified.",
)
@click.option(
    "--reference",
    metavar="FILE",
    default="",
    show_default=False,
    help="Known best values, as CSV with the columns problem,best,bound,source: what is verified "
    "and contradicts them is told with the source.",
)
@arguments.reading
@arguments.WIDE
def command(
    puzzle: str | None,
    file: str | None,
    solvers: tuple[str, ...],
    terms: "Terms",
    jobs: int | None,
    as_json_: bool,
    verbose: bool,
    certifying: bool | None,
    wait: bool,
    reference: str,
    variant: Variant,
) -> None:
    """Ask several solvers, and print the verdict: unique, multiple, none or undecided.

    Every grid is verified, and a verified grid refutes each solver that claimed there was none
    like it. Refuted solvers are named and make the exit code 1. That there are no other solutions
    is proved, where this takes a second at most; of many puzzles, for the first 100. Once the
    verdict is certified, solvers that have not answered get as long as the slowest that has, but a
    second at least. Where it is not, who cannot decide takes the whole time limit: -s, or a shorter
    -t, makes all of it shorter.

    Examples:
        # Two solvers that share no code; without -s all that can run here are asked.
        accord check 3..1..2......4.. -s cpsat -s sat-pycosat
        # A verdict for each puzzle of a collection, and how many of each.
        accord check 4x4 -s cpsat -s sat-pycosat
    """
    from contextlib import closing

    from accord.bench.analysis.known_values import KnownValues, known_values
    from accord.bench.judge.judge import contradictions
    from accord.bench.judge.steps import not_shown
    from accord.bench.run.check import Conduct, check_all
    from accord.cli.commands.certify import keeping
    from accord.cli.output import data, line, note, show
    from accord.views.tables.verdict import as_json, evidence, runs_table

    known = known_values(reference) if reference else KnownValues()
    unreadable = Unreadable()
    ahead = at_least_one(instances(puzzle, file, variant, unreadable), unreadable)
    first = list(islice(ahead, 2))
    several = len(first) > 1
    codes = set()
    tally: Counter[str] = Counter()
    asked = chain(first, ahead)
    printed = None if several or as_json_ else _rows_as_they_come(solvers)
    conduct = Conduct(
        "cheap" if certifying is None else "always" if certifying else "never",
        wait,
        printed or (lambda *_: None),
    )
    with (
        working(_asking(solvers, first), several and counter(puzzle, file, variant)) as work,
        keeping(Path("false-certificate")),
        closing(
            check_all(
                asked,
                solvers,
                terms,
                slots=jobs,
                steps=not_shown if several else work.show,
                conduct=conduct,
            )
        ) as verdicts,
    ):
        for instance, verdict in verdicts:
            if certifying and not verdict.certificate:
                note(f"{instance.name}: not certified: {verdict.uncertified}")
                codes.add(FINDING)
            surprises = list(contradictions(instance.problem, instance.expected, verdict))
            surprises += known.surprises(instance.name, verdict)
            if as_json_:
                record = as_json(verdict, instance.name)
                data(json.dumps(record | {"contradictions": surprises}), endless=True)
            else:
                if several:
                    line(f"{instance.name}: {instance.problem}")
                if not printed and (verbose or not several):
                    show(runs_table(verdict), endless=True)
                if sentences := [*evidence(verdict)]:
                    show(*sentences, endless=True)
                for surprise in surprises:
                    line(f"CONTRADICTED {surprise}")
                line(f"verdict: {verdict.said}")
            tally[verdict.said] += 1
            tally["with a solver refuted"] += bool(verdict.refuted)
            tally["with a published answer contradicted"] += bool(surprises)
            if several:
                work.advance()
            else:
                work.end()
            codes.add(FINDING if surprises else exit_code(verdict))
    known.expect_used()
    if several:
        summary = ", ".join(f"{number} {what}" for what, number in tally.items() if number)
        note(summary)
    unreadable.end(next((code for code in (FINDING, UNDECIDED) if code in codes), 0))


def _rows_as_they_come(
    solvers: Sequence[str],
) -> "Callable[[Instance, ReportedClaim | Verdict], None] | None":
    """On a terminal, a function that prints each run as it ends, and the verdict as it stands."""
    import sys

    if not sys.stdout.isatty():
        return None
    from accord.bench.judge.judge import Verdict, judge
    from accord.cli.output import WIDE, columns, data, is_wide, line
    from accord.solvers.registry import available
    from accord.views.tables.fitting import left_out
    from accord.views.tables.verdict import headings, printed_rows, row

    room = WIDE if is_wide() else columns(sys.stdout)
    claims: list[ReportedClaim] = []

    def printed(instance: Instance, found: "ReportedClaim | Verdict") -> None:
        if isinstance(found, Verdict):
            line(f"verdict: {found.said}; others are still asked")
            return
        problem = instance.problem
        written, gone = printed_rows(solvers or available(), room, problem)
        if not claims:
            data(heading := written(headings(problem)))
            data("\u2500" * len(heading))
            if gone:
                line(left_out(gone))
        claims.append(found)
        judgement = judge(problem, claims).runs[-1]
        if judgement.category != "missing":
            data(written(row(judgement, found)))

    return printed


def _asking(solvers: Sequence[str], first: Sequence[Instance]) -> str:
    """A description of the work: which solvers are asked about which puzzle."""
    whom = counted(len(solvers), "solver") if solvers else "every solver"
    return f"asking {whom} about {first[0].name if len(first) == 1 else 'each puzzle'}"
