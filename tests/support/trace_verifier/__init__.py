"""A verifier of traces, which shares no code with those who write them.

verifier.py     each event is justified by what is known before it; begin here: `verify`
reasons.py      what a solver, by its name and settings, can say
techniques.py   what a technique of human logic names is there, and what it says follows
clauses.py      the clauses of a SAT solver were given, or follow
ends.py         the end is that of what happened
refused.py      what they raise
"""
