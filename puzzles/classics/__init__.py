"""Classics: the problems that everybody knows, one readable function each.

In go a size or the text of an instance, out comes a `Problem` with names and a layout; what has n x
n cells and rows and columns that differ is a `Puzzle`.  `import accord.classics` has all of them.
Each function says whose problem it is, and its number in CSPLib (csplib.org) if it has one.

Read `squares` (queens, magic squares) and `sequences` first, then `riddles` (a text becomes one
sum) and `kakuro` in `boards`, the room of what magazines print (one puzzle as two models).
`planning` is the room of schedules.  `examples` has small instances, and how many solutions they
have, and `harder` those that take a search.
"""
