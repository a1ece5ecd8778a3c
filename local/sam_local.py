"""`sam local start-api` beside a deployment, whose table it uses: PORT PARAMETER=VALUE ... URL.

To a function in a container 127.0.0.1 is the container, and sam cannot put it on the host's
network. So the emulator is relayed to the address that the host has among the containers.
"""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from asyncio import StreamReader, StreamWriter
from urllib.parse import urlsplit

from local import stack
from local.emulator import CREDENTIALS, REGION, ROOT, client
from local.stack import SAM

HOME = ROOT / ".local/sam-local"
IP_FREEBIND = 15  # the socket module does not name it

HOST_AMONG_CONTAINERS = """
import docker
networks = docker.from_env().networks.list(names=["bridge", "podman"])
print(networks[0].attrs["IPAM"]["Config"][0]["Gateway"])
"""


def variables(port: int, endpoint: str) -> dict[str, dict[str, str]]:
    """The environment of each deployed function: to sam `!Ref Table` is the word "Table"."""
    cloudformation, functions = client("cloudformation", port), client("lambda", port)
    found = {}
    for it in cloudformation.describe_stack_resources(StackName=stack.STACK)["StackResources"]:
        if it["ResourceType"] == "AWS::Lambda::Function":
            deployed = functions.get_function_configuration(FunctionName=it["PhysicalResourceId"])
            environment = deployed["Environment"]["Variables"]
            found[it["LogicalResourceId"]] = {**environment, "AWS_ENDPOINT_URL": endpoint}
    return found


async def relayed(port: int) -> str:
    """Where the containers reach a port of 127.0.0.1, for as long as this program runs."""
    if sys.platform != "linux":  # the containers are in a virtual machine that relays itself
        return f"http://host.docker.internal:{port}"
    question = [str(SAM), "-c", HOST_AMONG_CONTAINERS]
    answer = subprocess.run(question, check=False, capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit("Docker does not answer, and sam local needs it. Start it and try again.")
    gateway = answer.stdout.strip()

    async def connect(reader: StreamReader, writer: StreamWriter) -> None:
        emulator_reader, emulator_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(_pump(reader, emulator_writer), _pump(emulator_reader, writer))

    listener = socket.socket()
    # podman gives the host this address when the first container starts, and not before.
    listener.setsockopt(socket.SOL_IP, IP_FREEBIND, 1)
    listener.bind((gateway, 0))
    server = await asyncio.start_server(connect, sock=listener)
    return f"http://{gateway}:{server.sockets[0].getsockname()[1]}"


async def _pump(reader: StreamReader, writer: StreamWriter) -> None:
    while part := await reader.read(65536):
        writer.write(part)
        await writer.drain()
    writer.close()


async def main(sam_port: str, parameters: list[str], base_url: str) -> int:
    """The status of sam, which has the terminal until it ends."""
    port = urlsplit(base_url).port or 80
    settings = {"AWS_DEFAULT_REGION": REGION, **CREDENTIALS}
    (HOME / "variables.json").write_text(json.dumps(variables(port, await relayed(port))))
    command = [str(SAM), "-m", "samcli", "local", "start-api", "--port", sam_port]
    command += ["--docker-network", "host", "--warm-containers", "LAZY"]
    command += ["--template", f"{HOME}/build/template.yaml"]
    command += ["--env-vars", f"{HOME}/variables.json"]
    command += ["--parameter-overrides", *parameters]
    signal.signal(signal.SIGINT, lambda number, frame: None)  # sam gets it too, and ends
    sam = await asyncio.create_subprocess_exec(*command, env={**os.environ, **settings})
    return await sam.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2:-1], sys.argv[-1])))
