"""What one client is sent, over a real socket: bytes, credits, silence, the past, the meter."""

import asyncio
import struct
import time

import websockets

from wire import *

async def greets(client):
    await client.send(hello())
    messages = await client.collect(0.5)
    tags = [tag for tag, _ in messages]
    assert tags[:2] == [WELCOME, SOURCE], tags
    version, sources, _ = struct.unpack_from("<HHq", messages[0][1])
    assert (version, sources) == (2, 1)
    source, flags, unit = struct.unpack_from("<HHB", messages[1][1])
    assert source == 0 and flags & 1, "the demo says that it is simulated"
    assert unit == 1
    return "greeted"


# What a plane of white noise takes at 2048 columns and 30 rows a second, by the promise in wire.md.
NOISE_BYTES_PER_SECOND = 62_500


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
    seconds = 8
    await client.collect(seconds, answer)
    budget = NOISE_BYTES_PER_SECOND
    row_bytes = client.bytes / len(rows)
    # What comes in a span of time is what is made in it and at most one row from its edge.
    assert client.bytes <= budget * 1.01 * seconds + row_bytes, f"{client.bytes} bytes in {seconds} s"
    rate = client.bytes / len(rows) * (len(rows) - 1) / ((rows[-1].start - rows[0].start) / 1e6)
    assert rate <= budget * 1.01, f"{rate:.0f} B/s"
    assert len(rows) / seconds > 20, f"{len(rows) / seconds:.1f} rows/s"
    for row in rows:
        columns, low, high = client.axes[row.axis]
        assert row.columns == columns <= COLUMNS and low <= LOW + 1e4 and high >= HIGH - 1e4
        assert row.planes == MAX and not row.flags & 3
    assert all(a.sequence < b.sequence for a, b in zip(rows, rows[1:]))
    peak = max(max(row.values) for row in rows) / 10
    floor = sorted(rows[-1].values)[len(rows[-1].values) // 4] / 10
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


async def gives_a_slow_client_fewer_and_newer_rows(client):
    await client.settle()
    await client.send(show(20, SPECTRUM))
    rows = []
    end = time.monotonic() + 4
    while time.monotonic() < end:
        arrived = [Row(payload) for tag, payload in await client.receive(1) if tag == ROW]
        rows += arrived
        # Half a second to draw one row.
        await client.collect(0)
        await asyncio.sleep(0.5)
        waiting = [Row(payload) for tag, payload in await client.collect(0.05) if tag == ROW]
        rows += waiting
        await client.send(acknowledge(20, len(arrived) + len(waiting), 0, rows[-1].sequence))
    skipped = sum(row.skipped for row in rows)
    seen = rows[-1].sequence - rows[0].sequence
    assert len(rows) < seen / 2, f"{len(rows)} rows of {seen}"
    assert skipped > seen / 3, f"{skipped} of {seen} told as skipped"
    await client.send(message(4, "q", 0))
    replies = [payload for tag, payload in await client.collect(0.3) if tag == CLOCK]
    now = struct.unpack("<qq", replies[0])[1]
    age = (now - rows[-1].start - rows[-1].duration) / 1e6
    assert age < 1.5, f"the last row is {age:.2f} s old"
    return f"{len(rows)} rows of {seen}, {skipped} told as skipped, the last {age:.2f} s old"


async def is_silent_when_nothing_is_shown(client):
    await client.send(show(3, NOTHING, 0, 0))
    await client.settle()
    client.bytes = 0
    await client.collect(5)
    assert client.bytes == 0, client.bytes
    now = int(time.monotonic() * 1e6)
    await client.send(message(4, "q", now))
    ((tag, payload),) = await client.receive(1)
    assert tag == CLOCK and struct.unpack("<qq", payload)[0] == now
    return "0 bytes in 5 s"


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


CHECKS = (
    greets, keeps_the_byte_budget, waits_for_credit,
    gives_a_slow_client_fewer_and_newer_rows, is_silent_when_nothing_is_shown, fetches_the_past,
    shows_the_meter, survives_nonsense,
)
