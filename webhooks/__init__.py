"""The worker that tells webhooks of events, as Standard Webhooks has it: at least once, signed, to public addresses alone."""
