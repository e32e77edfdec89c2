"""The levels that arrive, decoded by our own reading of wire.md, beside those that the source is known to have."""

import math
import pathlib
import random
import struct
import tempfile

from feed_checks import NOISE_BYTES_PER_SECOND
from planes import GAP
from server import Server
from wire import *

CARRIER = pathlib.Path(__file__).resolve().parents[1] / "Fixtures/browser/carrier.csv"


def entropy_bytes(levels):
    """What the levels take at their order-0 entropy."""
    counts = [levels.count(level) for level in set(levels)]
    return -sum(count * math.log2(count / len(levels)) for count in counts) / 8


async def rows_of(server, view, count):
    """So many rows of view 1, drawn at once, and the bytes that they took."""
    async with server.greeted() as client:
        await client.send(view)
        # The first ones are of a source that does not know yet how finely it is looked at.
        await client.rows(1, 15)
        client.bytes = 0
        return await client.rows(1, count), client.bytes


async def sends_white_noise_at_its_entropy(binary, web):
    rate, generator = COLUMNS * ROWS_PER_SECOND, random.Random(2013)
    with tempfile.NamedTemporaryFile(suffix=".cf32") as file:
        for _ in range(8):
            file.write(struct.pack(f"<{2 * rate}f", *(generator.gauss(0, 0.01) for _ in range(2 * rate))))
        file.flush()
        with Server(binary, web, f"file:{file.name}?rate={rate}&frequency=98000000") as server:
            view = show(1, SPECTRUM, band=(98e6 - rate / 2, 98e6 + rate / 2))
            rows, received = await rows_of(server, view, 60)
    assert all(row.columns == COLUMNS for row in rows)
    coded = [len(row.coded) for row in rows[:60]]
    entropy = [entropy_bytes(row.values) for row in rows[:60]]
    ratio = max(size / limit for size, limit in zip(coded, entropy))
    assert ratio <= 1.05, f"{ratio:.3f} x the order-0 entropy"
    rate = received / len(rows) * ROWS_PER_SECOND
    assert rate <= NOISE_BYTES_PER_SECOND, f"{rate:.0f} B/s"
    return f"{rate:.0f} B/s at {ROWS_PER_SECOND} rows/s, a row at most {ratio:.3f} x its order-0 entropy"


async def sends_the_levels_of_a_log(binary, web):
    known = []
    for line in CARRIER.read_text().splitlines():
        # The last level of a line stands twice; the column that the view cuts there has no bin.
        known.append([round(10 * float(level)) for level in line.split(", ")[6:-1]] + [GAP])
    with Server(binary, web, f"file:{CARRIER}?speed=20") as server:
        rows, _ = await rows_of(server, show(1, SPECTRUM, band=(97.44e6, 102.56e6)), 20)
    for row in rows:
        assert row.values in known, row.sequence
    return f"{len(rows)} rows of {rows[0].columns} levels, all equal to the file's"


CHECKS = (sends_white_noise_at_its_entropy, sends_the_levels_of_a_log)
