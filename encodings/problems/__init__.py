"""Files about any problem: the text of every kind of constraint in a language, and back.

In goes a problem, out comes a file with its own names and a comment for each constraint; back comes
the solution in what a solver of the language printed, still to be verified.  What a language cannot
say is decomposed, or refused by name: that follows from the functions, one for each kind
(encodings/posts.py).

Read `minizinc`, which needs least; then `total` (expressions without undefined terms), `folding`
(without constant ones), `smtlib` and `xcsp3`, which need them, and `asp`, which is of another
family.  Over numbers and Booleans alone: `integer_program` (bounds and rows, which MIP solvers take
as they are), and its two files: `linear`, in the LP format, and `opb`.
"""
