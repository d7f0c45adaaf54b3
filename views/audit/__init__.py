"""The page of an audit: one HTML file that loads nothing from elsewhere, and has no scripts.

In go the matrix, its rows and the wrong answers (bench/hunt); out comes the text of the page.
`page` fills in the template that stands in page/, with its style; what a click shows is part of the
page and hidden until then.

The same as text, for terminals and for machines, is views/tables/audit.py, which also has the signs
and the meanings of the states.
"""
