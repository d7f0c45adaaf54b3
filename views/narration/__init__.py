"""Narration: the events of a trace in words, in a terminal and for CP-Profiler."""
