"""What `make run` promises: starts, stops, crashes, and what it says about them."""

import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen

import pytest

from local import emulator, processes, stack
from local.emulator import ROOT, client, free_port

ITEM = {"pk": {"S": "MATCH#1"}, "sk": {"S": "MATCH"}}


@contextmanager
def runner(home: Path, port: int) -> Iterator[Popen[str]]:
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "local.run",
        "--home",
        home,
        "--port",
        str(port),
    ]
    with Popen(command, cwd=ROOT, stdout=PIPE, stderr=STDOUT, text=True) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
                process.communicate()
            emulator.stop(home)


@contextmanager
def running(home: Path, port: int) -> Iterator[tuple[Popen[str], str]]:
    """A runner that has announced its deployment, and all that it said until then."""
    with runner(home, port) as process:
        said = ""
        assert process.stdout is not None
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        assert process.poll() is None, said
        yield process, said


def interrupt(process: Popen[str]) -> str:
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate()
    return said


def refusal(home: Path, port: int) -> str:
    with runner(home, port) as process:
        said, _ = process.communicate()
    assert process.returncode == 1, said
    assert "Traceback" not in said
    return said


def table(port: int) -> str:
    return stack.outputs(port)["TableName"]


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a deployment has run, stored an item and been stopped."""
    home, port = tmp_path_factory.mktemp("home"), free_port()
    with running(home, port) as (process, said):
        url = (home / "url").read_text()
        assert url == stack.url(port)
        assert f"{url}/\n" in said
        client("dynamodb", port).put_item(TableName=table(port), Item=ITEM)
        interrupt(process)
    return home


def test_a_stop_ends_all_that_was_started_and_keeps_what_was_stored(home: Path) -> None:
    port = free_port()
    with running(home, port) as (process, _):
        found = client("dynamodb", port).get_item(TableName=table(port), Key=ITEM)
        assert found["Item"] == ITEM
        assert stack.answers((home / "url").read_text())

        assert "Stopped." in interrupt(process)
        assert process.returncode == 0
        assert not (home / "url").exists()
        assert not emulator.runs(home)
        assert not listens(port)


def test_the_end_of_the_emulator_is_told(home: Path) -> None:
    with running(home, free_port()) as (process, _):
        os.kill(int((home / "emulator.lock").read_text()), signal.SIGKILL)
        said, _ = process.communicate()
        assert process.returncode == 1
        assert "make run" in said
        assert not (home / "url").exists()


def test_a_start_clears_away_what_a_killed_one_left(home: Path) -> None:
    port = free_port()
    with running(home, port) as (process, _):
        process.kill()
        process.wait()
        assert listens(port)

        with running(home, port) as (_, said):
            assert "Cleared away" in said
            assert stack.answers((home / "url").read_text())


def test_one_folder_runs_one_deployment(tmp_path: Path) -> None:
    with processes.locked(tmp_path / "run.lock"):
        assert "already runs" in refusal(tmp_path, free_port())


def test_a_taken_port_says_how_to_choose_another(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert f"make run PORT={port + 1}" in refusal(tmp_path, port)


def test_a_failed_build_shows_why_and_leaves_nothing_running(tmp_path: Path) -> None:
    (tmp_path / "build").write_text("in the way of a folder")
    said = refusal(tmp_path, free_port())
    assert "sam build failed" in said
    assert "start again" in said
    assert not emulator.runs(tmp_path)
