"""What comes over a pipe from programs that write as rtl_power, hackrf_sweep and rtl_sdr do."""

import asyncio
import math
import struct
import time

from server import Server
from wire import *

STEP, BINS = 1e6, 20


def lines(second, level, peak):
    """A sweep of rtl_power: two hops of ten bins, one bin higher."""
    for hop in range(2):
        low = LOW + hop * 10 * STEP
        levels = ", ".join(f"{peak if hop * 10 + bin == 13 else level:.2f}" for bin in range(10))
        yield f"2026-01-02, 10:00:{second:02}, {low:.0f}, {low + 10 * STEP:.0f}, {STEP:.2f}, 16, {levels}\n"


def highest(row):
    """Decibels and place of a row's highest value, which has tenths or hundredths as the wire's version says."""
    place = max(range(row.columns), key=lambda column: row.values[column])
    return row.values[place], place


async def watch(server):
    """A client that shows the spectrum and gives rows and notices as they come."""
    connection = await server.connect()
    client = Client(connection)
    await client.send(hello())
    await client.send(show(1, SPECTRUM, columns=BINS))
    return client


async def take(client, seconds):
    rows, notices = [], []

    async def each(tag, payload):
        if tag == ROW:
            rows.append(Row(payload))
            await client.send(acknowledge(1, 1, 0, rows[-1].sequence))
        if tag == NOTICE:
            notices.append((payload[0], payload[3:].decode()))

    await client.collect(seconds, each)
    return rows, notices


async def shows_a_slow_log_as_it_is_written(binary, web):
    with Server(binary, web, "-", stdin=True) as server:
        client = await watch(server)
        writer = server.process.stdin
        for second in range(4):
            for line in lines(second, -50, -20):
                # In two pieces, as pipes are cut anywhere.
                writer.write(line[:40])
                writer.flush()
                await asyncio.sleep(0.1)
                writer.write(line[40:])
                writer.flush()
        rows, notices = await take(client, 0.7)
        assert len(rows) >= 1 and not notices, (rows, notices)
        assert highest(rows[-1])[1] == 13, highest(rows[-1])
        writer.write("usb_claim_interface error -6\n" + "".join(lines(5, -50, -20)))
        writer.flush()
        rows, notices = await take(client, 0.5)
        assert any(kind == 1 and "line 9, byte " in text for kind, text in notices), notices
        writer.close()
        rows, notices = await take(client, 1)
        assert any(kind == 2 and "has ended" in text for kind, text in notices), notices
        assert server.get("/")[0] == 200
        late = await watch(server)
        rows, notices = await take(late, 0.7)
        assert rows and any("has ended" in text for _, text in notices), (rows, notices)
    return "levels, the bad line and the end"


async def shows_binary_sweeps_in_order_of_frequency(binary, web):
    with Server(binary, web, "-", stdin=True) as server:
        client = await watch(server)
        writer = server.process.stdin.buffer
        for sweep in range(40):
            for low in (0, 10, 5, 15):
                levels = [-30 if low + bin == 13 else -60 for bin in range(5)]
                writer.write(struct.pack("<IQQ5f", 16 + 20, int(LOW + low * STEP), int(LOW + (low + 5) * STEP), *levels))
            writer.flush()
            await asyncio.sleep(0.02)
        rows, notices = await take(client, 1)
        assert rows and highest(rows[-1])[1] == 13, [highest(row) for row in rows]
        server.process.stdin.close()
    return f"{len(rows)} rows"


async def holds_back_samples_that_come_too_fast(binary, web):
    rate, seconds = 240_000, 4
    source = f"-?format=cu8&rate={rate}&frequency=98M&fft=1024"
    with Server(binary, web, source, stdin=True) as server:
        client = await watch(server)
        wave = bytes(
            round(127.5 + 100 * part(2 * math.pi * sample / 8))
            for sample in range(8000) for part in (math.cos, math.sin))
        began = time.monotonic()

        def write():
            for _ in range(rate * seconds // 8000):
                server.process.stdin.buffer.write(wave)
                server.process.stdin.buffer.flush()
            return time.monotonic() - began

        writing = asyncio.create_task(asyncio.to_thread(write))
        rows, _ = await take(client, 2)
        took = await writing
        assert 45 <= len(rows) <= 66, len(rows)
        assert took > seconds - 1, f"the writer was let through in {took:.1f} s"
        jumps = sum(after.sequence - before.sequence - 1 - after.skipped for before, after in zip(rows, rows[1:]))
        assert jumps == 0, jumps
        server.process.stdin.close()
    return f"{len(rows)} rows in 2 s, the writer held for {took:.1f} s"


CHECKS = (
    shows_a_slow_log_as_it_is_written, shows_binary_sweeps_in_order_of_frequency, holds_back_samples_that_come_too_fast)
