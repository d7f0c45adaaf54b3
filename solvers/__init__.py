"""Solvers: one module per backend, all answering the same question in the same terms."""
