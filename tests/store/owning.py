"""An organiser who has one of everything, and every operation that one may ask of it."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import text

from tests.api.checked import CheckedClient, description
from tests.store.conftest import Keys, bearer, store_of
from tests.store.test_matches import Play

WEBHOOK = {"url": "https://example.org/hook", "events": ["deal.scored"]}
BODIES: dict[str, Any] = {
    "createMatch": {"ruleset": "march8-2012"},
    "appendDeal": {"kind": "score", "deal": {"attackers_points": 80, "declarer": "N", "declarer_because": "bidding"}},
    "voidDeal": {"reason": "x"},
    "bookPenalty": {"offence": "exposed_card", "side": "EW", "cards": 1},
    "correctDeal": {"deal": 1, "reason": "x", "void": True},
    "finishMatch": {},
    "createRuleset": {"id": "mine", "extends": "march8-2012"},
    "replaceRuleset": {"extends": "march8-2012"},
    "createWebhook": WEBHOOK,
    "replaceWebhook": WEBHOOK,
}
NOBODYS = {"match_id": "m0", "reference": "no-club", "number": "1", "webhook_id": "w0", "delivery_id": "d0"}
"""What stands in paths, by its name there: ids that nobody has."""


def operations() -> dict[str, tuple[str, str]]:
    """The method and path of every operation that needs a key."""
    return {
        operation["operationId"]: (method.upper(), path)
        for path, item in description()["paths"].items()
        for method, operation in item.items()
        if method != "parameters" and "403" in operation["responses"]
    }


_OWN = "organiser_uid = (SELECT organiser_uid FROM keys WHERE id = :key)"
_ROWS = [f"SELECT * FROM {table} WHERE {_OWN} ORDER BY uid" for table in ("rulesets", "matches", "webhooks")]
_ROWS += [
    f"SELECT * FROM {table} WHERE match_uid IN (SELECT uid FROM matches WHERE {_OWN})" for table in ("entries", "deals", "deliveries")
]
NAMING = [name for name, (_, path) in operations().items() if "{" in path]
"""The operations that name something in their paths."""


def ask(client: CheckedClient, name: str, headers: dict[str, str], ids: dict[str, str], lines: str = "{}") -> Any:
    """The answer of an operation, with these ids in its path; `lines` is a match to bring in."""
    method, path = operations()[name]
    sent: dict[str, Any] = {"json": BODIES[name]} if name in BODIES else {}
    if name == "importMatch":
        sent = {"data": lines, "content_type": "application/x-ndjson"}
    return client.open(path.format_map(ids), method=method, headers={**headers, "If-Match": "*"}, **sent)


class Owned(NamedTuple):
    """What an organiser has: a match with a deal, by a ruleset of their own, and a webhook that was told of it."""

    play: Play
    keys: Keys
    ids: dict[str, str]
    lines: str

    def standing(self) -> list[Any]:
        """All rows of it as they are now."""
        key = self.keys["admin"].split("_")[2]
        with store_of(self.play.client.application).reading() as session:
            found = [session.execute(text(statement), {"key": key}).all() for statement in _ROWS]
        assert all(found)
        return found


def own(client: CheckedClient, keys: Keys) -> Owned:
    """Let the organiser of these keys have all that there is to have."""
    admin = bearer(keys["admin"])
    document = {"id": "club", "extends": "jiangsu-2007"}
    assert client.post("/v1/rulesets", json=document, headers=admin).status_code == 201
    webhook_id = client.post("/v1/webhooks", json=WEBHOOK, headers=admin).json["id"]
    play = Play(client, keys, "club")
    play.deal(80, declarer="N")
    (delivery,) = client.get(f"/v1/webhooks/{webhook_id}/deliveries", headers=admin).json["deliveries"]
    ids = {"match_id": play.begun["id"], "reference": "club", "number": "1", "webhook_id": webhook_id, "delivery_id": delivery["id"]}
    return Owned(play, keys, ids, client.get(f"{play.path}/export", headers=admin).get_data(as_text=True))
