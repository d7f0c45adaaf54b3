"""A recipe: what puzzles are wanted, checked before any is made."""

from dataclasses import dataclass
from functools import cached_property
from math import ceil
from random import Random

from accord.bench.make.patterns import SYMMETRIES, Symmetry, jigsaw, possible_clues
from accord.bench.make.rating import DIFFICULTIES, Difficulty
from accord.puzzles import MalformedPuzzleError, Shape, shape
from accord.puzzles.sudoku.shape import RULES, default_box

LARGEST = 36  # the largest size
THINNED = 12  # the largest size at which givens go until none can be spared, by default
MINIMAL = 16  # the largest at which that may be asked for: some seconds each, and minutes for some
DENSITY = ((16, 0.43), (25, 0.5), (LARGEST, 0.55))  # beyond: of cells that are given, by size
FEWEST = 17  # clues of a 9x9 Sudoku (McGuire, Tugemann and Civario, 2014)
ATTEMPTS = 1000  # at each puzzle
SEARCHES = 20  # the same where each may search for fewer clues than thinning leaves


class RecipeError(MalformedPuzzleError):
    """No puzzle can be as this recipe wants it."""


def _expect(holds: object, found: str, expected: str) -> None:
    """Complain of what is found, unless it is as expected."""
    if not holds:
        raise RecipeError(f"found {found}, expected {expected}")


@dataclass(frozen=True)
class Recipe:
    """The puzzles that are wanted.

    Args:
        size: n, at most 36.
        box: rows and columns of a box; by default the squarest.
        rules: any of diagonals, windoku, latin.
        regions: for each cell a number that says its region, for jigsaws of these regions.
        jigsaw: draw regions for each puzzle.
        symmetry: of the pattern of givens.
        minimal: no given can be spared.  Without it, and up to 12x12, no set of cells that the
            symmetry takes to each other can be spared as a whole, which without a symmetry is the
            same; beyond, a fixed part of the cells is given.
        difficulty: as `rating.difficulty` has it.
        clues: how many givens, exactly.
        climb: steps towards puzzles that need many guesses; 0 for none.
        attempts: at each puzzle, before giving up; by default 1000, and 20 where each may search.

    Raises:
        MalformedPuzzleError: size and rules do not fit, or no puzzle can be so.
    """

    size: int = 9
    box: tuple[int, int] | None = None
    rules: frozenset[str] = frozenset()
    regions: tuple[int, ...] | None = None
    jigsaw: bool = False
    symmetry: Symmetry = "none"
    minimal: bool = False
    difficulty: Difficulty | None = None
    clues: int | None = None
    climb: int = 0
    attempts: int | None = None

    def __post_init__(self) -> None:
        _expect(1 <= self.size <= LARGEST, f"the size {self.size}", f"1..{LARGEST}")
        symmetry = f"the symmetry {self.symmetry!r}"
        difficulty = f"the difficulty {self.difficulty!r}"
        _expect(self.symmetry in SYMMETRIES, symmetry, ", ".join(SYMMETRIES))
        _expect(self.difficulty in (None, *DIFFICULTIES), difficulty, ", ".join(DIFFICULTIES))
        if self.climb < 0 or (self.attempts is not None and self.attempts < 1):
            raise RecipeError("found a negative number of steps, or no attempts")
        others = self.box or self.regions is not None or "latin" in self.rules
        _expect(
            not (self.jigsaw and others),
            "jigsaw and another of box, regions and latin",
            "one of them: each says what the houses besides rows and columns are",
        )
        self._check_rules()
        self._check_size()
        self._check_clues()

    def _check_rules(self) -> None:
        for rule in sorted(self.rules - set(RULES)):
            _expect(False, f"the rule {rule!r}", f"one of {', '.join(RULES)}, jigsaw")
        if self.jigsaw:
            shape(self.size, rules=self.rules | {"latin"})  # complains of rules that do not fit
            return
        boxless = self.regions is not None or "latin" in self.rules
        if not (self.box or boxless or default_box(self.size)):
            expected = "expected the rule jigsaw or latin, or regions"
            raise RecipeError(f"found size {self.size}, which no box divides; {expected}")
        self._usual  # noqa: B018  (complains too)

    def _check_size(self) -> None:
        size = f"{self.size}x{self.size}"
        _expect(
            self.size <= MINIMAL or not self.minimal,
            f"minimal at {size}",
            f"at most {MINIMAL}x{MINIMAL}: beyond, proofs take too long; a number of clues may be "
            "asked for",
        )
        if self.climb:
            _expect(self.size <= THINNED, f"hard at {size}", f"at most {THINNED}x{THINNED}")
            _expect(
                not self.difficulty and self.clues is None,
                "hard with a difficulty or a number of clues",
                "neither: a climb ends where it ends",
            )

    def _check_clues(self) -> None:
        cells, clues = self.size**2, self.clues
        if clues is None:
            return
        found = f"{clues} clues"
        _expect(0 <= clues <= cells, found, f"0..{cells}")
        possible = possible_clues(self.size, self.symmetry)
        if clues not in possible:
            below = max(each for each in possible if each < clues)
            above = min(each for each in possible if each > clues)
            patterns = f"patterns with {self.symmetry} symmetry have {below} or {above}"
            raise RecipeError(f"found {found}, but {patterns}")
        why = "two values that are not given could be exchanged"
        _expect(clues >= self.size - 1, found, f"at least {self.size - 1}: {why}")
        if not self.jigsaw and self._usual == shape(9):
            why = "no 9x9 Sudoku with fewer has one solution (McGuire, Tugemann and Civario, 2014)"
            _expect(clues >= FEWEST, found, f"at least {FEWEST}: {why}")

    @cached_property
    def _usual(self) -> Shape:
        return shape(self.size, self.box, self.rules, self.regions)

    def shape(self, random: Random) -> Shape:
        """Size and rules of one puzzle; draws its regions where these are drawn."""
        if not self.jigsaw:
            return self._usual
        regions = jigsaw(self.size, int(random.random() * 2**32))
        return shape(self.size, None, self.rules, regions)

    @property
    def stop(self) -> int:
        """The number of givens at which no more are taken away."""
        if self.minimal:
            return 0
        if self.clues is not None:
            return self.clues
        if self.size <= THINNED:
            return 0
        part = next(part for size, part in DENSITY if self.size <= size)
        possible = possible_clues(self.size, self.symmetry)
        return min(each for each in possible if each >= ceil(part * self.size**2))

    @property
    def is_stopped(self) -> bool:
        """Whether more givens could go, though no number of them was asked for."""
        return self.size > THINNED and not self.minimal and self.clues is None

    @property
    def searches(self) -> bool:
        """Whether clues beyond a number are searched away, where thinning ends above it."""
        return self.clues is not None and self.symmetry == "none" and self.size <= THINNED

    def searches_in(self, attempt: int) -> bool:
        """Whether this attempt searches; only the first do where a recipe wants more than clues."""
        return self.searches and (self._only_clues or attempt < SEARCHES)

    @property
    def tries(self) -> int:
        """Attempts at each puzzle."""
        usual = SEARCHES if self.searches and self._only_clues else ATTEMPTS
        return self.attempts or usual

    @property
    def _only_clues(self) -> bool:
        return not self.minimal and self.difficulty is None
