#!/usr/bin/env python3
"""Measures the client in Chromium on `demo:`: first row, script time of a row, processor time of a frame, latency.

Prints Markdown for Benchmarks/RESULTS.md. The floor is the same browser on a page that asks for every frame and draws nothing.
"""
import argparse
import os
import pathlib
import statistics
import sys
import time

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(root / "Tests/Browser"))
from playwright.sync_api import sync_playwright  # noqa: E402
from screen import Screen, Server, phone  # noqa: E402

wide = {"viewport": {"width": 2048, "height": 1152}, "device_scale_factor": 1, "has_touch": True, "is_mobile": False}
ticks = os.sysconf("SC_CLK_TCK")


def processor_seconds():
    """Processor time so far of all processes of Chromium."""
    total = 0
    for directory in pathlib.Path("/proc").iterdir():
        if not directory.name.isdigit():
            continue
        try:
            name, _, rest = (directory / "stat").read_text().rpartition(")")
            if "chrom" in name:
                fields = rest.split()
                total += int(fields[11]) + int(fields[12])
        except OSError:
            continue
    return total / ticks


def over(screen, seconds):
    """What the page's counters and the processor's clock did in some seconds."""
    keys = ("draws", "drawMilliseconds", "receiveMilliseconds", "messages")
    read = lambda: screen.page.evaluate(f"[{', '.join('waveglass.' + key for key in keys)}]")
    before, processor = read(), processor_seconds()
    time.sleep(seconds)
    after, processor = read(), processor_seconds() - processor
    return {**dict(zip(keys, (b - a for a, b in zip(before, after)))), "processor": processor, "seconds": seconds}


def floor(browser, settings, seconds):
    context = browser.new_context(**settings)
    page = context.new_page()
    page.set_content("<canvas></canvas>")
    page.evaluate("globalThis.frames_ = 0; const f = () => { frames_ += 1; requestAnimationFrame(f) }; f()")
    time.sleep(1)
    frames, processor = page.evaluate("frames_"), processor_seconds()
    time.sleep(seconds)
    frames, processor = page.evaluate("frames_") - frames, processor_seconds() - processor
    context.close()
    return 1000 * processor / max(1, frames)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    options = parser.parse_args()
    with sync_playwright() as playwright, Server(options, "demo:") as server:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu-compositing"])
        first = []
        for _ in range(9):
            screen = Screen(browser, server)
            screen.wait("waveglass.firstRowDraw > 0")
            first.append(screen.number("waveglass.firstRowDraw"))
            screen.context.close()
        print("| what | measured | goal |\n|---|---|---|")
        size = (root / "Web/waveglass.wasm").stat().st_size
        print(f"| client module, raw | {size:,} bytes | 150,000 |")
        print(f"| first row on the screen after opening the page, median of 9 | {statistics.median(first):.0f} ms | 1000 ms |")
        screen = Screen(browser, server, **wide)
        time.sleep(3)
        rounds = [over(screen, 2) for _ in range(7)]
        row = statistics.median((r["drawMilliseconds"] + r["receiveMilliseconds"]) / max(1, r["draws"]) for r in rounds)
        print(f"| decode and draw a row of 2048 columns, two planes, script time, median of 7 | {row:.2f} ms | 1 ms |")
        latencies = sorted(x / 1000 for x in screen.number("waveglass.latencies") if x is not None)
        p50, p99 = (latencies[int(len(latencies) * share)] for share in (0.5, 0.99))
        print(f"| newest sample to drawn row on loopback, {len(latencies)} rows | p50 {p50:.0f} ms, p99 {p99:.0f} ms | |")
        screen.context.close()
        print("\n| screen | mode | frames a second | script a frame | processor a frame, all processes | floor |\n|---|---|---|---|---|---|")
        for name, settings in (("2048 x 1152 @1", wide), ("390 x 844 @3", phone)):
            bare = floor(browser, settings, 5)
            screen = Screen(browser, server, **settings)
            for mode in ("Spectrum", "Waterfall", "Meter"):
                screen.mode(mode)
                time.sleep(3)
                done = over(screen, 8)
                frames = max(1, done["draws"])
                print(
                    f"| {name} | {mode.lower()} | {frames / done['seconds']:.0f} "
                    f"| {(done['drawMilliseconds'] + done['receiveMilliseconds']) / frames:.2f} ms "
                    f"| {1000 * done['processor'] / frames:.1f} ms | {bare:.1f} ms |")
            screen.context.close()
        browser.close()


if __name__ == "__main__":
    main()
