"""The words for less and more of a measure: of times quicker and slower, of counts fewer and more.

A counter is no time: who has fewer nodes need not be quicker, and an unsolved run has no limit to
stand at.
"""

from dataclasses import dataclass

from accord.bench.analysis.statistics.sample import Sample


@dataclass(frozen=True)
class Phrases:
    """Phrases of one measure."""

    what: str  # that a solver's puzzles differ in
    less: str  # that a solver does, compared with another
    more: str  # and the other
    least: str  # of the puzzles, or of the solvers
    most: str
    lower: str  # the lower a line runs, the ...
    few: str  # who ... on which kind of puzzle
    first: str  # of some solvers one ...
    takes: str  # a solver ... so many ...
    as_long: str
    ratio: str  # on an axis
    cut: str  # what becomes of unsolved puzzles in a ratio


_TIMES = Phrases(
    what="times",
    less="is quicker",
    more="slower",
    least="quickest",
    most="slowest",
    lower="quicker",
    few="is quick",
    first="is quickest",
    takes="takes",
    as_long="times as long",
    ratio="times the time of the chosen solver",
    cut="unsolved puzzles count as the limit, so that a ratio with a sign before it is a bound",
)


def phrases(sample: Sample) -> Phrases:
    """The phrases of the sample's measure."""
    if sample.limit is not None:
        return _TIMES
    count = sample.measure
    return Phrases(
        what=count,
        less=f"needs fewer {count}",
        more="more",
        least=f"one with fewest {count}",
        most=f"one with most {count}",
        lower=f"fewer {count}",
        few=f"needs few {count}",
        first=f"needs fewest {count}",
        takes="needs",
        as_long=f"times as many {count}",
        ratio=f"times the {count} of the chosen solver",
        cut="an unsolved run counts as what it had counted when it ended, so that a ratio with a "
        "sign before it is a bound; a killed run did not report that, and ? is a ratio that is not "
        "known for it",
    )
