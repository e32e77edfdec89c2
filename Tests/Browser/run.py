#!/usr/bin/env python3
"""Drives the whole of Waveglass in real browsers with real touches: server, socket, WebAssembly, canvas.

Several lanes draw tests from one queue, those that take longest first. Each lane has its own browsers and its own X server.
"""
import argparse
import contextlib
import json
import os
import pathlib
import sys
import time
import traceback

import access_tests
import coverage_keep_tests
import coverage_place_tests
import coverage_sites_tests
import coverage_streets_tests
import coverage_surface_tests
import coverage_tests
import coverage_worker_tests
import data_derive_tests
import data_partial_tests
import data_remote_derive_tests
import data_remote_lost_tests
import data_remote_tests
import data_tests
import data_text_tests
import desk_tests
import explain_tests
import home_tests
import layout_tests
import link_tests
import names_tests
import meter_tests
import offline_tests
import page_tests
import receiver_tests
import sensors_layout_tests
import sensors_math_tests
import sensors_record_tests
import sensors_tests
import sheets_layout_tests
import spectrum_tests
import testbed_tests
import update_tests
import waterfall_tests
import webkit_tests
from display import Display
from playwright.sync_api import sync_playwright
from screen import Screen, Server, devices, root
from webkit import WebKitScreen

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Runner"))
import lanes

MODULES = (
    home_tests, spectrum_tests, waterfall_tests, meter_tests, receiver_tests, desk_tests, page_tests, sensors_tests, sensors_math_tests,
    sensors_layout_tests, sensors_record_tests, data_tests, data_partial_tests, data_text_tests, data_derive_tests, coverage_tests, coverage_sites_tests,
    layout_tests, sheets_layout_tests, access_tests, names_tests, explain_tests, offline_tests, update_tests, link_tests, webkit_tests, testbed_tests, coverage_keep_tests, coverage_place_tests,
    coverage_streets_tests, coverage_surface_tests, coverage_worker_tests)
# One lane has their shards of ClickHouse, which take longer to start than a test to run.
TOGETHER = (data_remote_tests, data_remote_derive_tests, data_remote_lost_tests)

# How long tests took when that was last recorded.
SECONDS = pathlib.Path(__file__).with_name("seconds.json")
RECORDED = SECONDS.with_suffix(".recorded")


def cases(modules, only):
    """Name, test and what it alone is given: a test that takes `see` runs on each of its devices in each of its browsers."""
    for module in modules:
        for name, test in vars(module).items():
            if name.startswith("test_"):
                for place in getattr(test, "places", [None]):
                    full = f"{name}, {' '.join(place)}" if place else name
                    if only in full:
                        yield full, test, place


def queue(only):
    """Lists of cases that one lane runs one after another, the longest first."""
    seconds = json.loads(SECONDS.read_text())
    lists = [[case] for case in cases(MODULES, only)] + [list(cases(TOGETHER, only))]
    return sorted(filter(None, lists), key=lambda cases: -sum(seconds.get(name, 0) for name, _, _ in cases))


def drawn(queue, failures):
    """The cases that fall to a lane."""
    while (number := lanes.draw(failures)) < len(queue):
        yield from queue[number]


def opener(place, browser, display):
    kind, device = place

    def see(server, **settings):
        made = WebKitScreen if kind == "webkit" else Screen
        where = {"display": display, "device": device} if kind == "webkit" else {"browser": browser, **devices[device]}
        return made(server=server, **where, **settings)

    return see


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--only", default="", help="run tests whose names, browsers and devices contain this")
    parser.add_argument("--times", type=int, default=1, help="run each of them as often")
    parser.add_argument("--lanes", type=int, default=2 * os.cpu_count(), help="how many tests run at once")
    parser.add_argument("--pictures", action="store_true", help="keep pictures of what is tested in out/, for people to look at")
    parser.add_argument("--record", action="store_true", help="keep how long each test took, by which the queue is ordered")
    parser.add_argument("--lane")
    parser.add_argument("--failures", help="a file that takes the names of tests that failed")
    options = parser.parse_args()
    Screen.keeps_pictures = options.pictures
    tests = queue(options.only) * options.times
    if options.lane:
        return run(options, tests)
    began = time.monotonic()
    code = lanes.run([str(lane) for lane in range(min(options.lanes, len(tests)))])
    if options.record:
        record()
    print(f"browsers: {sum(map(len, tests))} tests, {time.monotonic() - began:.0f} s")
    return code


def record():
    """Puts what the lanes have written beside `SECONDS` in its place."""
    lines = [line.split("\t") for line in RECORDED.read_text().splitlines()]
    RECORDED.unlink()
    SECONDS.write_text(json.dumps({name: round(float(took)) for took, name in lines}, indent=0, sort_keys=True) + "\n")


def run(options, tests):
    passed = failed = 0
    with sync_playwright() as playwright, Display() as display, Server(options, "demo:") as demo:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu-compositing"])
        for name, test, place in drawn(tests, options.failures):
            began = time.monotonic()
            try:
                given = {"browser": browser, "demo": demo, "options": options, "playwright": playwright, "display": display}
                if place:
                    given["see"] = opener(place, browser, display)
                test(*(given[name] for name in test.__code__.co_varnames[: test.__code__.co_argcount]))
                passed += 1
                took = time.monotonic() - began
                print(f"ok   {name} ({took:.1f} s)", flush=True)
                if options.record:
                    with RECORDED.open("a") as recorded:
                        recorded.write(f"{took}\t{name}\n")
            except Exception:
                failed += 1
                lanes.tell(options.failures, name)
                print(f"FAIL {name}\n{traceback.format_exc()}", flush=True)
            finally:
                # What goes on drawing would take time from the tests that follow. What cannot be closed any more is gone.
                for screen in list(Screen.opened):
                    with contextlib.suppress(Exception):
                        screen.abandon()
        browser.close()
    print(f"lane {options.lane}: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
