"""How far a campaign is, on standard error: a bar on a terminal, a line now and then elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from accord.bench.campaigns.campaign import Progress
from accord.cli.output import console
from accord.cli.working import Estimate
from accord.puzzles.outside_text import visible

LINE_EVERY = 10.0  # seconds


@contextmanager
def watcher(
    file: TextIO, solvers: int = 1, *, quiet: bool = False
) -> Iterator[Callable[[Progress], None]]:
    """A function to call with the progress after every finished run."""
    if quiet:
        yield lambda progress: None
    elif file.isatty():
        with _bar(file, solvers) as watch:
            yield watch
    else:
        yield _Lines(file, solvers)


@contextmanager
def _bar(file: TextIO, solvers: int) -> Iterator[Callable[[Progress], None]]:
    from rich import progress as rich

    columns = (
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TimeElapsedColumn(),
        rich.TextColumn("{task.fields[left]}"),
        rich.TextColumn("{task.description}", markup=False),
    )
    with rich.Progress(*columns, console=console(file), transient=True) as bar:
        task = bar.add_task("", total=None, left="")
        estimate = Estimate(solvers)

        def watch(progress: Progress) -> None:
            latest, left = "", ""
            if run := progress.run:
                latest = f"{run.label} on {run.instance}"
                rest = progress.total - progress.done
                left = f"about {estimate.left(run.label, progress.seconds, rest):.0f} s left"
            bar.update(
                task,
                total=progress.total,
                completed=progress.done,
                description=visible(latest)[:50],
                left=left,
            )

        yield watch


class _Lines:
    def __init__(self, file: TextIO, solvers: int) -> None:
        self.file = file
        self.estimate = Estimate(solvers)
        self.last = 0.0  # seconds

    def __call__(self, progress: Progress) -> None:
        now = progress.seconds
        made = progress.done - progress.skipped
        if not made and progress.skipped:
            print(f"{progress.skipped} of {progress.total} runs are there already", file=self.file)
        rest = progress.total - progress.done
        left = self.estimate.left(progress.run.label, now, rest) if progress.run else 0.0
        if made and (now - self.last >= LINE_EVERY or not rest):
            print(
                f"{progress.done}/{progress.total} runs, {now:.0f} s, about {left:.0f} s left",
                file=self.file,
                flush=True,
            )
            self.last = now
