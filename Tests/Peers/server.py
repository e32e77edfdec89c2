"""The server under test as a process, and connections to it."""

import asyncio
import contextlib
import http.client
import pathlib
import signal
import subprocess
import threading
import time

import websockets

from wire import Client, acknowledge, hello, show, ROW, SPECTRUM, Row


class Server:
    """Runs `waveglass serve` on a free port until the block ends."""

    environment = None

    def __init__(self, binary, web, *sources, stdin=False):
        self.stdin = subprocess.PIPE if stdin else subprocess.DEVNULL
        self.command = [binary, "serve", *(sources or ("demo:",)), "--web", web]

    def __enter__(self):
        self.process = subprocess.Popen(
            [*self.command, "--port", "0"], stdin=self.stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=self.environment)
        line = self.process.stdout.readline()
        assert line.startswith("Waveglass is at http://127.0.0.1:"), line + self.process.stderr.read()
        self.address = line.split()[-1].rstrip("/")
        self.host = self.address.removeprefix("http://")
        self.port = int(self.host.rsplit(":", 1)[1])
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(10)

    def stop(self, how=signal.SIGTERM):
        """Stops it; gives the seconds that it took and the exit code."""
        began = time.monotonic()
        self.process.send_signal(how)
        code = self.process.wait(10)
        return time.monotonic() - began, code

    @property
    def resident_megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def connect(self, **options):
        options.setdefault("origin", self.address)
        return websockets.connect(
            f"ws://{self.host}/socket", compression=None, max_size=1 << 18, ping_interval=None, **options)

    def get(self, path, method="GET", **headers):
        """A plain request: status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        with contextlib.closing(connection):
            connection.request(method, path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()


class Witness:
    """A well-behaved client whose rows must keep flowing whatever the others do; on a thread, so that a check's own waits are not counted."""

    def __init__(self, server):
        self.server = server
        self.rows = 0
        self.last = time.monotonic()
        self.longest = 0.0
        self.stopping = threading.Event()
        self.failure = None

    def __enter__(self):
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join(15)

    def run(self):
        try:
            asyncio.run(self.watch())
        except Exception as failure:
            self.failure = failure

    async def watch(self):
        async with self.server.connect() as connection:
            client = Client(connection)
            await client.send(hello())
            await client.send(show(1, SPECTRUM, columns=512))
            while not self.stopping.is_set():
                for tag, payload in await client.receive(10):
                    if tag != ROW:
                        continue
                    now = time.monotonic()
                    self.longest = max(self.longest, now - self.last) if self.rows else 0
                    self.last = now
                    self.rows += 1
                    await client.send(acknowledge(1, 1, 0, Row(payload).sequence))

    @contextlib.asynccontextmanager
    async def undisturbed(self, what):
        """Rows must have come all the time when the block ends."""
        rows, began, self.longest = self.rows, time.monotonic(), 0.0
        yield
        seconds = time.monotonic() - began
        assert self.failure is None, f"{what}: another client lost its connection: {self.failure}"
        # Far above what a busy machine does, far below the 10 and 30 s that the server gives the others.
        assert self.longest < 3, f"{what}: another client waited {self.longest:.1f} s for a row"
        assert seconds < 0.5 or self.rows - rows > 15 * seconds, (
            f"{what}: another client got {self.rows - rows} rows in {seconds:.1f} s")
