"""The API description: OpenAPI 3.1 made from the code, in a readable order, and the command that writes it to openapi.yaml."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import orjson
import yaml
from flask import Flask, Response, request
from marshmallow import fields

from api.answers import JSON
from api.examples import FOLDER, example_of
from api.problems import PROBLEM_JSON
from api.service import NAME, VERSION
from api.typed import Api
from schemas.named import named_schemas
from schemas.service import Problem

FILE = Path(__file__).parents[1] / "openapi.yaml"
_OPENAPI = "3.1.0"
_DESCRIPTION = """\
Rules on the card game Shengji (升级, 拖拉机) by the letter of seven published regulations, or by a club's own variation of them.

Questions are stateless: each names its ruleset, the trump and the cards. Behind every verdict stand rulings, and behind an illegal play
violations of the same shape: a code, a text in the language asked for and, where an option of the ruleset decided, that option, whether the
regulation prints it, it is a reading or an override decided, and the clause. Answers never hold `null`: what does not apply is left out.
Errors are problems (RFC 9457) that list every fault with its place.
"""
_TAGS = (
    "plays",
    "throws",
    "tricks",
    "kitty",
    "levels",
    "bids",
    "deals",
    "penalties",
    "hands",
    "batch",
    "rulesets",
    "matches",
    "corrections",
    "transfer",
    "logs",
    "events",
    "webhooks",
    "cards",
    "service",
)
_KEY = "A key of an organiser, as `sj_live_…`; its role is `reader`, `scorer`, `referee` or `admin`."
_OF_A_MATCH = "The read token of a match, for its scoreboard and its events."
_ORDER = ("openapi", "info", "servers", "tags", "paths", "components")
_INFO = ("title", "version", "description", "license")
_OPERATION = ("operationId", "summary", "description", "tags", "parameters", "requestBody", "responses")
_METHODS = {"get", "post", "put", "delete"}
_WIDTH = 140

_REFUSALS = {
    "BadRequest": ("The body is no JSON text in UTF-8.", "not_json"),
    "NotFound": ("There is nothing of this name.", "ruleset_not_found"),
    "UnsupportedMediaType": ("The body is declared as a type that is not taken here.", "unsupported_media_type"),
    "InvalidRequest": ("The content of the request is wrong; `errors` lists the faults, all of them up to a hundred.", "invalid_request"),
    "Unauthorized": ("There is no key, or none that is good.", "key_missing"),
    "Forbidden": ("The key's role is not enough.", "role_not_enough"),
    "Conflict": ("What is asked does not fit how things stand; `state` tells how a match does.", "seq_differs"),
    "PreconditionFailed": ("If-Match names another version than there is now.", "precondition_failed"),
    "PreconditionRequired": ("If-Match is missing.", "precondition_required"),
    "StoreAway": (
        "The database cannot take or give anything. Nothing was stored, unless the code is `store_unsure`: then nobody can tell, and the "
        "same Idempotency-Key finds out. `Retry-After` says when to ask again.",
        "store_away",
    ),
    "StoreFull": ("The disk of the database is full; nothing was stored.", "store_full"),
    "Problem": ("Any other problem.", ""),
}
_HEADERS = {
    "RequestId": ("The id of the request: the one it brought, or a new one.", {"type": "string", "pattern": r"^[\w-]{8,64}$"}),
    "ContentLanguage": ("The language of the texts.", {"type": "string", "enum": ["en", "zh-Hans", "zh-Hant"]}),
    "Vary": ("What else the answer depends on.", {"type": "string"}),
    "Location": ("The path of what was made.", {"type": "string"}),
    "ETag": ("The version of the answer, for If-None-Match.", {"type": "string"}),
}


def install(app: Flask, api: Api) -> None:
    """Complete the description with what no operation declares, serve it, and add the commands that write it."""

    def description() -> Response:
        """The description itself."""
        response = Response(description_bytes(api), mimetype=JSON)
        response.add_etag()
        response.make_conditional(request)
        return response

    def write() -> None:
        """Write openapi.yaml."""
        FILE.write_text(as_yaml(api), encoding="utf-8")

    def write_examples() -> None:
        """Ask every example's question again and write the answers into its file."""
        for file in sorted(FOLDER.rglob("*.json")):
            example = orjson.loads(file.read_bytes())
            if not example.get("stored"):  # those need a store and a clock of their own
                file.write_bytes(orjson.dumps(answered(app, example), option=orjson.OPT_INDENT_2) + b"\n")

    app.add_url_rule("/openapi.json", "openapi", description)
    app.cli.command("openapi-write")(write)
    app.cli.command("examples-write")(write_examples)


