"""Views: what a person looks at, as text, as pictures and as pages that work offline.

In go answers, verdicts, traces, explanations and the rows of campaigns; out come strings, tables of
rich, SVG and HTML.  Nothing here solves, measures or prints.

Read boards/ first: a grid in characters and in SVG.  narration/ says in words and in the terminal
what a trace holds; tables/ says for each command what it has found; player/ makes the page that
plays traces, report/ the page about a campaign, grading/ that of a class and audit/ that of a
matrix, all through `offline_page`.  `languages` writes a problem in others' languages.  `notebook`
and `notebook_formats` show the same objects in Jupyter.
"""
