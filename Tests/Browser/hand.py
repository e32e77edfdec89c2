"""Fingers, keys and eyes for tests in real Chromium: multi-touch through the DevTools protocol, pixels from screenshots."""
import io
import struct
import time
import zlib


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
    """The pixels of a PNG screenshot, eight bits RGB or RGBA."""

    def __init__(self, png):
        stream = io.BytesIO(png)
        stream.read(8)
        data = b""
        while True:
            length, kind = struct.unpack(">I4s", stream.read(8))
            chunk = stream.read(length)
            stream.read(4)
            if kind == b"IHDR":
                self.width, self.height, _, color = struct.unpack(">IIBB", chunk[:10])
                self.channels = {2: 3, 6: 4}[color]
            elif kind == b"IDAT":
                data += chunk
            elif kind == b"IEND":
                break
        self.rows = self._unfilter(zlib.decompress(data))

    def _unfilter(self, raw):
        stride = self.width * self.channels
        before = bytearray(stride)
        rows = []
        for y in range(self.height):
            kind = raw[y * (stride + 1)]
            row = bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
            step = self.channels
            if kind == 1:
                for i in range(step, stride):
                    row[i] = (row[i] + row[i - step]) & 255
            elif kind == 2:
                for i in range(stride):
                    row[i] = (row[i] + before[i]) & 255
            elif kind == 3:
                for i in range(stride):
                    left = row[i - step] if i >= step else 0
                    row[i] = (row[i] + (left + before[i]) // 2) & 255
            elif kind == 4:
                for i in range(stride):
                    left = row[i - step] if i >= step else 0
                    corner = before[i - step] if i >= step else 0
                    guess = left + before[i] - corner
                    nearest = min((abs(guess - left), 0, left), (abs(guess - before[i]), 1, before[i]), (abs(guess - corner), 2, corner))
                    row[i] = (row[i] + nearest[2]) & 255
            rows.append(row)
            before = row
        return rows

    def pixel(self, x, y):
        start = int(x) * self.channels
        return tuple(self.rows[int(y)][start : start + 3])

    def light(self, x, y):
        """Relative luminance from 0 to 1, without gamma's finer points."""
        red, green, blue = self.pixel(x, y)
        return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
