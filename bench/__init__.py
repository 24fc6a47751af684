"""Repeatable measurements: `make bench` prints them, nothing asserts them."""
