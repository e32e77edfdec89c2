#!/usr/bin/env python3
"""64 streams of 1 kHz for half an hour: every sample counted and compared, and what memory does meanwhile.

A client written from Documentation/wire.md alone takes each sample of every stream, by its number, and compares it with the formula of
demo:streams. Beside it a page in Chromium sweeps all streams. Every 15 s the server's resident memory, and after a collection the page's
heap, its buffers, WebAssembly's memory and its process are read; slopes are least squares, after the warm-up.
"""
import argparse
import asyncio
import contextlib
import json
import pathlib
import sys
import threading
import time

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(root / "Tests/Peers"), str(root / "Tests/Browser"), str(pathlib.Path(__file__).parent)]
import numpy  # noqa: E402
import streams as st  # noqa: E402
from chromium import Browser, desk  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from server import Server  # noqa: E402
from stream_checks import Viewer  # noqa: E402


class Count:
    """Samples of all streams in the order of their numbers."""

    def __init__(self, channels, rate):
        self.channels, self.rate = channels, rate
        self.next = None
        self.samples = self.lost = self.repeated = self.missing = self.wrong = self.skips = 0
        self.turns = numpy.arange(1, channels + 1)[:, None]
        self.shift = 37 * numpy.arange(channels)[:, None]

    def take(self, columns):
        numbers = columns.first + numpy.arange(columns.count)
        values = columns.values[:, :, 0]
        assert columns.level == 0 and values.shape[0] == self.channels
        if self.next is not None:
            self.lost += max(0, columns.first - self.next) * self.channels
            self.repeated += max(0, self.next - columns.first) * self.channels
        self.skips += columns.has_skipped
        self.next = int(numbers[-1]) + 1
        expected = numpy.sin(numpy.pi * (self.turns * numbers % (2 * self.rate)) / self.rate)
        expected = numpy.where((numbers + self.shift) % (3 * self.rate) == 0, 5, expected)
        self.samples += values.size
        self.missing += int(numpy.isnan(values).sum())
        self.wrong += int((numpy.abs(values - expected) > 1e-6).sum())


async def count_samples(server, count, end):
    async with server.connect() as connection:
        viewer = Viewer(connection)
        viewer.keeper = count
        await viewer.greet()
        await viewer.show(range(count.channels), 1000, 0)
        viewer.keeper = count
        viewer.latencies = []
        while not end.is_set():
            await viewer.watch(1)
            del viewer.latencies[:-1000]
        # What the server itself has counted: came, missing.
        return viewer.readings[2:4]


class Memory:
    """Bytes of one thing at some times."""

    def __init__(self):
        self.times, self.bytes = [], []

    def add(self, at, count):
        self.times.append(at)
        self.bytes.append(count)

    def slope(self, after):
        """Kilobytes a minute and the standard error, by least squares."""
        chosen = [(t / 60, b / 1000) for t, b in zip(self.times, self.bytes) if t >= after]
        minutes, kilobytes = numpy.array(chosen).T
        (slope, base), residual = numpy.polyfit(minutes, kilobytes, 1), None
        residual = kilobytes - (slope * minutes + base)
        error = (residual.std(ddof=2) / (minutes.std() * len(minutes) ** 0.5)) if len(minutes) > 2 else float("nan")
        return slope, error


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--warm-up", type=float, default=5, help="minutes before slopes count")
    parser.add_argument("--count", type=int, default=64)
    parser.add_argument("--rate", type=int, default=1000)
    parser.add_argument("--log", help="a line of JSON for each reading")
    options = parser.parse_args()
    count, end, result = Count(options.count, options.rate), threading.Event(), {}
    memory = {what: Memory() for what in ("server, resident", "page, JavaScript heap", "page, buffers", "page, WebAssembly's memory", "page, its process, resident")}
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(Server(options.binary, options.web, f"demo:streams?count={options.count}&rate={options.rate}"))
        counter = threading.Thread(target=lambda: result.update(told=asyncio.run(count_samples(server, count, end))))
        counter.start()
        playwright = stack.enter_context(sync_playwright())
        browser = Browser(playwright)
        page = browser.browser.new_context(color_scheme="dark", service_workers="block", **desk).new_page()
        page.goto(server.address)
        # Polled from outside: the page's own policy forbids to evaluate text.
        while not page.evaluate("globalThis.waveglass?.rows > 60"):
            page.wait_for_timeout(100)
        page.click("#handle")
        page.click("text=Sweep")
        page.click("#handle")
        tools = page.context.new_cdp_session(page)
        log = stack.enter_context(open(options.log, "w")) if options.log else None
        began = time.monotonic()
        while time.monotonic() - began < 60 * (options.minutes + options.warm_up) and counter.is_alive():
            page.wait_for_timeout(15_000)
            tools.send("HeapProfiler.collectGarbage")
            heap = tools.send("Runtime.getHeapUsage")
            at = time.monotonic() - began
            found = (
                round(server.resident_megabytes * 1024 * 1024), heap["usedSize"], heap.get("backingStorageSize", 0),
                page.evaluate("waveglass.memoryBytes"),
                browser.renderer_bytes())
            for each, bytes_ in zip(memory.values(), found):
                each.add(at, bytes_)
            if log:
                drawn = page.evaluate("[waveglass.draws, waveglass.rows]")
                log.write(json.dumps([round(at, 1), *found, *drawn, count.samples, count.lost, count.repeated]) + "\n")
                log.flush()
        draws = page.evaluate("waveglass.draws")
        end.set()
        counter.join(10)
        browser.browser.close()
    minutes = (memory["server, resident"].times[-1]) / 60
    print(f"{options.count} streams of {options.rate} Hz, {minutes:.1f} minutes, the first {options.warm_up:g} of them warm-up for memory; "
          f"the page drew {draws:,} frames.\n")
    print("| samples taken | lost | came twice | missing | not as the formula has them | messages after a skip | the server's own count: missing |")
    print("|---|---|---|---|---|---|---|")
    print(f"| {count.samples:,} | {count.lost} | {count.repeated} | {count.missing} | {count.wrong} | {count.skips} | {result['told'][1]} |\n")
    print("| memory | at the end | slope |\n|---|---|---|")
    for what, each in memory.items():
        slope, error = each.slope(60 * options.warm_up)
        print(f"| {what} | {each.bytes[-1] / 1e6:.1f} MB | {slope:+.1f} ± {error:.1f} kB a minute |")
    return 1 if count.lost or count.repeated or count.missing or count.wrong or not count.samples else 0


if __name__ == "__main__":
    sys.exit(main())
