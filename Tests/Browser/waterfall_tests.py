"""The waterfall: where a carrier stands in it, the past, and what is marked in a recording."""
import json
import math
import pathlib
import random
import re
import tempfile

import numpy as np
from screen import PATIENCE, Screen, Server, carrier, near, on


@on("phone", "tablet")
def test_waterfall_shows_the_carrier_and_scrolls_back(see, options):
    with Server(options, f"file:{carrier}?speed=20") as server:
        screen = see(server, reduced_motion="reduce")
        screen.mode("Waterfall")

        def stands():
            picture = screen.picture("browser-carrier-waterfall")
            x, y = (100.0 - 97.43) / 5.12 * picture.width, 60 * screen.scale
            assert picture.light(x, y) > 0.7, picture.pixel(x, y)
            assert picture.light(x + 14 * screen.scale, y + 40 * screen.scale) < 0.2

        # The row looked at is 4.4 s old: the source has to be older.
        screen.until(stands)
        screen.hand.drag((200, 600), (200, 560), rest=False)
        screen.until(lambda: match(r"[\d.]+ s ago", screen.chip()))
        screen.click("#chip")
        screen.chip_says("Playing")
        screen.close()


def match(pattern, text):
    assert re.search(pattern, text), text


def annotated(folder):
    """A minute of faint noise and a carrier beside it as SigMF, of which eight seconds are marked."""
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
            "core:sample_start": 6 * rate, "core:sample_count": 8 * rate, "core:freq_lower_edge": 99_980_000,
            "core:freq_upper_edge": 100_020_000, "core:label": "beep", "core:comment": "made for a test"}]}))
    return data


def outlined(picture, line):
    assert any(picture.light(195 * 3, y) > 0.4 > picture.light(60 * 3, y) for y in range(line - 6, line + 9))


def marked_lines(picture):
    """The lines of pixels in which the upper or lower side of the mark's outline is."""
    return [
        y for y in range(60, 2300)
        if all(picture.light(x * 3, y) > 0.4 for x in (150, 195, 240)) and picture.light(90 * 3, y) < 0.4]


def whole_mark(picture):
    """The upper and lower side of a mark, and its left one in points, all seen; on a slow machine a mark of an earlier playing may be cut off."""
    edges = marked_lines(picture)
    for upper, lower in zip(edges, edges[1:]):
        # A side is lit at every height; a label of the time axis at one.
        heights = np.linspace(upper, lower, 7).astype(int)[1:-1]
        left = [x for x in range(80 * 3, 160 * 3) if all(picture.light(x, y) > 0.4 for y in heights)]
        if lower - upper > 100 and left:
            return upper, lower, left[0] / 3
    raise AssertionError(f"no whole mark between {edges}")


def test_annotation_is_outlined_and_read(browser, options):
    with tempfile.TemporaryDirectory() as folder, Server(options, f"file:{annotated(folder)}") as server:
        screen = Screen(browser, server, reduced_motion="reduce")
        # Below the chip, which has two lines while a busy machine skips rows.
        def line():
            return round((screen.number("document.querySelector('#bar').getBoundingClientRect().bottom") + 33) * 3)

        # The recording is played again each minute, if what is marked was over when the page came.
        screen.until(lambda: outlined(screen.picture("browser-annotation-spectrum"), line()), 3 * PATIENCE)
        screen.mode("Waterfall")
        # Both ends of the mark are below the chip, which covers the newest four seconds.
        screen.until(lambda: whole_mark(screen.picture()), 3 * PATIENCE)
        screen.hand.tap(40, 700)
        screen.chip_says("Paused")
        screen.settle()
        picture = screen.picture("browser-annotation-waterfall")
        _, lower, left = whole_mark(picture)
        near(left, 0.3 * 390, 1.5)
        screen.hand.tap(250, lower / 3)
        screen.wait("document.querySelector('#alert').textContent.includes('beep: made for a test')")
        assert "99.98 MHz to 100.02 MHz" in screen.page.inner_text("#alert")
        screen.chip_says("Paused")
        screen.close()
