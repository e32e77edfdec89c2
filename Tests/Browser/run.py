#!/usr/bin/env python3
"""Drives the whole of Waveglass in real Chromium with real touches: server, socket, WebAssembly, canvas."""
import argparse
import sys
import time
import traceback

import desk_tests
import layout_tests
import link_tests
import meter_tests
import offline_tests
import page_tests
import receiver_tests
import spectrum_tests
import waterfall_tests
from playwright.sync_api import sync_playwright
from screen import Server, root

SCREENS = (spectrum_tests, waterfall_tests, meter_tests, receiver_tests, desk_tests, page_tests, layout_tests, offline_tests, link_tests)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--only", default="", help="run tests whose names contain this")
    options = parser.parse_args()
    tests = [
        (name, test) for screen in SCREENS for name, test in vars(screen).items()
        if name.startswith("test_") and options.only in name]
    failed = 0
    with sync_playwright() as playwright, Server(options, "demo:") as demo:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu-compositing"])
        for name, test in tests:
            began = time.monotonic()
            try:
                given = {"browser": browser, "demo": demo, "options": options, "playwright": playwright}
                test(*(given[name] for name in test.__code__.co_varnames[: test.__code__.co_argcount]))
                print(f"ok   {name} ({time.monotonic() - began:.1f} s)", flush=True)
            except Exception:
                failed += 1
                print(f"FAIL {name}\n{traceback.format_exc()}", flush=True)
        browser.close()
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
