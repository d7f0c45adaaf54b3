"""The circumstances of a campaign, in sentences below its table.

What a run might use and how it was made is printed where it is not the usual; how busy the machine
was, and what the harness costs, where it is known.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from accord.bench.analysis.table import CampaignTable
from accord.bench.campaigns.sessions import Session, counted_sessions
from accord.puzzles.phrasing import counted, duration, listed, memory, seconds
from accord.views.tables.text import Legend

FEW = 3  # sessions whose load is printed one by one
_Limit = TypeVar("_Limit", int, float)


def made_by(version: str, facts: Mapping[str, Any]) -> str:
    """The versions of accord and of Python: `accord 1.0 (0123abc+), CPython 3.13.1`."""
    commit = facts["commit"]
    at = f" ({commit[:7]}{'+' * commit.endswith('+')})" if commit else ""
    return f"accord {version}{at}, {facts['python']}"


def when(first: str, last: str, table: CampaignTable) -> str:
    """A sentence on when the runs were made, how long that took, and where.

    Args:
        first: when the first run began: UTC, ISO 8601.
        last: and the last.
        table: of the campaign.
    """
    begun, end = (f"{each[:10]} {each[11:16]}".strip() for each in (first, last))
    end = end.removeprefix(f"{begun[:10]} ") if end[:10] == begun[:10] else end
    days = begun if begun.endswith(end) else f"{begun} to {end}"
    ended = [each for each in table.sessions if each.ended]
    took = sum(
        (datetime.fromisoformat(each.ended) - datetime.fromisoformat(each.began)).total_seconds()
        for each in ended
    )
    parts = [f"{days} UTC" if days else "", duration(took) if ended else ""]
    if len(table.sessions) > 1:
        parts[1] += f" in {counted_sessions(table.sessions)}"
    hosts = [each for each in table.hosts if each]
    parts += [f"on {listed(hosts)}"] if hosts else []
    return ", ".join(filter(None, parts))


def conditions(table: CampaignTable) -> Iterator[str]:
    """Sentences on what the runs were allowed and how they were made, where it is not the usual."""
    if table.rules:
        yield f"rules: {table.rules}."
    if any(table.memory_limits):
        limits = _each(table.memory_limits, memory)
        yield f"memory limit: {limits}, resident, of all processes of a run."
    if any(table.cpu_limits):
        limits = _each(table.cpu_limits, "{:g} s".format)
        yield f"CPU limit: {limits}, of all processes of a run."
    if table.best_effort:
        yield f"limits were best-effort in {counted(table.best_effort, 'run')}."
    for flagged in table.flagged:
        yield f"{flagged.flag}: {flagged.solver} in {counted(flagged.runs, 'run')}."
    for short in table.short_of_cores:
        there = counted(short.there, "core")
        yield (
            f"cores: {short.solver} works on {short.wanted}, and {short.host} had {there} for it "
            "alone."
        )
    for each in table.withdrawn:
        yield f"withdrawn: {each}; these runs are in no figure and no evidence."
    if table.cold:
        yield "cold: each question in a fresh process, and what it prepares is in the times."
    if any(line.prepare for line in table.lines):
        said = "prepare: the most it took to make what depends on size and rules alone, once" + (
            ", and in the times." if table.cold else " and not in the times."
        )
        yield Legend(({"prepare"}, said))
    if any(line.startup is not None for line in table.lines):
        said = "start-up: median of the solver's program on an empty question; it is in the times."
        yield Legend(({"start-up"}, said))


def _each(values: Sequence[_Limit | None], write: Callable[[_Limit], str]) -> str:
    return ", ".join("none" if value is None else write(value) for value in values)


def sessions(found: Sequence[Session]) -> Iterator[str]:
    """Sentences on the load of the machine, and the cost of the harness."""
    loads = [(each.load_before[:1], each.load_after[:1]) for each in found]
    known = [pair for pair in loads if any(pair)]
    if len(known) > FEW:
        before, after = ([load for pair in known for load in pair[end]] for end in (0, 1))
        yield f"load: {_range(before)} before, {_range(after)} after, in {counted_sessions(found)}."
    elif known:
        ranges = (f"{_range(before)} before, {_range(after)} after" for before, after in known)
        yield f"load: {'; '.join(ranges)}."
    costs = [each.harness for each in found if each.harness]
    timed, alone, batched = (
        [cost[what] for cost in costs if what in cost] for what in ("timed", "alone", "batched")
    )
    if timed and alone and batched:
        yield (
            f"harness: an empty solver is timed at {_range(timed, seconds)}, and costs besides "
            f"{_range(alone, seconds)} by itself and {_range(batched, seconds)} in a batch."
        )


def _range(values: Sequence[float], write: Callable[[float], str] = "{:.2f}".format) -> str:
    """The extremes of some numbers, or the one that they are."""
    if not values:
        return "unknown"
    least, most = write(min(values)), write(max(values))
    return least if least == most else f"{least} to {most}"
