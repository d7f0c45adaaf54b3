"""Answer set programming: clingo.py grounds and searches the text of encodings/problems/asp.py.

In goes a problem, out come its solutions, by clingo's own enumeration; that there are no more is
believed only where clingo calls its search exhausted.

Read encodings/problems/asp.py first, then clingo.py: how it is grounded, how models come back one
after the other, and where the counters are.
"""
