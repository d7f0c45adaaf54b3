"""What a solver of a campaign is called: its name with its settings, version and host.

`PLAIN` is the name with the settings; `LABEL` adds the version where a campaign has several of a
solver, and the host where it has several.  Both are expressions of SQL over `runs` or `judged`.
"""

from accord.bench.campaigns.run import LABEL as OF_ROWS

PLAIN = OF_ROWS
LABEL = f"""{PLAIN}
    || CASE WHEN (solver, settings) IN (
        SELECT (solver, settings) FROM runs
        GROUP BY solver, settings HAVING count(DISTINCT solver_version) > 1
    ) THEN ' (' || solver_version || ')' ELSE '' END
    || CASE WHEN (SELECT count(DISTINCT host) FROM runs) > 1 THEN ' @ ' || host ELSE '' END"""
