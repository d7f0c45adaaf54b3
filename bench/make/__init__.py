"""Making and getting puzzles: in large numbers, to order, from collections, from the net.

In goes a recipe (recipe.py: size, rules, symmetry, difficulty, number of clues) and a seed; out
come puzzles with exactly one solution, the same for a seed on every machine.  Read in this order:
recipe.py; generated.py, which makes attempts until one is as the recipe wants it; generate.py; then
what an attempt is made of: chance.py, filling.py (many full grids at once, to 9x9), full_grid.py
(one of any size), patterns.py (symmetries, regions of jigsaws), thinning.py (givens go).  fewer.py,
climbing.py and rating.py serve few clues, many guesses and a difficulty; boards/ makes other
boards.  generate.py also makes one puzzle by shape and seed: those that ship, those of tests.
random_problems.py, random_globals.py, random_objectives.py and random_puzzles.py make small ones
that find wrong solvers.

instances/ has the collections that ship, fetching/ gets puzzles from a service.

>>> from accord.bench.make.generated import puzzles
>>> from accord.bench.make.recipe import Recipe
>>> for made in puzzles(Recipe(symmetry="rotational"), seed=1, count=3):  # doctest: +SKIP
...     print(made.puzzle)
"""
