"""How hard puzzles are, by each measure, and how far the measures agree."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

from accord.bench.analysis.correlation import Correlation, agreement
from accord.bench.analysis.hardness import (
    FORMS,
    MEASURES,
    MOST_NODES,
    PRODUCER,
    PROOF,
    SEARCHES,
    SEED,
    TECHNIQUE,
    Figure,
    Hardness,
    title,
)
from accord.bench.analysis.recorded_hardness import FEWEST, as_record, circumstances, rank_of
from accord.puzzles.phrasing import counted
from accord.views.tables.text import PrintedReport, TextTable

AGREE = (
    "rho: Spearman's rank correlation; tau: Kendall's tau-b. 1 is the same order, 0 nothing in "
    "common. They are of puzzles of one size, the median of each. In brackets: the interval that "
    "holds 95 % of them over resamples of the puzzles."
)
SHORT = (
    f"{', '.join(SEARCHES.values())}: nodes of {', '.join(SEARCHES)}; proof: lines of {PRODUCER}'s."
)


def one_in_words(found: Hardness) -> Iterator[str]:
    """Lines on each measure of a puzzle: its spread over isomorphs, and its rank."""
    yield f"{_forms()}: the median, then the lowest and the highest"
    for measure in MEASURES:
        yield f"{_of(measure)}: {_median(found, measure)}"
        if measure in found.measured:
            spread = found.measured[measure]
            ends = (figure_text(measure, figure) for figure in (spread.lowest, spread.highest))
            alike = spread.lowest == spread.highest
            yield f"  {'the same in all' if alike else ' to '.join(ends)}"
            yield f"  {stands(found, measure)}"
    yield _recorded()


def many(several: Sequence[Hardness]) -> PrintedReport:
    """A line for each puzzle: the share of the recorded ones that are easier, by each measure."""
    rows = [
        (found.name, _hardest(found), *(_share(found, measure) for measure in MEASURES))
        for found in several
    ]
    headings = ("puzzle", "hardest technique", *MEASURES.values())
    what = (
        f"Each figure: of the other recorded puzzles of the same size, how many in 100 are easier, "
        f"half of those that are as hard counted with them; - where fewer than {FEWEST} have it."
    )
    spread = f"{_forms()}; one puzzle alone is shown with its spread."
    table = TextTable(headings, rows, 2, ("hardest technique",))
    return PrintedReport([table], [what, SHORT, spread, _recorded()])


def correlations(several: Sequence[Hardness]) -> PrintedReport:
    """The report of rank correlations between measures, by size, where puzzles suffice."""
    tables = []
    for size in sorted({each.size for each in several}):
        rows = [
            (f"{MEASURES[one]} / {MEASURES[other]}", *map(str, (n, _two(rho), _two(tau))))
            for one, other, n, rho, tau in agreement(several, size)
        ]
        if rows:
            tables.append(TextTable((f"{size}x{size}", "puzzles", "rho", "tau"), rows))
    ended = sum(each.measured[m].median == (inf,) for each in several for m in each.measured)
    undecided = (
        f"{counted(ended, 'count')} of nodes of {counted(len(several), 'puzzle')} "
        f"{'is' if ended == 1 else 'are'} undecided after {MOST_NODES:,}, and larger than the rest."
    )
    few = f"Where fewer than {FEWEST} puzzles have both measures, nothing is said."
    return PrintedReport(tables, [AGREE, SHORT, few, undecided, f"{_forms()}."])


def as_json(found: Hardness) -> dict[str, Any]:
    """A puzzle's hardness as an object for JSON."""
    stood = {measure: rank_of(found, measure) for measure in MEASURES}
    return {
        **as_record(found),
        "ranks": {
            measure: {"easier": each.easier, "alike": each.alike, "among": each.among}
            for measure, each in stood.items()
            if each
        },
        "lacking": found.lacking,
        "isomorphs": FORMS,
        "seed": SEED,
        "most_nodes": MOST_NODES,
    }


def correlations_as_json(several: Sequence[Hardness]) -> list[dict[str, Any]]:
    """Correlations between measures as objects for JSON, by size."""
    return [
        {
            "measures": [one, other],
            "size": size,
            "puzzles": n,
            "spearman": rho and rho.value,
            "spearman interval": rho and [rho.low, rho.high],
            "kendall": tau and tau.value,
            "kendall interval": tau and [tau.low, tau.high],
        }
        for size in sorted({each.size for each in several})
        for one, other, n, rho, tau in agreement(several, size)
    ]


def figure_text(measure: str, figure: Figure) -> str:
    """A figure: `X-Wing, needed twice`, `1,234`, `more than 5,000`."""
    if measure == TECHNIQUE:
        place, number = map(int, figure)
        beyond = title(place) == title(inf)
        how = counted(number, "open cell") if beyond else counted(number, "time")
        return f"{title(place)}, {how}"
    if figure[0] == inf:
        return f"undecided after {MOST_NODES:,}" if measure in SEARCHES else "no proof"
    return f"{int(figure[0]):,}"


def stands(found: Hardness, measure: str) -> str:
    """The rank of a puzzle among the recorded ones: `harder than 45 of 74, as hard as 2`."""
    stood = rank_of(found, measure)
    if stood is None:
        return f"fewer than {FEWEST} puzzles of this size are recorded"
    alike = f", as hard as {stood.alike}" if stood.alike else ""
    return f"harder than {stood.easier} of {stood.among}{alike}"


def _of(measure: str) -> str:
    if measure in SEARCHES:
        return f"nodes of {measure}"
    return f"lines of {PRODUCER}'s proof" if measure == PROOF else "hardest technique"


def _median(found: Hardness, measure: str) -> str:
    spread = found.measured.get(measure)
    if spread is None:
        return f"- ({found.lacking[measure].partition(';')[0]})"
    return figure_text(measure, spread.median)


def _hardest(found: Hardness) -> str:
    spread = found.measured.get(TECHNIQUE)
    return title(spread.median[0]) if spread else "-"


def _share(found: Hardness, measure: str) -> str:
    stood = rank_of(found, measure)
    return f"{100 * stood.share:.0f}" if stood else "-"


def _two(found: Correlation | None) -> str:
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})" if found else "-"


def _forms() -> str:
    return f"Measured on {FORMS} isomorphs of seed {SEED}"


def _recorded() -> str:
    versions = circumstances()["versions"].items()
    return f"The recorded puzzles: {', '.join(f'{name} {each}' for name, each in versions)}."
