#!/usr/bin/env python3
"""A table over two shards of ClickHouse: pictures, rows and what is left, over the socket; beside the same SQL by curl, and one local file of the same rows.

Both shards, the server and this client share the machine. The client is the one of Tests/Peers, written from Documentation/wire.md alone. Medians, and lowest
and highest. Each picture is of a window that was not asked for before, unless it says so.

    python3 Benchmarks/data/clickhouse.py [--rows 10000000 100000000] [--keep FOLDER]
"""
import argparse
import asyncio
import os
import pathlib
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(root / "Tests/Peers")]
import tables  # noqa: E402
from clickhouse import Cluster  # noqa: E402
from clickhouse_columns import Column, row_binary  # noqa: E402
from server import Server  # noqa: E402
from tables import ROWS, VALUES, Viewer  # noqa: E402

PIXELS, STEP = 1000, 1000
COARSE = 16


def spread(values, digits=1, unit=" ms"):
    values = [1000 * value for value in values] if unit == " ms" else values
    return f"{statistics.median(values):.{digits}f}{unit} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def block(rows, first, count):
    make = np.random.default_rng(first + 1)
    number = np.arange(first, first + count, dtype=np.int64)
    return {
        "ts": Column("Int64", number * STEP),
        "dev": Column("UInt16", (number % 16).astype(np.uint16)),
        "v": Column("Float64", np.sin(number * 2 * np.pi / (rows / 7)) * 5 + make.normal(size=count)),
        "w": Column("Nullable(Float64)", make.normal(20, 5, count), make.random(count) < 0.05),
    }


def load(cluster, rows):
    """Seconds that the server takes rows in, and bytes of them."""
    if int(cluster.value("SELECT count() FROM system.tables WHERE name = 'sig'")):
        return None
    cluster.spread(
        "sig", "ts Int64, dev UInt16, v Float64, w Nullable(Float64)", "ts", "intDiv(ts, 1000000)",
        engine="MergeTree() PARTITION BY intDiv(ts, 10000000000)")
    spent, size = 0.0, 0
    for first in range(0, rows, 1_000_000):
        body = row_binary(block(rows, first, min(1_000_000, rows - first)).values())
        began = time.monotonic()
        cluster.query("INSERT INTO sig FORMAT RowBinary", body=body, insert_distributed_sync=1)
        spent += time.monotonic() - began
        size += len(body)
    return spent, size


def database(path, rows):
    """The same rows in one file."""
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode = OFF")
    base.execute("CREATE TABLE sig (ts INTEGER PRIMARY KEY, dev INTEGER, v REAL, w REAL)")
    for first in range(0, rows, 1_000_000):
        made = block(rows, first, min(1_000_000, rows - first))
        w = made["w"]
        base.executemany(
            "INSERT INTO sig VALUES (?, ?, ?, ?)",
            zip(made["ts"].values.tolist(), made["dev"].values.tolist(), made["v"].values.tolist(),
                (None if gone else value for gone, value in zip(w.missing.tolist(), w.values.tolist()))))
        base.commit()
    base.close()


def curl(cluster, sql, runs):
    """Seconds of a question by curl, and bytes of its answer."""
    times, size = [], 0
    for _ in range(runs):
        out = subprocess.run(
            ["curl", "-s", "-o", "/dev/null", "-w", "%{time_total} %{size_download} %{http_code}", "--data-binary", "@-",
             f"http://127.0.0.1:{cluster.shards[0].http}/"], input=sql.encode(), capture_output=True, check=True).stdout.split()
        assert out[2] == b"200", out
        times.append(float(out[0]))
        size = int(out[1])
    return times, size


def m4(first, end, columns=("v",)):
    """The query of the papers: first, last, least and greatest of each column of pixels."""
    asked = ", ".join(
        f"argMin({name}, ts), argMax({name}, ts), min({name}), argMin(ts, {name}), max({name}), argMax(ts, {name})" for name in columns)
    return (f"SELECT intDiv((ts - {first}) * {PIXELS}, {end - first}) AS px, min(ts), max(ts), count(), {asked} FROM sig "
            f"WHERE ts >= {first} AND ts < {end} GROUP BY px ORDER BY px FORMAT RowBinary")


