#!/usr/bin/env python3
"""Drives the whole of Waveglass in real Chromium with real touches: server, socket, WebAssembly, canvas."""
import argparse
import json
import math
import pathlib
import random
import re
import sys
import tempfile
import time
import traceback

import numpy as np
from playwright.sync_api import sync_playwright
from screen import Screen, Server, Simulator, carrier, lit, near, phone, root


def test_drag_moves_the_band_with_the_finger(browser, demo):
    screen = Screen(browser, demo, reduced_motion="reduce")
    screen.hand.pinch(((150, 400), (100, 400)), ((250, 404), (300, 404)))
    low, high = screen.band()
    near(high - low, 10, 0.1)
    screen.close_drawer()
    screen.hand.drag((200, 300), (278, 300))
    moved = screen.band()
    near(low - moved[0], 78 / 390 * (high - low), 0.05)
    near(moved[1] - moved[0], high - low, 0.02)
    screen.close()


def test_pinch_scales_both_axes(browser, demo):
    screen = Screen(browser, demo, reduced_motion="reduce")
    low, high = screen.band()
    near(screen.field(5), 0, 0.01)
    screen.close_drawer()
    screen.hand.pinch(((150, 300), (100, 200)), ((250, 500), (300, 600)))
    moved = screen.band()
    near(moved[1] - moved[0], (high - low) / 2, 0.1)
    near(screen.field(5), 6.02, 0.15)
    screen.close()


def test_double_tap_returns_to_the_whole(browser, demo):
    screen = Screen(browser, demo, reduced_motion="reduce")
    whole = screen.band()
    screen.close_drawer()
    screen.hand.pinch(((150, 300), (100, 200)), ((250, 500), (300, 600)))
    screen.hand.double_tap(200, 400)
    assert screen.band() == whole
    near(screen.field(5), 0, 0.01)
    assert "Paused" not in screen.chip()
    screen.close()


def test_paused_costs_nothing(browser, demo):
    screen = Screen(browser, demo)
    screen.hand.tap(200, 400)
    time.sleep(1.2)
    assert "Paused" in screen.chip(), screen.chip()
    before = screen.number("[waveglass.draws, waveglass.receivedBytes, waveglass.sentBytes]")
    time.sleep(5)
    after = screen.number("[waveglass.draws, waveglass.receivedBytes, waveglass.sentBytes]")
    assert before == after, f"{before} became {after}"
    screen.hand.tap(200, 400)
    screen.wait(f"waveglass.draws > {after[0] + 10}")
    assert "Live" in screen.chip()
    screen.close()


def test_paused_picture_survives_a_resize(browser, demo):
    screen = Screen(browser, demo)
    screen.hand.tap(200, 400)
    time.sleep(0.5)
    before = lit(screen.picture())
    screen.page.evaluate("dispatchEvent(new Event('resize'))")
    time.sleep(0.5)
    assert lit(screen.picture()) > 0.9 * before > 0
    screen.page.set_viewport_size({"width": 844, "height": 390})
    time.sleep(0.7)
    assert lit(screen.picture("browser-landscape")) > 0
    assert "Paused" in screen.chip()
    screen.close()


def test_hidden_costs_nothing(browser, demo):
    screen = Screen(browser, demo)
    screen.page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))")
    time.sleep(0.5)
    before, draws = screen.number("[waveglass.receivedBytes, waveglass.draws]")
    time.sleep(2)
    assert screen.number("[waveglass.receivedBytes, waveglass.draws]") == [before, draws]
    screen.page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    screen.wait(f"waveglass.receivedBytes > {before}")
    screen.close()


def test_one_row_is_one_draw(browser, options):
    with Server(options, f"file:{carrier}?speed=1") as server:
        screen = Screen(browser, server)
        screen.hand.tap(200, 400)
        time.sleep(2.5)
        screen.hand.tap(200, 400)
        screen.wait("waveglass.draws > 0")
        time.sleep(0.5)
        rows, draws = screen.number("[waveglass.rows, waveglass.draws]")
        screen.wait(f"waveglass.rows > {rows}")
        time.sleep(0.4)
        rows_after, draws_after = screen.number("[waveglass.rows, waveglass.draws]")
        assert rows_after == rows + 1 and draws_after == draws + 1, (rows, draws, rows_after, draws_after)
        screen.close()


