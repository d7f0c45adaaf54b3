"""Benchmarks: run every solver on every instance, judge the answers, tabulate the times."""
