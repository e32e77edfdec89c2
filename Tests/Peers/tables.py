"""Tables as a third party would read them: from the chapter Tables of Documentation/wire.md alone."""

import asyncio
import struct
import time

import numpy as np

from streams import Reader
from waits import PATIENCE
from wire import NOTICE, message, parts

HELLO, SHOW, LANE, READ_ROW, STOP, READ_RANGE, FILTER = range(32, 39)
TABLE, COLUMNS, WORK, AXIS, SPANS, DONE, CELLS, SUMMARY = range(128, 136)
ROWS, PLACES, VALUES = range(3)
CHOOSE_LOST, READ, ABILITIES = 44, 45, 141
SIMULATED, COMPLETE, REMOTE, PART_READ = 1, 2, 4, 8
OVERVIEW, BAND, PARTIAL, SECOND, COARSE = 1, 2, 4, 8, 16
FINE, COARSE_FIRST, PART, REFUSED, UNREACHABLE, FAILED = range(6)
ASKING = 5
NO_COLUMN = 0xFFFF
NONE = -32768


def hello(version=2):
    return message(HELLO, "H", version)


def show(view, order, column, pixels, first, end, source=0):
    return message(SHOW, "HHBHHqq", view, source, order, column, pixels, first, end)


def lane(column, pixels, low, high, lens=0, points=0, overview=0):
    return message(LANE, "HBHHBdd", column, lens, points, pixels, overview, low, high)


def read_row(request, tick, column=NO_COLUMN, source=0):
    return message(READ_ROW, "HHqH", request, source, tick, column)


def read_range(request, column, first, end, source=0):
    return message(READ_RANGE, "HHHqq", request, source, column, first, end)


def keep_nothing_out(number, source=0):
    return message(FILTER, "HBB", source, number, 0)


def keep_values(number, column, low, high, source=0):
    return message(FILTER, "HBBHdd", source, number, 1, column, low, high)


def keep_ticks(number, first, end, source=0):
    return message(FILTER, "HBBqq", source, number, 2, first, end)


def read(source, is_discarded=False):
    return message(READ, "HB", source, is_discarded)


def choose_lost(shows_rest, source=0):
    return message(CHOOSE_LOST, "HB", source, shows_rest)


class Table:
    def __init__(self, payload):
        reader = Reader(payload)
        self.source, self.flags, self.rows, self.columns = reader.take("HHQH")
        self.name, self.detail = reader.text(), reader.text()


class Column:
    def __init__(self, reader):
        self.kind, self.decimals = reader.take("BB")
        self.name = reader.text()
        self.missing, self.least, self.greatest, self.mean, self.deviation, self.correlation = reader.take("Q5d")


class Axis:
    def __init__(self, payload):
        self.source, self.order, self.column, self.kind, self.first, self.end, self.offset, self.step = struct.unpack_from("<HBHBqqdd", payload)


class Abilities:
    """What can be done with a table that another engine holds, and how that engine is."""

    def __init__(self, payload):
        reader = Reader(payload)
        self.source, self.bits, self.lenses, self.x_column = reader.take("HIIH")
        self.reasons = reader.text()
        self.condition = reader.take("B")
        self.words = reader.text()
        assert reader.at == len(payload)


class Spans:
    """A lane of a view."""

    def __init__(self, payload):
        (self.view, self.column, self.flags, self.height, self.drawn, self.rows, self.wrong,
         count) = struct.unpack_from("<HHBHQQIH", payload)
        self.pairs = np.frombuffer(payload, "<i2", 2 * count, struct.calcsize("<HHBHQQIH")).reshape(count, 2)

    @property
    def image(self):
        image = np.zeros((self.height, len(self.pairs)), bool)
        for column, (top, bottom) in enumerate(self.pairs):
            if top != NONE:
                assert 0 <= top < bottom <= self.height, (column, top, bottom)
                image[top:bottom, column] = True
        return image


class Summary:
    def __init__(self, payload):
        reader = Reader(payload)
        self.request, self.source, self.rows = reader.take("HHQ")
        self.columns = {}
        for _ in range(reader.take("B")):
            column, *figures = reader.take("HQdddd")
            self.columns[column] = figures
        self.histogram, self.low, self.high = reader.take("Hdd")
        bins = reader.take("B")
        self.counts = [reader.take("I") for _ in range(bins)]


