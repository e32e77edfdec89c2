"""An independent client, written from Documentation/wire.md alone, against the real server.

Needs websockets. `python3 Tests/Peers/wire_client.py [waveglass]` starts the server on a free port by itself.
"""

import asyncio
import pathlib
import struct
import subprocess
import sys
import time

import websockets

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = sys.argv[1] if len(sys.argv) > 1 else ROOT / "Host/.build/release/waveglass"

NOTHING, SPECTRUM, WATERFALL, METER = range(4)
WELCOME, SOURCE, CLOCK, AXIS, ROW, VALUE, TIME_MAP, FETCHED, ARTEFACTS, NOTICE = range(64, 74)
MAX, MEAN = 1, 2
COLUMNS, ROWS_PER_SECOND = 2048, 30
LOW, HIGH = 88e6, 108e6


def message(tag, layout="", *fields):
    payload = struct.pack("<" + layout, *fields)
    return struct.pack("<HH", tag, len(payload)) + payload


def hello():
    return message(1, "H", 1)


def show(view, mode, planes=MAX, columns=COLUMNS, slot=500_000, frozen=0):
    return message(2, "HHBBHBIIdd", view, 0, mode, planes, columns, ROWS_PER_SECOND, slot, frozen, LOW, HIGH)


def acknowledge(view, live, fetched, sequence):
    return message(3, "HHHI", view, live, fetched, sequence)


def parts(data):
    """The wire messages of one WebSocket message."""
    at = 0
    while at < len(data):
        tag, length = struct.unpack_from("<HH", data, at)
        assert at + 4 + length <= len(data), "a message runs over the end"
        yield tag, data[at + 4:at + 4 + length]
        at += 4 + length


class Row:
    def __init__(self, payload):
        (self.view, self.axis, self.flags, self.planes, self.columns, self.sequence, self.start, self.duration,
         self.skipped) = struct.unpack_from("<HHBBHIqIH", payload)
        count = self.columns * bin(self.planes).count("1")
        self.values = struct.unpack_from(f"<{count}h", payload, 26)
        assert len(payload) == 26 + 2 * count


class Client:
    """A connection, and what came over it."""

    def __init__(self, socket):
        self.socket = socket
        self.bytes = 0
        self.axes = {}

    async def send(self, data):
        await self.socket.send(data)

    async def receive(self, seconds):
        """The messages of the next frame, or none within the time."""
        try:
            data = await asyncio.wait_for(self.socket.recv(), seconds)
        except asyncio.TimeoutError:
            return []
        self.bytes += len(data) + (2 if len(data) < 126 else 4)  # the frame's own header: a server does not mask
        messages = list(parts(data))
        for tag, payload in messages:
            if tag == AXIS:
                number, columns, low, high = struct.unpack_from("<HHdd", payload)
                self.axes[number] = (columns, low, high)
        return messages

    async def collect(self, seconds, each=None):
        """All messages of a span of time; `each` may answer them."""
        end = time.monotonic() + seconds
        collected = []
        while (left := end - time.monotonic()) > 0:
            for item in await self.receive(left):
                collected.append(item)
                if each:
                    await each(*item)
        return collected

    async def settle(self):
        """Reads what is still on its way."""
        while await self.receive(0.3):
            pass


async def greets(client):
    await client.send(hello())
    messages = await client.collect(0.5)
    tags = [tag for tag, _ in messages]
    assert tags[:2] == [WELCOME, SOURCE], tags
    version, sources, _ = struct.unpack_from("<HHq", messages[0][1])
    assert (version, sources) == (1, 1)
    source, flags, unit = struct.unpack_from("<HHB", messages[1][1])
    assert source == 0 and flags & 1, "the demo says that it is simulated"
    assert unit == 1
    return "greeted"


