"""Speed: puzzles per second of solvers that answer in microseconds."""
