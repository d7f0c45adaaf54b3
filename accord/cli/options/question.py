"""What a campaign asks: options of `accord bench`, and the same as a file, CAMPAIGN.toml.

Such a file names a collection, and optionally the values of other options, under their names; the
types of the options read them.  Options on the command line have precedence.  The campaign.toml
of a campaign's folder is one too: what it states besides is ignored, and 0 is no limit there.
"""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, cast

import click

from accord.cli.options import arguments, values
from accord.cli.output import note
from accord.puzzles.fields import FILE, Check, MisfitError, OwnJson, Texts, misfit, read_fields
from accord.puzzles.formats.draft import Variant
from accord.puzzles.phrasing import listed

if TYPE_CHECKING:
    from accord.bench.campaigns.plan import CampaignQuestion
    from accord.cli.options.competition_rules import CompetitionRules

STATED = ("puzzles", "digest", "merged")  # in a campaign's own folder; not part of what is asked
EVERY_SOLVER = "*"  # among the solvers of a CAMPAIGN.toml


class CampaignOptions(NamedTuple):
    """The options of `accord bench`."""

    source: str  # a collection, a file of puzzles, or a CAMPAIGN.toml
    variant: Variant  # how the puzzles are read
    question: "CampaignQuestion"


OPTIONS = (
    click.argument(
        "source",
        nargs=-1,
        required=True,
        metavar="COLLECTION|FILE|CAMPAIGN.toml",
        callback=arguments.only_one,
        shell_complete=values.sources,
    ),
    arguments.choosing,
    click.option(
        "--same-search",
        is_flag=True,
        help="Each solver with one and the same static search: the first open variable, its least "
        "value, all-different domain consistent. Their nodes compare; who has no such search is "
        "left out.",
    ),
    arguments.time_limit("Wall time limit of each run.", name="time_limit"),
    arguments.MEMORY_LIMIT,
    click.option(
        "--cpu-limit",
        type=values.time,
        help="CPU time each run may use, in all its processes. Default: no limit.",
    ),
    arguments.IMPORT_LIMIT,
    arguments.BEST_EFFORT,
    click.option(
        "--cold",
        is_flag=True,
        help="Ask each question in a fresh process, without a warm-up; what it prepares is timed.",
    ),
    arguments.limit("usual"),
    click.option("--repeat", type=values.Whole(1), default=1, help="Repetitions of each run."),
    click.option(
        "--isomorphs",
        type=values.Whole(0),
        metavar="K",
        default=0,
        help="Ask each puzzle in K other forms too, under symmetries that the seed draws; what is "
        "found in one is evidence on all. `accord convert --isomorph` prints them.",
    ),
    arguments.seed("Draws the order of the runs, and the isomorphs."),
    click.option(
        "--shard",
        type=values.shard,
        metavar="I/N",
        help="Only every N-th puzzle, for machines that share nothing; `accord merge` joins the "
        "parts.",
    ),
    *arguments.variant_options(arguments.COMPETITIONS),
)


def _options(source: str, best_effort: bool, **options: Any) -> CampaignOptions:
    """The options of a command; a CAMPAIGN.toml states those that are at their defaults."""
    from accord.bench.campaigns.plan import NO_RULES, CampaignQuestion
    from accord.bench.run.terms import Limits, Terms

    same_search = options.pop("same_search")
    asked = read_question(Path(source)) if source.endswith(".toml") else {}
    rules, options["rules"] = _followed(options["rules"], asked.pop("rules", ""))
    variant = arguments.as_variant(
        **{each.name: options.pop(each.name) for each in fields(Variant)}
    )
    same_search |= asked.pop("same_search", False)
    if "solvers" in asked and not is_given("solvers"):
        _expect_solvers(source, asked["solvers"])
    for name, limit in rules.limits() if rules else ():
        options[name] = options[name] if is_given(name) else limit
    asked |= {name: value for name, value in options.items() if name not in asked or is_given(name)}
    variant = variant or asked.get("reading", variant)
    limits = Limits(asked["time_limit"], asked["memory_limit"], asked["cpu_limit"], best_effort)
    kept = rules.followed(asked) if rules else NO_RULES
    if rules:
        note(f"rules {kept.name}: {rules.words}")
    question = CampaignQuestion(
        asked.get("collection", source),
        (same_searches if same_search else asked_solvers)(asked["solvers"] or [EVERY_SOLVER]),
        Terms(limits, asked["limit"], asked["cold"], import_limit=asked["import_limit"]),
        reading=" ".join(arguments.as_options(variant)),
        rules=kept,
        **{name: asked[name] for name in ("repeat", "isomorphs", "seed", "shard")},
    )
    return CampaignOptions(source, variant, question)


