"""The rules of a competition, as `accord bench --rules xcsp3-2025` follows them.

competitions.toml has those that ship, by name and year; a file of one's own has the same keys:

    title = "The lab's benchmark"
    time_limit = "60s"           # wall time of each run
    cpu_limit = "60s"
    memory_limit = "8G"
    cores = 1                    # the most that a solver may work on
    score = "XCSP3"              # what `accord scores` ranks by, a heading
    wrong = "out"                # a solver with a wrong answer; or "unsolved": that run alone

What stands on the command line or in a CAMPAIGN.toml has precedence over rules, and what departs
from them is recorded with their name.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from accord.bench.campaigns.plan import CampaignRules
from accord.cli.options import values
from accord.puzzles.fields import FILE, Check, MisfitError, OwnJson, misfit, read_fields
from accord.puzzles.phrasing import listed, memory, nearest, seconds

SHIPPED = Path(__file__).parent / "competitions.toml"
LIMITS: dict[str, Callable[[Any], str]] = {
    "time_limit": seconds,
    "cpu_limit": seconds,
    "memory_limit": memory,
}


def _read_score(found: Any, numbers: object) -> str:
    from accord.bench.analysis.anytime.scoreboard import scores

    headings = [each.heading for each in scores(values.LONGEST)]
    headings = [each for each in headings if f"{values.LONGEST:g}" not in each]
    if found not in headings:
        raise misfit(found, f"one of {', '.join(headings)}", FILE)
    return str(found)


@dataclass(frozen=True)
class CompetitionRules:
    """The rules of a competition; 0 is no limit."""

    time_limit: Annotated[float, values.in_file(values.time)]  # seconds
    title: str = ""
    source: str = ""
    cpu_limit: Annotated[float, values.in_file(values.time)] = 0  # seconds
    memory_limit: Annotated[int, values.in_file(values.memory)] = 0  # bytes
    cores: Annotated[int, Check(lambda n: n >= 1, "1 or more")] = 0
    score: Annotated[str, OwnJson(_read_score)] = ""
    wrong: Literal["out", "unsolved"] = "out"
    name: str = field(default="", compare=False)  # by which they were asked for

    def limits(self) -> Iterator[tuple[str, Any]]:
        """The names and values of the limits, as options have them."""
        return ((name, getattr(self, name) or None) for name in LIMITS)

    @property
    def words(self) -> str:
        """What they are, and from where."""
        return f"{self.title or 'rules of your own'}{f' ({self.source})' if self.source else ''}"

    def followed(self, asked: Mapping[str, Any]) -> CampaignRules:
        """What a campaign keeps of them.

        Args:
            asked: its limits, by the names of the options.
        """
        departs = [
            f"{name.replace('_', ' ')} {write(asked[name]) if asked[name] else 'none'}"
            for name, write in LIMITS.items()
            if (asked[name] or 0) != getattr(self, name)
        ]
        name = f"{self.name}, but {listed(departs)}" if departs else self.name
        return CampaignRules(name, self.cores, self.score, self.wrong)


def is_competition(rule: str) -> bool:
    """Whether a value of --rules, by its dash or dot, is of a competition and not of puzzles."""
    return "-" in rule or "." in rule


def read_rules(name: str) -> CompetitionRules:
    """The rules by the name of a competition, or in a file.

    Raises:
        OutsideFileError: the file is not TOML.
        CampaignError: a key or a value is none of rules.
    """
    from accord.bench.campaigns.folder import CampaignError
    from accord.puzzles.files.outside_file import toml_file

    shipped = toml_file(SHIPPED)
    if name not in shipped and not name.endswith(".toml"):
        expected = f"{nearest(name, [*shipped])}, or a file, RULES.toml"
        raise CampaignError(f"found the rules {name!r}, expected {expected}")
    found = shipped.get(name) or toml_file(Path(name))
    try:
        return CompetitionRules(**read_fields(CompetitionRules, found), name=name)
    except MisfitError as error:
        raise CampaignError(f"{name}: {error}") from None
