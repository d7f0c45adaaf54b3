"""The machine: cores, clocks, disturbances, versions and known faults."""
