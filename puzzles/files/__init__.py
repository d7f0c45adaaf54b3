"""Files of puzzles: one puzzle, a stream of instances or arrays of them, read and written.

In go the lines or bytes of a file and a `Variant` (box, rules and regions that plain text cannot
say); out come puzzles, and errors that name the line.  Nothing here keeps more of a file than it
has to look at: a million lines need no more memory than ten.

Read `texts` (one puzzle, one grid, read and written), then `read_many` (which lines belong
together) and `read_lines` (the same meaning for a puzzle on each line, a hundred times as fast, as
arrays).  `outside_file` opens and reads what somebody else's folder holds, of any kind.
`assignment` is what somebody claims to be a solution of a problem that is no puzzle.
"""
