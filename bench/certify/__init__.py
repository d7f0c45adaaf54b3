"""Certifying: from a problem to a certificate that was checked, and certificates of campaigns.

In goes a problem; out comes a certificate (accord.puzzles.proofs): all its solutions, and a proof
that there are no others, which the checker has accepted.  Solvers find the solutions, a producer of
proofs (accord.solvers.proofs) refutes the rest, and neither has to be trusted.

    certify.py             the way from a problem to its certificate, and why there may be none
    limited.py             the same in a process of its own, with a time limit
    limited_process.py     such a process, for any calls
    cheap.py               what solvers claim is certified unasked, where that is cheap
    checked_elsewhere.py   a formula too large for that: another program checks its proof
    certificate_store.py   where certificates go: folders, or one file that is gone on with
    certificates.py        verdicts of a campaign with the certificates beside it; its puzzles
    accepted.py            certificates that were checked before and are unchanged since
"""
