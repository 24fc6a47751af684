"""How much the property tests try: `quick` by default, `full` with HYPOTHESIS_PROFILE=full. Both run the same way every time."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# A test that needs a store names one of its own; whatever is kept here or elsewhere is no test's business.
os.environ["DATABASE_URL"] = "sqlite:////nonexistent/shengji.db"

# Neither profile looks at the clock: what a slow machine finds must not differ from what a fast one finds. The strategies draw from
# what the cards drawn before have left, so filtering and size are no sign of a mistake here.
_COMMON = settings(
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
settings.register_profile("quick", _COMMON, max_examples=100)
settings.register_profile("full", _COMMON, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
