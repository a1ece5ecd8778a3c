"""The template, built and deployed to the emulator."""

import os
from pathlib import Path
from subprocess import TimeoutExpired
from urllib.request import urlopen

from local import emulator, processes, routes
from local.emulator import ROOT, address, client
from local.processes import Failure

SAM = ROOT / ".local/venv/sam/bin/python"
WHEELS = ROOT / ".local/wheels"
STACK = "croupier"
BUCKET = "croupier-artifacts"


def build(home: Path, port: int) -> None:
    """Build the functions and the layer into `home`, for the emulator's interpreter."""
    options: list[str | Path] = ["--template", ROOT / "template.yaml", "--cached"]
    options += ["--cache-dir", home / "cache", "--build-dir", home / "build"]
    _sam(home, port, "build", *options)


def deploy(home: Path, port: int) -> None:
    """Deploy what was built, the routes included."""
    client("s3", port).create_bucket(Bucket=BUCKET)
    options: list[str | Path] = ["--template", home / "build/template.yaml"]
    options += ["--stack-name", STACK, "--s3-bucket", BUCKET]
    options += ["--capabilities", "CAPABILITY_IAM", "--on-failure", "DELETE"]
    options += ["--no-confirm-changeset", "--no-fail-on-empty-changeset"]
    _sam(home, port, "deploy", *options)
    routes.create(STACK, port)
    if not answers(url(port)):
        raise Failure(
            f"The functions do not answer; {home / 'emulator.log'} tells why. "
            "Correct them and start again."
        )


def outputs(port: int) -> dict[str, str]:
    """The outputs of the deployed template."""
    stacks = client("cloudformation", port).describe_stacks(StackName=STACK)["Stacks"]
    return {output["OutputKey"]: output["OutputValue"] for output in stacks[0]["Outputs"]}


def url(port: int) -> str:
    """The base URL of the deployed API, without a trailing slash."""
    return f"{address(port)}/_aws/execute-api/{outputs(port)['ApiId']}"


def answers(base_url: str) -> bool:
    """Whether a deployment answers at a base URL."""
    try:
        with urlopen(f"{base_url}/health", timeout=30):  # noqa: S310 - our own
            return True
    except OSError:
        return False


def _sam(home: Path, port: int, command: str, *options: str | Path) -> None:
    log = home / f"sam-{command}.log"
    log.write_bytes(b"")
    lock = home / "sam.lock"
    settings = {
        **emulator.environment(port),
        "SAM_CLI_TELEMETRY": "0",
        "SAM_CLI_POLL_DELAY": "0.2",
        # The layer's pip: its wheels are here, no index is asked.
        "LAYER_PYTHON": str(emulator.PYTHON),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": WHEELS.as_uri(),
    }
    child = processes.start(lock, [SAM, "-m", "samcli", command, *options], settings, log)
    try:
        status = child.wait(timeout=600)
    except TimeoutExpired:
        status = None
    finally:
        processes.stop(lock, patience=5)
        child.wait()
    if status != 0:
        raise Failure(
            f"{_tail(log)}\n\nsam {command} failed; {log} has all of it. Correct the template or "
            f"the code and start again. If the deployment kept in {home} is the matter, delete "
            f"{home / 'state'} and start afresh."
        )


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-60:])
