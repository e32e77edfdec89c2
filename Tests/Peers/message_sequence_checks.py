"""Sequences of messages with extremes in every field, over real sockets and all four instruments at once: the server goes on.

In a run of all checks a few thousand messages are sent. By itself it sends as many as are wanted:

    python3 Tests/Peers/message_sequence_checks.py [--messages 100000] [--seed 1] [--binary PATH] [--web DIRECTORY]
"""

import argparse
import asyncio
import math
import pathlib
import random
import struct
import sys
import time

import websockets

from server import Server
from wire import NOTICE, ROW, acknowledge, hello, message, parts, show

SOURCES = ("demo:", "demo:?seed=7", "demo:streams?count=3&rate=1000", "demo:ecg", "demo:table", "demo:hills")
CONNECTIONS = 16
# Of 300 that the server allows: two seconds' worth may come at once.
PER_SECOND = 250
INTEGERS = [0, 1, -1, 2, -(1 << 63), (1 << 63) - 1, 1 << 31, -(1 << 31), 1 << 53, -(1 << 53), (1 << 53) + 1, 1 << 61, -(1 << 61), (1 << 61) - 1, 1 << 62]
NUMBERS = [0.0, -0.0, 1.0, math.nan, math.inf, -math.inf, 1e300, -1e300, 5e-324, 1e-310, 1e15, -1e15, 9e9, 1e6, 2.0 ** 53, 2.0 ** 63, 1.7e308]
FORMULAS = [b"walk + 1", b"diff(walk, 3)", b"lag(walk, -9223372036854775808)", b"mean(walk, 1000000000000)", b"1e308 * 1e308 * walk", b"count / 0", b"((("]


