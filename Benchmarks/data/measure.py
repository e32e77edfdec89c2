#!/usr/bin/env python3
"""Tables: first and later openings, lanes, orders and rows over the socket, imports of texts, and the page in Chromium.

The client is the one of Tests/Peers, written from Documentation/wire.md alone: what it takes itself is in every time over the socket, and an empty
round trip (ClockRequest) is measured beside them. The rivals run in turns with ours: one scan of the same database by a program in C, `sqlite3 .import`,
DuckDB's CREATE TABLE AS. Files are read once before, so that all find them in memory. Medians, and lowest and highest.
"""
import argparse
import asyncio
import os
import pathlib
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(root / "Tests/Peers"), str(root / "Benchmarks/sensors"), str(pathlib.Path(__file__).parent)]
import tables  # noqa: E402
from maker import make_database, make_text  # noqa: E402
from server import Server  # noqa: E402
from tables import PLACES, ROWS, Viewer  # noqa: E402
from wire import message  # noqa: E402

PIXELS = 1170


def spread(values, digits=2, unit=""):
    return f"{statistics.median(values):.{digits}f}{unit} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def share(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))]


def timed(command, **options):
    """Seconds on the clock, and of processors."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.cache = folder / "cache"

    def clear(self):
        shutil.rmtree(self.cache, ignore_errors=True)
        self.cache.mkdir(mode=0o700)

    def server(self, *sources):
        server = Server(self.options.binary, self.options.web, *sources)
        server.environment = os.environ | {"XDG_CACHE_HOME": str(self.cache)}
        return server

    def open(self, *sources, after=None):
        """Seconds from the start of the program to its address, and from there to the whole table."""
        began = time.monotonic()
        with self.server(*sources) as server:
            listening = time.monotonic() - began

            async def whole():
                async with server.connect() as connection:
                    await Viewer(connection).greet(120)
                    return time.monotonic() - began - listening

            waited = asyncio.run(whole())
            if after:
                after()
            return listening, waited

    def wait_for_cache(self):
        """Until what is written behind has come to rest."""
        end, last = time.monotonic() + 30, None
        while time.monotonic() < end:
            now = [(path, path.stat().st_size) for path in sorted(self.cache.rglob("*")) if path.is_file()]
            if now and now == last:
                return
            last = now
            time.sleep(0.5)


def openings(bench, database, scan):
    """The first opening beside one scan in C, and the second."""
    subprocess.run(["cat", database], stdout=subprocess.DEVNULL, check=True)
    ours, theirs, again = [], [], []
    for _ in range(bench.options.rounds):
        theirs.append(timed([scan, database, "t"])[0])
        bench.clear()
        ours.append(sum(bench.open(str(database), after=bench.wait_for_cache)))
        again.append(bench.open(str(database)))
    ratio = statistics.median(ours) / statistics.median(theirs)
    print("| opening | from the start of the program to the whole table told | one scan in C | ratio | goal |\n|---|---|---|---|---|")
    print(f"| first, cache empty | {spread(ours, 2, ' s')} | {spread(theirs, 2, ' s')} | **{ratio:.2f}** | 1.2 |")
    print(f"| again, cache written | {spread([1000 * sum(pair) for pair in again], 0, ' ms')}, "
          f"of these {spread([1000 * pair[0] for pair in again], 0, ' ms')} until the address is printed | | | 50 ms |\n", flush=True)


def memory(bench, database):
    """What the server holds of a table, read for the first time and opened again: of its own, and of files that are mapped."""
    def held(server):
        status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
        return [int(status.split(name + ":")[1].split()[0]) / 1024 for name in ("RssAnon", "RssFile")]

    async def looked_at(server):
        make, rows, found = random.Random(3), bench.options.rows, []
        async with server.connect() as connection:
            viewer = await Viewer(connection).greet(300)
            await viewer.show()
            found.append(held(server))
            for column, told in viewer.columns.items():
                await viewer.send(tables.lane(column, 84, told.least, told.greatest))
            for part in (1, 10, 100, 1000):
                for _ in range(50):
                    first = make.randrange(0, rows - rows // part + 1)
                    await viewer.show(ROWS, 0, PIXELS, (first, first + rows // part - make.randrange(2)))
            found.append(held(server))
        return found

    bench.clear()
    print(f"| {bench.options.rows:,} rows, {bench.options.columns} columns: MiB of its own, and mapped | when it is there | after 200 views |\n|---|---|---|")
    for name in ("first, cache empty", "again, cache written"):
        with bench.server(str(database)) as server:
            found = asyncio.run(looked_at(server))
            print(f"| {name} | " + " | ".join(f"{own:.0f}, {mapped:.0f}" for own, mapped in found) + " |", flush=True)
            bench.wait_for_cache()
    print()


async def socket_times(bench, server, columns):
    make, rows = random.Random(3), bench.options.rows
    async with server.connect() as connection:
        viewer = await Viewer(connection).greet(120)

        async def paced(began, holds=0.005):
            await asyncio.sleep(max(0, holds - (time.monotonic() - began)))

        empty = []
        for _ in range(300):
            began = time.perf_counter()
            await viewer.send(message(4, "q", 1))
            await connection.recv()
            empty.append(time.perf_counter() - began)
            await paced(time.monotonic())
        for column in range(columns):
            told = viewer.columns[column]
            await viewer.send(tables.lane(column, 84, told.least, told.greatest))
        await asyncio.sleep(0.5)
        await viewer.show()
        read = []
        for _ in range(1000):
            began = time.perf_counter()
            await viewer.row(make.randrange(rows))
            read.append(time.perf_counter() - began)
            await paced(time.monotonic())
        print("| over the socket | p50 | p99 | goal of p50 |\n|---|---|---|---|")
        line = lambda what, values, goal: print(f"| {what} | {1000 * share(values, 0.5):.2f} ms | {1000 * share(values, 0.99):.2f} ms | {goal} |", flush=True)
        line("an empty round trip", empty, "")
        line(f"a row of {columns} columns anywhere", read, "1 ms")
        for name, part in (("all rows", 1), ("windows of a tenth", 10), ("windows of a hundredth", 100), ("windows of a thousandth", 1000)):
            views = []
            for _ in range(150):
                wide = rows // part
                first = make.randrange(0, rows - wide + 1)
                began = time.perf_counter()
                await viewer.show(ROWS, 0, PIXELS, (first, first + wide - make.randrange(2)))
                views.append((time.perf_counter() - began) / columns)
                await paced(time.monotonic())
            line(f"{columns} lanes of {PIXELS} columns of pixels, {name}: a lane of it", views, "0.3 ms")
        print()
        # A column is put in order when it is shown so for the first time.
        firsts, alls, stops = [], [], []
        for column in range(0, 2 * bench.options.rounds, 2):
            for is_stopped in (False, True):
                viewer.view += 1
                viewer.spans.clear()
                view, began = viewer.view, time.perf_counter()
                await viewer.send(tables.show(view, PLACES, column + is_stopped, PIXELS, 0, rows))
                if is_stopped:
                    await asyncio.sleep(0.03)
                    began = time.perf_counter()
                    # As rows come: nothing of the order is wanted any more.
                    viewer.view += 1
                    await viewer.send(tables.show(viewer.view, ROWS, 0, PIXELS, 0, rows))
                    await viewer.until(lambda: viewer.view in viewer.spans, "lane", 60)
                    stops.append(time.perf_counter() - began)
                    await viewer.until(lambda: viewer.view in viewer.done, "view", 60)
                    continue
                await viewer.until(lambda: view in viewer.spans, "lane", 60)
                firsts.append(time.perf_counter() - began)
                # A client may go on before its view is complete, so the lanes are counted.
                await viewer.until(lambda: len(viewer.spans.get(view, ())) == columns, "all lanes", 60)
                alls.append(time.perf_counter() - began)
                await asyncio.sleep(1)
        print("| put in order by a column | | goal |\n|---|---|---|")
        print(f"| to the first lane | {spread(firsts, 2, ' s')} | 1 s |\n| to all {columns} lanes | {spread(alls, 2, ' s')} | progressive |")
        print(f"| given up after 0.03 s: to the first lane of what is wanted instead | {spread([1000 * stop for stop in stops], 1, ' ms')} | 1 ms for scans |\n", flush=True)


def cancelling(bench, database):
    """Milliseconds from StopTableWork in the midst of the first pass to its end being told."""
    async def stop(server):
        async with server.connect() as connection:
            viewer = Viewer(connection)
            await viewer.send(tables.hello())
            await viewer.until(lambda: viewer.table and viewer.table.rows > 0, "rows", 60)
            assert not viewer.table.flags & tables.COMPLETE
            await asyncio.sleep(0.3)
            began = time.perf_counter()
            await viewer.send(message(tables.STOP, "HB", 0, 1))
            await viewer.until(lambda: any("stopped" in notice for notice in viewer.notices), "end", 30)
            return 1000 * (time.perf_counter() - began)

    found = []
    for _ in range(max(5, bench.options.rounds)):
        bench.clear()
        with bench.server(str(database)) as server:
            found.append(asyncio.run(stop(server)))
    print(f"The first pass stopped in its midst (StopTableWork): {spread(found, 1, ' ms')} until its end is told over the socket.\n", flush=True)


def imports(bench, text):
    import duckdb

    subprocess.run(["cat", text], stdout=subprocess.DEVNULL, check=True)
    ways = {
        "waveglass import": [bench.options.binary, "import", str(text), "-o", "{out}"],
        "sqlite3 .import": ["sqlite3", "{out}", ".mode csv", f".import {text} t"],
        f"DuckDB {duckdb.__version__}, CREATE TABLE AS": [
            sys.executable, "-c", f"import duckdb; duckdb.connect('{{out}}').execute(\"CREATE TABLE t AS SELECT * FROM read_csv('{text}')\")"],
    }
    found = {name: [] for name in ways}
    for _ in range(bench.options.rounds):
        for name, command in ways.items():
            out = bench.folder / "imported"
            for path in bench.folder.glob("imported*"):
                path.unlink()
            found[name].append(timed([word.replace("{out}", str(out)) for word in command], env=os.environ | {"XDG_CACHE_HOME": str(bench.cache)}))
    ours = statistics.median(wall for wall, _ in found["waveglass import"])
    print(f"A text of {bench.options.rows:,} rows and 10 columns, {text.stat().st_size / 1e6:.0f} MB:\n")
    print("| | on the clock | of processors | their time on the clock over ours |\n|---|---|---|---|")
    for name, pairs in found.items():
        wall = [pair[0] for pair in pairs]
        beside = "" if name.startswith("wave") else f"**{statistics.median(wall) / ours:.2f}**"
        print(f"| {name} | {spread(wall, 2, ' s')} | {spread([pair[1] for pair in pairs], 2, ' s')} | {beside} |")
    print("\n`sqlite3 .import` makes every column a text; DuckDB writes a file of its own format.\n", flush=True)


def chromium(bench, server):
    from chromium import Browser, desk, difference
    from playwright.sync_api import sync_playwright

    options = bench.options

    def moved(page, kind, seconds):
        """Sixty movements a second, or as many as Chromium takes; gives their count."""
        mouse, began, index = page.mouse, time.monotonic(), 0
        mouse.move(400, 500)
        if kind == "scrubbing":
            mouse.down()
        while time.monotonic() - began < seconds:
            index += 1
            place = 300 + abs(index * 9 % 1400 - 700)
            if kind == "scrubbing":
                mouse.move(place, 500)
            elif kind == "scrolling":
                mouse.wheel(0, 14 if index // 60 % 2 == 0 else -14)
            elif kind == "panning":
                mouse.wheel(12 if index // 60 % 2 == 0 else -12, 0)
            time.sleep(max(0, began + index / 60 - time.monotonic()))
        if kind == "scrubbing":
            mouse.up()
        return index

    def during(browser, page, counter, kind):
        drawn, spent, began = page.evaluate(counter), browser.processor(), time.monotonic()
        count = moved(page, kind, options.seconds)
        passed = time.monotonic() - began
        drawn, spent = page.evaluate(counter) - drawn, difference(browser.processor(), spent)
        return 1000 * sum(spent.values()) / max(1, drawn), 1000 * spent.get("renderer", 0) / max(1, drawn), drawn / passed, count / passed

    found, floors, memory = {}, {}, []
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        for _ in range(options.rounds):
            for kind in ("scrubbing", "scrolling", "panning"):
                context = browser.browser.new_context(color_scheme="dark", service_workers="block", **desk)
                page = context.new_page()
                page.set_content("<canvas width=1366 height=1024></canvas>")
                page.evaluate("""() => {
                  globalThis.draws = 0;
                  const context = document.querySelector("canvas").getContext("2d", { alpha: false });
                  const draw = () => {
                    draws += 1;
                    context.fillStyle = `rgb(${draws % 256},0,0)`;
                    context.fillRect(0, 0, 1, 1);
                    requestAnimationFrame(draw);
                  };
                  draw();
                }""")
                time.sleep(1)
                floors.setdefault(kind, []).append(during(browser, page, "draws", kind))
                context.close()
                context = browser.browser.new_context(color_scheme="dark", service_workers="block", **desk)
                page = context.new_page()
                page.goto(server.address)
                end = time.monotonic() + 30
                while "rows" not in page.evaluate("document.querySelector('#chip').textContent"):
                    assert time.monotonic() < end, "no table within 30 s"
                    time.sleep(0.1)
                time.sleep(2)
                if kind == "panning":
                    for _ in range(6):
                        page.keyboard.press("+")
                    time.sleep(1)
                found.setdefault(kind, []).append(during(browser, page, "waveglass.draws", kind))
                memory.append(page.evaluate("waveglass.memoryBytes"))
                context.close()
        browser.browser.close()
    print(f"The page in Chromium, {desk['viewport']['width']} × {desk['viewport']['height']}, 30 columns of {options.rows:,} rows, sixty movements a second where Chromium takes so many, no graphics processor:\n")
    print("| | movements/s | frames/s | all processes, ms a frame | renderer, ms a frame | floor: one pixel a frame, the same movements |\n|---|---|---|---|---|---|")
    for kind, rounds in found.items():
        print(f"| {kind} | {spread([each[3] for each in rounds], 0)} | {spread([each[2] for each in rounds], 0)} | {spread([each[0] for each in rounds], 1)} | {spread([each[1] for each in rounds], 1)} "
              f"| {spread([each[0] for each in floors[kind]], 1)} at {statistics.median(each[2] for each in floors[kind]):.0f} frames/s |")
    print(f"\nWebAssembly's memory: {max(memory) / 1e6:.1f} MB at most (goal: 64 MB).\n", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--rows", type=int, default=1_700_000)
    parser.add_argument("--columns", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", default="", help="openings, memory, socket, cancelling, imports or chromium")
    parser.add_argument("--folder", help="keeps the tables for the next run")
    options = parser.parse_args()
    print(f"{time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC, {os.cpu_count()} cores, load of the machine {os.getloadavg()[0]:.1f}.\n", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.folder or temporary)
        bench = Bench(options, folder)
        database, text, scan = folder / "walks.sqlite", folder / "walks.csv", folder / "scan"
        if not database.exists():
            make_database(database, options.rows, options.columns)
        wanted = lambda name: options.only in name
        if wanted("imports") and not text.exists():
            make_text(text, options.rows, 10)
        subprocess.run(["gcc", "-O2", "-o", str(scan), str(pathlib.Path(__file__).with_name("scan.c")), "-lsqlite3"], check=True)
        if wanted("openings"):
            openings(bench, database, str(scan))
        if wanted("memory"):
            memory(bench, database)
        if wanted("cancelling"):
            cancelling(bench, database)
        if wanted("imports"):
            imports(bench, text)
        if wanted("socket") or wanted("chromium"):
            bench.clear()
            with bench.server(str(database)) as server:
                if wanted("socket"):
                    asyncio.run(socket_times(bench, server, options.columns))
                if wanted("chromium"):
                    chromium(bench, server)
        print(f"Load of the machine at the end: {os.getloadavg()[0]:.1f}.")


if __name__ == "__main__":
    main()
