"""Many clients on one source: every row comes and is right, who stalls disturbs nobody, one steers."""

import asyncio
import pathlib
import struct
import tempfile

from hostile_checks import masked, upgrade
from server import Server
from wire import *

STEERING = 76
FREE, YOU, ANOTHER = range(3)
BINS, STEP_HERTZ, BAND_LOW = 2048, 1000, 100_000_000
PATTERNS, SWEEPS = 7, 140
CLIENTS, SPAN_COLUMNS, RATE, SECONDS = 20, 256, 10, 5
# How often a client that reads nothing says that it has drawn four rows.
PACE = 0.02


def level(bin_number, pattern):
    """What a bin holds in a sweep, in tenths of a decibel."""
    return -300 - pattern if bin_number % 97 == 13 else -900 + (bin_number * 7919 + pattern * 104729) % 61


def record(path):
    lines = []
    for pattern in range(PATTERNS):
        levels = "".join(f", {level(bin_number, pattern) / 10:.1f}" for bin_number in range(BINS))
        lines.append(f", {BAND_LOW}, {BAND_LOW + BINS * STEP_HERTZ}, {STEP_HERTZ}.00, 1{levels}\n")
    with open(path, "w", encoding="ascii") as file:
        for sweep in range(SWEEPS):
            file.write(f"2026-01-02, 12:{sweep // 60:02}:{sweep % 60:02}{lines[sweep % PATTERNS]}")


def expected(first, count, pattern):
    """The highest level of each column of a span: columns of as many whole bins each."""
    wide = count // SPAN_COLUMNS
    return [max(level(bin_number, pattern) for bin_number in range(first + wide * column, first + wide * (column + 1)))
            for column in range(SPAN_COLUMNS)]


class Watcher:
    """One client with a span of its own, which holds every row against what the recording has there."""

    def __init__(self, number):
        self.count = SPAN_COLUMNS * (1 + number % 7)
        self.first = (number * 61) % (BINS - self.count)
        self.expected = [expected(self.first, self.count, pattern) for pattern in range(PATTERNS)]
        self.rows, self.maps = [], []

    async def watch(self, server):
        """Watches a span of server time."""
        async with server.connect() as connection:
            client = Client(connection)

            async def take(tag, payload):
                if tag == SOURCE:
                    self.open(payload)
                    low = self.axis_low + self.first * STEP_HERTZ
                    high = low + self.count * STEP_HERTZ
                    await client.send(message(
                        2, "HHBBHBIIdd", 1, 0, SPECTRUM, MAX, SPAN_COLUMNS, RATE, 500_000, 0, low, high))
                elif tag == TIME_MAP:
                    self.maps.append(struct.unpack_from("<Hqqd", payload)[1:])
                elif tag == ROW:
                    row = Row(payload)
                    self.check(row)
                    await client.send(acknowledge(1, 1, 0, row.sequence))

            await client.send(hello())
            await client.until(lambda: self.rows and self.rows[-1].start - self.rows[0].start > (SECONDS + 1) * 1e6, "rows", take)

    def open(self, payload):
        self.axis_low = struct.unpack_from("<d", payload, 5)[0]
        self.recorded_start = struct.unpack_from("<q", payload, 5 + 9 * 8)[0]

    def check(self, row):
        server, recorded, speed = [line for line in self.maps if line[0] <= row.start + 1][-1]
        seconds = (recorded - self.recorded_start + (row.start - server) * speed) / 1e6
        sweep = round(seconds)
        assert abs(seconds - sweep) < 0.1, seconds
        worst = max(abs(a - b) for a, b in zip(row.values, self.expected[sweep % PATTERNS], strict=True))
        assert worst <= 1, f"{worst} tenths of a decibel off"
        self.rows.append(row)

    def missing(self):
        """Rows that were made, and neither came nor were counted as passed over."""
        return sum(next.sequence - one.sequence - 1 - next.skipped for one, next in zip(self.rows, self.rows[1:]))

    def longest(self):
        """Seconds between two rows at most."""
        return max(next.start - one.start for one, next in zip(self.rows, self.rows[1:])) / 1e6


