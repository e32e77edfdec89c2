#!/usr/bin/env python3
"""Streams of 1 kHz in Chromium, 1366 x 1024, ten seconds across: processor time of a frame, and latency from arrival to drawn.

Processor time is that of all of Chromium's processes, from /proc, over the frames that were drawn; beside it the share of the renderer (main thread: Performance.getMetrics'
TaskDuration) and of the process that rasters. The floor is the same browser on a page that changes one pixel a frame. pyqtgraph draws the same data in
the same run, offscreen. Rounds of both take turns; medians are printed, and lowest and highest.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import time

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(root / "Tests/Peers"), str(pathlib.Path(__file__).parent)]
from chromium import Browser, desk, difference  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from server import Server  # noqa: E402

GOALS = {("Sweep", 13): 3, ("Sweep", 64): 5, ("Scroll", 13): 8, ("Scroll", 64): 20}


def spread(values, digits=1):
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def during(browser, page, tools, seconds, frames):
    """Milliseconds a frame: all processes, the renderer's main thread, each kind of process."""
    task = lambda: next(metric["value"] for metric in tools.send("Performance.getMetrics")["metrics"] if metric["name"] == "TaskDuration")
    drawn, spent, tasks = page.evaluate(frames), browser.processor(), task()
    time.sleep(seconds)
    drawn, spent, tasks = page.evaluate(frames) - drawn, difference(browser.processor(), spent), task() - tasks
    count = max(1, drawn)
    return {
        "all": 1000 * sum(spent.values()) / count, "main": 1000 * tasks / count, "frames": drawn / seconds,
        **{kind: 1000 * value / count for kind, value in spent.items()},
    }


def page_of(browser):
    context = browser.browser.new_context(color_scheme="dark", service_workers="block", **desk)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Performance.enable")
    return context, page, tools


def floor(browser, seconds):
    context, page, tools = page_of(browser)
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
    found = during(browser, page, tools, seconds, "draws")
    context.close()
    return found


def show(page, server, motion):
    page.goto(server.address)
    end = time.monotonic() + 30
    # Polled from outside: the page's own policy forbids to evaluate text.
    while not page.evaluate("globalThis.waveglass?.rows > 60"):
        assert time.monotonic() < end, "no streams within 30 s"
        time.sleep(0.1)
    page.click("#handle")
    page.click(f"text={motion}")
    page.click("#handle")
    time.sleep(1.5)


def latencies(page, seconds):
    """Milliseconds from arrival to drawn of the frames of some seconds."""
    found = []
    for _ in range(max(1, round(seconds / 10))):
        page.evaluate("waveglass.latencies.length = 0")
        time.sleep(10)
        found += [value / 1000 for value in page.evaluate("waveglass.latencies") if value is not None]
    return sorted(found)


def share(values, part):
    return values[min(len(values) - 1, int(part * len(values)))]


def print_processor(found, peers, floors):
    print("| streams | motion | frames/s | all processes, ms a frame | goal | main thread | renderer | raster process | floor | pyqtgraph | pyqtgraph over ours |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for count in (13, 64):
        # The quicker of its two ways.
        way = min(("every sample", "peaks of columns"), key=lambda way: statistics.median(peer[way] for peer in peers[count]))
        beside = [peer[way] for peer in peers[count]]
        for motion in ("Sweep", "Scroll"):
            rounds = found[motion, count]
            of = lambda what: [each.get(what, 0) for each in rounds]
            ratio = statistics.median(beside) / statistics.median(of("all"))
            print(
                f"| {count} | {motion.lower()} | {statistics.median(of('frames')):.0f} | {spread(of('all'))} | {GOALS[motion, count]} "
                f"| {spread(of('main'))} | {spread(of('renderer'))} | {spread(of('gpu-process'))} | {spread([each['all'] for each in floors])} "
                f"| {spread(beside)} ({way}) | **{ratio:.1f}** |")


def print_latency(delays):
    print("\n| streams of 1 kHz, blocks of 16 ms | frames | p50 | p95 | p99 | most | goal of p99 |\n|---|---|---|---|---|---|---|")
    for count, values in delays.items():
        numbers = " | ".join(f"{share(values, part):.1f} ms" for part in (0.5, 0.95, 0.99, 1))
        print(f"| {count} | {len(values)} | {numbers} | {'25 ms' if count < 256 else 'stated'} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--latency-seconds", type=float, default=20)
    parser.add_argument("--skip-latency", action="store_true")
    options = parser.parse_args()
    found, peers, floors, delays = {}, {}, [], {}
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        for _ in range(options.rounds):
            floors.append(floor(browser, options.seconds))
            for count in (13, 64):
                with Server(options.binary, options.web, f"demo:streams?count={count}&rate=1000") as server:
                    for motion in ("Sweep", "Scroll"):
                        context, page, tools = page_of(browser)
                        show(page, server, motion)
                        found.setdefault((motion, count), []).append(
                            during(browser, page, tools, options.seconds, "waveglass.draws"))
                        context.close()
                peer = subprocess.run(
                    [sys.executable, str(pathlib.Path(__file__).parent / "pyqtgraph_peer.py"), "--count", str(count)],
                    capture_output=True, text=True, check=True)
                peers.setdefault(count, []).append(json.loads(peer.stdout))
        if found:
            print_processor(found, peers, floors)
        sys.stdout.flush()
        for count in () if options.skip_latency else (13, 64, 256):
            with Server(options.binary, options.web, f"demo:streams?count={count}&rate=1000") as server:
                context, page, _ = page_of(browser)
                show(page, server, "Sweep")
                delays[count] = latencies(page, options.latency_seconds)
                context.close()
        browser.browser.close()
    if delays:
        print_latency(delays)


if __name__ == "__main__":
    main()
