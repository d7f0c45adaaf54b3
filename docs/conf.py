"""How the static site is made of the lessons and notes in this folder: `make docs`.

MyST-NB executes each lesson while it builds and puts what came out into the page.  Nothing in a
page comes from anywhere else: no fonts, no scripts of widgets, no mathematics, so that the site
works from file:// and without a network.
"""

import logging
import os
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

# Kernels warn that others on this machine could listen to them.  A profile of its own keeps them
# quiet, and keeps what a reader has set for IPython out of the pages.
_profiles = TemporaryDirectory()
_profile = Path(_profiles.name) / "profile_default"
_profile.mkdir()
(_profile / "ipython_kernel_config.py").write_text('get_config().IPKernelApp.log_level = "ERROR"\n')
os.environ["IPYTHONDIR"] = _profiles.name
logging.getLogger("traitlets").setLevel(logging.WARNING)

project = "accord"
html_title = "accord"

extensions = ["myst_nb"]
exclude_patterns = ["_build", "lessons/*.ipynb"]  # a student may keep a notebook there
myst_enable_extensions = ["colon_fence"]  # and not dollarmath, which would ask for MathJax
myst_heading_anchors = 3

nb_execution_mode = "force"
nb_execution_in_temp = True  # a lesson may write files
nb_execution_timeout = 120  # seconds a cell
nb_execution_raise_on_error = True
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}

html_theme = "furo"
pygments_dark_style = "monokai"
html_static_path = ["_static"]
html_css_files = ["lessons.css"]
html_extra_path = ["../results/zoo/report.html"]  # the README shows its picture
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False


def setup(app: Any) -> None:
    """Have Sphinx call `with_report` for each included file and `with_tables` for each page."""
    app.connect("include-read", with_report)
    app.connect("source-read", with_tables)


def with_report(app: Any, path: object, page: str, content: list[str]) -> None:
    """Let the picture of the report lead to the copy of the report that stands in the site."""
    link = re.compile(r"\[(!\[[^]]*\]\([^)]*\))\]\(results/zoo/(report\.html)\)")
    content[0] = link.sub(r'<a href="\2">\1</a>', content[0])


def with_tables(app: Any, page: str, content: list[str]) -> None:
    """Fill the page of solvers and settings from what the solvers declare."""
    from accord.solvers.registry import backends
    from accord.views.tables.solvers import matrix, settings_table
    from accord.views.tables.text import markdown_table

    if page == "reference":
        tables = (markdown_table(*make(backends())[:3]) for make in (matrix, settings_table))
        content[0] = content[0].format(*tables)