class Row:
    """A row's cells: None, int, float, bytes of a text, or a blob's length as a tuple of one."""

    def __init__(self, payload):
        reader = Reader(payload)
        self.request, self.source, self.key, self.tick, self.first = reader.take("HHqqH")
        self.cells = []
        for _ in range(reader.take("B")):
            kind = reader.take("B")
            if kind == 0:
                self.cells.append(None)
            elif kind in (1, 2):
                self.cells.append(reader.take("qd"[kind - 1]))
            elif kind == 3:
                count = reader.take("H")
                self.cells.append(payload[reader.at:reader.at + count])
                reader.at += count
            else:
                assert kind == 4, kind
                self.cells.append((reader.take("Q"),))
        assert reader.at == len(payload)


class Viewer:
    """A connection that shows one table, and what came over it."""

    # What the first field of a message is the number of the table in.
    OF_TABLES = (TABLE, COLUMNS, WORK, AXIS, ABILITIES)

    def __init__(self, socket, source=0):
        self.socket, self.source = socket, source
        self.view = self.request = 0
        self.table = self.axis = self.abilities = None
        self.columns, self.spans, self.strips, self.rows, self.ranges = {}, {}, [], {}, {}
        self.done, self.notices, self.tags = [], [], []

    def take(self, tag, payload):
        self.tags.append(tag)
        if tag in self.OF_TABLES and struct.unpack_from("<H", payload)[0] != self.source:
            return
        if tag == TABLE:
            self.table = Table(payload)
        elif tag == COLUMNS:
            reader = Reader(payload)
            _, first, count = reader.take("HHB")
            self.columns |= {first + place: Column(reader) for place in range(count)}
            assert reader.at == len(payload)
        elif tag == AXIS:
            self.axis = Axis(payload)
        elif tag == SPANS:
            spans = Spans(payload)
            if spans.flags & OVERVIEW:
                self.strips.append(spans)
            else:
                self.spans.setdefault(spans.view, {})[spans.column, bool(spans.flags & BAND)] = spans
        elif tag == DONE:
            self.done.append(struct.unpack("<H", payload)[0])
        elif tag == CELLS:
            row = Row(payload)
            self.rows.setdefault(row.request, []).append(row)
        elif tag == SUMMARY:
            summary = Summary(payload)
            self.ranges[summary.request] = summary
        elif tag == ABILITIES:
            self.abilities = Abilities(payload)
        elif tag == NOTICE:
            reader = Reader(payload)
            reader.take("B")
            self.notices.append(reader.text())

    async def send(self, *messages):
        for each in messages:
            await self.socket.send(each)

    async def until(self, holds, what, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while not holds():
            left = end - time.monotonic()
            assert left > 0, f"no {what} in {seconds} s; {self.notices}; {self.abilities and vars(self.abilities)}"
            try:
                data = await asyncio.wait_for(self.socket.recv(), left)
            except asyncio.TimeoutError:
                continue
            for tag, payload in parts(data):
                self.take(tag, payload)

    async def greet(self, seconds=PATIENCE):
        """Says hello, and waits until the table has been read."""
        await self.send(hello())
        await self.until(lambda: self.table and self.table.flags & COMPLETE, "whole table", seconds)
        return self

    async def show(self, order=ROWS, column=0, pixels=300, window=None):
        """Shows a part of x, or all of it; gives the lanes."""
        if window is None:
            await self.show(order, column, 1, (0, 1))
            # When this has come, the axis is that of this order and of the filters.
            await self.range(NO_COLUMN, 0, 1)
            window = self.axis.first, self.axis.end
        self.view += 1
        await self.send(show(self.view, order, column, pixels, *window, self.source))
        await self.until(lambda: self.view in self.done, "view")
        return self.spans.get(self.view, {})

    async def row(self, tick, column=NO_COLUMN):
        self.request += 1
        await self.send(read_row(self.request, tick, column, self.source))
        await self.until(lambda: self.request in self.rows, "row")
        found = self.rows[self.request]
        # Many columns come in several messages.
        await self.until(lambda: sum(len(row.cells) for row in found) >= self.table.columns, "whole row")
        first = found[0]
        first.cells = [cell for row in found for cell in row.cells]
        return first

    async def range(self, column, first, end):
        self.request += 1
        await self.send(read_range(self.request, column, first, end, self.source))
        await self.until(lambda: self.request in self.ranges, "summary")
        return self.ranges[self.request]
