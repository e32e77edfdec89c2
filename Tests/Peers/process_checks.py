"""The program as a process: its files, its messages, its exit codes, how it stops."""

import asyncio
import signal
import subprocess
import tempfile

from hostile_checks import closed
from server import Server
from waits import PATIENCE
from wire import *


def run(binary, *arguments):
    return subprocess.run([binary, *arguments], capture_output=True, text=True, timeout=PATIENCE)


async def serves_its_own_files(binary, web):
    with Server(binary, web) as server:
        status, headers, body = server.get("/")
        assert status == 200 and headers["Content-Type"].startswith("text/html") and body
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"), policy
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-cache"
        status, _, body = server.get("/", **{"If-None-Match": headers["ETag"]})
        assert (status, body) == (304, b"")
        assert server.get("/", method="HEAD")[2] == b""
        assert server.get("/", method="POST")[0] == 405
        for path in ("/..%2fPackage.swift", "/../Package.swift", "/Package.swift", "/.git/config", "/socket"):
            assert server.get(path)[0] in (404, 426), path
    return "policy, tags and types"


async def stops_at_once(binary, web):
    took = []
    for how in (signal.SIGTERM, signal.SIGINT):
        with Server(binary, web) as server:
            async with server.connect() as one, server.connect() as two:
                for connection in (one, two):
                    await connection.send(hello())
                    await connection.send(show(1, SPECTRUM))
                    await connection.recv()
                idle = await asyncio.open_connection("127.0.0.1", server.port)
                seconds, code = await asyncio.to_thread(server.stop, how)
                assert code == 0, code
                # A busy machine is late.
                assert seconds < 10, f"{seconds:.2f} s"
                took.append(seconds)
                assert (await closed(one))[0] == 1001
                idle[1].close()
            assert server.process.stdout.read() == "", "one line only"
            assert server.process.stderr.read() == ""
    return ", ".join(f"{seconds:.2f} s" for seconds in took)


async def says_what_to_do(binary, web):
    with Server(binary, web) as server:
        result = run(binary, "serve", "demo:", "--web", web, "--port", str(server.port))
        assert result.returncode == 69 and result.stdout == "", result
        assert result.stderr == (
            f"waveglass: port {server.port} is in use by another program; choose another with --port\n"), result.stderr
    with tempfile.TemporaryDirectory() as empty, tempfile.NamedTemporaryFile(suffix=".csv") as file:
        file.write(b"this is no spectrum\n")
        file.flush()
        for code, arguments in (
            (64, ["serve"]), (64, ["serve", "usb:0"]), (64, ["serve", "demo:?nonsense=1"]),
            (64, ["serve", "demo:", "--port", "99999"]), (66, ["serve", "/no/such/file.csv", "--web", web]),
            (65, ["serve", file.name, "--web", web]), (66, ["serve", "demo:", "--web", empty]),
            (64, ["serve", "demo:", "--web", web, "--host", "192.0.2.1", "--port", "0"]),
        ):
            result = run(binary, *arguments)
            assert result.returncode == code and result.stdout == "" and result.stderr, (arguments, result)
    return "exit codes 64, 65, 66 and 69"


CHECKS = (serves_its_own_files, stops_at_once, says_what_to_do)
