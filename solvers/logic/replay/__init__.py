"""Replaying reasons: deductions are held against the board by code that found none of them."""
