"""The AWS emulator: one process on 127.0.0.1 that keeps its state over a graceful stop."""

import json
import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from time import monotonic, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import boto3

from local import processes
from local.processes import Failure

ROOT = Path(__file__).resolve().parents[1]
PYTHON = ROOT / ".local/venv/emulator/bin/python"
REGION = "us-east-1"
ACCOUNT = "000000000000"
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}

# A table of a hundred thousand matches takes some seconds to write down.
PATIENCE = 60.0


def address(port: int) -> str:
    """Where the emulator answers, without a trailing slash."""
    return f"http://127.0.0.1:{port}"


def environment(port: int) -> dict[str, str]:
    """What a program needs to take the emulator for AWS, and nothing of the caller's own.

    The functions inherit it too, as they would inherit an AWS_PROFILE or a PYTHONPATH.
    """
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {
        **kept,
        **CREDENTIALS,
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_ENDPOINT_URL": address(port),
    }


def client(service: Any, port: int) -> Any:
    """A boto3 client of the emulator."""
    return boto3.client(
        service,
        endpoint_url=address(port),
        region_name=REGION,
        aws_access_key_id=CREDENTIALS["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
    )


@contextmanager
def running(home: Path, port: int) -> Iterator[None]:
    """The emulator, from when it answers to when it has written down its state in `home`."""
    if not _is_free(port):
        raise Failure(
            f"Port {port} is taken. Stop what listens there, or choose another: "
            f"make run PORT={port + 1}"
        )
    scratch = home / "tmp"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    log = home / "emulator.log"
    log.write_bytes(b"")
    child = processes.start(
        home / "emulator.lock",
        [PYTHON, "-m", "ministack"],
        {
            **environment(port),
            "GATEWAY_PORT": str(port),
            "BIND_HOST": "127.0.0.1",  # else every address of the machine
            "IOT_MTLS_ENABLED": "0",  # else port 8883 on every address
            "SFTP_ENABLED": "0",
            "PERSIST_STATE": "1",
            "STATE_DIR": str(home / "state"),
            "TMPDIR": str(scratch),
        },
        log,
    )
    try:
        _wait(child, port, log)
        yield
    finally:
        stop(home)
        child.wait()


def runs(home: Path) -> bool:
    """Whether the emulator of `home` runs."""
    return processes.runs(home / "emulator.lock")


def stop(home: Path) -> bool:
    """Stop the emulator of `home`, whoever started it, its state kept; whether one ran."""
    return processes.stop(home / "emulator.lock", PATIENCE)


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _wait(child: Popen[bytes], port: int, log: Path) -> None:
    ready = f"{address(port)}/_ministack/ready"
    end = monotonic() + 60
    while child.poll() is None and monotonic() < end:
        try:
            with urlopen(ready, timeout=5) as answer:  # noqa: S310 - our own
                if json.load(answer)["status"] == "completed":
                    return
        except URLError:
            pass
        sleep(0.05)
    raise Failure(
        f"The emulator did not start; {log} tells more. If it cannot read what it kept, "
        f"delete {log.parent / 'state'} and start afresh."
    )
