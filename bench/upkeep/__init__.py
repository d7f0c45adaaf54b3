"""Upkeep: what is done to the folder of a campaign besides making its runs.

In goes a folder; nothing in it is deleted.  Rows that are not to count are left out from then on,
and what cannot be rows of the campaign is moved aside; both are on record in the folder.

    withdrawn.py    the rows that count no more: the record, and how reading leaves them out
    discard.py      `--discard SOLVER@VERSION`: rows of a solver are withdrawn
    kept_files.py   what was changed while the campaign ran is as it was again
    repair.py       `accord repair`: a folder whose journal or parts were spoiled is read again
"""
