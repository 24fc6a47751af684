"""What comes in and goes out over HTTP: requests become engine-ready frozen values, verdicts become JSON-ready answers."""
