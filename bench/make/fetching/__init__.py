"""Fetching: puzzles from a service on the net.

In goes what the service is asked; out come instances, with the solution that it states.  This is
the only room that opens a connection, and it does so only when it is asked to.  What comes back is
believed in nothing: its size and time are bounded, it has to be readable as a puzzle, and the
solution is verified.

    download.py     a request over http or https, bounded in bytes and time
    youdosudoku.py  the service of that name
"""
