"""What comes over a pipe from programs that write as rtl_power, hackrf_sweep and rtl_sdr do."""

import asyncio
import contextlib
import math
import struct
import time

from server import Server
from wire import *

STEP, BINS = 1e6, 20
# Seconds between the two pieces of a line, and between two sweeps.
PIECES_APART, SWEEPS_APART = 0.1, 0.02


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


class Watcher:
    """A client that shows the spectrum, and the rows and notices that came."""

    def __init__(self, connection):
        self.client, self.rows, self.notices = Client(connection), [], []

    async def take(self, tag, payload):
        if tag == ROW:
            self.rows.append(Row(payload))
            await self.client.send(acknowledge(1, 1, 0, self.rows[-1].sequence))
        if tag == NOTICE:
            self.notices.append((payload[0], payload[3:].decode()))

    async def until(self, holds, what):
        await self.client.until(holds, what, self.take)

    async def notice(self, kind, words):
        await self.until(lambda: any(kind == severity and words in text for severity, text in self.notices), f"notice of {words}")


@contextlib.asynccontextmanager
async def watching(server):
    async with server.connect() as connection:
        watcher = Watcher(connection)
        await watcher.client.send(hello())
        await watcher.client.send(show(1, SPECTRUM, columns=BINS))
        yield watcher


async def shows_a_slow_log_as_it_is_written(binary, web):
    with Server(binary, web, "-", stdin=True) as server:
        async with watching(server) as watcher:
            writer = server.process.stdin
            for second in range(4):
                for line in lines(second, -50, -20):
                    # In two pieces, as pipes are cut anywhere.
                    writer.write(line[:40])
                    writer.flush()
                    await asyncio.sleep(PIECES_APART)
                    writer.write(line[40:])
                    writer.flush()
            await watcher.until(lambda: watcher.rows, "row")
            writer.write("usb_claim_interface error -6\n" + "".join(lines(5, -50, -20)))
            writer.flush()
            await watcher.notice(1, "line 9, byte ")
            assert len(watcher.notices) == 1, watcher.notices
            writer.close()
            await watcher.notice(2, "has ended")
            assert highest(watcher.rows[-1])[1] == 13, highest(watcher.rows[-1])
        assert server.get("/")[0] == 200
        async with watching(server) as late:
            await late.until(lambda: late.rows, "row of what came before")
            await late.notice(2, "has ended")
    return "levels, the bad line and the end"


async def shows_binary_sweeps_in_order_of_frequency(binary, web):
    with Server(binary, web, "-", stdin=True) as server:
        async with watching(server) as watcher:
            writer = server.process.stdin.buffer
            for sweep in range(40):
                for low in (0, 10, 5, 15):
                    levels = [-30 if low + bin == 13 else -60 for bin in range(5)]
                    writer.write(struct.pack("<IQQ5f", 16 + 20, int(LOW + low * STEP), int(LOW + (low + 5) * STEP), *levels))
                writer.flush()
                await asyncio.sleep(SWEEPS_APART)
            server.process.stdin.close()
            await watcher.notice(2, "has ended")
            rows = watcher.rows
            assert rows and highest(rows[-1])[1] == 13, [highest(row) for row in rows]
    return f"{len(rows)} rows"


async def holds_back_samples_that_come_too_fast(binary, web):
    rate, seconds, count = 240_000, 4, 60
    source = f"-?format=cu8&rate={rate}&frequency=98M&fft=1024"
    with Server(binary, web, source, stdin=True) as server:
        async with watching(server) as watcher:
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
            await watcher.until(lambda: len(watcher.rows) >= count, f"{count} rows")
            shown = time.monotonic() - began
            took = await writing
            rows = watcher.rows
            # A busy machine shows fewer, but none more.
            assert shown > 0.9 * count / ROWS_PER_SECOND, f"{count} rows in {shown:.1f} s"
            assert took > seconds - 1, f"the writer was let through in {took:.1f} s"
            jumps = sum(after.sequence - before.sequence - 1 - after.skipped for before, after in zip(rows, rows[1:]))
            assert jumps == 0, jumps
            server.process.stdin.close()
    return f"{count} rows in {shown:.1f} s, the writer held for {took:.1f} s"


CHECKS = (
    shows_a_slow_log_as_it_is_written, shows_binary_sweeps_in_order_of_frequency, holds_back_samples_that_come_too_fast)
