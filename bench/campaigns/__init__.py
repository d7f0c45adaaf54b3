"""Campaigns: which runs are made in which order, and how their rows are kept."""