async def keeps_the_byte_budget(client):
    await client.send(show(1, SPECTRUM))
    rows = []

    async def answer(tag, payload):
        if tag == ROW:
            rows.append(Row(payload))
            await client.send(acknowledge(1, 1, 0, rows[-1].sequence))

    await client.collect(1, answer)
    rows.clear()
    client.bytes = 0
    began = time.monotonic()
    await client.collect(5, answer)
    seconds = time.monotonic() - began
    rate = client.bytes / seconds
    budget = COLUMNS * ROWS_PER_SECOND * 2
    assert rate <= budget * 1.01, f"{rate:.0f} B/s"
    assert len(rows) / seconds > 20, f"{len(rows) / seconds:.1f} rows/s"
    for row in rows:
        columns, low, high = client.axes[row.axis]
        assert row.columns == columns <= COLUMNS and low <= LOW + 1e4 and high >= HIGH - 1e4
        assert row.planes == MAX and not row.flags & 3
    assert all(a.sequence < b.sequence for a, b in zip(rows, rows[1:]))
    peak = max(max(row.values) for row in rows) / 100
    floor = sorted(rows[-1].values)[len(rows[-1].values) // 4] / 100
    assert -60 < peak < 0 and floor < peak - 30, (peak, floor)
    return f"{rate:.0f} B/s of {budget} + 1 %, {len(rows) / seconds:.1f} rows/s, peak {peak:.1f} dBFS, floor {floor:.1f}"


async def waits_for_credit(client):
    await client.settle()
    await client.send(show(2, SPECTRUM))
    silent = [Row(payload) for tag, payload in await client.collect(2) if tag == ROW]
    assert 1 <= len(silent) <= 4, f"{len(silent)} rows without credit"
    await client.send(acknowledge(2, len(silent), 0, silent[-1].sequence))
    rows = [Row(payload) for tag, payload in await client.collect(0.5) if tag == ROW]
    assert rows[0].skipped > 20, rows[0].skipped
    assert rows[0].sequence - silent[-1].sequence > 20
    return f"{len(silent)} rows without credit, then the newest and {rows[0].skipped} counted as skipped"


async def is_silent_when_nothing_is_shown(client):
    await client.send(show(3, NOTHING, 0, 0))
    await client.settle()
    client.bytes = 0
    await client.collect(3)
    assert client.bytes == 0, client.bytes
    now = int(time.monotonic() * 1e6)
    await client.send(message(4, "q", now))
    ((tag, payload),) = await client.receive(1)
    assert tag == CLOCK and struct.unpack("<qq", payload)[0] == now
    return "0 bytes in 3 s"


async def fetches_the_past(client):
    await client.send(show(4, WATERFALL, slot=100_000))
    live = []
    while not live:
        live = [Row(payload) for tag, payload in await client.receive(2) if tag == ROW]
    newest = live[-1]
    assert newest.flags & 1 and newest.start % 100_000 == 0 and newest.duration == 100_000
    await client.send(acknowledge(4, 1, 0, newest.sequence))
    await client.send(message(6, "Hqq", 4, newest.start - 5_000_000, newest.start))
    fetched, done = [], []

    async def answer(tag, payload):
        if tag == FETCHED:
            done.append(payload)
        if tag == ROW:
            row = Row(payload)
            is_fetched = row.flags & 2 != 0
            if is_fetched:
                fetched.append(row)
            await client.send(acknowledge(4, 0 if is_fetched else 1, 1 if is_fetched else 0, row.sequence))

    await client.collect(2, answer)
    assert len(done) == 1
    starts = [row.start for row in fetched]
    assert starts == sorted(starts, reverse=True) and len(set(starts)) == len(starts), "newest first, each once"
    assert len(fetched) > 20 and all(start % 100_000 == 0 for start in starts)
    assert all(newest.start - 5_000_000 <= start < newest.start for start in starts)
    return f"{len(fetched)} slots"


async def shows_the_meter(client):
    await client.settle()
    await client.send(show(5, METER, 0, 0))
    values = []

    async def answer(tag, payload):
        if tag == VALUE:
            view, flags, level, sequence, start, duration, skipped = struct.unpack_from("<HBhIqIH", payload)
            values.append(level / 100)
            await client.send(acknowledge(5, 1, 0, sequence))

    client.bytes = 0
    await client.collect(2, answer)
    assert len(values) > 30, len(values)
    assert -60 < min(values) <= max(values) < 0, (min(values), max(values))
    assert client.bytes / len(values) < 40
    return f"{len(values) / 2:.0f} values/s of {client.bytes / len(values):.0f} bytes"


async def survives_nonsense(client):
    await client.settle()
    # A kind of message that does not exist yet is skipped, and the one behind it is not.
    await client.send(message(999, "H", 1) + show(6, SPECTRUM))
    rows = [Row(payload) for tag, payload in await client.collect(0.5) if tag == ROW]
    assert rows and rows[0].view == 6
    await client.send(show(7, SPECTRUM, columns=2049))
    await client.send(show(7, 4))
    notices = [payload for tag, payload in await client.collect(0.5) if tag == NOTICE]
    assert len(notices) == 2, "each refusal is said"
    await client.send(show(8, NOTHING, 0, 0) + message(4, "q", 5))
    assert CLOCK in [tag for tag, _ in await client.collect(0.5)], "the connection lives on"
    await client.send(b"\x02\x00\x21\x00\xff")
    try:
        await client.collect(1)
    except websockets.ConnectionClosedError as closed:
        return f"{notices[0][3:].decode()} Then {closed.rcvd.code}: {closed.rcvd.reason}"
    raise AssertionError("a message that ends early ends the connection")


async def main():
    server = subprocess.Popen([BINARY, "serve", "demo:", "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().split()[-1]
        url = address.replace("http", "ws", 1).rstrip("/") + "/socket"
        async with websockets.connect(url, compression=None, max_size=1 << 17, origin=address.rstrip("/")) as socket:
            client = Client(socket)
            for check in (
                greets, keeps_the_byte_budget, waits_for_credit, is_silent_when_nothing_is_shown, fetches_the_past,
                shows_the_meter, survives_nonsense,
            ):
                print(f"  {check.__name__.replace('_', ' ')}: {await check(client)}", flush=True)
    finally:
        server.terminate()
        server.wait(10)


asyncio.run(main())
