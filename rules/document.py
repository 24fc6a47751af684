"""The ruleset document (规则文件): its schema, and the tree of options that the schema describes.

`document.schema.yaml` is the only list of options. Everything here is derived from it once, at import: the dotted paths, the
defaults, what an override merges key by key and what it replaces whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import yaml

YAML_LOADER: Final[type[Any]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The fast loader where PyYAML was built with it."""

META_KEYS: Final = frozenset({"extends", "id", "revision", "title", "source", "languages", "readings", "clauses"})
"""Keys of a document that say something about it and are no options."""

NOT_INHERITED: Final = frozenset({"extends", "id", "revision"})
"""Keys that speak of one document alone."""

LANGUAGES: Final = ("en", "zh-Hans", "zh-Hant")

_LOCAL = "#/$defs/"


def load_yaml(path: Path) -> Any:
    """The content of one YAML file of the engine."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=YAML_LOADER)  # noqa: S506 - both loaders are safe ones


DOCUMENT_SCHEMA: Final[dict[str, Any]] = load_yaml(Path(__file__).parent / "document.schema.yaml")
"""JSON Schema 2020-12 of a resolved document. Read only."""


@dataclass(frozen=True, slots=True)
class Node:
    """One key of the document: a leaf, or an object whose keys an override may give one by one."""

    path: str
    children: Mapping[str, Node] | None
    required: tuple[str, ...]
    choice: bool
    """It may be a name (`none`) in place of the object."""
    optional: bool
    """The whole block may be absent."""
    unordered: bool
    default: Any
    """None where there is no default: no option is ever null."""


def dereferenced(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A subschema with its `$ref` followed; keywords beside the `$ref` win.

    >>> dereferenced({"$ref": "#/$defs/Code", "title": "x"})["title"]
    'x'
    """
    while "$ref" in schema:
        target: Mapping[str, Any] = DOCUMENT_SCHEMA["$defs"][schema["$ref"].removeprefix(_LOCAL)]
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema


def merged_object(schema: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The object whose keys an override may give one by one, or None where a value is replaced whole.

    A choice between names and one object (`none`, or what a revolution asks for) is such an object too.
    """
    schema = dereferenced(schema)
    if schema.get("x-whole"):
        return None
    if "properties" in schema:
        return schema
    objects = [branch for branch in map(dereferenced, schema.get("oneOf", ())) if "properties" in branch]
    return objects[0] if len(objects) == 1 else None


def _node(path: str, schema: Mapping[str, Any]) -> Node:
    outer = dereferenced(schema)
    inner = merged_object(schema)
    children = None
    if inner is not None:
        prefix = f"{path}." if path else ""
        children = MappingProxyType({key: _node(prefix + key, value) for key, value in inner["properties"].items()})
    return Node(
        path=path,
        children=children,
        required=tuple(inner.get("required", ())) if inner is not None else (),
        choice=inner is not None and "oneOf" in outer,
        optional=bool(outer.get("x-optional")),
        unordered=bool(outer.get("x-unordered")),
        default=outer.get("default"),
    )


ROOT: Final = _node("", DOCUMENT_SCHEMA)


def leaves(node: Node) -> Iterator[Node]:
    """The options below a node, in the order of the schema; a choice between a name and an object is one option."""
    if node.children is None or node.choice:
        yield node
    else:
        for child in node.children.values():
            yield from leaves(child)


def _option_leaves() -> Iterator[Node]:
    for key, child in (ROOT.children or {}).items():
        if key not in META_KEYS:
            yield from leaves(child)


OPTION_LEAVES: Final[Mapping[str, Node]] = MappingProxyType({leaf.path: leaf for leaf in _option_leaves()})

OPTION_PATHS: Final[tuple[str, ...]] = tuple(OPTION_LEAVES)
"""Every option by its dotted path, in the order of the schema; a table is one option, and so is a choice between a name and an object."""


def _inner(prefix: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Paths and their subschemas, through objects and through all branches of a choice, never into lists."""
    schema = dereferenced(schema)
    for branch in schema.get("oneOf", ()):
        yield from _inner(prefix, branch)
    for key, value in schema.get("properties", {}).items():
        yield prefix + key, dereferenced(value)
        yield from _inner(f"{prefix}{key}.", value)


_SUBSCHEMAS: Final = tuple((path, schema) for path, schema in _inner("", DOCUMENT_SCHEMA) if path.partition(".")[0] not in META_KEYS)

KNOWN_PATHS: Final = frozenset(path for path, _ in _SUBSCHEMAS)
"""Every dotted path that has a value of its own: options, groups of options, and rows of tables."""

FACETS: Final[Mapping[str, str]] = MappingProxyType(
    {f"{path}.{name}": path for path, schema in _SUBSCHEMAS for name in schema.get("x-facets", ())}
)
"""The cases of an option that a clause may govern and a reading may name (`rules.facets`), each with its option."""


def override_schema() -> dict[str, Any]:
    """The schema of an override or of a whole document alike: as `DOCUMENT_SCHEMA`, but whatever may be inherited may be left out.

    >>> "required" in override_schema()
    False
    """
    return {**_loosened(DOCUMENT_SCHEMA), "title": "RulesetOverride"}


def _loosened(schema: Mapping[str, Any]) -> dict[str, Any]:
    inner = merged_object(schema)
    outer = dict(dereferenced(schema))
    if inner is None:
        return dict(schema)
    if "oneOf" in outer:
        outer["oneOf"] = [_loosened(branch) for branch in outer["oneOf"]]
        return outer
    outer["properties"] = {key: _loosened(value) for key, value in outer["properties"].items()}
    outer.pop("required", None)
    return outer


def schema_components(prefix: str = "Ruleset", location: str = "#/components/schemas/") -> dict[str, dict[str, Any]]:
    """The schemas as the named components of an API description: `RulesetDocument`, `RulesetOverride` and what both refer to.

    >>> sorted(schema_components())[:3]
    ['RulesetAdvancementTable', 'RulesetBand', 'RulesetBands']
    """

    def moved(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {
                key: location + prefix + inner.removeprefix(_LOCAL) if key == "$ref" else moved(inner)
                for key, inner in value.items()
                if not key.startswith(("x-", "$schema", "$defs"))
            }
        return [moved(item) for item in value] if isinstance(value, list) else value

    components = {prefix + "Document": moved(DOCUMENT_SCHEMA), prefix + "Override": moved(override_schema())}
    return components | {prefix + name: moved(schema) for name, schema in DOCUMENT_SCHEMA["$defs"].items()}
