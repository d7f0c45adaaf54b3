"""The machine: what it is, what disturbs timings on it, and what is wrong with what is installed.

Out come facts: `environment` (as campaigns record it), `machine` (clock rates, other processes,
virtual machines, swap), `clocks` (their measured steps), `cores` and `reservation` (which core a
slot of a campaign has for itself), `overhead` (what the harness itself costs), `start_up` (what
starting a solver's program costs), `lacking` (what a kind of system lacks), `known_faults` (a table
in known_faults.toml), `data_folder` (where a user's data is kept).  `quiet` draws advice from them,
and `doctor` collects all of it for `accord doctor`; views/tables/doctor.py shows it.  What is not
known is None and never a guess.  Read `environment` and `machine` first, then `quiet` and `doctor`;
the others stand by themselves.
"""
