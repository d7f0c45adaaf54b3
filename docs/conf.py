"""How the static site is made of the lessons and notes in this folder: `make docs`.

MyST-NB executes each lesson while it builds and puts what came out into the page.  Nothing in a
page comes from anywhere else: no fonts, no scripts of widgets, no mathematics, so that the site
works from file:// and without a network.

The pages of reference/ are generated from the code or compared with it: complete.py says what they
have to name, and what they lack is a warning, which ends the build.
"""

import logging
import os
import re
import sys
from dataclasses import is_dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import sphinx.util.logging
from pygments.lexers import TextLexer
from sphinx_click.ext import ClickDirective

sys.path.insert(0, str(Path(__file__).parent))  # for the next line
import complete

from accord.__main__ import cli

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

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_click", "derived"]
default_role = "code"  # of docstrings, whose `words` are code
autodoc_member_order = "bysource"
autodoc_type_aliases = {"Readable": "Readable"}  # the page says what that is
python_maximum_signature_line_length = 80
smartquotes = False  # `--option` is no dash
exclude_patterns = ["_build", "lessons/*.ipynb"]  # a student may keep a notebook there
myst_enable_extensions = ["colon_fence"]  # and not dollarmath, which would ask for MathJax
myst_heading_anchors = 5

nb_execution_mode = "force"
nb_execution_in_temp = True  # a lesson may write files
nb_execution_timeout = 1200  # seconds a cell, on the busiest machine
nb_execution_raise_on_error = True
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}

html_theme = "furo"
pygments_dark_style = "monokai"
html_static_path = ["_static"]
html_css_files = ["lessons.css"]
html_search_scorer = str(Path(__file__).with_name("scorer.js"))
html_extra_path = ["../results/zoo/report.html"]  # a tutorial shows its picture
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False


HIDDEN = "\0"  # a colon, for as long as napoleon reads


def setup(app: Any) -> None:
    """Have Sphinx call what stands below, while it reads and when it has read all pages."""
    app.connect("source-read", with_tables)
    app.connect("autodoc-process-docstring", without_colons, priority=400)  # before napoleon
    app.connect("autodoc-process-docstring", with_colons, priority=600)  # and after it
    app.connect("autodoc-process-docstring", with_fields)
    app.connect("autodoc-process-signature", without_fields)
    app.connect("sphinx-click-process-options", with_options)
    app.connect("sphinx-click-process-arguments", without_arguments)
    app.connect("sphinx-click-process-epilog", with_examples)
    app.connect("env-check-consistency", complain)
    app.add_directive("command", Command)
    for shown in ("csv", "jsonl"):  # which Pygments does not know
        app.add_lexer(shown, TextLexer)


def with_tables(app: Any, page: str, content: list[str]) -> None:
    """Put in the place of `% generated: NAME` what the code declares."""

    def made(found: re.Match[str]) -> str:
        return complete.GENERATED[found[1]]()

    content[0] = re.sub(r"^% generated: (.+)$", made, content[0], flags=re.MULTILINE)


def without_colons(
    app: Any, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Hide the colons of a property's docstring from napoleon, which expects a type before one."""
    if what in ("property", "attribute", "data"):
        lines[:] = [line.replace(":", HIDDEN) for line in lines]


def with_colons(
    app: Any, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    """Show them again."""
    lines[:] = [line.replace(HIDDEN, ":") for line in lines]


def with_fields(
    app: Any, what: str, name: str, thing: Any, options: object, lines: list[str]
) -> None:
    """Add to the docstring of a dataclass its fields and what stands beside them."""
    if is_described(what, thing):
        lines += ["", *complete.described(thing), ""]


def without_fields(app: Any, what: str, name: str, thing: Any, *_: object) -> Any:
    """Leave the fields of a dataclass out of its signature, as they are described below it."""
    return ("", None) if is_described(what, thing) else None


def is_described(what: str, thing: Any) -> bool:
    """Whether what documents an object is a dataclass whose docstring does not list its fields."""
    return what == "class" and is_dataclass(thing) and "Args:" not in (thing.__doc__ or "")


def with_options(app: Any, context: Any, lines: list[str]) -> None:
    """Show the options of a command as its help does, with what they take and their defaults."""
    lines.clear()
    for option in context.command.params:
        if isinstance(option, click.Option) and (record := option.get_help_record(context)):
            lines += [f".. option:: {record[0]}", "", f"   {' '.join(record[1].split())}", ""]


def without_arguments(app: Any, context: Any, lines: list[str]) -> None:
    """Leave out the list of arguments, which stand in the line of usage."""
    lines.clear()


def with_examples(app: Any, context: Any, lines: list[str]) -> None:
    """Show the examples of a command as code."""
    if examples := getattr(context.command, "examples", ()):
        code = [f"   {line}" for line in examples]
        lines += [".. rubric:: Examples", "", ".. code-block:: sh", "", *code, ""]


class Command(ClickDirective):
    """The help of one command, below a heading of the page: its name is the argument."""

    def run(self) -> list[Any]:
        self.env = self.state.document.settings.env
        name = self.arguments[0]
        group = click.Context(cli, info_name="accord", show_default=True)
        (section,) = self._generate_nodes(name, complete.commands()[name], group, "short")
        return list(section.children[1:])  # without its title


def complain(app: Any, env: Any) -> None:
    """Warn of what the reference lacks, so that the build fails."""
    logger = sphinx.util.logging.getLogger(__name__)
    for page, sentence in complete.lacking():
        logger.warning(sentence, location=f"reference/{page}", type="reference")
    for sentence in complete.undocumented(env.get_domain("py").objects):
        logger.warning(sentence, location="reference/api", type="reference")
