"""Answer set programming: clingo.py grounds and searches the text of encodings/asp.py.

In goes a puzzle or another problem (encodings/problems/asp.py), out come its solutions, by
clingo's own enumeration; that there are no more is believed only where clingo calls its search
exhausted.

Read encodings/asp.py first, the program in a few rules, then clingo.py: how it is grounded, how
models come back one after the other, and where the counters are.
"""
