"""Propagators: what one constraint of a problem takes from the domains of its variables.

In goes a constraint, out comes a propagator: a function of the domains that says which values may
stay, and changes nothing.  Each is named by its strength:

    holds                 nothing; whether the constraint holds, once all its variables are decided
    last open             where one variable is open, each of its values is tried: forward checking
    forward               of AllDifferent: a decided value is taken from the others
    bounds                of sums, extremes and numbers: values outside what the least and the
                          greatest values of the others allow
    gac                   generalized arc consistency: every value that no solution of the
                          constraint has
    timetable             of Cumulative: times at which what surely runs leaves no room
    disjunction           of NoOverlap: of two boxes that have to, one is first
    no subtour            of Circuit: successors that close a circuit too early

The first two need only what the constraint means and are there for every kind.  Read propagator.py
first; then one file for each kind that has its own, and posts.py, which says which of them a search
uses.
"""
