"""FlatZinc, what MiniZinc compiles its models to: the lines of a file become a problem.

In go the lines, one at a time; out comes a `FlatModel`: the problem with the search that the file
proposes, and what it prints.  Read `syntax` (what a statement says), `reading` (variables, arrays
and constraints so far), `builtins` (FlatZinc's own predicates) and `global_predicates` (those that
`share/mznlib`, accord's library for MiniZinc, leaves as they are), then `bounds` (integers that
have none) and `read`.
"""
