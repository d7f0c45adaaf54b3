"""Generating puzzles in large numbers and to order: `accord generate`.

>>> from accord.bench.generation import Recipe, puzzles
>>> for made in puzzles(Recipe(symmetry="rotational"), seed=1, count=3):  # doctest: +SKIP
...     print(made.puzzle)
"""

from accord.bench.generation.drawing import Generated, OutOfAttemptsError, puzzles
from accord.bench.generation.recipe import Recipe, RecipeError

__all__ = ["Generated", "OutOfAttemptsError", "Recipe", "RecipeError", "puzzles"]
