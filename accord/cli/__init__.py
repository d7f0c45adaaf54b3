"""The command line: what `accord` prints, where, and with which exit code.

In: the words of a command line, and text or files of puzzles.  Out: data on standard output,
everything else on standard error, and an exit code (accord/__main__.py lists them).  Only this
room prints; nothing below it does.

    commands/        one file for each command, which defines `command`; the group finds them by
                     file name and imports one when it is called
    help_pages.py    sections and summaries of `accord --help`, examples of each command
    options/         what several commands take, handed over as one value where it belongs together
    output.py        tables on standard output, working.py what happens meanwhile
    bulk_solving.py  `accord solve` on files of many puzzles; results.py the end of a campaign

Read options/arguments.py first, then a short command such as commands/convert.py.
"""
