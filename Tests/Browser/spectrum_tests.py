"""The spectrum: fingers on its axes, what its trace shows, and what a row costs."""
import pathlib
import tempfile
import time

import numpy as np
from screen import Screen, Server, carrier, near


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
