"""Judging: what claims prove, which are refuted, and with what grade of evidence."""
