"""What campaigns show of hypotheses, on a terminal and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import inf

from accord.bench.analysis.hypothesis import POWER, REASONABLE, UNDECIDED, Assessment, Hypothesis
from accord.puzzles.phrasing import counted, interval, ratio
from accord.views.tables.statistics import TYPICAL, doubt
from accord.views.tables.table import CLOCKS, defined, incomplete
from accord.views.tables.text import PrintedReport


def report(findings: Sequence[Assessment]) -> PrintedReport:
    """A paragraph for each hypothesis."""
    notes = [line for each in findings for line in ("", *_claim_lines(each))][1:]
    record = [asdict(each) for each in findings]
    return PrintedReport(
        notes=notes, record=[{"claim": each.pop("hypothesis")} | each for each in record]
    )


def _claim_lines(found: Assessment) -> Iterator[str]:
    yield f"{found.hypothesis.name}: {statement(found.hypothesis)}"
    ratio, ends = compared(found), interval(*found.advantage.ends)
    also = " with unseen puzzles" if found.advantage.doubtful else ""
    yield (
        f"  {found.outcome.upper()}: {ratio}, {_percent(found)} interval{also} {ends}, "
        f"{_puzzles(found)}"
    )
    for sentence in found.wrong:
        yield f"  WRONG {sentence}"
    for sentence in notes(found):
        yield f"  {sentence}"


def statement(hypothesis: Hypothesis) -> str:
    """A hypothesis in words."""
    solver, against, where = hypothesis.solver, hypothesis.against, hypothesis.collection
    least = f"at least {hypothesis.at_least:g} times"
    clock = CLOCKS.get(hypothesis.measure)
    if hypothesis.quantity == "solved":
        return f"{solver} solves {least} as many puzzles as {against} of {where}"
    if hypothesis.quantity == "PAR-2":
        return f"the PAR-2 of {against} is {least} that of {solver} on {where} ({clock})"
    typically = "typically " if hypothesis.quantity == "typical" else ""
    if clock:
        return f"{solver} is {typically}{least} as fast as {against} on {where} ({clock})"
    return f"{against} {typically}takes {least} as many {hypothesis.measure} as {solver} on {where}"


def compared(found: Assessment) -> str:
    """The ratio, what it is of, and under which limit where one was reached."""
    better, hypothesis = found.advantage, found.hypothesis
    times = "times as fast" if hypothesis.measure in CLOCKS else "times as many"
    what = {
        "times": times,
        "typical": f"{times} on the typical puzzle",
        "solved": "times as many puzzles solved ({:,} and {:,})".format(*better.solved),
        "PAR-2": "times the PAR-2",
    }[better.quantity]
    limit = f" up to the limit of {found.time_limit:g} s" if better.cut else ""
    return f"{ratio(better.ratio, better.bound)} {what}{limit}"


def _percent(found: Assessment) -> str:
    return f"{100 * found.hypothesis.confidence:g} %"


def _puzzles(found: Assessment) -> str:
    both = found.advantage.puzzles
    of = "" if both == found.puzzles else f"{both:,} of "
    return f"{of}{counted(found.puzzles, 'puzzle')} ({found.folder})"


def notes(found: Assessment) -> Iterator[str]:
    """Sentences that define the ratio, and say how far it is to be trusted."""
    better, speed_up, hypothesis = found.advantage, found.speed_up, found.hypothesis
    yield from found.disturbances
    yield from defined(hypothesis.measure)
    if hypothesis.measure in CLOCKS:
        yield f"{MEANINGS[better.quantity].format(limit=f'{found.time_limit:g} s')}."
    if better.cut and better.quantity != "solved":
        yield _censored(found)
    if found.wrong:
        yield "a wrong answer is worth no time: the hypothesis is not supported."
    if better.quantity == "times":
        typical = ratio(speed_up.typical, speed_up.typical_bound)
        yield (
            f"typical {_of(hypothesis)}: {typical}, {_percent(found)} interval "
            f"{interval(speed_up.typical_low, speed_up.typical_high)}; {TYPICAL}."
        )
    if better.doubtful:
        yield (
            f"{doubt([speed_up])}; without these the interval is "
            f"{interval(better.low, better.high)}."
        )
    if not found.complete:
        yield from incomplete(found.runs, found.asked)
        if found.outcome == UNDECIDED:
            yield "these are the runs of the two: before all are there nothing is decided."
    elif found.outcome == UNDECIDED:
        yield _needed(found)


MEANINGS = {
    "times": "geometric mean of the speed-up under the limit: each time is min(time, {limit})",
    "typical": "of the speed-up under the limit: each time is min(time, {limit}); " + TYPICAL,
    "solved": "solved: the median run of a puzzle is correct within {limit}",
    "PAR-2": "PAR-2: mean over the puzzles, an unsolved one as 2 x {limit}",
}


def _of(hypothesis: Hypothesis) -> str:
    """The name of the hypothesis's ratio: `speed-up`, `ratio of nodes`."""
    measure = hypothesis.measure
    if measure in CLOCKS:
        return {"solved": "ratio of puzzles solved", "PAR-2": "ratio of PAR-2"}.get(
            hypothesis.quantity, "speed-up"
        )
    return f"ratio of {measure}"


def _censored(found: Assessment) -> str:
    """A sentence on how many puzzles each solved, and how the ratio without a limit differs."""
    better, hypothesis = found.advantage, found.hypothesis
    mine, others = better.solved
    without = {
        "": "the same",  # typically, where few were cut
        ">=": "larger",
        "<=": "smaller",
        "~": "larger or smaller, which is open",
    }[better.bound]
    meant = f"; without a limit the ratio is {without}"
    if found.speed_up.failed:
        meant += ", while the runs that failed go on counting as the limit"
    if not found.speed_up.bound:
        meant = "; the others failed, and not for the limit: they count as the limit"
    return (
        f"solved within {found.time_limit:g} s: {hypothesis.solver} {mine:,}, "
        f"{hypothesis.against} {others:,} of {better.puzzles:,}"
        f"{'' if better.quantity == 'PAR-2' else meant}."
    )


def _needed(found: Assessment) -> str:
    """A sentence on how many puzzles would decide it."""
    if found.needed is None:
        none = "neither solved a puzzle: " if not any(found.advantage.solved) else ""
        none = none if found.advantage.puzzles else "no puzzle was asked of both: "
        return f"{none}too little is known to say how many puzzles would decide it."
    if found.needed == inf:
        return (
            f"the {_of(found.hypothesis)} is what is claimed, or so near that "
            f"{REASONABLE:,} puzzles would not decide it."
        )
    return (
        f"about {found.needed:,} puzzles like these would decide it, with probability {POWER:g}, "
        "if ratio and spread are what they are here."
    )
