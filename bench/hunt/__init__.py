"""Auditing: which kinds of constraints each backend answers rightly, and reproducers of the others.

In go solvers, and problems whose truth is known; out come a matrix of backends and kinds, and for
each wrong answer the smallest problem on which the backend is wrong, with a script in the library's
own words.  Read in this order:

    asked          the problems: random ones by kind, the classics, files
    truth          their solutions, by trying every assignment where these are few
    audit          each solver is asked for all solutions, the judge compares; an audit goes on
                   where it was stopped
    record         the rows of an audit, and its file
    matrix         rows counted by backend and kind
    shrink         a smaller problem on which a solver is still wrong
    wrong_answer   what is kept of a wrong answer
    reproducers/   scripts that state a problem to a library without accord
"""
