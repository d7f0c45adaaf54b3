"""Campaigns: puzzles x solvers x repetitions, made under stated terms and kept in one folder.

In go instances and a question; out comes a folder with one row for each run, which can be resumed,
merged and read again for ever.  Rows hold claims and costs; the judging is another room.

Read in this order:

    folder.py                        what the folder keeps of what is asked
    run.py                           a row, and what its solver is called
    database.py, deduplicate.py      DuckDB with little memory; the different puzzles
    large_problems.py                those whose text is too large for it
    store.py, parquet_parts.py       the journal, and its Parquet parts
    sessions.py                      when and where runs were made
    plan.py, planned_run.py          what is asked, and which runs are left, in which order; from
                                     plan to job to row
    making.py                        jobs to isolated workers and back; each report becomes a row
    cluster.py, work_unit.py         the same on the workers of Dask
    campaign.py                      all of it: `run_campaign`, and `--discard`
    merge.py                         several folders become one
    withdrawn.py                     rows that count no more, on record
    kept_files.py                    what was changed while the campaign ran is as it was again
"""
