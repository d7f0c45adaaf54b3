"""Human logic: techniques that a person can follow, one deduction after the other."""
