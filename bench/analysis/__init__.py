"""Analysis: tables, comparisons and statistics, computed from the rows of campaigns."""
