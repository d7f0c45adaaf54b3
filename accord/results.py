"""What a campaign has found, as frames of pandas, as charts and as a page.

`accord.table`, `stats`, `scores`, `figures` and `report` are these functions: what the commands of
these names show, for programs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Literal

    import altair
    import pandas

    from accord.bench.analysis.shown_solvers import ShownSolvers
    from accord.views.tables.text import PrintedReport

NEEDED = ("altair", "jinja2", "scipy", "vl_convert")  # by a report, of the extra of this name


def expect_extra(needed: Sequence[str] = NEEDED, extra: str = "report") -> None:
    """Require that all packages of an extra are installed.

    Raises:
        MissingBackendError: something is not; says how to install it.
    """
    from importlib.util import find_spec

    from accord.solvers.registry import MissingBackendError, install_extra

    if missing := [name for name in needed if find_spec(name) is None]:
        what = "draws reports" if extra == "report" else "computes statistics"
        raise MissingBackendError(
            f"found no {' and no '.join(missing)}, expected what {what}: {install_extra(extra)}"
        )


def table(
    folder: str | PathLike[str],
    measure: str = "wall",
    reference: str = "",
    *,
    names: Mapping[str, str] | None = None,
) -> pandas.DataFrame:
    """What `accord table --format csv` says: a row for each solver, best first, refuted ones last.

    The sentences below the printed table are in its `attrs["notes"]`.

    >>> found = accord.table("mine")  # of the example of `run`
    >>> [*found.solved], [*found.wrong]
    ([1, 1], [0, 0])

    Args:
        folder: of the campaign.
        measure: which time: wall, cpu, search or encode.
        reference: the solver of the ratios.
        names: what solvers are called instead, by their names.

    Raises:
        CampaignError: there is no campaign in this folder, or the reference did not run.
    """
    from accord.bench.analysis.table import table as tabulate
    from accord.views.tables.table import report as report_of

    shown = _called(names)
    return _frame(report_of(tabulate(Path(folder), measure, reference, shown=shown)))


def stats(
    folder: str | PathLike[str],
    measure: str = "wall",
    solvers: str | Sequence[str] = (),
    pairs: Literal["", "all", "ref"] = "",
    *,
    keep_wrong: bool = False,
    names: Mapping[str, str] | None = None,
) -> pandas.DataFrame:
    """What `accord stats --format csv` says: a row for each solver, or with `pairs` for each pair.

    The sentences below the printed tables are in its `attrs["notes"]`.

    >>> accord.stats("mine").shape[0]  # of the example of `run`: a row for each solver
    2

    Args:
        folder: of the campaign.
        measure: wall, cpu, search or encode time, or a counter.
        solvers: only these.
        pairs: all of them, or those with the reference.
        keep_wrong: rank solvers that gave a wrong answer too.
        names: what solvers are called instead, by their names.

    Raises:
        CampaignError: there is no campaign in this folder, or no solver to be ranked.
        MissingBackendError: scipy is not installed.
    """
    expect_extra(["scipy"], "stats")
    from accord.bench.analysis.statistics.overview import statistics
    from accord.bench.analysis.statistics.sample import loaded
    from accord.views.tables.statistics import report as report_of

    only = (solvers,) if isinstance(solvers, str) else tuple(solvers)
    with loaded(Path(folder), named=only, shown=(shown := _called(names))) as campaign:
        only = tuple(map(shown.called, only))
        found = statistics(campaign, measure, only, keep_wrong=keep_wrong)
    return _frame(report_of(found, pairs))


def scores(
    folder: str | PathLike[str],
    by: str = "",
    *,
    moments: Sequence[float] = (),
    without: str | Sequence[str] = (),
    pairs: bool = False,
    exact_times: bool = False,
    reference: str | PathLike[str] = "",
    keep_wrong: bool = False,
    names: Mapping[str, str] | None = None,
) -> pandas.DataFrame:
    """What `accord scores --format csv` says: a row for each solver, or with `pairs` for each pair.

    The sentences below the printed tables are in its `attrs["notes"]`; what scores mean is in
    docs/explanation/scores.md. Times are in seconds, gaps and integrals shares of 1.

    >>> small = ["optimise/photo-5"]
    >>> rows = accord.run("best", small, ["backtracking-mrv", "backtracking-learning"])
    >>> sorted(accord.scores("best").solver)
    ['backtracking-learning', 'backtracking-mrv']

    Args:
        folder: of the campaign, on problems with an objective.
        by: the score that orders rows and compares pairs, a heading as `complete`; by default that
            of the campaign's rules, else `integral`.
        moments: seconds after which values are compared, besides the limit; by default 1, 5 and 20.
        without: solvers that are scored as if they had not taken part.
        pairs: each two solvers are compared.
        exact_times: times of the MiniZinc Challenge are as measured, not whole seconds.
        reference: a file of known best values, with the columns problem,best,bound,source.
        keep_wrong: rank solvers that gave a wrong answer too.
        names: what solvers are called instead, by their names.

    Raises:
        CampaignError: there is no campaign in this folder, none of its problems has an objective,
            or there is no such score or solver.
        KnownValuesError: the reference cannot be read, or is about none of the problems.
        MissingBackendError: `pairs`, and scipy is not installed.
    """
    if pairs:
        expect_extra(["scipy"], "stats")
    from accord.bench.analysis.anytime.campaign_scores import campaign_scores
    from accord.bench.analysis.known_values import KnownValues, known_values
    from accord.views.tables.scores import report as report_of

    gone = (without,) if isinstance(without, str) else tuple(without)
    found = campaign_scores(
        Path(folder),
        by,
        moments,
        gone,
        pairs=pairs,
        exact=exact_times,
        known=known_values(str(reference)) if reference else KnownValues(),
        shown=_called(names),
        keep_wrong=keep_wrong,
    )
    return _frame(report_of(found))


def _called(names: Mapping[str, str] | None) -> ShownSolvers:
    """All solvers of a campaign, some by another name."""
    from accord.bench.analysis.shown_solvers import ShownSolvers

    return ShownSolvers(names=[f"{solver}={name}" for solver, name in (names or {}).items()])


def _frame(found: PrintedReport) -> pandas.DataFrame:
    """The rows of a report, with its notes in `attrs`; only an empty cell is missing."""
    from io import StringIO

    from pandas import read_csv

    texts = dict.fromkeys(("settings", "family", "version", "host"), str)
    frame = read_csv(StringIO(found.csv()), keep_default_na=False, na_values=[""], dtype=texts)
    frame = frame.fillna({name: "" for name in texts if name in frame})
    frame.attrs["notes"] = list(map(str, found.notes))  # plain, as pandas copies them
    return frame


def figures(
    folder: str | PathLike[str],
    measure: str = "wall",
    *,
    keep_wrong: bool = False,
    names: Mapping[str, str] | None = None,
) -> dict[str, altair.TopLevelMixin]:
    """The figures of the report on a campaign, by name, as charts of altair.

    >>> "cactus" in accord.figures("mine")  # of the example of `run`
    True

    Args:
        folder: of the campaign.
        measure: wall, cpu, search or encode time, or a counter.
        keep_wrong: rank solvers that gave a wrong answer too.
        names: what solvers are called instead, by their names.

    Raises:
        CampaignError: there is no campaign in this folder.
        MissingBackendError: scipy or altair is not installed.
    """
    expect_extra()
    from accord.views.report.figures.all_figures import charts
    from accord.views.report.report_data import report_data

    shown = _called(names)
    return charts(report_data(Path(folder), measure, keep_wrong=keep_wrong, solvers=shown))


def report(
    folder: str | PathLike[str],
    output: str | PathLike[str] | None = None,
    measure: str = "wall",
    *,
    keep_wrong: bool = False,
    names: Mapping[str, str] | None = None,
) -> Path:
    """The path of the report on a campaign, which is written: one page that opens offline.

    >>> accord.report("mine").name  # of the example of `run`
    'report.html'

    Args:
        folder: of the campaign.
        output: the file; by default report.html in the folder.
        measure: wall, cpu, search or encode time, or a counter.
        keep_wrong: rank solvers that gave a wrong answer too.
        names: what solvers are called instead, by their names.

    Raises:
        CampaignError: there is no campaign in this folder.
        MissingBackendError: scipy or altair is not installed.
    """
    expect_extra()
    from accord.views.report.page import page, write_page
    from accord.views.report.report_data import report_data

    path = Path(folder) / "report.html" if output is None else Path(output)
    shown = _called(names)
    made = report_data(Path(folder), measure, keep_wrong=keep_wrong, solvers=shown)
    write_page(path, page(made), named=output is not None)
    return path
