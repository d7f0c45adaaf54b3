"""The question of a campaign as a file: what `accord bench CAMPAIGN.toml` asks.

Such a file names a collection, and if it likes what else the options say.  The campaign.toml of a
campaign's folder is one too: what it states besides is passed over.
"""

import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from accord.cli.options.arguments import Duration, Limit, Memory, reading

if TYPE_CHECKING:
    from accord.puzzles.formats.draft import Variant

LARGEST = 2**63 - 1  # of the store's integers
STATED = ("puzzles", "digest", "merged")  # by a campaign's own folder, and asked by nobody
_NONE = ("limit", "memory_limit", "cpu_limit")  # 0 stands for no limit


def read_question(source: str) -> dict[str, Any]:
    """What a CAMPAIGN.toml asks, by key; nothing for a collection or a file of puzzles.

    Raises:
        CampaignError: the file is not TOML, or a key or a value is none that a campaign has.
    """
    from accord.bench.campaigns.folder import CampaignError

    path = Path(source)
    if path.suffix != ".toml":
        return {}
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CampaignError(f"{path}: not a TOML file: {error}") from None
    asked: dict[str, Any] = {}
    for key, value in values.items():
        if key in KEYS:
            try:
                asked[key] = KEYS[key](path, key, value)
            except click.BadParameter as error:
                raise CampaignError(f"{path}: {key}: {error.message}") from None
        elif key not in STATED:
            raise CampaignError(f"{path}: found {key!r}, expected one of {', '.join(KEYS)}")
    if "collection" not in asked:
        raise CampaignError(f"{path}: found no collection, expected the name of one, or a file")
    return asked


def shard_of(text: str | None) -> tuple[int, int] | None:
    """What I/N says.

    Raises:
        click.BadParameter: it is none.
    """
    if text is None:
        return None
    found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"found {text!r}, expected I/N with I from 1 to N, as 1/4")
    return int(found[1]), int(found[2])


def _collection(path: Path, key: str, value: Any) -> str:
    return _beside(path, _text(path, key, value))


def _solvers(path: Path, key: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not all(type(each) is str for each in value):
        raise click.BadParameter(f"found {value!r}, expected a list of texts")
    parts = (each.partition(":") for each in value)
    return [_beside(path, place) + colon + rest for place, colon, rest in parts]


def _cold(path: Path, key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise click.BadParameter(f"found {value!r}, expected true or false")
    return value


def _shard(path: Path, key: str, value: Any) -> tuple[int, int] | None:
    return shard_of(_text(path, key, value))


def _reading(path: Path, key: str, value: Any) -> "Variant":
    """What options like `--box 2x3 --rules diagonals` say."""
    options = click.command("reading")(reading(lambda variant: variant))
    try:
        context = options.make_context("reading", shlex.split(_text(path, key, value)))
        return cast("Variant", options.invoke(context))
    except (ValueError, click.UsageError) as error:
        raise click.BadParameter(
            f"found {value!r}, expected options as --box 2x3: {error}"
        ) from None


def _text(path: Path, key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise click.BadParameter(f"found {value!r}, expected text")
    return value


def _number(path: Path, key: str, value: Any) -> Any:
    if key in _NONE and value == 0 and value is not False:  # as a campaign's own folder says it
        return 0
    if isinstance(value, bool | list | dict):
        raise click.BadParameter(f"found {value!r}, expected a number")
    return NUMBERS[key].convert(str(value), None, None)


def _beside(path: Path, name: str) -> str:
    """A name in a TOML file: of a file beside it, where there is one."""
    file = path.parent / name
    return str(file) if file.is_file() else name


NUMBERS: dict[str, Any] = {  # click's types
    "time_limit": Duration(),
    "memory_limit": Memory(),
    "cpu_limit": Duration(),
    "limit": Limit(),
    "repeat": click.IntRange(1, LARGEST),
    "isomorphs": click.IntRange(0),
    "seed": click.IntRange(0, LARGEST),
}
KEYS: dict[str, Callable[[Path, str, Any], Any]] = {
    "collection": _collection,
    "solvers": _solvers,
    "cold": _cold,
    "shard": _shard,
    "reading": _reading,
    **dict.fromkeys(NUMBERS, _number),
}
