"""A gap of the emulator, filled: the routes of an HTTP API.

SAM writes routes, integrations and CORS into the `Body` of the API, an OpenAPI document, which
CloudFormation on the emulator does not read. (Once it does, this module can go:
`tests/local/test_routes.py` fails then.)
"""

import json
import re
from typing import Any

from local.emulator import ACCOUNT, REGION, client

ANY = "x-amazon-apigateway-any-method"


def create(stack: str, port: int) -> None:
    """Give every HTTP API of a deployed stack the routes and CORS of its `Body`."""
    cloudformation = client("cloudformation", port)
    template = cloudformation.get_template(StackName=stack, TemplateStage="Processed")
    body = template["TemplateBody"]
    resources = (json.loads(body) if isinstance(body, str) else body)["Resources"]
    deployed = cloudformation.describe_stack_resources(StackName=stack)["StackResources"]
    names = {it["LogicalResourceId"]: it["PhysicalResourceId"] for it in deployed}
    for logical, resource in resources.items():
        if resource["Type"] == "AWS::ApiGatewayV2::Api" and "Body" in resource["Properties"]:
            _create(names[logical], resource["Properties"]["Body"], names, port)


def _create(api: str, body: dict[str, Any], names: dict[str, str], port: int) -> None:
    gateway = client("apigatewayv2", port)
    # An earlier deployment's are still there, and the template may have dropped some.
    for route in gateway.get_routes(ApiId=api)["Items"]:
        gateway.delete_route(ApiId=api, RouteId=route["RouteId"])
    for integration in gateway.get_integrations(ApiId=api)["Items"]:
        gateway.delete_integration(ApiId=api, IntegrationId=integration["IntegrationId"])

    integrations: dict[str, str] = {}
    for path, methods in body["paths"].items():
        for method, operation in methods.items():
            definition = operation["x-amazon-apigateway-integration"]
            function = _function(definition["uri"], names)
            if function not in integrations:
                integrations[function] = gateway.create_integration(
                    ApiId=api,
                    IntegrationType="AWS_PROXY",
                    IntegrationUri=f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:{function}",
                    PayloadFormatVersion=definition["payloadFormatVersion"],
                )["IntegrationId"]
            gateway.create_route(
                ApiId=api,
                RouteKey=_route_key(method, path),
                Target=f"integrations/{integrations[function]}",
            )

    cors = body.get("x-amazon-apigateway-cors")
    if cors:
        gateway.update_api(
            ApiId=api,
            CorsConfiguration={name[0].upper() + name[1:]: value for name, value in cors.items()},
        )


def _function(uri: dict[str, str], names: dict[str, str]) -> str:
    logical = re.search(r"\$\{(\w+)\.Arn\}", uri["Fn::Sub"])
    if logical is None:
        raise ValueError(f"no function in {uri}")
    return names[logical[1]]


def _route_key(method: str, path: str) -> str:
    if path == "/$default":
        return "$default"
    return f"{'ANY' if method == ANY else method.upper()} {path}"
