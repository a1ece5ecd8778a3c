from typing import Any

import pytest

from croupier.games import GAMES
from tests.flow.client import Json, assert_problem, call
from tests.flow.service import guests


def described(game: str = "texas-bingo") -> Json:
    answer = call("GET", f"/v1/games/{game}")
    assert answer.status == 200
    description: Json = answer.json
    return description


def test_health_says_ok() -> None:
    answer = call("GET", "/health")
    assert (answer.status, answer.json) == (200, {"status": "ok"})


def test_the_list_has_every_game_with_its_seats() -> None:
    answer = call("GET", "/v1/games")
    assert answer.status == 200
    assert [game["slug"] for game in answer.json["games"]] == list(GAMES)
    (texas_bingo,) = (game for game in answer.json["games"] if game["slug"] == "texas-bingo")
    assert texas_bingo["title"] == "Texas Bingo"
    assert texas_bingo["seats"] == {"min": 1, "max": 8}
    assert texas_bingo["summary"]


def test_a_game_tells_the_seats_of_each_mode() -> None:
    assert described()["modes"] == {
        "standard": {"min": 2, "max": 8},
        "solo": {"min": 1, "max": 1},
        "cooperative": {"min": 1, "max": 8},
        "competitive": {"min": 2, "max": 8},
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_described_as_in_the_list_and_more(game: str) -> None:
    description = described(game)
    (summary,) = (each for each in call("GET", "/v1/games").json["games"] if each["slug"] == game)
    assert summary.items() <= description.items()
    assert description["rules_version"] == GAMES[game].version
    assert description["verbs"].keys() == GAMES[game].VERBS.keys()
    assert all(text.endswith(".") for text in description["verbs"].values())
    assert description["resigning"].endswith(".")


@pytest.mark.usefixtures("service")
@pytest.mark.parametrize("game", GAMES)
def test_a_ticket_can_ask_for_what_is_described_and_for_nothing_more(game: str) -> None:
    (player,) = guests(1)
    path = "/v1/matchmaking/tickets"
    for name, mode in described(game)["matchmaking"].items():
        ticket = player.send("POST", path, {"game": game, "mode": name}).json
        assert (ticket["options"], ticket["seats"]) == (mode["options"], mode["seats"])
        board = {"mode": mode["leaderboard"]}
        assert player.send("GET", f"/v1/leaderboards/{game}", query=board).status == 200
        player.send("DELETE", f"{path}/{ticket['ticket_id']}")
        for seats in ({"min": mode["seats"]["min"] - 1}, {"max": mode["seats"]["max"] + 1}):
            refused = player.send("POST", path, {"game": game, "mode": name, "seats": seats})
            assert refused.json["code"] in ("wrong-seats", "invalid-request")
    assert_problem(player.send("POST", path, {"game": game, "mode": "x"}), 422, "unknown-mode")


def test_a_deployment_may_find_players_for_other_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MATCHMAKING_RULES", '{"nickel": {"short": null}, "bingo": null}')
    assert list(described("nickel")["matchmaking"]) == ["standard"]
    assert described("bingo")["matchmaking"] == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_option_can_be_put_in_a_form(game: str) -> None:
    schema = described(game)["options"]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False
    for option in leaves(schema, schema):
        assert {"title", "description", "default"} <= option.keys()
        kinds = {each["type"] for each in option.get("anyOf", [option])} - {"null"}
        assert kinds
        assert kinds <= {"string", "integer", "boolean", "array"}


@pytest.mark.parametrize("game", GAMES)
def test_the_defaults_in_the_schema_are_those_of_a_match(game: str) -> None:
    schema = described(game)["options"]
    form = {name: option["default"] for name, option in schema["properties"].items()}
    options = GAMES[game].Options
    assert options.model_validate(form) == options()


def test_the_modes_are_the_choices_of_the_option() -> None:
    description = described()
    assert description["options"]["properties"]["mode"]["enum"] == list(description["modes"])


@pytest.mark.parametrize(
    "name", ["chess", "Texas-Bingo", "texas-bingo%20", "x" * 5000, "__class__"]
)
def test_a_game_that_is_not_there_is_unknown(name: str) -> None:
    answer = call("GET", f"/v1/games/{name}")
    assert_problem(answer, 404, "unknown-game")
    assert name not in answer.text


def test_what_changes_with_a_release_only_may_be_kept_for_a_while() -> None:
    for path in ("/v1/games", "/v1/games/texas-bingo"):
        assert call("GET", path).headers["Cache-Control"] == "public, max-age=300"
    assert "Cache-Control" not in call("GET", "/health").headers


def leaves(schema: Json, option: Json) -> list[Json]:
    """The options of a schema that hold a value, groups of options opened."""
    if "$ref" in option:
        target: Any = schema
        for step in option["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return leaves(schema, target)
    if "properties" in option:
        return [leaf for each in option["properties"].values() for leaf in leaves(schema, each)]
    return [option]