def _followed(rules: tuple[str, ...], in_file: str) -> "tuple[CompetitionRules | None, Any]":
    """The rules of a competition that --rules or a file names, and the other values of --rules.

    Raises:
        click.UsageError: the option names several competitions.
    """
    from accord.cli.options.competition_rules import is_competition, read_rules

    named = [each for each in rules if is_competition(each)]
    if len(named) > 1:
        raise click.UsageError(f"--rules: found {listed(named)}, expected one competition")
    others = tuple(each for each in rules if each not in named)
    name = (named or [in_file])[0]
    return read_rules(name) if name else None, others


def _expect_solvers(file: str, names: Iterable[str]) -> None:
    """Refuse names and settings in a CAMPAIGN.toml that no solver of accord has.

    Raises:
        CampaignError: there is one; names the file.
    """
    from accord.bench.campaigns.folder import CampaignError
    from accord.solvers.registry import UnknownSolverError, is_from_outside, registered
    from accord.solvers.settings import SettingError

    for name in names:
        try:
            if name != EVERY_SOLVER and not is_from_outside(name):
                registered(name)
        except (UnknownSolverError, SettingError) as error:
            raise CampaignError(f"{file}: solvers: {error}") from None


def asked_solvers(names: Iterable[str]) -> tuple[str, ...]:
    """The solvers by name; EVERY_SOLVER stands for all that can run here."""
    from accord.solvers.registry import available

    found = (available() if name == EVERY_SOLVER else [name] for name in names)
    return tuple(chain.from_iterable(found))


def same_searches(names: Iterable[str]) -> tuple[str, ...]:
    """The named solvers that have the search common to all, with the settings that choose it.

    Says on standard error which search this is, and who is left out: who is from outside, too.

    Raises:
        click.UsageError: none has it, or one is given with settings.
    """
    from accord.solvers.registry import SAME_SEARCH, canonical, is_from_outside, registered

    chosen, others = [], []
    for name in asked_solvers(names):
        if is_from_outside(name):
            others.append(name)
            continue
        selection = registered(name)
        if selection.settings_text:
            raise click.UsageError(
                f"--same-search: found the solver {name}, expected {selection.name}: "
                "the option chooses the settings"
            )
        settings = selection.backend.same_search
        chosen += [canonical(f"{name}:{settings}")] if settings else []
        others += [] if settings else [name]
    if not chosen:
        raise click.UsageError(
            f"--same-search: found {listed(others)}, expected {listed(_with_same_search())}"
        )
    note(SAME_SEARCH)
    if others:
        note(f"left out, for they learn, or cannot be told to search like this: {listed(others)}")
    return tuple(chosen)


def _with_same_search() -> list[str]:
    from accord.solvers.registry import backends

    return [name for name, backend in backends().items() if backend.same_search]


asking = arguments.one_value("asked", _options, *OPTIONS)
TYPES = {each.name: each.type for each in click.command()(asking(lambda asked: None)).params}


def is_given(option: str) -> bool:
    """Whether an option of the running command is set, rather than at its default."""
    source = click.get_current_context().get_parameter_source(option)
    return source not in (None, click.core.ParameterSource.DEFAULT)


