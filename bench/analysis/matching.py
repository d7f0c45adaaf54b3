"""Which solver of one campaign is compared with which of another.

Solvers are matched by name and settings, whatever their version and host.  Where a campaign has
several of one name, it is those of the same host, version, or both, if that leaves one for each;
otherwise they have to be chosen, and so have those of different names: `OLD=NEW`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from accord.bench.analysis.statistics.sample import Campaign
from accord.bench.campaigns.folder import CampaignError
from accord.puzzles.phrasing import listed, similar


@dataclass(frozen=True)
class SolverVariant:
    """A solver of a campaign, in one version on one host."""

    name: str  # as in tables: with version and host where there are several
    plain: str  # with settings only
    version: str
    host: str


def variants(campaign: Campaign) -> list[SolverVariant]:
    """The solvers of a campaign, in its order."""
    query = "SELECT DISTINCT label, plain, solver_version, host FROM labelled_rows"
    found = {row[0]: SolverVariant(*row) for row in campaign.base.execute(query).fetchall()}
    return [found[name] for name in campaign.solvers]


def matched(
    old: Sequence[SolverVariant], new: Sequence[SolverVariant], renamed: Sequence[str]
) -> list[tuple[SolverVariant, SolverVariant]]:
    """The pairs of solvers that are compared, in the order of the new campaign.

    Raises:
        CampaignError: none can be, a name is not known, or there are several of one.
    """
    found = [renamed_pair(old, new, text) for text in renamed]
    chosen = [{match[side].plain for match in found} for side in (0, 1)]
    for plain in dict.fromkeys(each.plain for each in new if each.plain not in chosen[1]):
        of_old = [each for each in old if each.plain == plain and plain not in chosen[0]]
        if of_old:
            found += _of_one_name(of_old, [each for each in new if each.plain == plain])
    if not found:
        names = (", ".join(sorted(each.name for each in side)) for side in (old, new))
        raise CampaignError(
            "found no solver in both campaigns, expected one; old: {}; new: {}; "
            "--as OLD=NEW compares two of different names".format(*names)
        )
    return found


def renamed_pair(
    old: Sequence[SolverVariant], new: Sequence[SolverVariant], text: str
) -> tuple[SolverVariant, SolverVariant]:
    """The two solvers that OLD=NEW names; a name may have `=` in its settings.

    Raises:
        CampaignError: it names none, or several; says which are near.
    """
    marks = [place for place, mark in enumerate(text) if mark == "="]
    found = [
        (one, other)
        for mark in marks
        for one in named(old, text[:mark])
        for other in named(new, text[mark + 1 :])
    ]
    if len(found) != 1:
        pairs = [f"{one.name}={other.name}" for one in old for other in new]
        near = "".join(f", perhaps {each}" for each in similar(text, pairs))
        names = (", ".join(each.name for each in side) for side in (old, new))
        there = "old: {}; new: {}".format(*names)
        raise CampaignError(f"found {text!r}, expected OLD=NEW{near}; {there}")
    return found[0]


def named(solvers: Sequence[SolverVariant], name: str) -> list[SolverVariant]:
    """The solver of this name, or all with these settings."""
    exact = [each for each in solvers if each.name == name]
    return exact or [each for each in solvers if each.plain == name]


def _of_one_name(
    old: Sequence[SolverVariant], new: Sequence[SolverVariant]
) -> list[tuple[SolverVariant, SolverVariant]]:
    """The pairs that are the only ones, or else of one host, version, or both."""
    keys: tuple[Callable[[SolverVariant], Any], ...] = (
        lambda each: "",
        lambda each: each.host,
        lambda each: each.version,
        lambda each: (each.version, each.host),
    )
    for key in keys:
        one, other = ({key(each): each for each in side} for side in (old, new))
        if len(one) == len(old) and len(other) == len(new) and one.keys() == other.keys():
            return [(one[each], other[each]) for each in other]
    names = (listed(each.name for each in side) for side in (old, new))
    raise CampaignError(
        "found {} in the old campaign and {} in the new, expected one to compare with one; "
        "choose with --as 'OLD=NEW'".format(*names)
    )
