"""What several commands take: puzzles, solvers, limits, questions in files."""
