"""Exports: campaigns in the formats of other programs.

    format       written                                        read by
    ----------   --------------------------------------------   ----------------------------------
    benchexec    an XML file for each solver and repetition     BenchExec's `table-generator`
    metrics      a CSV file, and the YAML that explains it      Metrics of CRIL (Scalpel, Wallet)
    aslib        the files of a scenario of ASlib               tools that select algorithms

Each is a module with `write(folder, out)` that ends in EXPORT: what to do with the files, said when
they are written; `accord export` finds it there.  What it says has been judged: a wrong answer is
wrong, or no success, in every format.  Read `rows` first, the stream of rows that all start from;
its `delivery` moves the finished files into place.
"""
