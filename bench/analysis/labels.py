"""What a solver of a campaign is called: its name with its settings, version and host.

`PLAIN` is the name with the settings; `VERSIONED` adds the version where a campaign has several of
a solver, and `LABEL` the host, too, where it has several.  All are expressions of SQL, over `runs`
or `judged`.
"""

from accord.bench.campaigns.run import LABEL as OF_ROWS

PLAIN = OF_ROWS
VERSIONED = f"""{PLAIN}
    || CASE WHEN (solver, settings) IN (
        SELECT (solver, settings) FROM runs
        GROUP BY solver, settings HAVING count(DISTINCT solver_version) > 1
    ) THEN ' (' || solver_version || ')' ELSE '' END"""
LABEL = f"""{VERSIONED}
    || CASE WHEN (SELECT count(DISTINCT host) FROM runs) > 1 THEN ' @ ' || host ELSE '' END"""
