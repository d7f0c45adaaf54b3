"""The geometry of n x n puzzles: shapes, houses, symmetries."""
