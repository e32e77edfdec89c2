"""What a screen must show of rows that numpy has, and a viewer that waits until an engine has told all of it."""

import asyncio
import contextlib
import os
import struct
import time

import numpy as np

import tables
from server import Server
from tables import COARSE, ROWS, Viewer
from traces import drawn
from waits import PATIENCE, QUESTIONS_APART

HEIGHT = 90


class Screen(Viewer):
    """Views of it end when all lanes are exact."""

    async def along(self, order=ROWS, column=0):
        """Has an order's axis told, which also makes this table the one that lanes are for."""
        self.view += 1
        await self.send(tables.show(self.view, order, column, 1, 0, 1, self.source))
        if not self.abilities:
            # A table in memory is not put in order before something is asked of that.
            await self.range(tables.NO_COLUMN, 0, 1)
        await self.until(lambda: self.axis and (self.axis.order, self.axis.column) == (order, column), "axis")

    def fine(self, view=None):
        """Lanes of a view that all rows were looked at for."""
        lanes = self.spans.get(view or self.view, {})
        return {column: spans for (column, _), spans in lanes.items() if not spans.flags & COARSE}

    async def exact(self, order, column, pixels, window, lanes, seconds=PATIENCE):
        self.view += 1
        await self.send(tables.show(self.view, order, column, pixels, *window, self.source))
        await self.until(lambda: self.view in self.done and len(self.fine()) >= lanes, f"picture of {window}", seconds)
        return self.fine()

    def number(self, name):
        return next(number for number, column in self.columns.items() if column.name == name)

    async def turned(self, condition, seconds=PATIENCE):
        """Waits until the engine is said to be so."""
        await self.until(lambda: self.abilities and self.abilities.condition == condition, f"condition {condition}", seconds)
        return self.abilities.words


class ClickHouseServer(Server):
    """Serves tables; what it writes is kept."""

    def __init__(self, binary, web, *addresses, password=None, options=()):
        super().__init__(binary, web, *addresses, *options)
        if password is not None:
            self.environment = os.environ | {"CLICKHOUSE_PASSWORD": password}

    @contextlib.asynccontextmanager
    async def screen(self, source=0, seconds=PATIENCE):
        async with self.connect() as connection:
            screen = await Screen(connection, source).greet(seconds)
            # What is known of a column's values comes behind the table.
            await screen.until(
                lambda: len(screen.columns) == screen.table.columns and all(
                    column.least == column.least for column in screen.columns.values() if column.kind in (0, 1)), "columns", seconds)
            yield screen


def shown(column):
    """A column's values as they are drawn: doubles, times in microseconds since 1970, NaN where there is nothing to draw."""
    scale = {"Decimal(18, 4)": 1e-4, "Date": 86_400e6, "DateTime": 1e6}.get(column.kind)
    numbers = column.values.astype(float)
    if scale:
        numbers = numbers / 1e4 if scale < 1 else numbers * scale
    numbers[~np.isfinite(numbers)] = np.nan
    if column.missing is not None:
        numbers[column.missing] = np.nan
    return numbers


