"""The page: one HTML file that loads nothing from elsewhere.

Text and tables are HTML that jinja2 has filled in, every text from outside escaped, so that they
can be read without scripts.  What scripts draw stands in the file as JSON, compressed and in base64
(a browser's DecompressionStream reads it), where no name can end the block it stands in.  Vega,
Vega-Lite and vega-embed stand in it too.

A Content-Security-Policy forbids the page any connection, and every script whose hash is not
written in it; so the expressions of charts are interpreted and not compiled (vega-embed's `ast`).
"""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from accord.puzzles.phrasing import gibibytes
from accord.views.report.answers import shortened
from accord.views.report.figures.all_figures import figures, version_of
from accord.views.report.figures.figure import (
    COLOURS,
    LABEL_LIMIT,
    Figure,
    config,
    title_of,
)
from accord.views.report.figures.scatter import KINDS, MOST, SAMPLE, SEED, least, rail, sampled
from accord.views.report.findings import findings, headline
from accord.views.report.repeat import command, remarks
from accord.views.report.report_data import ReportData
from accord.views.report.tables import tables
from accord.views.tables.circumstances import conditions, sessions

PAGE = Path(__file__).parent / "page"
DIGITS = 4  # of a time in the page


def page(made: ReportData) -> str:
    """The text of the file."""
    import jinja2

    drawn = list(figures(made))
    files = jinja2.Environment(
        loader=jinja2.FileSystemLoader(PAGE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    files.filters["parted"] = parted
    text: str = files.get_template("report.html").render(
        **_whole(), packed=packed(payload(made, drawn)), **_said(made, drawn)
    )
    return text


def _whole() -> dict[str, Any]:
    """What every page has: looks, scripts, and what the policy calls them."""
    scripts = [_libraries(), _script((PAGE / "report.js").read_text(encoding="utf-8"))]
    style = (PAGE / "report.css").read_text(encoding="utf-8")
    return {"style": style, "scripts": scripts, "hashes": list(map(_hash, scripts))}


def _said(made: ReportData, drawn: Sequence[Figure]) -> dict[str, Any]:
    """What this one says."""
    return {
        "made": made,
        "measure": title_of(made.statistics.sample.measure),
        "headline": headline(made),
        "findings": list(findings(made)),
        "refutations": made.table.refutations,
        "contradictions": made.table.contradictions,
        "figures": {figure.name: figure for figure in drawn},
        "tables": {table.name: table for table in tables(made)},
        "solvers": made.statistics.sample.solvers,
        "command": command(made.asked, made.table) if made.asked else "",
        "remarks": list(remarks(made.asked, made.table)) if made.asked else [],
        "environments": [_environment(*each) for each in made.environments.items()],
        "circumstances": [*conditions(made.table), *sessions(made.table.sessions)],
        "sample": _sampled(made),
    }


@lru_cache
def _libraries() -> str:
    """Vega, Vega-Lite and vega-embed as one script."""
    import altair
    import vl_convert

    snippet = "window.vegaEmbed = vegaEmbed;"
    return _script(vl_convert.javascript_bundle(snippet, version_of(altair.SCHEMA_VERSION)))


def parted(name: str) -> Any:
    """A name as HTML, with places where a line may end before the next setting."""
    from markupsafe import Markup, escape

    return Markup("<wbr>").join(escape(part) for part in re.split(r"(?<=[:=+,])", name))


def _script(text: str) -> str:
    """A script that does not end the block it stands in."""
    return text.replace("</script", r"<\/script").replace("<!--", r"\u003c!--")


def _hash(script: str) -> str:
    """What the policy calls a script."""
    return f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}"


def packed(value: Any) -> str:
    """JSON, compressed, in base64."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return b64encode(gzip.compress(text.encode(), 7, mtime=0)).decode()


def payload(made: ReportData, drawn: Sequence[Figure]) -> dict[str, Any]:
    """Everything that scripts draw."""
    sample, shown = made.statistics.sample, list(made.shown)
    chosen = sampled(len(sample.puzzles))
    values, cut = sample.values[:, shown], sample.cut[:, shown]
    return {
        "config": config(),
        "label": LABEL_LIMIT,
        "colours": len(COLOURS),
        "figures": {figure.name: {"spec": figure.spec, "data": _data(figure)} for figure in drawn},
        "solvers": sample.solvers,
        "limit": sample.limit,
        "rail": rail(sample),
        "least": least(sample),
        "kinds": KINDS,
        "most": SAMPLE + MOST,
        "puzzles": [made.names[place] for place in shown],
        "sampled": [int(chosen[place]) for place in shown],
        "values": [[_rounded(value) for value in row] for row in values.tolist()],
        "states": [
            "".join(map(_state, row, cuts, wrongs))
            for row, cuts, wrongs in zip(
                sample.asked[:, shown].tolist(),
                cut.tolist(),
                made.wrong[:, shown].tolist(),
                strict=True,
            )
        ],
        "sentences": shortened(made.answers.sentences),
        "answers": made.answers.places,
        "counters": made.counters,
        "boards": made.boards,
        "shapes": made.shapes,
    }


def _data(figure: Figure) -> dict[str, Any]:
    """Its rows; those of the scatter plot the page makes itself, for whichever pair is chosen."""
    return {} if figure.name == "scatter" else figure.data


def _rounded(value: float) -> float | None:
    """A number with as many digits as can be seen."""
    return float(f"{value:.{DIGITS}g}") if value == value else None


def _state(asked: bool, cut: bool, wrong: bool) -> str:
    """Not asked, wrong, unsolved or solved."""
    return "-" if not asked else "w" if wrong else "u" if cut else "s"


def _sampled(made: ReportData) -> str:
    """What is to be said of the puzzles that are not drawn."""
    puzzles = len(made.statistics.sample.puzzles)
    said = []
    if puzzles > SAMPLE:
        said.append(
            f"Drawn are {SAMPLE:,} of the {puzzles:,} puzzles, a sample made with the seed {SEED}, "
            "and every other one that only one of the two solved or on which one was wrong"
            f" (at most {MOST:,} of these)."
        )
    if len(made.shown) < puzzles:
        said.append(f"The page has {len(made.shown):,} puzzles: it would be too large with all.")
    return " ".join(said)


def _environment(name: str, facts: dict[str, Any]) -> dict[str, Any]:
    """A machine and its versions, as (heading, text) pairs, and its packages."""
    size = facts.get("memory")
    rows = {
        "host": facts.get("host"),
        "processor": facts.get("cpu"),
        "cores": f"{facts.get('cores') or '?'} ({facts.get('threads') or '?'} threads)",
        "memory": gibibytes(size) if isinstance(size, int | float) else None,
        "system": facts.get("system"),
        "Python": facts.get("python"),
        "accord": (facts.get("packages") or {}).get("accord"),
        "commit": facts.get("commit"),
    }
    packages = sorted((facts.get("packages") or {}).items(), key=lambda each: str(each[0]).lower())
    return {
        "name": name,
        "rows": [(heading, text) for heading, text in rows.items() if text],
        "packages": packages,
    }