class Maker:
    """Makes the messages of one client."""

    def __init__(self, seed, instrument):
        self.random = random.Random(seed)
        self.instrument = instrument
        self.wild = 0.0
        self.view = 0
        self.now = 0

    def chance(self, share):
        return self.random.random() < share

    def whole(self, layout, low, high):
        """A field of whole numbers: a usual one, or an extreme of what fits there."""
        bits = struct.calcsize("<" + layout) * 8
        value = self.random.randint(low, high)
        if self.chance(self.wild):
            value = self.random.choice(INTEGERS) + self.random.randint(-1, 1)
        value &= (1 << bits) - 1
        return value - (1 << bits) if layout.islower() and value >> (bits - 1) else value

    def number(self, low, high):
        return self.random.choice(NUMBERS) if self.chance(self.wild) else self.random.uniform(low, high)

    def time(self):
        return self.whole("q", max(0, self.now - 20_000_000), self.now + 2_000_000)

    def text(self, most):
        made = self.random.randbytes(self.random.randint(0, most)) if self.chance(self.wild) else b"a" * self.random.randint(0, min(most, 12))
        return made

    def next(self):
        self.wild = self.random.choice([0, 0, 0.05, 0.2, 0.6])
        made = getattr(self, self.instrument)()
        if self.chance(0.01):
            at = self.random.randrange(4, len(made)) if len(made) > 4 else 0
            made = made[:at] + self.random.randbytes(1) + made[at + 1:]
        return made

    def seen(self):
        self.view = self.view % 60_000 + 1
        return self.view

    def command(self):
        source = self.whole("H", 0, 1)
        return self.random.choice([
            lambda: message(5, "HBd", source, 0, self.number(0, 20)),
            lambda: message(5, "HBd", source, 1, self.number(0, 100)),
            lambda: message(5, "HBdd", source, 2, self.number(80e6, 90e6), self.number(91e6, 110e6)),
            lambda: message(5, "HB", source, 3),
            lambda: message(5, "HBBd", source, 4, self.random.choice([200, 201, 0, 1, self.whole("B", 0, 255)]), self.number(0, 5)),
            lambda: message(5, "HB", source, 5),
        ])()

    def shared(self):
        return self.random.choice([
            lambda: acknowledge(self.whole("H", self.view, self.view), self.whole("H", 0, 4), self.whole("H", 0, 8), self.whole("I", 0, 5000)),
            lambda: message(4, "q", self.time()),
            lambda: message(6, "Hqq", self.view, self.time(), self.time()),
            self.command,
        ])()

    def spectrum(self):
        if self.chance(0.5):
            return self.shared()
        return message(
            2, "HHBBHBIIdd", self.seen(), self.whole("H", 0, 1), self.whole("B", 0, 3), self.whole("B", 1, 31), self.whole("H", 1, 2048),
            self.whole("B", 1, 60), self.whole("I", 100_000, 2_000_000), self.whole("I", 0, 500), self.number(88e6, 98e6), self.number(99e6, 108e6))

    def streams(self):
        source = self.whole("H", 0, 1)
        label = self.text(64)
        return self.random.choice([
            self.shared, self.shared,
            lambda: message(
                17, "HHBBdqq4Qq", self.seen(), source, 1, self.whole("B", 1, 60), self.number(100, 20_000), self.whole("q", 0, 1_000_000),
                self.time(), self.random.getrandbits(4), 0, 0, 0, self.whole("q", 0, 10_000_000)),
            lambda: message(18, f"HIBQH{len(label)}s", source, self.whole("I", 0, 9), self.whole("B", 0, 1), self.whole("Q", 0, 9000), len(label), label),
            lambda: message(
                24, f"HBBdBddH{len(label)}sH", source, 0, self.whole("B", 0, 3), self.number(-2, 2), self.whole("B", 0, 3), self.number(-2, 2),
                self.number(-2, 2), len(label), label, 0),
            lambda: message(24, "HBB", source, 1, self.whole("B", 0, 9)),
            lambda: message(
                25, "HHBBBHddqq", self.whole("H", 0, 9), source, self.whole("B", 0, 3), self.whole("B", 0, 4), self.whole("B", 1, 64),
                self.whole("H", 16, 2048), self.number(0, 10), self.number(11, 500), self.time(), self.whole("q", 1, 10_000_000)),
            lambda: message(19, "HBBBBdffHHB", source, self.whole("B", 0, 3), self.whole("B", 0, 2), 1, 1, self.number(0.1, 60), 25.0, 10.0, 0, 0, 0),
        ])()

    def ticks(self):
        first = self.whole("q", -5, 200_000)
        return first, first + self.random.randint(1, 200_000) if -(1 << 62) < first < 1 << 62 else self.whole("q", 0, 9)

    def tables(self):
        request, source, column = self.whole("H", 0, 99), self.whole("H", 0, 0), self.whole("H", 0, 10)
        formula = self.random.choice(FORMULAS) if self.chance(0.8) else self.text(190)
        return self.random.choice([
            lambda: message(33, "HHBHHqq", self.seen(), source, self.whole("B", 0, 2), column, self.whole("H", 1, 500), *self.ticks()),
            lambda: message(34, "HBHHBdd", column, self.whole("B", 0, 8), self.whole("H", 0, 900), self.whole("H", 0, 300), self.whole("B", 0, 3), self.number(-9, 0), self.number(1, 999)),
            lambda: message(35, "HHqH", request, source, self.ticks()[0], self.random.choice([0xFFFF, column])),
            lambda: message(37, "HHHqq", request, source, column, *self.ticks()),
            lambda: message(38, "HBBHdd", source, self.whole("B", 0, 5), 1, column, self.number(-9, 0), self.number(1, 99)),
            lambda: message(38, "HBBqq", source, self.whole("B", 0, 5), 2, *self.ticks()),
            lambda: message(38, "HBB", source, self.whole("B", 0, 5), 0),
            lambda: message(38, "HBBHBB", source, self.whole("B", 0, 5), 3, column, self.whole("B", 0, 1), self.whole("B", 1, 2)),
            lambda: message(39, "HHqq", request, source, *self.ticks()),
            lambda: message(40, "HHBqB", request, source, self.whole("B", 0, 1), self.ticks()[0], self.whole("B", 0, 100)),
            lambda: message(41, f"HBH4sH{len(formula)}s", source, self.whole("B", 0, 15), 4, b"made", len(formula), formula),
            lambda: message(42, "HHBH", source, self.whole("H", 0, 512), 1, self.random.choice([9, column])),
            lambda: message(
                43, "HHHHHHdddd", request, source, column, self.whole("H", 0, 9), self.whole("H", 0, 64), self.whole("H", 0, 64), self.number(-9, 0),
                self.number(1, 99), self.number(-9, 0), self.number(1, 99)),
            lambda: message(44, "HB", source, self.whole("B", 0, 1)),
            lambda: message(4, "q", self.time()),
        ])()

    def terrain(self):
        block = lambda: (self.whole("H", 0, 5), self.whole("B", 0, 9) | self.random.choice([0, 0, 128]), self.whole("H", 0, 8), self.whole("H", 0, 8))
        return self.random.choice([
            lambda: message(49, "HBHH", *block()),
            lambda: message(50, "HBHH", *block()),
            lambda: message(51, "bhB", self.whole("b", -90, 89), self.whole("h", -180, 179), self.whole("B", 0, 1)),
            lambda: message(
                52, "HHBBBB9dH", self.seen(), self.whole("H", 0, 5), self.whole("B", 0, 9), self.whole("B", 0, 7), self.whole("B", 0, 1), self.whole("B", 0, 3),
                self.number(46.7, 46.9), self.number(10.0, 10.2), self.number(30e6, 6e9), self.number(10, 2000), self.number(1, 200), self.number(1, 10),
                self.number(1, 99), self.number(1, 99), self.number(1, 99), self.whole("H", 0, 2)),
            lambda: message(53, "H", self.whole("H", self.view, self.view)),
            lambda: message(4, "q", self.time()),
        ])()


