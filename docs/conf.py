"""How the static site is made of the lessons and notes in this folder: `make docs`.

MyST-NB executes each lesson while it builds and puts what came out into the page.  Nothing in a page
comes from anywhere else: no fonts, no scripts for widgets, no mathematics, so that the site works
from file://, without a network.
"""

project = "accord"
author = "the authors of accord"
html_title = "accord"

extensions = ["myst_nb"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence"]  # and not dollarmath, which would fetch MathJax
myst_heading_anchors = 3

nb_execution_mode = "force"
nb_execution_timeout = 120  # seconds a cell
nb_execution_raise_on_error = True
nb_execution_show_tb = True
nb_merge_streams = True
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_number_source_lines = False

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["lessons.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"top_of_page_buttons": []}
