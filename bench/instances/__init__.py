"""The instances that ship, and what reads them."""
