"""What one client is sent, over a real socket: bytes, credits, silence, the past, the meter."""

import asyncio
import struct
import time

import websockets

from wire import *

# What a plane of white noise takes at 2048 columns and 30 rows a second, by the promise in wire.md.
NOISE_BYTES_PER_SECOND = 62_500
# What one client is sent at most in any ten seconds, frames and all.
MOST_BYTES = 122_880 * 10
# How long a slow client takes to draw one row.
DRAWING_SECONDS = 0.5


async def greets(server):
    async with server.connect() as connection:
        client = Client(connection)
        await client.send(hello())
        messages = await client.answered()
    tags = [tag for tag, _ in messages]
    assert tags[:2] == [WELCOME, SOURCE], tags
    version, sources, _ = struct.unpack_from("<HHq", messages[0][1])
    assert (version, sources) == (2, 1)
    source, flags, unit = struct.unpack_from("<HHB", messages[1][1])
    assert source == 0 and flags & 1, "the demo says that it is simulated"
    assert unit == 1
    return "greeted"


async def keeps_the_byte_budget(server):
    async with server.greeted() as client:
        await client.send(show(1, SPECTRUM))
        # The first rows are of a source that does not know yet how finely it is looked at.
        await client.rows(1, 30)
        client.bytes = 0
        rows = await client.rows(1, 150)
        axes = client.axes
    budget = NOISE_BYTES_PER_SECOND
    seconds = (rows[-1].start - rows[0].start) / 1e6
    rate = client.bytes / len(rows) * (len(rows) - 1) / seconds
    assert rate <= budget * 1.01, f"{rate:.0f} B/s"
    # A busy client gets fewer rows, and is told how many; a busy machine leaves some out before they are made.
    skipped, made = sum(row.skipped for row in rows[1:]), rows[-1].sequence - rows[0].sequence + 1
    assert 0 <= made - len(rows) - skipped <= made / 10, (len(rows), skipped, made)
    for row in rows:
        columns, low, high = axes[row.axis]
        assert row.columns == columns <= COLUMNS and low <= LOW + 1e4 and high >= HIGH - 1e4
        assert row.planes == MAX and not row.flags & 3
    assert all(a.sequence < b.sequence for a, b in zip(rows, rows[1:]))
    peak = max(max(row.values) for row in rows) / 10
    floor = sorted(rows[-1].values)[len(rows[-1].values) // 4] / 10
    assert -60 < peak < 0 and floor < peak - 30, (peak, floor)
    return f"{rate:.0f} B/s of {budget} + 1 %, {(len(rows) - 1) / seconds:.1f} rows/s, peak {peak:.1f} dBFS, floor {floor:.1f}"


async def stays_within_the_studys_bound(server):
    """The worst case: white noise of a second transform, mean and held maximum, levels a tall screen's pixel apart."""
    async with server.greeted() as client:
        rows, received = [], []
        await client.send(show(1, SPECTRUM, MAX | MEAN | HOLD, levels=(-130, -30, 2400)))

        async def draw(tag, payload):
            if tag == ROW:
                rows.append((time.monotonic(), Row(payload)))
                await client.send(acknowledge(1, 1, 0, rows[-1][1].sequence))

        began = time.monotonic()
        while time.monotonic() < began + 22:
            before = client.bytes
            for tag, payload in await client.receive():
                await draw(tag, payload)
            received.append((time.monotonic(), client.bytes - before))
        most = max(sum(count for at, count in received if end - 10 < at <= end) for end, _ in received)
        assert most <= MOST_BYTES, f"{most} bytes in ten seconds"
        late = [(at, row) for at, row in rows if at > began + 10]
        seconds = late[-1][0] - late[0][0]
        made = (late[-1][1].sequence - late[0][1].sequence) / seconds
        newest, held = len(late) / seconds, sum(row.planes == MAX | MEAN | HOLD for _, row in late) / seconds
        assert held >= min(4.8, made), f"the held maximum comes {held:.1f} times a second, {newest:.1f} rows"
        assert all(row.planes in (MAX, MAX | MEAN | HOLD) for _, row in rows)
        skipped = sum(row.skipped for _, row in late[1:])
        assert newest >= 0.85 * made or all(row.flags & 32 for _, row in late[5:]), (newest, made, skipped)
        low, high, steps = late[-1][1].scale
        assert (low, high, steps) == (-1300, -300, 3), (low, high, steps)
        levels = sorted(late[-1][1].decibels(number) for number in late[-1][1].values[:late[-1][1].columns])
        assert -130 < levels[len(levels) // 4] < levels[-1] < 0, (levels[0], levels[-1])
    return f"{most / 10:.0f} B/s at most, {newest:.1f} rows/s of {made:.1f}, held maximum {held:.1f} times a second"


async def waits_for_credit(server):
    async with server.greeted() as client:
        await client.send(show(2, SPECTRUM))
        await server.serves_others(50)
        silent = [Row(payload) for tag, payload in await client.answered() if tag == ROW]
        assert 1 <= len(silent) <= 4, f"{len(silent)} rows without credit"
        await client.send(acknowledge(2, len(silent), 0, silent[-1].sequence))
        row = Row(await client.first(ROW))
        assert row.skipped > 20, row.skipped
        assert row.sequence - silent[-1].sequence > 20
    return f"{len(silent)} rows without credit, then the newest and {row.skipped} counted as skipped"


async def gives_a_slow_client_fewer_and_newer_rows(server):
    async with server.greeted() as client:
        await client.send(show(20, SPECTRUM))
        rows = []
        for _ in range(6):
            arrived = []
            while not arrived:
                arrived = [payload for tag, payload in await client.receive() if tag == ROW]
            await asyncio.sleep(DRAWING_SECONDS)
            arrived += [payload for tag, payload in await client.answered() if tag == ROW]
            rows += map(Row, arrived)
            await client.send(acknowledge(20, len(arrived), 0, rows[-1].sequence))
        skipped = sum(row.skipped for row in rows)
        seen = rows[-1].sequence - rows[0].sequence
        assert len(rows) < seen / 2, f"{len(rows)} rows of {seen}"
        assert skipped > seen / 3, f"{skipped} of {seen} told as skipped"
        newest = Row(await client.first(ROW))
        await client.answered()
        age = (client.server_microseconds - newest.start - newest.duration) / 1e6
        assert age < 1.5, f"the last row is {age:.2f} s old"
    return f"{len(rows)} rows of {seen}, {skipped} told as skipped, the last {age:.2f} s old"


async def is_silent_when_nothing_is_shown(server):
    async with server.greeted() as client:
        await client.send(show(2, SPECTRUM))
        await client.rows(2, 5)
        await client.send(show(3, NOTHING, 0, 0))
        await client.answered()
        client.bytes = 0
        await server.serves_others(60)
        assert await client.answered() == []
        # The answer to the question, in a frame of its own.
        assert client.bytes == 2 + 4 + 16, client.bytes
    return "0 bytes while another got 60 rows"


async def fetches_the_past(server):
    async with server.greeted() as client:
        await client.send(show(4, WATERFALL, slot=100_000))
        newest = (await client.rows(4, 30))[-1]
        assert newest.flags & 1 and newest.start % 100_000 == 0 and newest.duration == 100_000
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

        await client.until(lambda: done, "end of the past", answer)
        count = len(fetched)
        await client.answered(answer)
        assert len(done) == 1 and len(fetched) == count, "nothing comes behind the end"
    starts = [row.start for row in fetched]
    assert starts == sorted(starts, reverse=True) and len(set(starts)) == len(starts), "newest first, each once"
    assert len(fetched) > 20 and all(start % 100_000 == 0 for start in starts)
    assert all(newest.start - 5_000_000 <= start < newest.start for start in starts)
    return f"{len(fetched)} slots"


async def shows_the_meter(server):
    async with server.greeted() as client:
        await client.send(show(5, METER, 0, 0))
        values, starts = [], []

        async def answer(tag, payload):
            if tag == VALUE:
                view, flags, level, sequence, start, duration, skipped = struct.unpack_from("<HBhIqIH", payload)
                values.append(level / 100)
                starts.append(start)
                await client.send(acknowledge(5, 1, 0, sequence))

        await client.first(VALUE, answer)
        values.clear()
        client.bytes = 0
        await client.until(lambda: len(values) > 40, "40 values", answer)
        assert -60 < min(values) <= max(values) < 0, (min(values), max(values))
        assert client.bytes / len(values) < 40
    return f"{(len(starts) - 1) * 1e6 / (starts[-1] - starts[0]):.0f} values/s of {client.bytes / len(values):.0f} bytes"


async def survives_nonsense(server):
    async with server.greeted() as client:
        # A kind of message that does not exist yet is skipped, and the one behind it is not.
        await client.send(message(999, "H", 1) + show(6, SPECTRUM))
        assert Row(await client.first(ROW)).view == 6
        await client.send(show(7, SPECTRUM, columns=2049))
        await client.send(show(7, 4))
        notices = [payload for tag, payload in await client.answered() if tag == NOTICE]
        assert len(notices) == 2, "each refusal is said"
        await client.send(show(8, NOTHING, 0, 0))
        # The connection lives on.
        await client.answered()
        await client.send(b"\x02\x00\x21\x00\xff")
        try:
            await client.until(lambda: False, "end of the connection")
        except websockets.ConnectionClosedError as closed:
            return f"{notices[0][3:].decode()} Then {closed.rcvd.code}: {closed.rcvd.reason}"
    raise AssertionError("a message that ends early ends the connection")


CHECKS = (
    stays_within_the_studys_bound, greets, keeps_the_byte_budget, waits_for_credit,
    gives_a_slow_client_fewer_and_newer_rows, is_silent_when_nothing_is_shown, fetches_the_past,
    shows_the_meter, survives_nonsense,
)
