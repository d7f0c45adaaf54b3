"""Generating puzzles on boards: killers, futoshikis, kakuros and others, with exactly one solution.

In goes a kind of puzzle, a size, a difficulty and a seed; out come problems with their solution,
the same for a seed on every machine: `accord generate --puzzle killer`.  Read in this order:
draft.py, what a puzzle in the making can do; making.py, which lists the kinds, makes drafts harder
as long as one solution is left, and rates them; then the kinds: latin.py (futoshiki, kropki,
skyscrapers), caged.py (killer, KenKen), filled.py (binairo, hidato), kakuro.py, nonogram.py,
variants.py (Sudokus with thermometers and the like).
"""