def answered(app: Flask, example: dict[str, Any]) -> dict[str, Any]:
    """An example with the answer that the app gives now."""
    return {**example, "answer": app.test_client().open(example["path"], method=example["method"], **sent_by(example)).json}


def sent_by(example: dict[str, Any]) -> dict[str, Any]:
    """What a test client sends for an example: its request as JSON, its data as they are, or so many spaces (`bytes`)."""
    if "request" in example:
        return {"json": example["request"]}
    sent = {key: example[key] for key in ("data", "content_type") if key in example}
    return sent | ({"data": b" " * example["bytes"]} if "bytes" in example else {})


def new_api(app: Flask) -> Api:
    """The API of an app, with the parts of the description that operations refer to by name."""
    app.config.update(API_TITLE=NAME, API_VERSION=VERSION, OPENAPI_VERSION=_OPENAPI)
    api = Api(
        app,
        spec_kwargs={
            "info": {"description": _unwrapped(_DESCRIPTION), "license": {"name": "MIT", "identifier": "MIT"}},
            "servers": [{"url": "/"}],
            "marshmallow_plugin": None,
        },
    )
    spec = api.spec
    api.ma_plugin.converter.add_attribute_function(_own_schema)
    for name, named in named_schemas().items():
        spec.components.schema(name, named)
    for name, (text, schema) in _HEADERS.items():
        spec.components.header(name, {"description": text, "schema": schema})
    spec.components.security_scheme("bearerKey", {"type": "http", "scheme": "bearer", "description": _KEY})
    spec.components.security_scheme("readToken", {"type": "apiKey", "in": "query", "name": "token", "description": _OF_A_MATCH})
    for name, parameter in _parameters().items():
        spec.components.parameter(name, "header", parameter)
    for name, (text, code) in _REFUSALS.items():
        spec.components.response(name, _refusal(text, code))
    spec.components.response("NotModified", {"description": "The client has this version already.", "headers": {"ETag": "ETag"}})
    return api


