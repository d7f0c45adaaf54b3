"""`accord generate`: make puzzles with exactly one solution."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from random import Random, SystemRandom
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from accord.cli.commands import BAD_INPUT, UNDECIDED, Ending
from accord.cli.help_pages import WithExamples
from accord.cli.options import arguments, values
from accord.cli.output import expect_writable, note, write_file

if TYPE_CHECKING:
    from accord.bench.make.generated import Generated
    from accord.bench.make.recipe import Recipe
    from accord.puzzles.puzzle import Instance

SECTION = "puzzles"

SYMMETRIES = ("none", "rotational", "diagonal", "mirror", "full")
DIFFICULTIES = ("easy", "medium", "hard", "extreme")
STEPS = 200  # of a climb
PAUSE = 5  # seconds, at least, between two reports on a climb
JIGSAW = "jigsaw"  # a rule of generating only: regions are drawn

OF_BOARDS = {"puzzle", "size", "count", "seed", "difficulty", "attempts", "seconds", "format_"}
OF_BOARDS |= {"sheet", "per_sheet"}

Size = tuple[int, tuple[int, int] | None]  # with the box, where one was given


def _size(text: str) -> Size:
    """The size that a box, rows x columns, or a number says.

    Raises:
        click.BadParameter: it is neither.
    """
    found = re.fullmatch(r"([0-9]{1,4})(?:[xX]([0-9]{1,4}))?", text.strip())
    if not found:
        raise click.BadParameter(f"found {text!r}, expected a box as 3x3 or 2x3, or a size as 9")
    if found[2] is None:
        return int(found[1]), None
    box = int(found[1]), int(found[2])
    return box[0] * box[1], box


@click.command(cls=WithExamples)
@click.option(
    "--puzzle",
    metavar="KIND",
    help="In place of a Sudoku: anti-knight, arrows, binairo, futoshiki, hidato, kakuro, kenken, "
    "killer, kropki, non-consecutive, nonogram, skyscrapers or thermometers; of --size N, written "
    "as json. --difficulty is easy, medium or hard then: 0, 1 to 8, or 9 to 100 guesses of "
    "backtracking-mrv:filter=gac.",
)
@click.option(
    "--size",
    callback=lambda context, option, text: _size(text),
    default="3x3",
    metavar="RxC|N",
    help="Rows x columns of a box, or the number of values, to 36: 2x3 makes 6x6, and so does 6.",
)
@click.option("--count", type=values.Whole(0), default=1, help="How many puzzles.")
@arguments.seed(
    "The same seed makes the same puzzles everywhere, the first ones of a longer list "
    "included. Default: one that is drawn, and printed on standard error.",
    default=None,
)
@arguments.one_value(
    "wishes",
    dict,
    click.option(
        "--symmetry",
        type=click.Choice(SYMMETRIES),
        default="none",
        help="Of the pattern of givens, which looks the same after a half turn, mirrored in the "
        "diagonal from top left, mirrored left to right, or after all turns and reflections.",
    ),
    click.option(
        "--minimal",
        is_flag=True,
        help="No given can be spared, not one; to 16x16. Without it, and to 12x12, no set of cells "
        "that the symmetry takes to each other can; beyond, a part of the cells is given.",
    ),
    click.option(
        "--difficulty",
        type=values.Scale(DIFFICULTIES),
        help="By the hardest technique that is needed, as accord explain says it, or more than "
        "that; beyond 12x12 by guesses, in the median over isomorphs: 0, to 4, to 12, more.",
    ),
    click.option("--clues", type=values.Whole(), metavar="K", help="Exactly this many givens."),
    click.option(
        "--hard",
        is_flag=True,
        help="Climb towards puzzles that need many guesses; to 12x12. Counted are those of "
        "exact-cover-bits, in the median over isomorphs; the fast solvers need far fewer.",
    ),
    click.option(
        "--steps",
        type=values.Whole(1),
        metavar="N",
        help="How long --hard climbs; with the same seed, more steps never end at fewer guesses. "
        f"Default: {STEPS}, which take some 20 seconds at 9x9.",
    ),
    click.option(
        "--attempts",
        type=values.Whole(1),
        metavar="N",
        help="How often a puzzle is tried before giving up with code 124. Default: 1000; 20 where "
        "each searches for few clues.",
    ),
    click.option(
        "--rules",
        multiple=True,
        metavar="RULE",
        help="diagonals, windoku, latin, or jigsaw, which draws regions for each puzzle; may be "
        "repeated, or a list with commas.",
    ),
    click.option(
        "--regions", metavar="TEXT", help="Jigsaws of these regions: one symbol per cell."
    ),
)
@arguments.time_limit("For all puzzles together. Default: no limit.", default=None)
@click.option(
    "--format",
    "format_",
    help="How puzzles are written; see `accord convert --formats`. Default: line, or json where "
    "a line cannot say the rules.",
)
@click.option(
    "--sheet",
    metavar="FILE",
    help="Write a page that prints on A4, instead of text: puzzles, and the answers on sheets of "
    "their own.",
)
@click.option("--per-sheet", type=values.Whole(1), help="Puzzles on one sheet. Default: 6.")
@click.pass_context
def command(
    context: click.Context,
    puzzle: str | None,
    size: Size,
    count: int,
    seed: int | None,
    wishes: dict[str, Any],
    seconds: float | None,
    format_: str | None,
    sheet: str | None,
    per_sheet: int | None,
) -> None:
    """Make puzzles that have exactly one solution, proved by an exact solver.

    Puzzle k of a seed is the same on every machine, however many are asked for. They are printed as
    they are made, one a line: `accord generate --count 1000 | accord solve --file -`.

    Examples:
        # Three puzzles of 6x6, the same for everyone who says --seed 1.
        accord generate --size 6 --count 3 --seed 1
        # Make puzzles and solve them.
        accord generate --size 6 --count 3 --seed 1 | accord solve --file -
        # A killer of 4x4 that takes no guess.
        accord generate --puzzle killer --size 4 --difficulty easy --seed 1
        # Two sheets for a class, to be printed, and one with the answers.
        accord generate --size 6 --count 12 --seed 1 --sheet sheet.html
    """
    from accord.bench.make.recipe import Recipe

    if sheet is None and per_sheet is not None:
        raise click.UsageError("found --per-sheet, expected --sheet with it")
    if sheet is not None:
        if format_ is not None:
            raise click.UsageError("found --format and --sheet, expected one of them")
        expect_writable(sheet)
    write = PuzzleWriter(format_, sheet, per_sheet or 6)
    if puzzle is not None:
        _expect_board_options(context)
        wanted = {"difficulty": wishes["difficulty"], "count": count}
        wanted |= {"attempts": wishes["attempts"]} if wishes["attempts"] else {}
        wanted["size"] = _side(context, size)
        _print_boards(puzzle, wanted, _Generation(count, seed, seconds, is_climb=False), write)
        return
    hard, steps, rules, regions = map(wishes.pop, ("hard", "steps", "rules", "regions"))
    if steps is not None and not hard:
        raise click.UsageError("found --steps, expected --hard with it")
    words = {rule.strip() for text in rules for rule in text.split(",") if rule.strip()}
    number, box = size
    boxless = bool(words & {JIGSAW, "latin"}) or regions is not None  # 3x3 says 9 there
    recipe = Recipe(
        size=number,
        box=None if boxless else box,
        rules=frozenset(words - {JIGSAW}),
        regions=_regions(regions, number),
        jigsaw=JIGSAW in words,
        climb=(steps or STEPS) if hard else 0,
        **wishes,
    )
    _print(recipe, _Generation(count, seed, seconds, bool(recipe.climb)), write)


def _regions(text: str | None, size: int) -> tuple[int, ...] | None:
    """The regions that a text says, for each cell a number."""
    from accord.puzzles.formats.draft import Draft, Variant

    if text is None:
        return None
    return Variant(regions=text).puzzle(Draft([0] * size * size)).regions


@dataclass(frozen=True)
class PuzzleWriter:
    """How puzzles are written: as they come in a format, or all on a sheet."""

    style: str | None
    sheet: str | None
    per_sheet: int

    def __call__(self, instances: "Iterable[Instance]", usual: str) -> Iterator[str]:
        """The puzzles in the format; none where they stand on a sheet, whose name is printed."""
        from accord.puzzles.files.texts import write_many
        from accord.views.boards.sheet import sheet

        if self.sheet is None:
            yield from write_many(instances, self.style or usual)
        else:
            write_file(self.sheet, sheet([*instances], self.per_sheet))


class _Generation:
    """The state of a generation: puzzles made, seed, and what is reported of them."""

    def __init__(self, count: int, seed: int | None, seconds: float | None, is_climb: bool) -> None:
        self.count = count
        self.seed = SystemRandom().randrange(10**9) if seed is None else seed
        self.seconds = seconds
        self.is_climb = is_climb
        self.made = 0
        self._is_reported = seed is not None
        self._end = None if seconds is None else monotonic() + seconds
        self._next = monotonic() + PAUSE

    def report_seed(self) -> None:
        """Print the seed if it was drawn, so that it can be asked for again; once."""
        if not self._is_reported:
            note(f"seed {self.seed}")
        self._is_reported = True

    def counted(self, made: "Iterable[Instance]", work: Any) -> "Iterator[Instance]":
        """The puzzles; how many there are is counted, and the seed reported with the first."""
        for each in made:
            self.report_seed()
            self.made += 1
            work.done = self.made
            yield each

    def watch(self, closest: Callable[[], str]) -> None:
        """End when the time is over; now and then print how far a climb has come."""
        now = monotonic()
        if self._end is not None and now > self._end:
            if text := closest():
                text = f"; {text}"
            raise Ending(
                UNDECIDED,
                f"out of time after {self.seconds:g} s: made {self.made} of {self.count}{text}",
            )
        if self.is_climb and now > self._next:
            self._next = now + PAUSE
            if text := closest():
                self.report_seed()
                note(f"{text} so far")


def _print(recipe: "Recipe", making: _Generation, write: PuzzleWriter) -> None:
    """Make and write Sudokus, with notes on standard error."""
    from accord.bench.make.full_grid import NoGridError
    from accord.cli.output import ready
    from accord.solvers.deciding import exact

    if recipe.is_stopped:
        side, cells = recipe.size, recipe.size**2
        note(
            f"{side}x{side}: stops at {recipe.stop} clues of {cells} cells; "
            "--clues asks for others, whose proofs may take long"
        )
    ready(exact(), recipe.shape(Random(0)))
    jigsaw = recipe.jigsaw or recipe.regions is not None
    needed = arguments.needed_to_read(recipe.size, recipe.box, recipe.rules, is_jigsaw=jigsaw)
    try:
        _print_made(_instances(recipe, making), "json" if needed else "line", making, write)
    except NoGridError as error:
        raise Ending(BAD_INPUT, str(error)) from None
    if needed and write.style not in (None, "json"):
        note(
            f"warning: these are only puzzles with {' '.join(needed)}, "
            f"which the format {write.style} does not say (json does)"
        )


def _print_made(
    made: "Iterable[Instance]", usual: str, making: _Generation, write: PuzzleWriter
) -> None:
    """Write puzzles as they are made, and the seed if it was drawn."""
    from accord.bench.make.full_grid import GridNotFoundError
    from accord.bench.make.generated import OutOfAttemptsError
    from accord.cli.working import hide, working

    try:
        with working("making puzzles", making.count) as work:
            for text in write(making.counted(made, work), usual):
                hide()
                click.echo(text)
    except Ending:
        making.report_seed()
        raise
    except (GridNotFoundError, OutOfAttemptsError) as error:
        making.report_seed()
        raise Ending(UNDECIDED, str(error)) from None


def _side(context: click.Context, size: Size) -> int | None:
    """The number of rows that was asked for; None where none was."""
    if context.get_parameter_source("size") is not click.core.ParameterSource.COMMANDLINE:
        return None
    number, box = size
    if box is not None:
        raise click.UsageError("found a box with --puzzle, expected --size N")
    return number


def _expect_board_options(context: click.Context) -> None:
    """Complain of options that say what only Sudokus have.

    Raises:
        click.UsageError: there is one.
    """
    for option in context.command.params:
        name = option.name or ""
        source = context.get_parameter_source(name)
        if name not in OF_BOARDS and source is click.core.ParameterSource.COMMANDLINE:
            allowed = "--size N, --count, --seed, --difficulty, --attempts, --time-limit, --format"
            allowed += ", --sheet"
            raise click.UsageError(
                f"found {option.opts[0]} with --puzzle, expected none but {allowed}"
            )


def _print_boards(
    kind: str, wanted: dict[str, Any], making: _Generation, write: PuzzleWriter
) -> None:
    """Make and write puzzles on boards."""
    from accord.bench.make.boards.making import boards, instance

    found = boards(kind, **wanted, seed=making.seed, watch=lambda: making.watch(str))
    _print_made((instance(each, kind, making.seed) for each in found), "json", making, write)


def _instances(recipe: "Recipe", making: _Generation) -> "Iterator[Instance]":
    """The puzzles with names and what is known of them."""
    from accord.bench.make.generated import puzzles
    from accord.puzzles.puzzle import Expected, Instance

    seed = making.seed
    for made in puzzles(recipe, seed, making.count, making.watch):
        if made.guesses is not None:
            making.report_seed()
            note(_rating(made))
        expected = Expected(1, solution=made.solution)
        name = f"{recipe.size}x{recipe.size}-{seed}-{made.number + 1}"
        yield Instance(name, made.puzzle, expected, f"accord generate, seed {seed}")


def _rating(made: "Generated") -> str:
    clues = sum(map(bool, made.puzzle.givens))
    return (
        f"puzzle {made.number + 1}: {made.guesses} guesses of exact-cover-bits "
        f"in the median over isomorphs (the fast solvers need far fewer), {clues} clues"
    )
