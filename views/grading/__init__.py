"""Marks of a class, for people: a table at 80 columns, JSON, and a page.

In go the marks of each student (bench/grading/marks.py), which hold all that is shown; out comes
text.  Nothing is asked or judged here, and what a student has written is never obeyed.

    table.py    the table, the sentences and the notes below it, JSON for machines, and the page:
                the template that stands in page/, filled in, one HTML file that loads nothing
"""
