"""How hard puzzles are, in words and tables: what `accord rank` prints.

In goes what bench/analysis/ measured; out come, all in `tables.py`,

    one_in_words    the lines for one puzzle: each measure, its spread, its rank
    many_as_table   a table of several: their ranks
    correlations    how far the measures agree, for each size

and the same for machines.
"""