HELLOS = {"spectrum": 1, "streams": 16, "tables": 32, "terrain": 48}


class Crowd:
    """Connections that send until enough has been sent."""

    def __init__(self, server, count, seed):
        self.server, self.count, self.seed = server, count, seed
        self.sent, self.connected, self.closed, self.notices, self.received = 0, 0, 0, 0, 0

    async def run(self):
        began = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for place in range(CONNECTIONS):
                group.create_task(self.client(place))
        return time.monotonic() - began

    async def client(self, place):
        instrument = list(HELLOS)[place % len(HELLOS)]
        maker = Maker(f"{self.seed} {place}", instrument)
        while self.sent < self.count:
            assert self.server.process.poll() is None, f"the server has ended after {self.sent} messages"
            self.connected += 1
            try:
                async with self.server.connect() as socket:
                    await self.talk(socket, maker)
            except websockets.ConnectionClosed:
                self.closed += 1
            except websockets.InvalidStatus as error:
                # On a machine that is busy a request comes too slowly, which the server says.
                if error.response.status_code != 408:
                    raise AssertionError(f"the server refuses after {self.sent} messages of seed {self.seed}: {error}")
                self.closed += 1
            except (OSError, websockets.InvalidHandshake) as error:
                raise AssertionError(f"the server does not answer after {self.sent} messages of seed {self.seed}: {error}")

    async def talk(self, socket, maker):
        await socket.send(message(HELLOS[maker.instrument], "H", 2))
        began, sent = time.monotonic(), 0
        reading = asyncio.create_task(self.read(socket))
        try:
            while self.sent < self.count and not maker.chance(0.003):
                maker.now = int((time.monotonic() - self.server_began) * 1e6)
                await socket.send(maker.next())
                self.sent += 1
                sent += 1
                # As many as the server allows, and no more.
                ahead = began + sent / PER_SECOND - time.monotonic()
                if ahead > 0.02:
                    await asyncio.sleep(ahead)
        finally:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    async def read(self, socket):
        async for data in socket:
            for tag, _ in parts(data):
                self.received += 1
                self.notices += tag == NOTICE


async def sequences(binary, web, count, seed):
    with Server(binary, web, *SOURCES, "--clients", str(2 * CONNECTIONS)) as server:
        crowd = Crowd(server, count, seed)
        crowd.server_began = time.monotonic()
        seconds = await crowd.run()
        assert server.process.poll() is None, f"the server has ended after {crowd.sent} messages of seed {seed}"
        # Whoever comes then is served as if nothing had been.
        async with server.connect() as socket:
            await socket.send(hello() + show(1, 1))
            while True:
                data = await asyncio.wait_for(socket.recv(), 10)
                if any(tag == ROW for tag, _ in parts(data)):
                    break
    return (
        f"{crowd.sent} messages in {seconds:.0f} s over {crowd.connected} connections, {crowd.closed} of them closed by the server, "
        f"{crowd.notices} refused, {crowd.received} messages back")


async def sequences_of_messages_do_not_end_the_server(binary, web):
    return await sequences(binary, web, 4000, 1)


CHECKS = [sequences_of_messages_do_not_end_the_server]


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=root / "Host/.build/release/waveglass")
    parser.add_argument("--web", default=root / "Web")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(asyncio.run(sequences(str(options.binary), str(options.web), options.messages, options.seed)))


if __name__ == "__main__":
    sys.exit(main())
