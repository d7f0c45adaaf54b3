"""Traces: what a solver did, step by step, and why."""
