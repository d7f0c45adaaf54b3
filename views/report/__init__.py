"""The report of a campaign: one page that opens offline, its figures and its tables.

In goes a campaign's folder; out comes one HTML file that loads nothing from elsewhere, and the same
tables and figures as files.  It needs the extra `report`, which accord/results.py checks.

Read `report_data` first: a campaign read once, with all that the page says.  `boards` and `answers`
are its parts about single puzzles.  From it `findings` makes the sentences at the head, `tables`
the tables, figures/ the figures, `repeat` the command that repeats the campaign, and `page` puts
them into the templates of page/.
"""
