"""The wire as a third party would write it: from Documentation/wire.md alone. Needs websockets."""

import asyncio
import functools
import struct
import time

from planes import decode_plane
from waits import PATIENCE

NOTHING, SPECTRUM, WATERFALL, METER = range(4)
WELCOME, SOURCE, CLOCK, AXIS, ROW, VALUE, TIME_MAP, FETCHED, ARTEFACTS, NOTICE, CONTROLS = range(64, 75)
MAX, MEAN, HOLD = 1, 2, 16
COLUMNS, ROWS_PER_SECOND = 2048, 30
LOW, HIGH = 88e6, 108e6


def message(tag, layout="", *fields):
    payload = struct.pack("<" + layout, *fields)
    return struct.pack("<HH", tag, len(payload)) + payload


def hello():
    return message(1, "H", 2)


def show(view, mode, planes=MAX, columns=COLUMNS, slot=500_000, frozen=0, band=(LOW, HIGH), levels=None):
    """`levels`: bottom and top in decibels, and pixels between them."""
    seen = ("ffH", levels) if levels else ("", ())
    return message(2, "HHBBHBIIdd" + seen[0], view, 0, mode, planes, columns, ROWS_PER_SECOND, slot, frozen, *band, *seen[1])


def acknowledge(view, live, fetched, sequence):
    return message(3, "HHHI", view, live, fetched, sequence)


def clock(microseconds=0):
    """Asks for the server's time; the answer repeats the number."""
    return message(4, "q", microseconds)


def parts(data):
    """The wire messages of one WebSocket message."""
    at = 0
    while at < len(data):
        tag, length = struct.unpack_from("<HH", data, at)
        assert at + 4 + length <= len(data), "a message runs over the end"
        yield tag, data[at + 4:at + 4 + length]
        at += 4 + length


class Row:
    def __init__(self, payload):
        (self.view, self.axis, self.flags, self.planes, self.columns, self.sequence, self.start, self.duration,
         self.skipped) = struct.unpack_from("<HHBBHIqIH", payload)
        self.coded = payload[26:]

    @functools.cached_property
    def _decoded(self):
        """The numbers of all planes, and where they end."""
        values, at = [], 0
        for _ in range(bin(self.planes).count("1")):
            levels, at = decode_plane(self.coded, at, self.columns)
            values += levels
        return values, at

    @property
    def values(self):
        """Numbers of levels, plane after plane: tenths of a decibel, unless the row has a scale."""
        values, at = self._decoded
        assert len(self.coded) - at in (0, 6), "bytes behind the last plane that are no scale"
        return values

    @property
    def scale(self):
        """Lowest and highest tenth of a decibel between which steps are finer, and how many a tenth has there."""
        _, at = self._decoded
        return struct.unpack_from("<hhH", self.coded, at) if at < len(self.coded) else (0, 0, 1)

    def decibels(self, number):
        low, high, steps = self.scale
        above = number - low
        if above <= 0:
            return number / 10
        fine = (high - low) * steps
        return (high + above - fine if above >= fine else low + above / steps) / 10


class Client:
    """A connection, and what came over it."""

    def __init__(self, socket):
        self.socket = socket
        self.bytes = 0
        self.axes = {}
        self.questions = 0

    async def send(self, data):
        await self.socket.send(data)

    async def receive(self, seconds=None):
        """The messages of the next frame; where a time is given, none if it passes."""
        try:
            data = await asyncio.wait_for(self.socket.recv(), PATIENCE if seconds is None else seconds)
        except asyncio.TimeoutError:
            assert seconds is not None, "nothing comes"
            return []
        self.bytes += len(data) + (2 if len(data) < 126 else 4)  # the frame's own header: a server does not mask
        messages = list(parts(data))
        for tag, payload in messages:
            if tag == AXIS:
                number, columns, low, high = struct.unpack_from("<HHdd", payload)
                self.axes[number] = (columns, low, high)
        return messages

    async def collect(self, seconds, each=None):
        """All messages of a span of time; `each` may answer them."""
        end = time.monotonic() + seconds
        collected = []
        while (left := end - time.monotonic()) > 0:
            for item in await self.receive(left):
                collected.append(item)
                if each:
                    await each(*item)
        return collected

    async def until(self, holds, what, each=None, seconds=PATIENCE):
        """Reads until something holds, and gives what came meanwhile; `each` may answer it, and takes it before `holds` is asked."""
        end = time.monotonic() + seconds
        collected = []
        while not holds():
            left = end - time.monotonic()
            assert left > 0, f"no {what} within {seconds} s; {[tag for tag, _ in collected][-20:]}"
            for item in await self.receive(left):
                collected.append(item)
                if each:
                    await each(*item)
        return collected

    async def first(self, tag, each=None):
        """Reads until a message of this kind comes, and gives its payload."""
        found = []

        async def look(kind, payload):
            if kind == tag:
                found.append(payload)
            if each:
                await each(kind, payload)

        await self.until(lambda: found, f"message {tag}", look)
        return found[0]

    async def rows(self, view, count):
        """Reads until so many rows of a view have come, each drawn at once."""
        rows = []

        async def draw(tag, payload):
            if tag == ROW:
                row = Row(payload)
                await self.send(acknowledge(row.view, 1, 0, row.sequence))
                if row.view == view:
                    rows.append(row)

        await self.until(lambda: len(rows) >= count, f"{count} rows", draw)
        return rows

    async def answered(self, each=None):
        """Reads until the server answers a question that is asked now, and gives what came before: the answers to all that was sent earlier."""
        self.questions += 1
        number, answers = self.questions, []

        async def look(tag, payload):
            if tag == CLOCK and struct.unpack_from("<q", payload)[0] == -number:
                answers.append(payload)
            elif each:
                await each(tag, payload)

        await self.send(clock(-number))
        collected = await self.until(lambda: answers, "answer", look)
        self.server_microseconds = struct.unpack_from("<qq", answers[0])[1]
        return [(tag, payload) for tag, payload in collected if tag != CLOCK or payload != answers[0]]
