"""Pages of one HTML file that loads nothing from elsewhere: what report and player have in common.

jinja2 fills a template in, every text from outside escaped.  A Content-Security-Policy in the page
names scripts and styles by their hashes.
"""

import html
import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from accord.puzzles.outside_data import visible


def filled(template: Path, filters: Mapping[str, Callable[..., Any]] = {}, **values: Any) -> str:
    """The text of a page; half a surrogate, which no file can hold, is replaced.

    Args:
        template: its file.
        filters: what the template calls, by name.
        values: what it fills in.
    """
    import jinja2

    files = jinja2.Environment(
        loader=jinja2.FileSystemLoader(template.parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: (
            visible(whole_characters(value), keep="\n") if type(value) is str else value
        ),
    )
    files.filters.update(filters)
    return whole_characters(files.get_template(template.name).render(values))


def styled(file: Path) -> str:
    """The style of a page: that of all plain ones, and what a file adds."""
    basics = Path(__file__).with_suffix(".css")
    return "".join(each.read_text(encoding="utf-8") for each in (basics, file))


def whole_characters(text: str) -> str:
    """A text without halves of surrogate pairs: U+FFFD stands for each."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def policy_hash(text: str) -> str:
    """The hash of a script or a style in a page's content security policy."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def escape(text: str) -> str:
    """A text from outside as HTML."""
    return html.escape(visible(text))
