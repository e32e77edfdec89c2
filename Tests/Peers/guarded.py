"""A server that lets nobody in but paired devices, and browsers made of http.client."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import subprocess
import tempfile

import websockets

from server import Server
from waits import PATIENCE, Lines
from wire import ROW, SPECTRUM, Client, Row, hello, show

TOKEN = re.compile(r"waveglass=([0-9a-f]{64});")


class GuardedServer(Server):
    """Runs `waveglass serve --require-pairing` with a folder of its own; keeps all that it says."""

    def __init__(self, binary, web, *options):
        super().__init__(binary, web, "demo:", "--require-pairing", *options)
        self.binary = binary
        self.folder = tempfile.TemporaryDirectory(prefix="waveglass-")
        self.environment = {**os.environ, "XDG_STATE_HOME": self.folder.name}

    def __enter__(self):
        super().__enter__()
        self.said, self.logged = Lines(self.process.stdout), Lines(self.process.stderr)
        self.taken = 0
        return self

    @property
    def output(self):
        return self.said.lines

    @property
    def log(self):
        return self.logged.lines

    @property
    def state(self):
        return pathlib.Path(self.folder.name, "waveglass")

    def codes(self):
        """The next code that the server shows: for the address, and to be typed."""
        return codes(self.wait(lambda lines: lines if "type " in "".join(lines) else None))

    def wait(self, found):
        def next_lines(output):
            lines = [line.rstrip("\n") for line in output[self.taken:]]
            ends = [place for place, line in enumerate(lines) if "valid for one device" in line]
            return lines[:ends[0] + 1] if ends else None

        lines = self.said.until(next_lines, "code")
        self.taken += len(lines)
        return found(lines)

    def devices(self, *arguments, code=0):
        """Runs `waveglass devices` as another process."""
        result = subprocess.run(
            [self.binary, "devices", *arguments], capture_output=True, text=True, env=self.environment, timeout=PATIENCE)
        assert result.returncode == code, result
        return result.stdout if code == 0 else result.stderr

    def refusals(self, reason):
        """Lines that tell of refusals for a reason; waits for the first, since another thread reads the log."""
        return self.logged.until(lambda log: [line for line in log if f"reason={reason} " in line], f"refusal for {reason}")

    def post(self, path, body, cookie=None, **headers):
        """Status, headers and text of a POST; by default as our own page does it."""
        sent = {"Content-Type": "application/json", "Origin": self.address}
        sent |= {"Cookie": f"waveglass={cookie}"} if cookie else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
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


async def sees_rows(connection):
    client = Client(connection)
    await client.send(hello())
    await client.send(show(1, SPECTRUM))
    return Row(await client.first(ROW))
