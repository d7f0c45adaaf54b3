"""Backends of answer set programming."""
