"""`accord generate --puzzle KIND`: puzzles on boards, and which options go with them."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from accord.puzzles.instance import Instance

TAKEN = {"puzzle", "size", "count", "seed", "difficulty", "attempts", "seconds", "format_"}


def expect_options(context: click.Context) -> None:
    """Complain of options that say what only Sudokus have.

    Raises:
        click.UsageError: there is one.
    """
    for option in context.command.params:
        name = option.name or ""
        source = context.get_parameter_source(name)
        if name not in TAKEN and source is click.core.ParameterSource.COMMANDLINE:
            allowed = "--size N, --count, --seed, --difficulty, --attempts, --time-limit, --format"
            raise click.UsageError(
                f"found {option.opts[0]} with --puzzle, expected none but {allowed}"
            )


def instances(
    kind: str,
    wanted: Mapping[str, Any],
    watch: Callable[[], None],
) -> "Iterator[Instance]":
    """Puzzles of a kind, with their solutions.

    Args:
        kind: as `accord.bench.make.boards.kinds` names it.
        wanted: size, difficulty, seed, count and attempts.
        watch: called while they are made; may raise to make an end.

    Raises:
        RecipeError: there is no such kind, size or difficulty.
        OutOfAttemptsError: no attempt at the next puzzle came out as wanted.
    """
    from accord.bench.make.boards.making import boards, instance

    for board in boards(kind, **wanted, watch=watch):
        yield instance(board, kind, wanted["seed"])
