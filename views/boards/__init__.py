"""Boards as pictures: puzzles and grids as text and as drawings."""
