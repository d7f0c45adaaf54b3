"""Certifying: from a problem to a certificate that was checked.

In goes a problem; out comes a certificate (accord.puzzles.proofs): all its solutions, and a proof
that there are no others, which the checker has accepted.  Solvers find the solutions, a producer of
proofs (accord.solvers.proofs) refutes the rest, and neither has to be trusted.

    certify.py             the way from a problem to its certificate, and why there may be none
    campaign_puzzles.py    the puzzles of a campaign
"""
