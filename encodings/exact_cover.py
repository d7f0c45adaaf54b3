"""A puzzle as an exact cover: choose options so that every item is covered once.

An option means that a cell takes a value.  It covers the item of its cell ("r1c1 has a value") and,
for each all-different constraint of the cell, the item of the value there ("row 1 has a 5").  An
item is primary, to be covered exactly once, or secondary, to be covered at most once: over fewer
cells than values a value need not have a place.

    blank grid       items                      options, each of so many items
    --------------   ------------------------   ------------------------------
    n x n Sudoku     4 n^2: 324 for a 9x9       n^3: 729, of 4
    n x n Latin      3 n^2                      n^3, of 3

Only values of a cell's domain are options: a given is a cell with one option, and a puzzle in which
an item has no option has no solution.  The exact covers are the solutions, one for each.  Items and
options are D. E. Knuth's words (The Art of Computer Programming 7.2.2.1, 2020) for the columns and
rows of his "Dancing links" (2000), which solves relatives of Sudoku in this way.

The file is what Knuth's programs DLX1 and DLX2 read, and miniexact after them: a line of all items,
the secondary ones after a `|`, and a line for each option.  His names have at most eight
characters, none of them `:` or `|`, so that "column 12 has a 10" is called col12=10.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from accord.encodings.encoding import Codec, Encoding, Size
from accord.encodings.model import ModelError, UnsatisfiableError, grid_of
from accord.encodings.scopes import all_different
from accord.puzzles import AllDifferent, Cell, Grid, Puzzle, Value, cell_name

Item = int  # 0, 1, ...; the primary ones first


@dataclass(frozen=True)
class ExactCover:
    """Items, and the options that cover them."""

    items: tuple[str, ...]  # what each stands for
    primary: int  # how many of them, from the first, are to be covered exactly once
    options: tuple[tuple[Item, ...], ...]
    meaning: tuple[tuple[Cell, Value], ...]  # of each option


def encode(puzzle: Puzzle) -> ExactCover:
    """The exact cover problem whose solutions are those of `puzzle`, one for each.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    size = puzzle.size
    every = _full_first(puzzle)
    names = [f"{cell_name(cell, size)} has a value" for cell in puzzle.shape.cells]
    at: list[list[Item]] = [[] for _ in names]  # for each cell the items of value 1
    for number, constraint in enumerate(every):
        for cell in constraint.cells:
            at[cell].append(len(puzzle.domains) + number * size)
        where = constraint.name or f"constraint {number + 1}"
        names += [f"{where} has a {value}" for value in range(1, size + 1)]
    meaning = tuple(
        (cell, value) for cell, domain in enumerate(puzzle.domains) for value in sorted(domain)
    )
    options = tuple((cell, *(item + value - 1 for item in at[cell])) for cell, value in meaning)
    full = sum(len(constraint.cells) == size for constraint in every)
    return ExactCover(tuple(names), len(puzzle.domains) + full * size, options, meaning)


def _full_first(puzzle: Puzzle) -> list[AllDifferent]:
    """The constraints over as many cells as there are values, then the others."""
    return sorted(all_different(puzzle), key=lambda one: len(one.cells) != puzzle.size)


def decode(cover: ExactCover, chosen: Iterable[int]) -> Grid:
    """The grid that the chosen options say.

    Args:
        cover: of the puzzle.
        chosen: one option for each cell, by number.
    """
    values = dict(cover.meaning[option] for option in chosen)
    return Grid(values[cell] for cell in sorted(values))


def short_names(puzzle: Puzzle) -> list[str]:
    """The names of items in files: r1c2, row1=5, and x28=5 of the 28th constraint."""
    names = [cell_name(cell, puzzle.size) for cell in puzzle.shape.cells]
    for word in _words(puzzle):
        names += [f"{word}={value}" for value in range(1, puzzle.size + 1)]
    return names


def _words(puzzle: Puzzle) -> list[str]:
    """Different words of at most five characters for the constraints, in the items' order."""
    words: list[str] = []
    for number, constraint in enumerate(_full_first(puzzle), 1):
        named = re.fullmatch(r"(row|col|box|reg|win)[a-z]* ([0-9]{1,2})", constraint.name)
        word = named[1] + named[2] if named else f"x{number}"
        words.append(word if word not in words else f"x{number}")
    return words


def write(puzzle: Puzzle, distinct: bool) -> Iterator[str]:
    """An exact cover problem: one option for each cell and candidate; no two of them are the same.

    Raises:
        UnsupportedError: a constraint is no AllDifferent.
    """
    cover, names = encode(puzzle), short_names(puzzle)
    n = puzzle.size
    yield (
        f"| A puzzle of {n} x {n} cells as an exact cover problem, in the format of Knuth's DLX.\n"
        "| Item r1c2: row 1, column 2 has a value.  Item row1=5: row 1 has a 5.\n"
        "| Choose options, one a line, so that each item is covered once;\n"
        "| those after the bar in the line of items are covered at most once.\n"
    )
    for word, constraint in zip(_words(puzzle), _full_first(puzzle), strict=True):
        if word[0] == "x":
            yield f"| {word}: {' '.join(constraint.name.split()) or 'a further constraint'}.\n"
    secondary = names[cover.primary :]
    yield " ".join([*names[: cover.primary], *(["|", *secondary] if secondary else [])]) + "\n"
    for option in cover.options:
        yield " ".join(names[item] for item in option) + "\n"


def read(puzzle: Puzzle, text: str) -> Grid:
    """The grid in the one solution that DLX1, DLX2 or miniexact printed.

    A line is an option: its items in any order, or its number, counted from 1, or several numbers.
    Lines of something else say nothing.

    Raises:
        UnsatisfiableError: there is no solution, it says.
        ModelError: there is no option, or they give a cell no value or two.
    """
    if re.search(r"^(?:Altogether|Found) 0 solutions", text, re.MULTILINE):
        raise UnsatisfiableError("the solver says that there is no exact cover")
    return grid_of(puzzle.size, _chosen_values(puzzle, text))


def _chosen_values(puzzle: Puzzle, text: str) -> Iterator[tuple[Cell, Value]]:
    """The cells and values of the options that a text names."""
    cover, names = encode(puzzle), short_names(puzzle)
    numbers = {name: item for item, name in enumerate(names)}
    meaning = dict(zip(map(frozenset, cover.options), cover.meaning, strict=True))
    for line in text.splitlines():
        words = re.sub(r"\([0-9]+ of [0-9]+\)|;", "", line).split()
        if words and all(word in numbers for word in words):
            items = frozenset(numbers[word] for word in words)
            if items not in meaning:
                raise ModelError(f"found {line.strip()!r}, expected the items of an option")
            yield meaning[items]
        elif all(re.fullmatch(r"[0-9]{1,9}", word) for word in words):
            for word in words:
                if not 0 < int(word) <= len(cover.options):
                    raise ModelError(f"found option {word}, expected 1..{len(cover.options)}")
                yield cover.meaning[int(word) - 1]


def size(puzzle: Puzzle) -> Size:
    """Items, options, different options, and items in all options."""
    cover = encode(puzzle)
    options = cover.options
    return Size(len(cover.items), len(options), len(set(options)), sum(map(len, options)))


CODEC = Codec(write, read, size)
ENCODINGS = {"exact-cover": Encoding("exact cover (Knuth's DLX)", ".dlx", CODEC, puzzles_only=True)}
