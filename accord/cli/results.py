"""A campaign from the command line: it is run, and its table printed in the end."""

from collections.abc import Iterable, Sequence
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from accord.cli.commands import FINDING, INTERRUPTED, Ending
from accord.cli.output import is_wide, line, naming, note, show_as
from accord.cli.working import Estimate, working
from accord.puzzles.phrasing import duration

if TYPE_CHECKING:
    from accord.bench.campaigns.campaign import Progress
    from accord.bench.campaigns.plan import CampaignQuestion
    from accord.puzzles.puzzle import Instance

LONGEST = 50  # characters of a run's name


def run_watched(
    folder: Path,
    instances: "Iterable[Instance]",
    question: "CampaignQuestion",
    *,
    quiet: bool,
    slots: int = 1,
    scheduler: str | None = None,
    stale: bool = False,
    noisy: bool = False,
    discard: Sequence[str] = (),
    seconds: float | None = None,
) -> None:
    """Run a campaign, see `run_campaign`, with its progress on standard error.

    Raises:
        InputError: the folder holds something else and no campaign.
        Ending: Ctrl-C; says how much is done.
    """
    from accord.bench.campaigns.campaign import run_campaign
    from accord.bench.campaigns.folder import OWN
    from accord.puzzles.files.outside_file import expect_own

    expect_own(folder, *OWN)
    latest: Progress | None = None
    rest, estimate = "", Estimate(len(question.solvers))
    with working("reading puzzles", quiet=quiet) as work, naming(folder):

        def show(progress: "Progress") -> None:
            nonlocal latest, rest
            latest = progress
            if run := progress.run:
                left = estimate.left(run.label, progress.seconds, progress.total - progress.done)
                rest = f"; the rest takes about {duration(left)}"
                what = f"{run.label} on {run.instance}"[:LONGEST]
                work.show(what, progress.done, progress.total, f", about {left:.0f} s left")
                if progress.done == progress.total and not quiet:
                    note(f"{progress.done}/{progress.total} runs, {progress.seconds:.0f} s")
                    work.show("proving verdicts", 0, 0)
                return
            work.show("running solvers", progress.done, progress.total)
            if progress.skipped and not quiet:
                note(f"{progress.skipped} of {progress.total} runs are there already")

        try:
            run_campaign(
                folder,
                work.through(instances),
                question,
                slots=slots,
                scheduler=scheduler,
                stale=stale,
                noisy=noisy,
                discard=discard,
                watch=show,
                seconds=inf if seconds is None else seconds,
            )
        except KeyboardInterrupt:
            done = f"{latest.done} of {latest.total} runs are" if latest else "nothing is"
            message = f"interrupted: {done} in {folder}; the same command goes on"
            raise Ending(INTERRUPTED, message) from None
    if seconds is not None and latest and latest.done < latest.total and not quiet:
        done = f"{latest.done} of {latest.total} runs are made"
        note(f"{duration(seconds)} are over: {done}{rest}; the same command goes on")


def discarded(folder: Path, names: Sequence[str]) -> None:
    """Withdraw the rows of solvers, SOLVER@VERSION, and note how many."""
    from accord.bench.campaigns.campaign import discard

    for each in discard(folder, names) if names else ():
        note(f"withdrawn: {each}; they are left out from now on, see {folder}/withdrawn.jsonl")


def present(
    folder: Path,
    reference: str = "",
    *,
    as_json: bool,
    quiet: bool = False,
    is_brief: bool = False,
) -> None:
    """Write table.md and table.csv into a campaign's folder, and print the table.

    Args:
        folder: of the campaign.
        reference: the solver of the ratios, see `table`.
        as_json: print it for a machine.
        quiet: do not say where it is.
        is_brief: print twelve rows and three sentences only.

    Raises:
        Ending: with 1, if a solver was refuted, a claim disputed, an expectation contradicted, a
            proof refused, or each run of a solver crashed.
    """
    from accord.bench.analysis.endings import crashed_solvers
    from accord.bench.analysis.table import table
    from accord.puzzles.files.outside_file import write_whole
    from accord.views.tables.table import brief, report

    with working(f"judging {folder}") as work:
        result = table(folder, reference=reference, steps=work.show)
    with naming(folder):
        write_whole(folder / "table.md", report(result).markdown())
        write_whole(folder / "table.csv", report(result).csv())
    shown = brief(result, str(folder)) if is_brief else report(result, every=is_wide())
    show_as(shown, as_json=as_json)
    if not (quiet or is_brief):
        line(f"results: {folder}", err=True)
    crashed = crashed_solvers(folder)
    for each in crashed:
        note(str(each))
    always = any(each.crashed == each.runs for each in crashed)
    if result.refuted or result.contradicted or result.refused or result.disputes or always:
        raise Ending(FINDING)
