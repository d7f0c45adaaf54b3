"""Hunting wrong solvers: audit, fuzz, dispute and conformance, on one asker and one finding.

In go solvers; out come findings, each a problem on which one is wrong, crashes or does not end, as
small as it can be made, in a folder from which it can be reported.  Read in this order:

    truth, ask         what is known of a problem; a solver that is asked, and what it is worth
    problems           random problems by column, the classics, files; numbered for an audit
    relations          problems made of one another, and how their numbers of solutions relate
    shrink             the smallest problem on which a fault persists
    finding            what is found, and its folder; reproducers/: scripts without accord
    audit, record      fixed problems for all solvers: each cell of a matrix, and its file
    fuzz, explore      random problems until the time is over, chosen and shrunk by hypothesis
    dispute, settle    two solvers: who is refuted, on which smallest problem
    case_folder        its folder; case_report: the text for a bug report; commands: as typed there
    conformance        a list of checks, of a solver in a process of its own (remote_backend)
"""
