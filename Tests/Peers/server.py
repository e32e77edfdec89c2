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

from waits import PATIENCE, Lines
from wire import Client, acknowledge, hello, show, ROW, SPECTRUM, Row


class Server:
    """Runs `waveglass serve` on a free port until the block ends."""

    environment = None

    def __init__(self, binary, web, *sources, stdin=False, log=None):
        """`log` is the level from which on what it writes is kept in `logged`."""
        self.stdin = subprocess.PIPE if stdin else subprocess.DEVNULL
        self.log_level = log
        self.command = [binary, "serve", *(sources or ("demo:",)), "--web", web, *(("--log-level", log) if log else ())]

    def __enter__(self):
        self.process = subprocess.Popen(
            [*self.command, "--port", "0"], stdin=self.stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, env=self.environment)
        line = self.process.stdout.readline()
        assert line.startswith("Waveglass is at http://127.0.0.1:"), line + self.process.stderr.read()
        self.address = line.split()[-1].rstrip("/")
        self.host = self.address.removeprefix("http://")
        self.port = int(self.host.rsplit(":", 1)[1])
        if self.log_level:
            self.logged = Lines(self.process.stderr)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)

    def stop(self, how=signal.SIGTERM):
        """Stops it; gives the seconds that it took and the exit code."""
        began = time.monotonic()
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        return time.monotonic() - began, code

    @property
    def resident_megabytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def connect(self, **options):
        options.setdefault("origin", self.address)
        options.setdefault("open_timeout", PATIENCE)
        return websockets.connect(
            f"ws://{self.host}/socket", compression=None, max_size=1 << 18, ping_interval=None, **options)

    @contextlib.asynccontextmanager
    async def greeted(self):
        """A client of spectra that has said hello and heard the answer."""
        async with self.connect() as connection:
            client = Client(connection)
            await client.send(hello())
            await client.answered()
            yield client

    async def serves_others(self, count):
        """Another client is served so many rows: what a check waits for in which a client is to get nothing."""
        async with self.greeted() as client:
            await client.send(show(1, SPECTRUM, columns=64))
            await client.rows(1, count)

    def logs(self, *words):
        """Waits until a line with these words is in the log, and gives it."""
        return self.logged.until(lambda lines: next((line for line in lines if all(word in line for word in words)), None), f"line with {words}")

    def get(self, path, method="GET", **headers):
        """A plain request: status, headers and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
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
        self.stopping, self.change = threading.Event(), threading.Condition()
        self.failure = None

    def __enter__(self):
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        self.next_row()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.thread.join(PATIENCE)

    def run(self):
        try:
            asyncio.run(self.watch())
        except Exception as failure:
            with self.change:
                self.failure = failure
                self.change.notify_all()

    def next_row(self):
        """Waits until one more row has come."""
        with self.change:
            rows = self.rows
            assert self.change.wait_for(lambda: self.rows > rows or self.failure, PATIENCE), "no row comes"

    async def watch(self):
        async with self.server.connect() as connection:
            client = Client(connection)
            await client.send(hello())
            await client.send(show(1, SPECTRUM, columns=512))
            while not self.stopping.is_set():
                for tag, payload in await client.receive():
                    if tag != ROW:
                        continue
                    now = time.monotonic()
                    with self.change:
                        self.longest = max(self.longest, now - self.last) if self.rows else 0
                        self.last = now
                        self.rows += 1
                        self.change.notify_all()
                    await client.send(acknowledge(1, 1, 0, Row(payload).sequence))

    @contextlib.asynccontextmanager
    async def undisturbed(self, what):
        """Rows must have come all the time when the block ends, and come after it."""
        with self.change:
            self.longest = 0.0
        yield
        await asyncio.to_thread(self.next_row)
        assert self.failure is None, f"{what}: another client lost its connection: {self.failure}"
        # Far above what a busy machine does, below the 10 and 30 s that the server gives the others.
        assert self.longest < 8, f"{what}: another client waited {self.longest:.1f} s for a row"
