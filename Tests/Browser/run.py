#!/usr/bin/env python3
"""Drives the whole of Waveglass in real browsers with real touches: server, socket, WebAssembly, canvas.

Two lanes of tests run side by side, each with its own browsers and its own X server.
"""
import argparse
import pathlib
import sys
import time
import traceback

import coverage_keep_tests
import coverage_place_tests
import coverage_sites_tests
import coverage_streets_tests
import coverage_surface_tests
import coverage_tests
import coverage_worker_tests
import data_derive_tests
import data_remote_derive_tests
import data_remote_lost_tests
import data_remote_tests
import data_tests
import data_text_tests
import desk_tests
import layout_tests
import link_tests
import meter_tests
import offline_tests
import page_tests
import receiver_tests
import sensors_layout_tests
import sensors_math_tests
import sensors_record_tests
import sensors_tests
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

LANES = {
    "instruments": (
        spectrum_tests, waterfall_tests, meter_tests, receiver_tests, desk_tests, page_tests, sensors_tests, sensors_math_tests,
        sensors_layout_tests, sensors_record_tests, data_tests, data_text_tests, data_derive_tests,
        data_remote_tests, data_remote_derive_tests, data_remote_lost_tests, coverage_tests, coverage_sites_tests),
    # As long as the other one: what is left of coverage is here, too.
    "page": (
        layout_tests, offline_tests, update_tests, link_tests, webkit_tests, testbed_tests, coverage_keep_tests,
        coverage_place_tests, coverage_streets_tests, coverage_surface_tests, coverage_worker_tests),
}


def cases(only, lane):
    """Name, test and what it alone is given: a test that takes `see` runs on each of its devices in each of its browsers."""
    for screen in LANES[lane]:
        for name, test in vars(screen).items():
            if name.startswith("test_"):
                for place in getattr(test, "places", [None]):
                    full = f"{name}, {' '.join(place)}" if place else name
                    if only in full:
                        yield full, test, place


def opener(place, browser, display, opened):
    kind, device = place

    def see(server, **settings):
        made = WebKitScreen if kind == "webkit" else Screen
        where = {"display": display, "device": device} if kind == "webkit" else {"browser": browser, **devices[device]}
        opened.append(made(server=server, **where, **settings))
        return opened[-1]

    return see


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--only", default="", help="run tests whose names, browsers and devices contain this")
    parser.add_argument("--lane", choices=LANES)
    parser.add_argument("--failures", help="a file that takes the names of tests that failed")
    options = parser.parse_args()
    if options.lane:
        return run(options)
    began = time.monotonic()
    code = lanes.run([[lane for lane in LANES if any(cases(options.only, lane))]])
    print(f"browsers: {time.monotonic() - began:.0f} s")
    return code


def run(options):
    tests = list(cases(options.only, options.lane))
    failed = 0
    with sync_playwright() as playwright, Display() as display, Server(options, "demo:") as demo:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu-compositing"])
        for name, test, place in tests:
            began, opened = time.monotonic(), []
            try:
                given = {"browser": browser, "demo": demo, "options": options, "playwright": playwright, "display": display}
                if place:
                    given["see"] = opener(place, browser, display, opened)
                test(*(given[name] for name in test.__code__.co_varnames[: test.__code__.co_argcount]))
                print(f"ok   {name} ({time.monotonic() - began:.1f} s)", flush=True)
            except Exception:
                failed += 1
                lanes.tell(options.failures, name)
                print(f"FAIL {name}\n{traceback.format_exc()}", flush=True)
                for screen in opened:
                    screen.abandon()
        browser.close()
    print(f"{options.lane}: {len(tests) - failed} passed, {failed} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
