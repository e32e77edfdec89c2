"""Fingers and eyes for tests in real browsers: multi-touch, here through Chromium's DevTools protocol; pixels from screenshots."""
import asyncio
import io
import math
import time

import numpy as np
from PIL import Image

# Seconds: of the page's thresholds (GestureRecognizer.swift), each with a margin.
HOLD, DOUBLE_TAP, REST = 0.55, 0.32, 0.1
# Points.
SLOP = 9

# A page that was busy waits 0.1 s for what the finger did meanwhile before it says that it holds.
SEE = """async () => {
    const passes = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
    await passes(0);
    await passes(150);
}"""


class Hand:
    """Touches a page as fingers do. The page times a touch when it handles it: so what must not take long is sent in one go, and what must take
    its time is waited for when the page has handled what begins it."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.tapped = 0

    def _send(self, *touches):
        """Sends touches in one go, and returns when the page has handled them."""
        events = [
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]}
            for kind, points in touches]
        session = self.session._impl_obj

        async def send():
            await asyncio.gather(*(session.send("Input.dispatchTouchEvent", event, None) for event in events))

        self.session._sync(send())

    def _wait_out_tap(self):
        """Waits after a tap until no other becomes a double tap with it."""
        self._pause(self.tapped + DOUBLE_TAP - time.time())

    def _pause(self, seconds):
        """The time that a hand takes. This is a gesture, not a wait for the page."""
        time.sleep(max(0, seconds))

    def _rest(self):
        """Keeps fingers still until they have no velocity: what they let go does not glide."""
        self._pause(REST)

    def _hold(self):
        """Keeps a finger still until it holds, and a busy page has found the time to see that."""
        self._pause(HOLD)
        self.page.evaluate(SEE)

    def tap(self, x, y):
        self._wait_out_tap()
        self._send(("touchStart", [(x, y)]), ("touchEnd", []))
        self.tapped = time.time()

    def double_tap(self, x, y):
        self._wait_out_tap()
        self._send(*2 * (("touchStart", [(x, y)]), ("touchEnd", [])))
        self.tapped = time.time()

    def drag(self, start, end, steps=12, rest=True):
        self._move([start], [end], steps, rest)

    def pinch(self, first, second, steps=12):
        """Moves two fingers, each from its first place to its second."""
        self._move([first[0], second[0]], [first[1], second[1]], steps)

    def _move(self, starts, ends, steps, rest=True):
        self._wait_out_tap()
        places = [
            [tuple(a + (b - a) * step / steps for a, b in zip(*ways)) for ways in zip(starts, ends)] for step in range(steps + 1)]
        # A finger that is still within its slop after half a second holds.
        slow = next((step for step, place in enumerate(places) if math.dist(place[0], starts[0]) > SLOP), steps)
        self._send(("touchStart", starts), ("touchMove", places[slow]))
        for place in places[slow + 1:]:
            self._send(("touchMove", place))
        if rest:
            self._rest()
        self._send(("touchEnd", []))

    def hold(self, x, y, then=None):
        """A long press, and a way from there, if any."""
        self._wait_out_tap()
        self._send(("touchStart", [(x, y)]))
        self._hold()
        if then:
            self._send(("touchMove", [then]))
        self._send(("touchEnd", []))


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