def test_receiver_is_tuned_when_the_drag_ends(browser, options):
    with Server(options, "demo:") as server:
        screen = Screen(browser, server, reduced_motion="reduce")
        screen.hand.drag((300, 400), (60, 400))
        time.sleep(1.5)
        low, high = screen.band()
        near(low, 100.3, 0.2)
        screen.close_drawer()
        picture = screen.picture("browser-tuned")
        # Where there were no data before there is a trace now, and no sheet of missing ones.
        top = [picture.light(picture.width * 0.8, y) for y in range(300, 500, 10)]
        assert max(picture.light(x, y) for x in range(2000 * 3 // 7, picture.width) for y in range(1800, 2100, 15)) > 0.3
        assert min(top) < 0.06, top
        screen.close()


def test_two_screens_share_a_receiver(browser, options):
    with Server(options, "demo:") as server:
        first = Screen(browser, server, reduced_motion="reduce")
        second = Screen(browser, server, reduced_motion="reduce")
        is_led = "document.querySelector('#chip').textContent.includes('another screen steers')"
        first.hand.drag((300, 400), (60, 400))
        second.wait(is_led)
        # What it looked at is not acquired any more: it is shown all that is.
        low, high = second.band()
        near(low, 100.3, 0.2)
        near(high, 120.3, 0.2)
        assert "Another screen steers · 2 watching" in second.page.inner_text('[data-control="30"]').replace("\n", " ")
        second.close_drawer()
        # It may look inside, but not drag the receiver away.
        second.hand.pinch(((150, 400), (100, 400)), ((250, 404), (300, 404)))
        second.hand.drag((300, 400), (60, 400))
        second.hand.drag((300, 400), (60, 400))
        time.sleep(1)
        inside = second.band()
        near(inside[1], 120.3, 0.2)
        near(inside[1] - inside[0], 10, 0.3)
        near(first.band()[0], 100.3, 0.2)
        first.close_drawer()
        second.picture("browser-steered")
        second.page.click('[data-control="31"]')
        first.wait(is_led)
        second.close_drawer()
        assert not second.number(is_led)
        second.hand.drag((300, 400), (60, 400))
        time.sleep(1)
        # Its own band was within the other's new one, or the other is shown all of it.
        assert first.band()[0] > 105, first.band()
        second.close()
        first.close()


def test_several_sources_in_one_page(browser, options):
    with Server(options, "demo:", f"file:{carrier}?speed=5") as server:
        screen = Screen(browser, server, reduced_motion="reduce")
        assert "simulated" in screen.chip()
        screen.open_drawer()
        screen.page.click('[data-control="10"] >> text=carrier.csv')
        screen.wait("document.querySelector('#chip').textContent.includes('Playing 5×12:')")
        low, high = screen.band()
        near(low, 97.43, 0.01)
        screen.page.click('[data-control="8"] >> text=Stop')
        screen.wait("document.querySelector('#chip').textContent.includes('Playback stopped')")
        screen.page.click('[data-control="10"] >> text=Simulated')
        screen.wait("document.querySelector('#chip').textContent.includes('simulated')")
        screen.close()


def test_trace_stands_where_the_carrier_is(browser, options):
    with Server(options, f"file:{carrier}?speed=1") as server:
        screen = Screen(browser, server)
        picture = screen.picture("browser-carrier-spectrum")
        x = (100.0 - 97.43) / 5.12 * picture.width
        # The accent-free trace is bluish white; above the floor only the carrier is there.
        column = [picture.light(x, y) for y in range(900, 1200)]
        beside = [picture.light(x + 60, y) for y in range(900, 1200)]
        assert max(column) > 0.25 and max(beside) < 0.25, (max(column), max(beside))
        screen.close()


def test_waterfall_shows_the_carrier_and_scrolls_back(browser, options):
    with Server(options, f"file:{carrier}?speed=20") as server:
        screen = Screen(browser, server, reduced_motion="reduce")
        screen.mode("Waterfall")
        # The row looked at is 4.4 s old: the source has to be older.
        time.sleep(7)
        picture = screen.picture("browser-carrier-waterfall")
        x = (100.0 - 97.43) / 5.12 * picture.width
        assert picture.light(x, 60 * 3) > 0.7, picture.pixel(x, 180)
        assert picture.light(x + 40, 60 * 3 + 120) < 0.2
        screen.hand.drag((200, 600), (200, 560), rest=0.05)
        assert re.search(r"[\d.]+ s ago", screen.chip()), screen.chip()
        screen.page.click("#chip")
        assert "Playing" in screen.chip(), screen.chip()
        screen.close()


def test_meter_is_one_bar_over_the_whole_width(browser, options):
    with Server(options, f"file:{carrier}?speed=1") as server:
        screen = Screen(browser, server)
        screen.mode("Meter")
        time.sleep(0.6)
        picture = screen.picture("browser-meter")
        y = picture.height - 40
        left, middle, right = (picture.pixel(x, y) for x in (300, picture.width / 2, picture.width - 200))
        # Gradients are dithered by one.
        for other in (left, right):
            assert max(abs(a - b) for a, b in zip(middle, other)) <= 2, (left, middle, right)
        assert middle[0] > 60, middle
        before = screen.number("waveglass.receivedBytes")
        time.sleep(4)
        assert screen.number("waveglass.receivedBytes") - before < 400
        screen.close()


def test_hold_drops_a_marker(browser, options):
    with Server(options, f"file:{carrier}?speed=1") as server:
        screen = Screen(browser, server)
        x = (100.0 - 97.43) / 5.12 * 390
        screen.hand.hold(x + 6, 500)
        time.sleep(0.3)
        picture = screen.picture("browser-marker")
        accent = [p for p in range(picture.width) if picture.pixel(p, 1800)[0] > 150 and picture.pixel(p, 1800)[2] < 70]
        assert accent, "no marker line"
        near(sum(accent) / len(accent) / 3, x, 1.5)
        screen.hand.drag((x, 700), (x + 90, 700))
        picture = screen.picture()
        accent = [p for p in range(picture.width) if picture.pixel(p, 1800)[0] > 150 and picture.pixel(p, 1800)[2] < 70]
        # It takes hold of the highest point within 12 points, here of noise.
        near(sum(accent) / len(accent) / 3, x + 90, 13.5)
        screen.close()


def annotated(folder):
    """A minute of faint noise and a carrier beside it as SigMF, of which a part is marked."""
    rate = 100_000
    chance = random.Random(75)
    # The carrier, 40 kHz up, sets the range of levels, so that the rest is dark.
    block = bytes(
        round(127.5 + 60 * part(0.8 * math.pi * sample) + chance.uniform(-1, 1))
        for sample in range(50_000) for part in (math.cos, math.sin))
    data = pathlib.Path(folder) / "marked.sigmf-data"
    data.write_bytes(block * 120)
    data.with_suffix(".sigmf-meta").write_text(json.dumps({
        "global": {"core:datatype": "cu8", "core:version": "1.2.6", "core:sample_rate": rate},
        "captures": [{"core:sample_start": 0, "core:frequency": 100_000_000, "core:datetime": "2026-01-02T03:04:05Z"}],
        "annotations": [{
            "core:sample_start": 4 * rate, "core:sample_count": 8 * rate, "core:freq_lower_edge": 99_980_000,
            "core:freq_upper_edge": 100_020_000, "core:label": "beep", "core:comment": "made for a test"}]}))
    return data


def test_annotation_is_outlined_and_read(browser, options):
    with tempfile.TemporaryDirectory() as folder, Server(options, f"file:{annotated(folder)}?speed=2") as server:
        screen = Screen(browser, server, reduced_motion="reduce")
        time.sleep(3)
        picture = screen.picture("browser-annotation-spectrum")
        line = (88 + 1) * 3
        assert any(picture.light(195 * 3, y) > 0.4 > picture.light(60 * 3, y) for y in range(line - 6, line + 9))
        screen.mode("Waterfall")
        # The mark ended six seconds of playback after the start.
        time.sleep(9)
        screen.hand.tap(40, 700)
        screen.wait("document.querySelector('#chip').textContent.includes('Paused')")
        picture = screen.picture("browser-annotation-waterfall")
        edges = [
            y for y in range(60, 2300)
            if all(picture.light(x * 3, y) > 0.4 for x in (150, 195, 240)) and picture.light(90 * 3, y) < 0.4]
        assert edges and edges[-1] - edges[0] > 100, edges
        left = [x for x in range(80 * 3, 160 * 3) if picture.light(x, (edges[0] + edges[-1]) // 2) > 0.4]
        near(left[0] / 3, 0.3 * 390, 1.5)
        screen.hand.tap(250, edges[-1] / 3)
        screen.wait("document.querySelector('#alert').textContent.includes('beep: made for a test')")
        assert "99.98 MHz to 100.02 MHz" in screen.page.inner_text("#alert")
        assert "Paused" in screen.chip()
        screen.close()


def test_keyboard_does_what_fingers_do(browser, demo):
    screen = Screen(browser, demo, has_touch=False, is_mobile=False, device_scale_factor=1, viewport={"width": 1280, "height": 800})
    whole = screen.band()
    screen.close_drawer()
    for _ in range(4):
        screen.press("+")
    zoomed = screen.band()
    near(zoomed[1] - zoomed[0], (whole[1] - whole[0]) / 1.25**4, 0.1)
    screen.close_drawer()
    screen.press(" ")
    screen.wait("document.querySelector('#chip').textContent.includes('Paused')")
    screen.press(" ")
    screen.press("2")
    screen.press("d")
    assert screen.page.get_attribute('[data-control="1"] >> text=Waterfall', "aria-checked") == "true"
    screen.page.focus("#handle")
    screen.page.keyboard.press("1")
    assert screen.page.get_attribute('[data-control="1"] >> text=Spectrum', "aria-checked") == "true"
    screen.page.keyboard.press("2")
    screen.press("?")
    assert screen.page.is_visible("#help")
    screen.page.keyboard.press("Escape")
    low, _ = screen.band()
    screen.page.focus('[data-control="2"] b:first-of-type')
    screen.page.keyboard.press("ArrowRight")
    near(screen.field(3) - low, 0.01, 0.011)
    screen.page.focus('[data-control="1"] button[tabindex="0"]')
    screen.page.keyboard.press("ArrowRight")
    assert screen.page.get_attribute('[data-control="1"] >> text=Meter', "aria-checked") == "true"
    screen.close()


def test_wheel_and_typed_fields(browser, demo):
    screen = Screen(browser, demo, has_touch=False, is_mobile=False, device_scale_factor=1, viewport={"width": 1280, "height": 800})
    screen.open_drawer()
    screen.page.fill('[data-control="3"] input', "95")
    screen.page.keyboard.press("Enter")
    screen.page.fill('[data-control="4"] input', "99.5 MHz")
    screen.page.keyboard.press("Enter")
    assert screen.band() == (95, 99.5)
    screen.page.fill('[data-control="4"] input', "lots")
    screen.page.keyboard.press("Enter")
    assert "not a frequency" in screen.page.inner_text("#alert")
    assert screen.band() == (95, 99.5)
    screen.page.click("#alert button")
    screen.page.mouse.move(500, 400)
    screen.page.keyboard.down("Control")
    screen.page.mouse.wheel(0, -200)
    screen.page.keyboard.up("Control")
    low, high = screen.band()
    near(high - low, 3, 0.05)
    screen.close()


def test_slider_is_touched(browser, demo):
    screen = Screen(browser, demo, reduced_motion="reduce")
    low, high = screen.band()
    box = screen.page.locator('[data-control="2"] .track').bounding_box()
    y = box["y"] + box["height"] / 2
    screen.hand.drag((box["x"] + 2, y), (box["x"] + 2 + box["width"] / 2, y))
    moved = screen.band()
    near(moved[0], (low + high) / 2, 0.3)
    assert moved[1] == high
    screen.close()


def test_light_and_dark_follow_the_system(browser, demo):
    for scheme, is_light in (("light", True), ("dark", False)):
        screen = Screen(browser, demo, color_scheme=scheme)
        picture = screen.picture(f"browser-{scheme}")
        assert (picture.light(picture.width - 30, 30) > 0.8) == is_light
        screen.close()


def test_receiver_is_set_in_the_drawer(browser, options):
    with Simulator(options) as simulator, Server(
            options, f"rtltcp://127.0.0.1:{simulator.port}?rate=1.2M&frequency=99.5M") as server:
        screen = Screen(browser, server, reduced_motion="reduce")
        screen.open_drawer()
        gain = screen.page.locator('[data-control="64"]')
        gain.scroll_into_view_if_needed()
        assert "Automatic" in gain.inner_text(), gain.inner_text()
        box = gain.locator(".track").bounding_box()
        y = box["y"] + box["height"] / 2
        screen.hand.drag((box["x"] + 4, y), (box["x"] + box["width"] * 17 / 29, y))
        simulator.wait("tuner gain by hand")
        simulator.wait("tuner gain 29.7 dB")
        assert "29.7 dB" in gain.inner_text(), gain.inner_text()
        screen.page.fill('[data-control="65"] input', "12")
        screen.page.keyboard.press("Enter")
        simulator.wait("frequency correction 12 ppm")
        bias = screen.page.locator('[data-control="67"]')
        bias.scroll_into_view_if_needed()
        place = bias.bounding_box()
        middle = (place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        screen.hand.tap(*middle)
        screen.page.wait_for_selector('[data-control="67"] >> text=power the antenna')
        assert "bias tee on" not in simulator.lines and bias.get_attribute("aria-checked") == "false"
        screen.picture("browser-receiver")
        screen.hand.tap(*middle)
        simulator.wait("bias tee on")
        screen.wait("document.querySelector('[data-control=\"67\"]').getAttribute('aria-checked') === 'true'")
        screen.hand.tap(*middle)
        simulator.wait("bias tee off")
        screen.close()


def test_server_gone_and_back(browser, options):
    server = Server(options, "demo:")
    screen = Screen(browser, server)
    port = server.port
    server.stop()
    screen.wait("document.querySelector('#chip').textContent.includes('No connection')")
    picture = screen.picture()
    assert max(picture.light(x, picture.height * 0.9) for x in range(0, picture.width, 2)) > 0.05, "the picture is gone"
    with Server(options, "demo:", port=port):
        screen.wait("document.querySelector('#chip').textContent.includes('Live')", 10)
        draws = screen.number("waveglass.draws")
        screen.wait(f"waveglass.draws > {draws + 10}")
        screen.problems.clear()
        screen.close()


def test_missing_client_says_what_to_do(browser, demo):
    context = browser.new_context(**phone)
    page = context.new_page()
    page.route("**/waveglass.wasm", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(demo.url)
    page.wait_for_selector("#alert:not([hidden])")
    assert "could not be loaded" in page.inner_text("#alert")
    context.close()


def two_tones(folder):
    """A capture of 2.4 MS/s with tones 20 Hz apart, dithered so that steps of 8 bits make no others."""
    path = pathlib.Path(folder) / "tones.cu8"
    count = 2_400_000
    angle = 2j * np.pi * np.arange(count) / 2.4e6
    tones = np.exp(300_000 * angle) + np.exp(300_020 * angle)
    dither = np.random.default_rng(1).random((count, 2))
    path.write_bytes((127 + 40 * np.stack([tones.real, tones.imag], -1) + dither).astype(np.uint8).tobytes())
    return path


def test_zoom_parts_two_tones_of_a_wide_capture(browser, options):
    with tempfile.TemporaryDirectory() as folder, Server(options, f"file:{two_tones(folder)}?frequency=100M") as server:
        screen = Screen(browser, server, reduced_motion="reduce")
        # No band is narrower than eight resolution bandwidths: each one asks for bins that allow the next.
        for half in (50_000, 5_000, 1_000, 100):
            for control, hertz in ((3, 100_300_010 - half), (4, 100_300_010 + half)) * 2:
                screen.open_drawer()
                field = f'[data-control="{control}"] input'
                screen.page.fill(field, f"{hertz} Hz")
                screen.page.press(field, "Enter")
                time.sleep(0.3)
            time.sleep(0.7)
        low, high = screen.band()
        near((high - low) * 1e6, 200, 12)
        assert "1048576" in screen.page.inner_text("#drawer"), screen.page.inner_text("#drawer")
        screen.close_drawer()
        time.sleep(2)
        picture = screen.picture("browser-two-tones")

        def top(hertz):
            """The highest point of the trace within 4 Hz."""
            middle = (hertz - low * 1e6) / (high - low) / 1e6 * picture.width
            reach = 4 / (high - low) / 1e6 * picture.width
            return min(
                next((y for y in range(200, picture.height) if picture.light(x, y) > 0.3), picture.height)
                for x in range(int(middle - reach), int(middle + reach), 3))

        first, second, between = top(100_300_000), top(100_300_020), top(100_300_010)
        assert abs(first - second) < 40 and between > first + 300, (first, second, between)
        screen.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--only", default="", help="run tests whose names contain this")
    options = parser.parse_args()
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_") and options.only in name]
    failed = 0
    with sync_playwright() as playwright, Server(options, "demo:") as demo:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu-compositing"])
        for name, test in tests:
            began = time.monotonic()
            try:
                test(browser, demo if "demo" in test.__code__.co_varnames[: test.__code__.co_argcount] else options)
                print(f"ok   {name} ({time.monotonic() - began:.1f} s)", flush=True)
            except Exception:
                failed += 1
                print(f"FAIL {name}\n{traceback.format_exc()}", flush=True)
        browser.close()
    print(f"{len(tests) - failed} passed, {failed} failed")
    return 1 if failed or not tests else 0


if __name__ == "__main__":
    sys.exit(main())