class Measured(Viewer):
    """A viewer that notes when pictures came: the first of a view, and the exact one."""

    async def picture(self, order, column, window, lanes, seconds=120):
        self.view += 1
        began = time.monotonic()
        await self.send(tables.show(self.view, order, column, PIXELS, *window))
        await self.until(lambda: len(self.spans.get(self.view, {})) >= lanes, "picture", seconds)
        first = time.monotonic() - began
        is_coarse = any(spans.flags & COARSE for spans in self.spans[self.view].values())
        await self.until(
            lambda: all(not spans.flags & COARSE for spans in self.spans[self.view].values()), "exact picture", seconds)
        return first, is_coarse, time.monotonic() - began

    async def fingers(self, end, count):
        """Seconds of questions for rows here and there; always the same ones."""
        make, times = random.Random(5), []
        for _ in range(count):
            began = time.monotonic()
            await self.row(make.randrange(end))
            times.append(time.monotonic() - began)
        return times

    async def lanes(self, *columns):
        for name in self.shown if hasattr(self, "shown") else ():
            await self.send(tables.lane(name, 0, 0, 1))
        self.shown = columns
        for number in columns:
            known = self.columns[number]
            await self.send(tables.lane(number, 120, known.least, known.greatest))


async def ready(server, seconds):
    viewer = Measured(await server.connect().__aenter__())
    await viewer.greet(seconds)
    await viewer.until(lambda: 2 in viewer.columns and viewer.columns[2].least == viewer.columns[2].least, "ranges", seconds)
    return viewer


def served(options, source, cache):
    server = Server(options.binary, options.web, source)
    server.environment = os.environ | {"XDG_CACHE_HOME": cache}
    return server


def windows(first, end, part, count):
    """Windows that begin at multiples of a column's width, as the page asks for them."""
    width = int((end - first) * part) // PIXELS
    make = random.Random(3)
    for _ in range(count):
        start = make.randrange(first, max(first + 1, int(end - width * PIXELS)))
        start -= start % width
        yield start, start + width * PIXELS


