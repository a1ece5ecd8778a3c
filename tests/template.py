"""The template as the tests read it: its table, and which function has which route."""

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]


class _Loader(yaml.SafeLoader):
    """YAML with CloudFormation's tags, which stay unresolved."""


_Loader.add_multi_constructor("!", lambda loader, tag, node: f"!{tag} {node.value}")

TEMPLATE: dict[str, Any] = yaml.load((ROOT / "template.yaml").read_text(), _Loader)


def table_properties() -> dict[str, Any]:
    """What creates the table, but for what moto does not take together with it."""
    taken = {
        "AttributeDefinitions",
        "BillingMode",
        "GlobalSecondaryIndexes",
        "KeySchema",
        "StreamSpecification",
    }
    properties = TEMPLATE["Resources"]["Table"]["Properties"]
    wanted = {name: value for name, value in properties.items() if name in taken}
    wanted["StreamSpecification"] = {**wanted["StreamSpecification"], "StreamEnabled": True}
    return wanted


def routes() -> list[tuple[str, str, re.Pattern[str]]]:
    """The folder of a function, the method and the path of each route."""
    found = []
    for resource in TEMPLATE["Resources"].values():
        if resource["Type"] != "AWS::Serverless::Function":
            continue
        folder = resource["Properties"]["CodeUri"].removeprefix("functions/")
        for event in resource["Properties"]["Events"].values():
            path = event["Properties"].get("Path")
            if event["Type"] == "HttpApi" and path:
                pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", path))
                found.append((folder, event["Properties"]["Method"], pattern))
    # As in the gateway a route without a variable goes before one with it.
    return sorted(found, key=lambda route: "[^/]+" in route[2].pattern)
