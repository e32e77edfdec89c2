"""The spectrum: fingers on its axes, what its trace shows, and what a row costs."""
import pathlib
import tempfile

import numpy as np
from controls import field
from screen import FRAME, Screen, Server, carrier, near, on


@on("phone", "tablet")
def test_drag_moves_the_band_with_the_finger(see, demo):
    screen = see(demo, reduced_motion="reduce")
    # In the middle, so that the drag stays within the source and does not tune it.
    middle = screen.width / 2
    screen.hand.pinch(((middle - 50, 400), (middle - 100, 400)), ((middle + 50, 404), (middle + 100, 404)))
    screen.until(lambda: near(screen.span(), 10, 0.1))
    low, high = screen.band()
    screen.close_drawer()
    screen.hand.drag((200, 300), (200 + 0.2 * screen.width, 300))
    screen.until(lambda: near(low - screen.band()[0], 0.2 * (high - low), 0.05))
    near(screen.span(), high - low, 0.02)
    screen.close()


@on("phone", "tablet")
def test_pinch_scales_both_axes(see, demo):
    screen = see(demo, reduced_motion="reduce")
    span = screen.span()
    near(screen.field("Display gain, for weaker signals"), 0, 0.01)
    screen.close_drawer()
    screen.hand.pinch(((150, 300), (100, 200)), ((250, 500), (300, 600)))
    screen.until(lambda: near(screen.span(), span / 2, 0.1))
    screen.until(lambda: near(screen.field("Display gain, for weaker signals"), 6.02, 0.15))
    screen.close()


@on("phone", "tablet")
def test_double_tap_returns_to_the_whole(see, demo):
    screen = see(demo, reduced_motion="reduce")
    whole = screen.span()
    screen.close_drawer()
    screen.hand.pinch(((150, 300), (100, 200)), ((250, 500), (300, 600)))
    screen.until(lambda: near(screen.span(), whole / 2, 0.1))
    screen.close_drawer()
    screen.hand.double_tap(150, 400)
    screen.until(lambda: near(screen.span(), whole, 0.001))
    screen.until(lambda: near(screen.field("Display gain, for weaker signals"), 0, 0.01))
    screen.chip_says("Live")
    screen.close()


# Rows and draws before a row, once all before it are drawn, and when it is drawn and no frame is due.
ONE_ROW = """async () => {
    %s
    const counted = () => [waveglass.rows, waveglass.draws];
    const next = async () => {
        for (const { rows } = waveglass; waveglass.rows === rows; ) await frame();
        while (waveglass.isFrameDue) await frame();
        return counted();
    };
    await next();
    return [...await next(), ...await next()];
}""" % FRAME


def test_one_row_is_one_draw(browser, options):
    with Server(options, f"file:{carrier}?speed=1") as server:
        screen = Screen(browser, server)
        screen.hand.tap(200, 400)
        screen.chip_says("Paused")
        screen.settle()
        screen.hand.tap(200, 400)
        screen.chip_says("Playing")
        rows, draws, rows_after, draws_after = screen.run(ONE_ROW)
        assert rows_after == rows + 1 and draws_after == draws + 1, (rows, draws, rows_after, draws_after)
        screen.close()


def carrier_stands(screen):
    picture = screen.picture("browser-carrier-spectrum")
    x = (100.0 - 97.43) / 5.12 * picture.width
    # The accent-free trace is bluish white; above the floor only the carrier is there.
    lines = range(round(0.36 * picture.height), round(0.47 * picture.height))
    column = [picture.light(x, y) for y in lines]
    beside = [picture.light(x + 20 * screen.scale, y) for y in lines]
    assert max(column) > 0.25 and max(beside) < 0.25, (max(column), max(beside))


@on("phone", "tablet")
def test_trace_stands_where_the_carrier_is(see, options):
    with Server(options, f"file:{carrier}?speed=1") as server:
        screen = see(server)
        screen.until(lambda: carrier_stands(screen))
        screen.close()


def marker_at(screen):
    """Where the marker's line stands, in points."""
    picture = screen.picture("browser-marker")
    y = round(0.71 * picture.height)
    accent = [x for x in range(picture.width) if picture.pixel(x, y)[0] > 150 and picture.pixel(x, y)[2] < 70]
    assert accent, "no marker line"
    return sum(accent) / len(accent) / screen.scale


@on("phone", "tablet")
def test_hold_drops_a_marker(see, options):
    with Server(options, f"file:{carrier}?speed=1") as server:
        screen = see(server)
        x = (100.0 - 97.43) / 5.12 * screen.width
        # A page that is still busy opening takes a hold for a tap.
        screen.until(lambda: carrier_stands(screen))
        screen.hand.hold(x + 6, 500)
        screen.until(lambda: near(marker_at(screen), x, 1.5))
        screen.hand.drag((x, 700), (x + 90, 700))
        # It takes hold of the highest point within 12 points, here of noise, of a finger that is told in whole points.
        screen.until(lambda: near(marker_at(screen), x + 90, 16))
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


def show(screen, low, high):
    """Types the band's edges; they are taken once the bins are narrow enough for it."""
    for edge, hertz in (("from", low), ("to", high)):
        screen.open_drawer()
        screen.enter(field(edge), f"{hertz} Hz")
    near(screen.span() * 1e6, high - low, 0.06 * (high - low))


def test_zoom_parts_two_tones_of_a_wide_capture(browser, options):
    with tempfile.TemporaryDirectory() as folder, Server(options, f"file:{two_tones(folder)}?frequency=100M&rate=2.4M") as server:
        screen = Screen(browser, server, reduced_motion="reduce")
        # No band is narrower than eight resolution bandwidths: each one asks for bins that allow the next.
        for half in (50_000, 5_000, 1_000, 100):
            screen.until(lambda: show(screen, 100_300_010 - half, 100_300_010 + half))
        low, high = screen.band()
        screen.wait("document.querySelector('#drawer').innerText.includes('1048576')")
        screen.close_drawer()

        def top(picture, hertz):
            """The highest point of the trace within 4 Hz."""
            middle = (hertz - low * 1e6) / (high - low) / 1e6 * picture.width
            reach = 4 / (high - low) / 1e6 * picture.width
            return min(
                next((y for y in range(200, picture.height) if picture.light(x, y) > 0.3), picture.height)
                for x in range(int(middle - reach), int(middle + reach), 3))

        def are_parted():
            picture = screen.picture("browser-two-tones")
            first, second, between = (top(picture, 100_300_000 + offset) for offset in (0, 20, 10))
            assert abs(first - second) < 40 and between > first + 300, (first, second, between)

        screen.until(are_parted)
        screen.close()
