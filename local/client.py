"""A client of a deployment, as small as one can be."""

import json
import time
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from random import uniform
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

Json = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]  # names in lower case
    text: str

    @property
    def json(self) -> Any:
        """The body as data."""
        return json.loads(self.text)


@dataclass
class Client:
    """Somebody who talks to the service, with a token once there is one."""

    base_url: str
    token: str | None = None
    timeout: float = 60  # seconds

    def send(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Send a request, with a body of data or of text as it is, and wait for its answer."""
        sent = {"Content-Type": "application/json", **(headers or {})}
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        address = urlsplit(self.base_url)
        with closing(HTTPConnection(address.netloc, timeout=self.timeout)) as connection:
            connection.request(method, address.path.rstrip("/") + path, text, sent)
            answer = connection.getresponse()
            names = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, names, answer.read().decode())

    def insist(self, method: str, path: str, body: Any = None, *, patience: float = 600) -> Answer:
        """Send a request, and the same again while the service is busy, when it says so.

        `patience` are seconds. With a key the request is made once, however often it is sent.
        """
        end = time.monotonic() + patience
        key = {"Idempotency-Key": uuid4().hex}
        while True:
            answer = self.send(method, path, body, key)
            if answer.status < 500 or time.monotonic() > end:
                return answer
            # Not all at the same moment again.
            time.sleep(float(answer.headers.get("retry-after", 1)) * uniform(1, 4))

    def ask(self, method: str, path: str, body: Any = None) -> Json:
        """The data of an answer that must be a good one; raises Refused for any other."""
        answer = self.send(method, path, body)
        if answer.status >= 400:
            raise Refused(f"{method} {path} answered {answer.status}: {answer.text}")
        data: Json = answer.json
        return data


class Refused(Exception):
    """An answer that was not hoped for."""


def guest(base_url: str, name: str) -> Client:
    """A client with a guest account of its own."""
    client = Client(base_url)
    client.token = client.ask("POST", "/v1/players", {"name": name})["token"]
    return client


def match_of(players: list[Client], game: str, options: Json) -> str:
    """The id of a new match in which these players sit, in this order."""
    made = players[0].ask(
        "POST", "/v1/matches", {"game": game, "seats": len(players), "options": options}
    )
    for player in players[1:]:
        player.ask("POST", f"/v1/matches/{made['match_id']}/join", {"invite": made["invite"]})
    match_id: str = made["match_id"]
    return match_id
