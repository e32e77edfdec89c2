"""Fingers and eyes for tests in real browsers: multi-touch, here through Chromium's DevTools protocol; pixels from screenshots."""
import io
import time

import numpy as np
from PIL import Image


class Hand:
    """Touches a page as fingers do."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind, points):
        self.session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]})

    def tap(self, x, y):
        self._send("touchStart", [(x, y)])
        time.sleep(0.04)
        self._send("touchEnd", [])

    def double_tap(self, x, y):
        self.tap(x, y)
        time.sleep(0.08)
        self.tap(x, y)

    def drag(self, start, end, steps=12, rest=0.15):
        self._send("touchStart", [start])
        for step in range(1, steps + 1):
            part = step / steps
            self._send("touchMove", [tuple(a + (b - a) * part for a, b in zip(start, end))])
            time.sleep(0.016)
        time.sleep(rest)
        self._send("touchEnd", [])

    def pinch(self, first, second, steps=12):
        """Moves two fingers, each from its first place to its second."""
        self._send("touchStart", [first[0], second[0]])
        for step in range(1, steps + 1):
            part = step / steps
            self._send(
                "touchMove", [tuple(a + (b - a) * part for a, b in zip(*finger)) for finger in (first, second)])
            time.sleep(0.016)
        time.sleep(0.15)
        self._send("touchEnd", [])

    def hold(self, x, y, seconds=0.7, then=None):
        self._send("touchStart", [(x, y)])
        time.sleep(seconds)
        if then:
            self._send("touchMove", [then])
            time.sleep(0.1)
        self._send("touchEnd", [])


class Picture:
    """The pixels of a PNG screenshot."""

    def __init__(self, png):
        self.pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
        self.height, self.width = self.pixels.shape[:2]

    def pixel(self, x, y):
        return tuple(int(part) for part in self.pixels[int(y), int(x)])

    def light(self, x, y):
        """Relative luminance from 0 to 1, without gamma's finer points."""
        red, green, blue = self.pixel(x, y)
        return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