def option_in_file(name: str, expected: str = "a number") -> OwnJson:
    """A key that holds the value of an option, as text or as a number."""
    return values.in_file(lambda text: TYPES[name].convert(text, None, None), expected)


def _read_variant(text: Any, numbers: object) -> Variant:
    """The variant of options like `--box 2x3 --rules diagonals`."""
    if not isinstance(text, str):
        raise misfit(text, "a text", FILE)
    options = click.command("reading")(arguments.reading(lambda variant: variant))
    try:
        return cast(Variant, options.main(shlex.split(text), standalone_mode=False))
    except (ValueError, click.UsageError) as error:
        raise misfit(text, f"options as --box 2x3: {error}", FILE) from None


@dataclass(frozen=True)
class CampaignFile:
    """The keys of a CAMPAIGN.toml."""

    collection: Annotated[str, Check(bool, "the name of one, or a file")]
    solvers: Texts = ()
    cold: bool = False
    same_search: bool = False
    shard: Annotated[str, option_in_file("shard", "I/N, as 1/4")] = ""
    reading: Annotated[str, OwnJson(_read_variant)] = ""
    rules: str = ""  # of a competition
    time_limit: Annotated[float, option_in_file("time_limit")] = 0
    memory_limit: Annotated[int, option_in_file("memory_limit")] = 0
    cpu_limit: Annotated[float, option_in_file("cpu_limit")] = 0
    limit: Annotated[int, option_in_file("limit")] = 0
    repeat: Annotated[int, option_in_file("repeat")] = 0
    isomorphs: Annotated[int, option_in_file("isomorphs")] = 0
    seed: Annotated[int, option_in_file("seed")] = 0


def read_question(path: Path) -> dict[str, Any]:
    """What a CAMPAIGN.toml asks, by key.

    Raises:
        OutsideFileError: the file is not TOML.
        CampaignError: a key or a value is none that a campaign has.
    """
    from accord.bench.campaigns.folder import FORMAT, CampaignError
    from accord.puzzles.files.outside_file import toml_file

    values = toml_file(path)
    if not values.keys().isdisjoint(("claim", "against", "at_least")):
        raise CampaignError(
            f"{path}: found claims, expected a campaign; see "
            f"`accord claim {shlex.quote(str(path))}`"
        )
    if not values.keys().isdisjoint(STATED):
        values = _asked_in_folder(values)
    if (number := values.pop("format", FORMAT)) not in range(1, FORMAT + 1):
        raise CampaignError(f"{path}: found the format {number!r}, expected at most {FORMAT}")
    try:
        asked = read_fields(CampaignFile, values)
    except MisfitError as error:
        raise CampaignError(f"{path}: {error}") from None
    for key in ("collection", "rules"):
        asked[key] = beside(path.parent, asked.get(key, ""))
    if "solvers" in asked:
        asked["solvers"] = tuple(solver_beside(path.parent, each) for each in asked["solvers"])
    return asked


def _asked_in_folder(values: dict[str, Any]) -> dict[str, Any]:
    """The question in the campaign.toml of a campaign's folder; there 0 is no limit."""
    left = {*STATED, "rules", "score", "wrong"}  # the limits of rules stand there themselves
    asked = {key: value for key, value in values.items() if key not in left}
    for key in ("memory_limit", "cpu_limit"):
        if asked.get(key) == 0:
            del asked[key]
    if asked.get("limit") == 0 and asked.get("format", 1) == 1:
        asked["limit"] = "all"
    return asked


def beside(folder: Path, name: str) -> str:
    """A name in a TOML file of this folder: of a file beside it, where there is one."""
    file = folder / name
    try:
        return str(file) if file.is_file() else name
    except OSError:  # too long for a name
        return name


def solver_beside(folder: Path, solver: str) -> str:
    """A solver in a TOML file of this folder; one in a file beside it, where there is one."""
    place, colon, rest = solver.partition(":")
    return beside(folder, place) + colon + rest
