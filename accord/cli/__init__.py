"""The command line: what `accord` prints where, and how it ends."""
