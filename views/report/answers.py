"""What each solver answered about each puzzle, in words.

Most answers are the same few sentences: each is kept once, with a table of its places.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from accord.bench.campaigns.database import Database
from accord.bench.campaigns.run import LABEL
from accord.puzzles.phrasing import counted

LONGEST = 300  # characters of a reason
MOST = 1_000_000  # characters of all sentences in a page


@dataclass(frozen=True)
class ReportAnswers:
    """Sentences, and for each solver and puzzle which of them; -1 where there is none."""

    sentences: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]  # (solvers, puzzles)


def answers(base: Database, solvers: Sequence[str], puzzles: Sequence[str]) -> ReportAnswers:
    """Answers of the solvers with these labels about the puzzles with these digests."""
    base.execute("CREATE TABLE shown AS SELECT unnest($1) AS puzzle", [list(puzzles)])
    rows = {name: place for place, name in enumerate(solvers)}
    columns = {digest: place for place, digest in enumerate(puzzles)}
    counters: dict[tuple[int, int], Counter[str]] = {}
    for row in base.rows(_SAID):
        label, puzzle, runs, *what = row
        if label in rows:
            found = counters.setdefault((rows[label], columns[puzzle]), Counter())
            found[_sentence(*what)] += runs
    numbers: dict[str, int] = {}
    places = [[-1] * len(puzzles) for _ in solvers]
    for (solver, puzzle), counts in sorted(counters.items()):
        places[solver][puzzle] = numbers.setdefault(_joined(counts), len(numbers))
    return ReportAnswers(tuple(numbers), tuple(map(tuple, places)))


_SAID = f"""
SELECT {LABEL} AS label, puzzle, count(*),
    category, outcome, count, exhausted, sense IS NOT NULL,
    CASE WHEN count > 0 THEN translate("value", ',[]', ' ') END,
    CASE WHEN category != 'wrong' AND outcome != 'TIMEOUT' THEN reason[:{LONGEST}] END,
    CASE WHEN category = 'wrong' THEN refutations END
FROM judged SEMI JOIN shown USING (puzzle)
GROUP BY ALL
"""


def _sentence(
    category: str,
    outcome: str,
    count: int,
    exhausted: bool,
    best: bool,
    value: str | None,
    reason: str | None,
    refutations: Sequence[str] | None,
) -> str:
    """The claim of a run, and its judgement, in a sentence."""
    found = counted(count, "solution") if count else "no solution"
    if value is not None:
        found += f" of value {value}" if count == 1 else f", the last of value {value},"
    others = " and none better than the last" if best else " and no other"
    if category == "wrong":
        claims = f"{found}{others if exhausted and count else ''}"
        return f"REFUTED. It claimed: {claims}. It {'; it '.join(refutations or ())}."
    if category == "correct":
        return f"{found}{others if count else ''} (claimed)" if exhausted else found
    if category == "found":
        return f"{found.rstrip(',')}, and no proof that none is better"
    if category == "missing":
        return f"not asked: {reason}" if reason else "not asked"
    named = {"TIMEOUT": "out of time", "MEMOUT": "out of memory", "OK": "gave up"}
    why = named.get(outcome, "crashed")
    more = f" after {found}" if count else ""
    return f"{why}{more}{f': {reason}' if reason else ''}"


def _joined(counts: Counter[str]) -> str:
    """The sentences of several runs as one."""
    if len(counts) == 1:
        return next(iter(counts))
    runs = counts.total()
    return "; ".join(f"{number} of {runs} runs: {text}" for text, number in counts.most_common())


def shortened(sentences: Sequence[str]) -> list[str]:
    """The sentences, those beyond MOST characters being empty."""
    lengths = accumulate(map(len, sentences))
    return [each if end <= MOST else "" for each, end in zip(sentences, lengths, strict=True)]
