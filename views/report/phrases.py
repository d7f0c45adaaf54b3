"""The words for less and more of a measure: of times quicker and slower, of counts fewer and more.

A counter is no time: who has fewer nodes need not be quicker, and an unsolved run has no limit to
stand at.
"""

from accord.bench.analysis.statistics.sample import Sample


class Phrases:
    """Phrases of the sample's measure, each of a time and of a count."""

    def __init__(self, sample: Sample) -> None:
        count = sample.measure

        def say(of_time: str, of_count: str) -> str:
            return of_count if sample.limit is None else of_time

        self.what = say("times", count)  # that a solver's puzzles differ in
        self.less = say("is quicker", f"needs fewer {count}")  # one, compared with another
        self.more = say("slower", "more")  # and the other
        self.least = say("quickest", f"one with fewest {count}")  # of the puzzles, or the solvers
        self.most = say("slowest", f"one with most {count}")
        self.lower = say("quicker", f"fewer {count}")  # the lower a line runs, the ...
        self.few = say("is quick", f"needs few {count}")  # who ... on which kind of puzzle
        self.first = say("is quickest", f"needs fewest {count}")  # of some solvers one ...
        self.takes = say("takes", "needs")  # a solver ... so many ...
        self.as_long = say("times as long", f"times as many {count}")
        ratio = say("times the time", f"times the {count}")
        self.ratio = f"{ratio} of the chosen solver"  # on an axis
        self.cut = say(  # what becomes of unsolved puzzles in a ratio
            "unsolved puzzles count as the limit, so that a ratio with a sign before it is a bound",
            "an unsolved run counts as what it had counted when it ended, so that a ratio with a "
            "sign before it is a bound; a killed run did not report that, and ? is a ratio that is "
            "not known for it",
        )
