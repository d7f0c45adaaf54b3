"""A library asked the model itself: what the program of a problem makes, as its user asks it.

Otherwise a library gets the problem as accord says it.  Here the program is run again, in the
process of the solver, and what the library makes of its model shares no word of accord's with other
solvers: a claim has passed the library's own reading alone.

What is asked has to be what the program says.  So these are refused by name: a problem that no
program makes, or that something was made of; and one whose program makes another model this time.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.encodings.posts import Flat, Posts
from accord.puzzles.constraints.decompositions.decompose import Fresh
from accord.puzzles.models.program import ModelProgram
from accord.puzzles.problem import Problem
from accord.solvers.interface import UnsupportedError

if TYPE_CHECKING:
    from accord.puzzles.models.running import Made


@dataclass(frozen=True)
class OriginalPosts(Posts):
    """What a library posts of a model itself: all of it."""

    library: str = ""

    def flatten(self, problem: Problem) -> Flat:
        """The problem as it is.

        Raises:
            UnsupportedError: no program is known to make it by this library.
        """
        self._program_of(problem)
        return self.as_it_is(problem)

    def as_it_is(self, problem: Problem) -> Flat:
        """The problem as it is, every constraint of which has passed this library."""
        passed = frozenset((f"{self.name} model", *self.foreign))
        owners = range(len(problem.constraints))
        return Flat(
            Fresh(problem.domains), problem.constraints, (passed,) * len(owners), tuple(owners)
        )

    def made(self, problem: Problem) -> "Made":
        """What the program of a problem makes when it is run again, in this process.

        Raises:
            UnsupportedError: there is none of this library, or it makes another model now.
        """
        from accord.puzzles.models.running import NoModelError, run  # it imports much

        try:
            made = run(self._program_of(problem))
        except NoModelError as error:
            raise UnsupportedError(f"posts=original: {error}") from None
        self._expect(made.library)
        again = made.problem.without_objective() if problem.ignores_objective else made.problem
        if again.full_digest != problem.full_digest:
            raise UnsupportedError(
                "posts=original: the model is not the same each time: random data without a seed?"
            )
        return made

    def _program_of(self, problem: Problem) -> ModelProgram:
        if (program := ModelProgram.of(problem)) is None:
            raise UnsupportedError(
                "posts=original: found no program that makes this problem, expected a model file "
                f"of {self.library}, and its problem not changed since"
            )
        if program.library:
            self._expect(program.library)
        return program

    def _expect(self, library: str) -> None:
        if library != self.library:
            raise UnsupportedError(
                f"posts=original: found a model of {library}, expected one of {self.library}"
            )
