"""A server that lets nobody in but paired devices, and browsers made of http.client."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import time

import websockets

from server import Server
from wire import ROW, SPECTRUM, Client, hello, show

TOKEN = re.compile(r"waveglass=([0-9a-f]{64});")


class GuardedServer(Server):
    """Runs `waveglass serve --require-pairing` with a folder of its own; keeps all that it says."""

    def __init__(self, binary, web, *options):
        super().__init__(binary, web, "demo:", "--require-pairing", *options)
        self.binary = binary
        self.folder = tempfile.TemporaryDirectory(prefix="waveglass-")
        self.environment = {**os.environ, "XDG_STATE_HOME": self.folder.name}
        self.output, self.log = [], []

    def __enter__(self):
        super().__enter__()
        for stream, lines in ((self.process.stdout, self.output), (self.process.stderr, self.log)):
            threading.Thread(target=lambda stream=stream, lines=lines: lines.extend(stream), daemon=True).start()
        self.taken = 0
        return self

    @property
    def state(self):
        return pathlib.Path(self.folder.name, "waveglass")

    def codes(self):
        """The next code that the server shows: for the address, and to be typed."""
        return codes(self.wait(lambda lines: lines if "type " in "".join(lines) else None))

    def wait(self, found, seconds=5):
        end = time.monotonic() + seconds
        while True:
            lines = [line.rstrip("\n") for line in self.output[self.taken:]]
            for place, line in enumerate(lines):
                if "lets one device in" in line:
                    self.taken += place + 1
                    return found(lines[:place + 1])
            assert time.monotonic() < end, f"nothing more was said: {lines}"
            time.sleep(0.02)

    def devices(self, *arguments, code=0):
        """Runs `waveglass devices` as another process."""
        result = subprocess.run(
            [self.binary, "devices", *arguments], capture_output=True, text=True, env=self.environment, timeout=10)
        assert result.returncode == code, result
        return result.stdout if code == 0 else result.stderr

    def refusals(self, reason, seconds=5):
        """Lines that tell of refusals for a reason; waits for the first, since another thread reads the log."""
        end = time.monotonic() + seconds
        while True:
            lines = [line for line in self.log if f"reason={reason} " in line]
            if lines or time.monotonic() > end:
                return lines
            time.sleep(0.02)

    def post(self, path, body, cookie=None, **headers):
        """Status, headers and text of a POST; by default as our own page does it."""
        sent = {"Content-Type": "application/json", "Origin": self.address}
        sent |= {"Cookie": f"waveglass={cookie}"} if cookie else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with contextlib.closing(connection):
            connection.request(
                "POST", path, body=body if isinstance(body, (bytes, str)) else json.dumps(body),
                headers={name: value for name, value in sent.items() if value is not None})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()

    def pair(self, code, **options):
        """Pairs a browser; gives its token."""
        status, headers, text = self.post("/pair", {"code": code}, **options)
        assert status == 200, (status, text)
        return TOKEN.search(headers["Set-Cookie"]).group(1)

    def connect(self, token=None, **options):
        if token:
            options["additional_headers"] = {"Cookie": f"waveglass={token}"}
        return super().connect(**options)


def codes(lines):
    link = next(line for line in lines if "#pair=" in line).split("#pair=")[1]
    return link, lines[-2].split()[-1]


async def status_of(connecting):
    try:
        async with connecting:
            return 101
    except websockets.InvalidStatus as refusal:
        return refusal.response.status_code


async def sees_rows(connection, seconds=0.6):
    client = Client(connection)
    await client.send(hello())
    await client.send(show(1, SPECTRUM))
    return any(tag == ROW for tag, _ in await client.collect(seconds))