def _own_schema(self: Any, field: fields.Field[Any], ret: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema that a field of ours declares for itself, beside what its metadata says."""
    own = getattr(field, "openapi", {})
    if "$ref" in own or "type" in own:
        ret.pop("type", None)
    return dict(own)


def _parameters() -> dict[str, dict[str, Any]]:
    return {
        "AcceptLanguage": {
            "name": "Accept-Language",
            "description": "The language of the texts: `en`, `zh-Hans` or `zh-Hant`; regions and weights are read, as in "
            "`zh-TW, zh;q=0.8, en;q=0.5`.",
            "schema": {"type": "string"},
        },
        "RequestId": {
            "name": "X-Request-Id",
            "description": r"An id for this request, `[\w-]{8,64}`, as `table-7-deal-12`; any other is replaced.",
            "schema": {"type": "string"},
        },
        "IdempotencyKey": {
            "name": "Idempotency-Key",
            "description": "A text for this one request, as `5b1e8c0e-3a0e-4f0b-9a51-7f2b6c1d9e44`, and another for the next: sent again, "
            "it gets the first answer again, and nothing is stored twice.",
            "schema": {"type": "string", "pattern": '^("[!#-~]{1,255}"|[!#-~]{1,255})$'},
        },
        "LastEventId": {
            "name": "Last-Event-ID",
            "description": "The number of the last event that was seen, as `3`; it goes before `after`. A browser's EventSource sends it "
            "by itself.",
            "schema": {"type": "string", "pattern": "^[0-9]*$"},
        },
        "IfMatch": {
            "name": "If-Match",
            "description": 'The ETag of the version that is to be changed, as GET answers it: `"0f9a…"` with its quotes.',
            "schema": {"type": "string"},
        },
    }


def _refusal(text: str, code: str) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": Problem}
    answer = example_of(f"problems/{code}")["answer"]
    if answer is not None:
        content["example"] = answer
    return {"description": text, "headers": {"X-Request-Id": "RequestId"}, "content": {PROBLEM_JSON: content}}


def described(api: Api) -> dict[str, Any]:
    """The description as plain data in the order in which a person reads it."""
    raw: dict[str, Any] = orjson.loads(orjson.dumps(api.spec.to_dict(), option=orjson.OPT_NON_STR_KEYS))
    raw["info"] = _in_order(raw["info"], _INFO)
    raw["tags"] = sorted(raw["tags"], key=lambda tag: _TAGS.index(tag["name"]))
    for path in raw["paths"].values():
        for method in path.keys() & _METHODS:
            operation = _in_order(path[method], _OPERATION)
            if "description" in operation:
                operation["description"] = _unwrapped(operation["description"])
            operation["responses"] = dict(sorted(operation["responses"].items()))  # digits before "default"
            path[method] = operation
    schemas = raw["components"]["schemas"]
    for key, name in api.ma_plugin.converter.refs.items():
        schemas[name] = {"description": _unwrapped(inspect.cleandoc(key[0].__doc__ or "")), **schemas[name]}
    raw["components"]["schemas"] = {name: _with_defaults_told(schema) for name, schema in schemas.items()}
    _drop_unused_schemas(raw)
    return _in_order(raw, _ORDER)


def _with_defaults_told(schema: Any) -> Any:
    """A schema with its defaults said in words: generators of clients take `default` for a promise that the key is there."""
    if isinstance(schema, list):
        return [_with_defaults_told(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    told = {
        key: {name: _with_defaults_told(inner) for name, inner in value.items()} if key == "properties" else _with_defaults_told(value)
        for key, value in schema.items()
    }
    if "default" in told:
        default = orjson.dumps(told.pop("default")).decode()
        told["description"] = f"{told.get('description', '')} Default: `{default}`.".strip()
    return told


def _drop_unused_schemas(raw: dict[str, Any]) -> None:
    """Leave out the schemas that nothing refers to."""
    schemas = raw["components"]["schemas"]
    while True:
        text = orjson.dumps(raw).decode()
        unused = [name for name in schemas if f'"#/components/schemas/{name}"' not in text]
        if not unused:
            return
        for name in unused:
            del schemas[name]


def _in_order(mapping: dict[str, Any], first: tuple[str, ...]) -> dict[str, Any]:
    """A mapping with the keys of `first` in front."""
    return {key: mapping[key] for key in (*first, *mapping) if key in mapping}


def _unwrapped(text: str) -> str:
    """Paragraphs on one line each.

    >>> _unwrapped("one" + chr(10) + "two")
    'one two'
    """
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def description_bytes(api: Api) -> bytes:
    """The description as served."""
    return orjson.dumps(described(api))


class _Dumper(yaml.SafeDumper):
    """Block style with indented lists, short lists of plain values on one line, nothing aliased."""

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> yaml.SequenceNode:
        """A list on one line where it fits."""
        plain = not any(isinstance(item, (list, dict)) for item in sequence)
        return super().represent_sequence(tag, sequence, flow_style=plain and sum(len(str(item)) + 2 for item in sequence) < _WIDTH)

    def ignore_aliases(self, data: Any) -> bool:
        """Write equal parts out each time."""
        return True

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """A text of several lines as they are."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Indent the items of lists."""
        return super().increase_indent(flow, False)


_Dumper.add_representer(str, _Dumper.represent_text)


def as_yaml(api: Api) -> str:
    """The description as openapi.yaml holds it."""
    text: str = yaml.dump(described(api), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH)
    return "# Written by `flask --app app openapi-write` from the code; a test holds it to that.\n" + text
