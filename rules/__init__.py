"""The engine: pure functions from frozen values to frozen verdicts. No HTTP, no database, no clock, no randomness."""