class Known:
    """Rows along ticks, as numpy has them; rows that share a tick stand in the order of `breaker`, or of their values where there is none."""

    def __init__(self, columns, ticks, breaker=None, kept=slice(None)):
        self.columns = {name: column.taken(kept) for name, column in columns.items()}
        self.ticks = np.asarray(ticks)[kept]
        self.breaker = None if breaker is None else self.columns[breaker].values
        self.lanes, self.images = {}, {}

    def lane(self, name):
        """Values in order, and where they stand."""
        if name not in self.lanes:
            values = shown(self.columns[name])
            keys = (values, self.ticks) if self.breaker is None else (self.breaker, self.ticks)
            order = np.lexsort(keys)
            self.lanes[name] = values[order], self.ticks[order].tolist()
        return self.lanes[name]

    def limits(self, name):
        """Lower and upper edge of the lane, which cuts some of it."""
        values = self.lane(name)[0]
        least, greatest = np.nanmin(values), np.nanmax(values)
        margin = (greatest - least) * (-0.1 if len(name) % 2 else 0.05) or 1
        return float(least - margin), float(greatest + margin)

    def image(self, name, window, pixels):
        key = name, window, pixels
        if key not in self.images:
            values, ticks = self.lane(name)
            self.images[key] = drawn(values, *self.limits(name), HEIGHT, *window, pixels, ticks)
        return self.images[key]

    def count(self, window):
        return int(((self.ticks >= window[0]) & (self.ticks < window[1])).sum())

    def windows(self):
        """Whole, of a tenth, a hundredth and some rows; as the page aligns them and not; beyond the edges."""
        ticks = np.sort(self.ticks)
        first, end = int(ticks[0]), int(ticks[-1]) + 1
        width = end - first
        some = int(ticks[len(ticks) // 5])
        near = max(3, int(ticks[len(ticks) // 5 + 6]) - some)
        step = max(1, width // 10 // 256)
        even = first + width // 4 // step * step
        return [
            ((first, end), 300), ((first - width // 7, end + width // 9), 128), ((even, even + 256 * step), 256),
            ((first + width // 3, first + width // 3 + width // 97 + 1), 331), ((some, some + near), 64), ((some - 1, some), 10),
            # A hole without rows, and its edges.
            ((first + width * 7 // 10, first + width * 7 // 10 + max(1, width // 100_000)), 50)]


async def hold(screen, known, names, order=ROWS, by=0, windows=None):
    """Holds what a screen shows of columns to what all rows light; gives the number of lanes and of lit pixels."""
    await screen.along(order, by)
    numbers = {name: screen.number(name) for name in names}
    await screen.send(*[tables.lane(number, HEIGHT, *known.limits(name)) for name, number in numbers.items()])
    lanes = lit = 0
    for window, pixels in windows or known.windows():
        found = await screen.exact(order, by, pixels, window, len(names))
        for name, number in numbers.items():
            expected = known.image(name, window, pixels)
            wrong = (found[number].image != expected).sum()
            assert not wrong, f"{name} in {window}, {pixels} columns: {wrong} of {expected.sum()} pixels differ"
            assert found[number].rows == known.count(window), (name, window, found[number].rows, known.count(window))
            lanes, lit = lanes + 1, lit + int(expected.sum())
    return lanes, lit


def cell(column, place):
    """What must be read in a row: None, int, float or bytes of a text."""
    if column.missing is not None and column.missing[place]:
        return None
    value, kind = column.values[place], column.kind.removeprefix("Nullable(").removesuffix(")")
    if kind.startswith("Decimal"):
        whole, text = abs(int(value)), "-" if value < 0 else ""
        # More than a double holds is shown as a text, to the last digit.
        return float(value) / 1e4 if whole < 10**15 else f"{text}{whole // 10_000}.{whole % 10_000:04}".encode()
    if kind.startswith("Enum8"):
        return {-1: b"off", 1: b"on", 2: b"auto"}[int(value)]
    if kind.startswith("FixedString"):
        return bytes(value)
    if kind == "String":
        return bytes(value)
    if kind == "Date":
        return int(value) * 86_400
    if kind.startswith("Float"):
        return float(value)
    value = int(value)
    return value if value < 1 << 63 else str(value).encode()


def assert_cells(screen, row, columns, place):
    for name, column in columns.items():
        found, expected = row.cells[screen.number(name)], cell(column, place)
        both = isinstance(expected, float) and isinstance(found, float)
        same = struct.pack("<d", found) == struct.pack("<d", expected) if both else found == expected
        assert same and type(found) is type(expected), (name, place, found, expected)


async def soon(holds, what):
    """Waits for what no message tells, such as which queries run: asks again, after a pause in which others are served."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"no {what} in {PATIENCE} s"
        await asyncio.sleep(QUESTIONS_APART)
