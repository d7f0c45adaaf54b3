"""Models: problems that people have written in other tools' languages, as problems of ours.

In go objects of CPMpy (cpmpy.py) and of python-constraint (python_constraint.py), out come Problems
of the same solutions.  These libraries are imported by whoever has made such an object, never here.
What stands in a model that has no meaning in our kinds, or one on which its own tool does not agree
with itself, is refused by its name and text.
"""
