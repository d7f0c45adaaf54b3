"""Models: problems that people have written in other tools' languages, as problems of ours.

In go objects of CPMpy (cpmpy.py) and of python-constraint (python_constraint.py), out come Problems
of the same solutions.  These libraries are imported by whoever has made such an object, never here.
Models of MiniZinc are files (minizinc_source.py): `minizinc` compiles them to FlatZinc, and what
they print is made of that (minizinc_output.py).  What stands in a model that has no meaning in our
kinds, or one on which its own tool does not agree with itself, is refused by its name and text.

A program that makes a model is code.  Only running.py runs one, which nobody calls but a process
that has nothing else to do: that of bench/run/model_file.py, and that of a solver which is asked
the model itself (solvers/cp/cpmpy_original.py).
"""
