"""The routes that the runner makes, and whether it still has to."""

import json
from collections.abc import Iterator
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest

from local import routes, stack
from local.emulator import client

API_WITH_A_ROUTE = {
    "Resources": {
        "Api": {
            "Type": "AWS::ApiGatewayV2::Api",
            "Properties": {
                "Body": {
                    "openapi": "3.0.1",
                    "info": {"title": "probe", "version": "1"},
                    "paths": {
                        "/there": {
                            "get": {
                                "responses": {},
                                "x-amazon-apigateway-integration": {
                                    "type": "http_proxy",
                                    "httpMethod": "GET",
                                    "uri": "http://127.0.0.1/",
                                    "payloadFormatVersion": "1.0",
                                },
                            }
                        }
                    },
                }
            },
        }
    }
}


@pytest.fixture
def port(base_url: str) -> int:
    port = urlsplit(base_url).port
    assert port is not None
    return port


@pytest.fixture
def routes_of_the_emulator(port: int) -> Iterator[list[str]]:
    """What the emulator's CloudFormation makes of an API's body by itself."""
    cloudformation = client("cloudformation", port)
    cloudformation.create_stack(StackName="probe", TemplateBody=json.dumps(API_WITH_A_ROUTE))
    cloudformation.get_waiter("stack_create_complete").wait(
        StackName="probe", WaiterConfig={"Delay": 1}
    )
    resources = cloudformation.describe_stack_resources(StackName="probe")["StackResources"]
    api = resources[0]["PhysicalResourceId"]
    yield [it["RouteKey"] for it in client("apigatewayv2", port).get_routes(ApiId=api)["Items"]]
    cloudformation.delete_stack(StackName="probe")


def route_keys(port: int) -> list[str]:
    api = stack.outputs(port)["ApiId"]
    routes = client("apigatewayv2", port).get_routes(ApiId=api)["Items"]
    return [route["RouteKey"] for route in routes]


def test_the_emulator_still_makes_no_routes_itself(routes_of_the_emulator: list[str]) -> None:
    assert routes_of_the_emulator == [], "the emulator makes the routes now: local/routes.py can go"


def test_every_route_is_made_once_however_often_it_is_deployed(port: int) -> None:
    before = route_keys(port)
    routes.create(stack.STACK, port)
    assert sorted(route_keys(port)) == sorted(before) == sorted(set(before))
    assert {"$default", "GET /v1/games/{game}", "POST /v1/score/poker"} <= set(before)


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/v1/nothing/here"), ("DELETE", "/v1/score/poker"), ("GET", "/%00"), ("GET", "//")],
)
def test_an_unknown_route_is_a_problem_document(base_url: str, method: str, path: str) -> None:
    with pytest.raises(HTTPError) as refusal:
        urlopen(Request(base_url + path, method=method), timeout=30)
    with refusal.value as answer:
        assert answer.code in (404, 405)
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert {"status", "code", "title"} <= json.load(answer).keys()


def test_a_page_of_another_origin_may_call_and_read(base_url: str) -> None:
    headers = {
        "Origin": "https://game.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,idempotency-key,if-match",
    }
    preflight = Request(f"{base_url}/v1/score/poker", method="OPTIONS", headers=headers)
    with urlopen(preflight, timeout=30) as answer:
        allowed = answer.headers["Access-Control-Allow-Headers"].lower().split(",")
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "POST" in answer.headers["Access-Control-Allow-Methods"]
        assert {"authorization", "idempotency-key", "if-match", "if-none-match"} <= set(allowed)
    with urlopen(Request(f"{base_url}/health", headers=headers), timeout=30) as answer:
        exposed = answer.headers["Access-Control-Expose-Headers"].split(",")
        assert {"ETag", "Location", "Retry-After"} <= set(exposed)
