"""Kakuros: a pattern of black cells with point symmetry, digits, then repairs and variations.

A kakuro has no clue to spare.  As long as it has several solutions, one of the cells in which they
differ gets another digit: with extreme sums, of 1, 2, 8 and 9, there are fewer ways to make them.

That makes easy ones: of the runs that only one set of digits fills ("magic blocks") there are so
many that the rest follows.  Where a harder one is wanted, any cell gets any digit, again and again,
as long as one solution is left and no fewer guesses are needed: sums of more ways come in.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from accord.bench.make.boards.draft import Change
from accord.bench.make.chance import shuffled
from accord.puzzles import Cell, Problem, Solution
from accord.puzzles.classics.boards.kakuro import kakuro

LONGEST = 5  # cells of a run: digits fill it in 15,120 ways, six in 60,480
WHITE = 0.5  # of the cells, at least
EXTREME, MIDDLE = (1, 2, 8, 9), 1.6  # digits that come early, and how much later others do


@dataclass(frozen=True)
class Crossed:
    """Digits on a board whose first row and column are black."""

    size: int
    digits: Mapping[Cell, int]
    random: Random = field(compare=False)
    changes: tuple[Change, ...] = ()

    @property
    def problem(self) -> Problem:
        """The kakuro of the sums, each run as a table of its digits, which people go through."""
        return kakuro(self.text, "table")

    @property
    def written(self) -> Problem:
        """Each run as a sum and an all-different, which is much shorter."""
        return kakuro(self.text)

    @property
    def text(self) -> str:
        """The kakuro as it is printed."""
        words = ["#" if cell not in self.digits else "." for cell in range(self.size**2)]
        sums: dict[Cell, list[str]] = {}
        for run in runs(self.size, self.digits):
            step = run[1] - run[0]
            total = str(sum(self.digits[cell] for cell in run))
            sums.setdefault(run[0] - step, ["", ""])[step == 1] = total
        for cell, (down, across) in sums.items():
            words[cell] = f"{down}\\{across}"
        rows = (words[start : start + self.size] for start in range(0, len(words), self.size))
        return "\n".join(" ".join(row) for row in rows)

    def changed(self, change: Change) -> None:
        """Do nothing: a kakuro has nothing to spare."""

    def repaired(self, solutions: Sequence[Solution]) -> "Crossed | None":
        """The board with another digit where solutions differ."""
        doubtful = [cell for cell in self.digits if len({each[cell] for each in solutions}) > 1]
        return self._changed_in(doubtful, _random_digits)

    def varied(self) -> "Crossed | None":
        """The board with any other digit in any cell."""
        return self._changed_in(self.digits, partial(shuffled, range(1, 10)))

    def _changed_in(
        self, cells: Iterable[Cell], in_order: Callable[[Random], Iterable[int]]
    ) -> "Crossed | None":
        """The board with another digit in one of these cells."""
        for cell in shuffled(cells, self.random):
            crossing = _through(self.size, self.digits, cell)
            near = {self.digits[each] for run in crossing for each in run}
            digit = next((each for each in in_order(self.random) if each not in near), None)
            if digit is not None:
                return replace(self, digits={**self.digits, cell: digit})
        return None


def kakuro_draft(size: int, random: Random) -> Crossed:
    """A kakuro of random digits, which may have several solutions."""
    white = _pattern(size, random)
    while any(len(run) > LONGEST for run in runs(size, white)):
        white = _pattern(size, random)
    return Crossed(size, _filled(size, white, random), random)


def runs(size: int, white: Iterable[Cell]) -> Iterator[list[Cell]]:
    """The white cells of each row and column between black ones."""
    white = {*white}
    for lines in (
        [range(r * size, r * size + size) for r in range(size)],
        [range(c, size * size, size) for c in range(size)],
    ):
        for line in lines:
            run: list[Cell] = []
            for cell in line:
                if cell in white:
                    run.append(cell)
                elif run:
                    yield run
                    run = []
            if run:
                yield run


def _through(size: int, white: Iterable[Cell], cell: Cell) -> Iterator[list[Cell]]:
    return (run for run in runs(size, white) if cell in run)


def _pattern(size: int, random: Random) -> set[Cell]:
    """White cells that hang together, in runs of two to five, rarely more."""
    inner = [r * size + c for r in range(1, size) for c in range(1, size)]
    white = {*inner}
    for cell in shuffled(inner, random):
        row, column = divmod(cell, size)
        pair = {cell, (size - row) * size + size - column}
        left = white - pair
        enough = len(left) >= WHITE * len(inner)
        needed = any(len(run) > LONGEST for run in _through(size, white, cell))
        if cell in white and (enough or needed) and _is_pattern(size, left):
            white = left
    return white


def _is_pattern(size: int, white: set[Cell]) -> bool:
    """Whether no run is a single cell, and all cells hang together."""
    if not white or any(len(run) < 2 for run in runs(size, white)):
        return False
    left, waiting = {*white}, [min(white)]
    left.remove(min(white))
    while waiting:
        cell = waiting.pop()
        near = left & {cell - 1, cell + 1, cell - size, cell + size}
        left -= near
        waiting += near
    return not left


def _filled(size: int, white: set[Cell], random: Random) -> dict[Cell, int]:
    """Random digits for the white cells, different in each run."""
    cells = sorted(white)
    near = {cell: {each for run in _through(size, white, cell) for each in run} for cell in cells}
    digits: dict[Cell, int] = {}
    choices = [iter(_random_digits(random))]
    while len(digits) < len(cells):
        cell = cells[len(digits)]
        used = {digits[each] for each in near[cell] if each in digits}
        digit = next((each for each in choices[-1] if each not in used), None)
        if digit is None:
            choices.pop()
            del digits[cells[len(digits) - 1]]
        else:
            digits[cell] = digit
            choices.append(iter(_random_digits(random)))
    return digits


def _random_digits(random: Random) -> list[int]:
    """The digits in random order, extreme ones rather early."""
    weights = {digit: 1.0 if digit in EXTREME else MIDDLE for digit in range(1, 10)}
    return sorted(weights, key=lambda digit: random.random() * weights[digit])