async def stall(server):
    """Says that it draws rows and reads none of them."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1024)
    writer.write(upgrade(server.host))
    await reader.readuntil(b"\r\n\r\n")
    writer.transport.pause_reading()
    writer.write(masked(hello()))
    writer.write(masked(show(1, SPECTRUM, planes=31)))
    try:
        while True:
            writer.write(masked(acknowledge(1, 4, 0, 0)))
            await asyncio.sleep(PACE)
    except ConnectionError:
        pass
    writer.close()


async def serves_every_row_to_everyone_beside_one_who_stalls(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "known.csv"
        record(log)
        with Server(binary, web, f"file:{log}?speed=30") as server:
            watchers = [Watcher(number) for number in range(CLIENTS)]
            stalling = asyncio.create_task(stall(server))
            await asyncio.gather(*[watcher.watch(server) for watcher in watchers])
            stalling.cancel()
    missing = sum(watcher.missing() for watcher in watchers)
    rows = [row for watcher in watchers for row in watcher.rows]
    held_up = sum(row.flags & 16 > 0 for row in rows)
    longest = max(watcher.longest() for watcher in watchers)
    assert missing == 0, f"{missing} rows of {len(rows)} missing, {held_up} times for want of credit"
    # A busy machine is late, but what waited for the one who stalls would wait for 30 s.
    assert longest < 5, f"{longest:.1f} s between two rows"
    return f"{len(rows)} rows to {CLIENTS} clients, each level right, none missing; {held_up} times one was slow"


class Hand:
    """A client that steers, and what it was told last."""

    def __init__(self, connection):
        self.client = Client(connection)
        self.state = self.viewers = self.low = self.high = None
        self.sources = 0

    async def begin(self):
        await self.client.send(hello())
        await self.client.send(show(1, SPECTRUM))
        await self.until(lambda: self.state is not None and self.low is not None)
        await self.client.rows(1, 1)
        return self

    async def take(self, tag, payload):
        if tag == STEERING:
            _, self.state, self.viewers = struct.unpack_from("<HBH", payload)
        elif tag == SOURCE:
            self.low, self.high = struct.unpack_from("<dd", payload, 5)
            self.sources += 1
        elif tag == ROW:
            await self.client.send(acknowledge(1, 1, 0, struct.unpack_from("<I", payload, 8)[0]))

    async def until(self, holds):
        await self.client.until(holds, "change", self.take)

    async def answered(self):
        await self.client.answered(self.take)

    def is_near(self, hertz):
        return abs(self.low - hertz) < 2e4

    async def tune(self, low, high):
        await self.client.send(message(5, "HBdd", 0, 2, low, high))

    async def take_control(self):
        await self.client.send(message(5, "HB", 0, 5))


async def lets_one_client_steer(binary, web):
    with Server(binary, web) as server:
        async with server.connect() as first, server.connect() as second:
            one, two = await Hand(first).begin(), await Hand(second).begin()
            assert one.state == FREE and two.state == FREE
            await one.tune(433e6, 435e6)
            await one.until(lambda: one.state == YOU and one.is_near(433e6))
            await two.until(lambda: two.state == ANOTHER and two.is_near(433e6))

            # What another asks for is not done, and the answer says how things are.
            await two.answered()
            told = two.sources
            await two.tune(868e6, 870e6)
            await two.answered()
            await one.answered()
            assert one.is_near(433e6) and two.is_near(433e6), (one.low, two.low)
            assert two.sources == told + 1 and two.state == ANOTHER

            await two.take_control()
            await two.tune(868e6, 870e6)
            await one.until(lambda: one.state == ANOTHER and one.is_near(868e6) and one.viewers == 2)
            await two.until(lambda: two.state == YOU and two.is_near(868e6) and two.viewers == 2)
            await second.close()
            await one.until(lambda: one.state == FREE and one.viewers == 1)
    return "the first that tunes, until another takes control or it leaves"


CHECKS = (serves_every_row_to_everyone_beside_one_who_stalls, lets_one_client_steer)
