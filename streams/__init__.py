"""The stream process: long Server-Sent Events for many listeners, apart from the workers that decide (settled 28)."""
