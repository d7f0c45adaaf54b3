"""The engine of human logic: boards, deductions, the order of techniques, explanations."""
