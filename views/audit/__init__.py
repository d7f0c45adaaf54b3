"""The page of an audit: one HTML file that loads nothing from elsewhere, and has no scripts.

In go the matrix, its rows and the wrong answers (bench/auditing); out comes the text of the page.
`page` fills the template of page/ in; the same as text is views/tables/audit.py.
"""