async def elsewhere(options, cluster, rows, runs):
    end = rows * STEP
    with tempfile.TemporaryDirectory() as cache, served(
            options, f"clickhouse://127.0.0.1:{cluster.shards[0].http}/default/sig?x=ts", cache) as server:
        began = time.monotonic()
        viewer = await ready(server, 300)
        print(f"  opened, with the ranges of {len(viewer.columns)} columns: {time.monotonic() - began:.2f} s")
        # The exact ranges may still be on their way.
        while cluster.underway():
            await asyncio.sleep(0.2)
        order, column = ROWS, 0
        for name, asked in (("one column", (2,)), ("three columns", (1, 2, 3))):
            await viewer.lanes(*asked)
            coarse, exact = [], []
            for number in range(runs):
                # Another window each time: no tile fits.
                first, is_coarse, whole = await viewer.picture(order, column, (-number * STEP, -number * STEP + (end // PIXELS + 1) * PIXELS), len(asked))
                (coarse if is_coarse else []).append(first)
                exact.append(whole)
            print(f"  {name}, all rows: {spread(exact)}; coarse before it after {spread(coarse) if coarse else '-'}")
        await viewer.lanes(2)
        for part in (0.01, 0.0001):
            times = [(await viewer.picture(order, column, window, 1))[2] for window in windows(0, end, part, runs * 2)]
            print(f"  one column, {100 * part:g} % of x: {spread(times)}")
        window = next(windows(0, end, 0.01, 1))
        width = (window[1] - window[0]) // PIXELS
        there = [(await viewer.picture(order, column, (window[0] + place * width, window[1] + place * width), 1))[2] for place in range(0, 600, 60)]
        back = [(await viewer.picture(order, column, (window[0] + place * width, window[1] + place * width), 1))[2] for place in range(600 - 60, -1, -60)]
        print(f"  panning right by 60 points: {spread(there)}; back: {spread(back, 2)}")
        times = await viewer.fingers(end, runs * 4)
        print(f"  row under the finger: {spread(times)}")
        await viewer.lanes(1, 2, 3)
        times, gone = [], []
        for number in range(runs):
            viewer.view += 1
            await viewer.send(tables.show(viewer.view, VALUES, 0, PIXELS, -number, end + number * 7))
            await asyncio.sleep(0.15)
            dropped = time.monotonic()
            await viewer.picture(order, column, (1000 * STEP + number, 1000 * STEP + number + 200), 3)
            times.append(time.monotonic() - dropped)
            while any("argMin" in str(query) for query in cluster.underway()):
                await asyncio.sleep(0.005)
            gone.append(time.monotonic() - dropped)
        print(f"  a view of 200 ticks that takes the place of one of all rows: drawn after {spread(times)}; the engine has left the old one after {spread(gone)}")


async def here(options, rows, runs, path):
    with tempfile.TemporaryDirectory() as cache, served(options, str(path), cache) as server:
        viewer = await ready(server, 600)
        while True:
            known = viewer.table.rows
            if known == rows:
                break
            await viewer.until(lambda: viewer.table.rows != known, "rows", 600)
        await viewer.lanes(2)
        times = [(await viewer.picture(ROWS, 0, (number, rows), 1))[2] for number in range(runs)]
        print(f"  one local file, one column, all rows: {spread(times, 2)}")
        times = [(await viewer.picture(ROWS, 0, window, 1))[2] for window in windows(0, rows, 0.01, runs * 2)]
        print(f"  one local file, 1 % of x: {spread(times, 2)}")
        times = await viewer.fingers(rows, runs * 4)
        print(f"  one local file, row under the finger: {spread(times, 2)}")


def measure(options, rows, folder):
    runs = 9 if rows <= 20_000_000 else 5
    print(f"{rows:,} rows, load {os.getloadavg()[0]:.1f}")
    with Cluster(folder=str(folder)) as cluster:
        loaded = load(cluster, rows)
        if loaded:
            print(f"  loaded in {loaded[0]:.1f} s: {loaded[1] / 1e6:.0f} MB of RowBinary")
        end = rows * STEP
        for name, sql in (
            ("SELECT 1", "SELECT 1"), ("M4 of one column, all rows", m4(0, end)),
            ("M4 of three columns", m4(0, end, ("dev", "v", "w"))), ("M4 of one column, 1 %", m4(end // 2, end // 2 + end // 100)),
            ("a row", f"SELECT * FROM sig WHERE ts = {end // 2} FORMAT RowBinary"),
        ):
            times, size = curl(cluster, sql, runs)
            print(f"  curl, {name}: {spread(times)}, {size:,} bytes")
        shard = curl(cluster, m4(0, end).replace("FROM sig ", "FROM sig_local "), runs)[0]
        held = int(cluster.value("SELECT count() FROM sig_local"))
        print(f"  curl, one shard of its own, {held:,} rows: {spread(shard)}, {held / statistics.median(shard) / 1e6:.1f} million rows a second")
        asyncio.run(elsewhere(options, cluster, rows, runs))
    if rows <= options.local:
        with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
            path = pathlib.Path(scratch) / "sig.sqlite"
            database(path, rows)
            asyncio.run(here(options, rows, runs, path))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000_000, 100_000_000])
    parser.add_argument("--local", type=int, default=100_000_000, help="rows up to which a local file is measured, too")
    parser.add_argument("--keep", type=pathlib.Path, help="folder in which shards are kept, or found")
    parser.add_argument("--scratch", help="where the local file is made")
    options = parser.parse_args()
    for rows in options.rows:
        if options.keep:
            folder = options.keep / str(rows)
            folder.mkdir(parents=True, exist_ok=True)
            measure(options, rows, folder)
        else:
            with tempfile.TemporaryDirectory() as folder:
                measure(options, rows, folder)


if __name__ == "__main__":
    main()
