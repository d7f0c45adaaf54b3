"""Compiled solvers: numba is imported with the modules of this folder, and with nothing else."""
