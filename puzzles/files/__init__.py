"""Files of puzzles: read one at a time or as arrays, and written."""
