"""Tokens that prove nothing, in all the ways that one can try."""

import base64
import hashlib
import hmac
import json
from typing import Any

from tests.flow.service import SECRET

Claims = dict[str, Any]

FAR = 4_000_000_000  # seconds since 1970


def key_id(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


def part(value: object) -> str:
    raw = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def signed(header: object, claims: object, secret: str, digest: str = "sha256") -> str:
    """A token made by hand."""
    text = f"{part(header)}.{part(claims)}"
    return f"{text}.{part(hmac.digest(secret.encode(), text.encode(), digest))}"


def claims(player: str, **others: Any) -> Claims:
    return {"iss": "croupier", "sub": player, "iat": 1_700_000_000, "exp": FAR, **others}


def good(player: str) -> str:
    """The one that is taken: what all the others differ from."""
    return signed({"alg": "HS256", "kid": key_id(SECRET)}, claims(player), SECRET)


def bad(player: str) -> dict[str, str]:
    """By what is wrong with it, a token that would stand for this player."""
    header = {"alg": "HS256", "kid": key_id(SECRET)}
    right, other = claims(player), "another-secret-which-is-long-enough-to-sign"
    head, body, signature = good(player).split(".")
    without = {name: {k: v for k, v in right.items() if k != name} for name in right}
    return {
        "empty": " ",
        "no token": "token",
        "no signature": f"{head}.{body}.",
        "two parts": f"{head}.{body}",
        "four parts": f"{head}.{body}.{signature}.x",
        "not base64": f"{head}.{body}.é!",
        "not ASCII": "\ud800",
        "alg none": f"{part({**header, 'alg': 'none'})}.{body}.",
        "alg None": f"{part({**header, 'alg': 'None'})}.{body}.",
        "alg none, signed": f"{part({**header, 'alg': 'none'})}.{body}.{signature}",
        "alg missing": signed({"kid": key_id(SECRET)}, right, SECRET),
        "alg of another length": signed({**header, "alg": "HS512"}, right, SECRET, "sha512"),
        "alg of public keys": signed({**header, "alg": "RS256"}, right, SECRET),
        "no kid": signed({"alg": "HS256"}, right, SECRET),
        "kid that is no text": signed({**header, "kid": 5}, right, SECRET),
        "kid of nobody": signed({**header, "kid": "0" * 8}, right, SECRET),
        "kid None": signed({**header, "kid": "None"}, right, SECRET),
        "of another deployment": signed({**header, "kid": key_id(other)}, right, other),
        "of another key": signed(header, right, other),
        "of an empty key": signed(header, right, ""),
        "of its kid as key": signed(header, right, key_id(SECRET)),
        "of another player": f"{head}.{part({**right, 'sub': 'somebody-else'})}.{signature}",
        "a signature too short": f"{head}.{body}.{signature[:-4]}",
        "a key in its header": signed({**header, "jwk": {"k": part(b"x")}}, right, "x"),
        "critical": signed({**header, "crit": ["x"], "x": 1}, right, SECRET),
        "of another issuer": signed(header, {**right, "iss": "elsewhere"}, SECRET),
        "without an issuer": signed(header, without["iss"], SECRET),
        "without a player": signed(header, without["sub"], SECRET),
        "without an end": signed(header, without["exp"], SECRET),
        "for nobody": signed(header, {**right, "sub": None}, SECRET),
        "for a number": signed(header, {**right, "sub": 5}, SECRET),
        "until a word": signed(header, {**right, "exp": "never"}, SECRET),
        "not yet": signed(header, {**right, "nbf": FAR - 1}, SECRET),
        "made in the future": signed(header, {**right, "iat": FAR - 1}, SECRET),
        "no object": signed(header, [right], SECRET),
        "not JSON": signed(header, b"{", SECRET),
        "a header that is no object": signed(["HS256"], right, SECRET),
        "a header not JSON": signed(b"{", right, SECRET),
        "deep": signed(b'{"alg":' * 3000, right, SECRET),
        "many digits": signed(b'{"alg":' + b"9" * 5000 + b"}", right, SECRET),
        "long": good(player) + "x" * 5000,
    }


def expired(player: str) -> str:
    header = {"alg": "HS256", "kid": key_id(SECRET)}
    return signed(header, claims(player, exp=1_700_003_600), SECRET)
