"""Traces: what a solver did, step by step and with its reasons, as events.

    events.py        an event, a whole trace, and the format of files of traces
    replay.py        the candidates after each event; refuses an event that cannot happen
    trace.py         what a solver writes to: it keeps the board and finds the reasons
    record.py        asks a solver with a trace: a recording
    reasons.py       whether a reason that comes from a file is one
    files.py         reads and writes traces as JSON lines
    difference.py    the first node at which two searches differ

A solver that finds `budget.trace` set writes its steps to it; a recording comes out, which views
draw, narrate and play.  Read in the order above.
"""
