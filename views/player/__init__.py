"""The player: traces as one HTML page that opens offline, with board, search tree and reasons.

In go recordings; out comes the text of one file that needs no network.  Read `page.py` first, which
puts it together from the template, styles and scripts in `page/`.  `excerpt.py` chooses the events
that a page has room for, and says what it leaves out; `packing.py` writes them as columns of
numbers, and a reason as the cells, houses, candidates and links to be marked.  In `page/`,
`player.js` is the clock, `lane.js` shows one trace, `board.js` (of a puzzle) or `variables.js` (of
a problem), `tree.js` and `drawn_tree.js` draw it, and `goal.js` what is known of an objective.
`svg_film.py` makes another film, of puzzles, as an SVG that needs no script.
"""
