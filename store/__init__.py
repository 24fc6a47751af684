"""The store: keys, rulesets and match logs, in SQLite or PostgreSQL. It knows the engine's values and nothing of HTTP."""
