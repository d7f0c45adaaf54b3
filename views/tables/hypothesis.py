"""What campaigns say to claims, on a terminal and as JSON."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from math import inf, isfinite
from typing import Any

from accord.bench.analysis.hypothesis import POWER, REASONABLE, UNDECIDED, Claim, Finding
from accord.puzzles.phrasing import counted, ratio
from accord.views.tables.compare import interval
from accord.views.tables.table import incomplete

CLOCKS = {"wall": "wall time", "cpu": "CPU time"}


def as_text(findings: Sequence[Finding]) -> str:
    """A paragraph for each claim."""
    return "\n\n".join("\n".join(_lines(each)) for each in findings)


def _lines(found: Finding) -> Iterator[str]:
    speed_up, claim = found.speed_up, found.claim
    yield f"{claim.name}: {statement(claim)}"
    percent = f"{100 * claim.confidence:g} % interval"
    ends = interval(speed_up.low, speed_up.high) if isfinite(speed_up.low) else "not known"
    times = "times as fast" if claim.measure in CLOCKS else "times as many"
    shown = f"{ratio(speed_up.ratio, speed_up.bound)} {times}, {percent} {ends}"
    yield f"  {found.outcome.upper()}: {shown}, {_puzzles(found)}"
    for sentence in found.wrong:
        yield f"  WRONG {sentence}"
    for sentence in notes(found):
        yield f"  {sentence}"


def statement(claim: Claim) -> str:
    """A claim in words."""
    solver, against, least = claim.solver, claim.against, f"at least {claim.at_least:g} times"
    if claim.measure in CLOCKS:
        clock = CLOCKS[claim.measure]
        return f"{solver} is {least} as fast as {against} on {claim.collection} ({clock})"
    return f"{against} takes {least} as many {claim.measure} as {solver} on {claim.collection}"


def _puzzles(found: Finding) -> str:
    compared = found.speed_up.puzzles
    of = "" if compared == found.puzzles else f"{compared:,} of "
    return f"{of}{counted(found.puzzles, 'puzzle')} ({found.folder})"


def notes(found: Finding) -> Iterator[str]:
    """What has to be known besides."""
    speed_up, claim = found.speed_up, found.claim
    if claim.measure in CLOCKS:
        yield (
            "geometric mean of the speed-up under the limit: each time is min(time, "
            f"{found.time_limit:g} s)."
        )
    if speed_up.bound:
        yield _censored(found)
    if found.wrong:
        yield "a wrong answer is worth no time: the claim is not supported."
    if speed_up.few:
        yield "below 30 puzzles the interval is too narrow."
    if not found.complete:
        yield from incomplete(found.runs, found.asked)
        if found.outcome == UNDECIDED:
            yield "these are the runs of the two: before all are there nothing is decided."
    elif found.outcome == UNDECIDED:
        yield _needed(found)


def _censored(found: Finding) -> str:
    """What runs that were cut mean."""
    claim, bound = found.claim, found.speed_up.bound
    cut = {">=": claim.against, "<=": claim.solver, "~": "each of the two"}[bound]
    without = {
        ">=": "without a limit the ratio is larger",
        "<=": "without a limit the ratio is smaller",
        "~": f"what the ratio is without a limit is open ({found.unsolved:,} solved by neither)",
    }[bound]
    return f"{cut} did not solve some puzzles within {found.time_limit:g} s, so {without}."


def _needed(found: Finding) -> str:
    """What would decide it: how many puzzles, or a longer limit."""
    if found.limited:
        return "a longer limit is needed to decide it, not more puzzles."
    if found.needed is None:
        return "too little is known to say how many puzzles would decide it."
    if found.needed == inf:
        return (
            f"the speed-up is what is claimed, or so near that {REASONABLE:,} puzzles would not "
            "decide it."
        )
    return (
        f"about {found.needed:,} puzzles like these would decide it, with probability {POWER:g}, "
        "if ratio and spread are what they are here."
    )


def as_json(findings: Sequence[Finding]) -> str:
    """All of it; what is not known, or not finite, is null."""
    return json.dumps([_plain(asdict(each)) for each in findings], indent=2)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value
