"""What campaigns show of hypotheses, on a terminal and as JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import inf

from accord.bench.analysis.hypothesis import POWER, REASONABLE, UNDECIDED, Assessment, Hypothesis
from accord.puzzles.outside_text import visible
from accord.puzzles.phrasing import counted, interval, ratio
from accord.views.tables.statistics import TYPICAL, doubt
from accord.views.tables.table import CLOCKS, incomplete
from accord.views.tables.text import plain


def as_text(findings: Sequence[Assessment]) -> str:
    """A paragraph for each hypothesis."""
    return "\n\n".join("\n".join(map(visible, _lines(each))) for each in findings)


def _lines(found: Assessment) -> Iterator[str]:
    speed_up, hypothesis = found.speed_up, found.hypothesis
    yield f"{hypothesis.name}: {statement(hypothesis)}"
    percent = f"{100 * hypothesis.confidence:g} % interval"
    ends = interval(speed_up.low, speed_up.high)
    times = "times as fast" if hypothesis.measure in CLOCKS else "times as many"
    shown = f"{ratio(speed_up.ratio, speed_up.bound)} {times}, {percent} {ends}"
    yield f"  {found.outcome.upper()}: {shown}, {_puzzles(found)}"
    for sentence in found.wrong:
        yield f"  WRONG {sentence}"
    for sentence in notes(found):
        yield f"  {sentence}"


def statement(hypothesis: Hypothesis) -> str:
    """A hypothesis in words."""
    solver, against, where = hypothesis.solver, hypothesis.against, hypothesis.collection
    least = f"at least {hypothesis.at_least:g} times"
    if hypothesis.measure in CLOCKS:
        clock = CLOCKS[hypothesis.measure]
        return f"{solver} is {least} as fast as {against} on {where} ({clock})"
    return f"{against} takes {least} as many {hypothesis.measure} as {solver} on {where}"


def _puzzles(found: Assessment) -> str:
    compared = found.speed_up.puzzles
    of = "" if compared == found.puzzles else f"{compared:,} of "
    return f"{of}{counted(found.puzzles, 'puzzle')} ({found.folder})"


def notes(found: Assessment) -> Iterator[str]:
    """What has to be known besides."""
    speed_up, hypothesis = found.speed_up, found.hypothesis
    percent = f"{100 * hypothesis.confidence:g} % interval"
    if hypothesis.measure in CLOCKS:
        yield (
            "geometric mean of the speed-up under the limit: each time is min(time, "
            f"{found.time_limit:g} s)."
        )
    if speed_up.bound:
        yield _censored(found)
    if found.wrong:
        yield "a wrong answer is worth no time: the hypothesis is not supported."
    yield (
        f"typical {_compared(hypothesis)}: {ratio(speed_up.typical)}, {percent} "
        f"{interval(speed_up.typical_low, speed_up.typical_high)}; {TYPICAL}."
    )
    if speed_up.doubtful:
        yield f"{doubt([speed_up])}; with these it is {interval(*speed_up.moved)}, which decides."
    if not found.complete:
        yield from incomplete(found.runs, found.asked)
        if found.outcome == UNDECIDED:
            yield "these are the runs of the two: before all are there nothing is decided."
    elif found.outcome == UNDECIDED:
        yield _needed(found)


def _compared(hypothesis: Hypothesis) -> str:
    """What its ratio is of."""
    measure = hypothesis.measure
    return "speed-up" if measure in CLOCKS else f"ratio of {measure}"


def _censored(found: Assessment) -> str:
    """What runs that were cut mean."""
    hypothesis, bound = found.hypothesis, found.speed_up.bound
    neither = f"({found.unsolved:,} solved by neither)"
    cut, without = {
        ">=": (hypothesis.against, "without a limit the ratio is larger"),
        "<=": (hypothesis.solver, "without a limit the ratio is smaller"),
        "~": ("each of the two", f"what the ratio is without a limit is open {neither}"),
    }[bound]
    return f"{cut} did not solve some puzzles within {found.time_limit:g} s, so {without}."


def _needed(found: Assessment) -> str:
    """What would decide it: how many puzzles, or a longer limit."""
    if found.limited:
        return "a longer limit is needed to decide it, not more puzzles."
    if found.needed is None:
        return "too little is known to say how many puzzles would decide it."
    if found.needed == inf:
        return (
            f"the {_compared(found.hypothesis)} is what is claimed, or so near that "
            f"{REASONABLE:,} puzzles would not decide it."
        )
    return (
        f"about {found.needed:,} puzzles like these would decide it, with probability {POWER:g}, "
        "if ratio and spread are what they are here."
    )


def as_json(findings: Sequence[Assessment]) -> str:
    """All of it; what is not known, or not finite, is null."""
    found = [asdict(each) for each in findings]
    return json.dumps([plain({"claim": each.pop("hypothesis")} | each) for each in found], indent=2)
