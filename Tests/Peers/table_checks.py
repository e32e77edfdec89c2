"""Tables over real sockets, held to Python's own sqlite3 and to numpy."""

import asyncio
import contextlib
import hashlib
import math
import os
import pathlib
import random
import sqlite3
import struct
import tempfile

import numpy as np

import tables
from hostile_checks import closed
from server import Server
from tables import PLACES, ROWS, VALUES, Viewer
from traces import drawn
from waits import changed

COUNT = 4000
# Seconds between bursts of views, and those in which nine messages are within the limit.
BURSTS_APART, NINE_MESSAGES = 0.05, 0.03
NAMES = ("number", "walk", "whole", "edge", "mixed", "few", "word", "thing")
NUMBER, WALK, WHOLE, EDGE, MIXED, FEW, WORD, THING = range(8)


def rows():
    """Rows whose keys have holes, with everything in them that a cell can hold."""
    make = random.Random(5)
    key, walk, found = -70, 0.0, []
    for place in range(COUNT):
        key += make.choice((1, 1, 1, 2, 900))
        walk += make.gauss(0, 1)
        is_gap = 2000 <= place < 2100 and place != 2050
        found.append((
            key,
            None if is_gap or make.random() < 0.01 else walk,
            # Neighbours beyond 2^53 that doubles do not tell apart, each several times.
            None if make.random() < 0.02 else make.choice((-1, 1)) * (1 << 60) + make.randrange(1500),
            make.choice((None, -(1 << 63), (1 << 63) - 1, make.randrange(-(1 << 62), 1 << 62))),
            make.choices((make.gauss(5, 2), math.inf, -math.inf, None, "n/a", b"\0\1"), (200, 1, 1, 2, 1, 1))[0],
            make.randrange(7),
            make.choice((None, "", "so", "ä" * make.randrange(200), f"word {place}\0behind")),
            make.choice((None, bytes(make.randrange(50)), 7, 0.1, "x")),
        ))
    return found


class Base:
    """A database of its own on the disk, as Python reads it."""

    def __init__(self, folder):
        self.path = pathlib.Path(folder) / "known.sqlite"
        with contextlib.closing(sqlite3.connect(self.path)) as base:
            base.execute("CREATE TABLE t (number INTEGER PRIMARY KEY, walk REAL, whole INTEGER, edge INTEGER, mixed REAL, few INTEGER, word TEXT, thing)")
            base.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows())
            base.commit()
            self.rows = base.execute("SELECT * FROM t ORDER BY rowid").fetchall()
        assert len(self.rows) == COUNT
        self.hash = self.digest()

    def digest(self):
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    def cells(self, column):
        return [row[column] for row in self.rows]

    def finite(self, column):
        """The column as doubles, NaN where it has no finite number."""
        is_number = lambda cell: isinstance(cell, (int, float)) and math.isfinite(cell)
        return np.array([float(cell) if is_number(cell) else math.nan for cell in self.cells(column)])

    def order(self, column):
        """Places of rows by a column's values to the last digit, the first of equal ones first; how many have one."""
        valid = ~np.isnan(self.finite(column))
        cells = self.cells(column)
        return sorted(np.where(valid)[0].tolist(), key=cells.__getitem__) + np.where(~valid)[0].tolist(), int(valid.sum())


@contextlib.contextmanager
def served(binary, web, *sources):
    with tempfile.TemporaryDirectory() as folder:
        base = Base(folder)
        server = Server(binary, web, *(sources or (str(base.path),)))
        server.environment = os.environ | {"XDG_CACHE_HOME": folder}
        with server:
            yield server, base
        assert base.digest() == base.hash, "the database has been changed"
        assert sorted(path.name for path in base.path.parent.glob("known*")) == [base.path.name], "something lies beside the database"


@contextlib.asynccontextmanager
async def viewing(server):
    async with server.connect() as connection:
        yield await Viewer(connection).greet()


def bits(cell):
    """What must come for a cell of sqlite3's, told apart to the bit."""
    if isinstance(cell, float):
        return struct.pack("<d", cell)
    if isinstance(cell, str):
        return "text", cell.encode()
    if isinstance(cell, bytes):
        return "bytes", len(cell)
    return cell


def same(found, expected):
    if isinstance(expected, str):
        whole = expected.encode()
        # Cut between characters, not within one.
        return isinstance(found, bytes) and (found == whole or 236 < len(found) <= 240 and whole.startswith(found) and bool(found.decode()))
    if isinstance(expected, bytes):
        return found == (len(expected),)
    return type(found) is type(expected) and bits(found) == bits(expected)


def assert_row(row, base, place):
    assert row.key == base.rows[place][0], (row.key, place)
    wrong = [(name, found, cell) for name, found, cell in zip(NAMES, row.cells, base.rows[place]) if not same(found, cell)]
    assert not wrong and len(row.cells) == len(NAMES), wrong


async def columns_of_a_table_are_as_numpy_has_them(binary, web):
    with served(binary, web) as (server, base):
        async with viewing(server) as viewer:
            table = viewer.table
            assert (table.rows, table.columns, table.name, table.flags) == (COUNT, 8, "t", tables.COMPLETE), vars(table)
            assert [viewer.columns[place].name for place in range(8)] == list(NAMES)
            assert [viewer.columns[place].kind for place in range(7)] == [0, 1, 0, 0, 1, 0, 3]
            for column in (NUMBER, WALK, WHOLE, EDGE, MIXED, FEW):
                told, values = viewer.columns[column], base.finite(column)
                values = values[~np.isnan(values)]
                assert told.missing == COUNT - len(values), (NAMES[column], told.missing, COUNT - len(values))
                assert (told.least, told.greatest) == (values.min(), values.max()), NAMES[column]
                wide = values.astype(np.longdouble)
                reach = np.abs(values).max()
                assert abs(told.mean - wide.mean()) < 1e-12 * reach, (NAMES[column], told.mean, wide.mean())
                assert abs(told.deviation - wide.std(ddof=1)) < 1e-10 * wide.std(), (NAMES[column], told.deviation, wide.std(ddof=1))
            assert math.isnan(viewer.columns[WORD].mean)
            await viewer.show(PLACES, WALK)
            await viewer.until(lambda: viewer.columns[NUMBER].correlation == viewer.columns[NUMBER].correlation, "correlation")
            number, walk = base.finite(NUMBER), base.finite(WALK)
            both = ~np.isnan(walk)
            expected = np.corrcoef(number[both], walk[both])[0, 1]
            assert abs(viewer.columns[NUMBER].correlation - expected) < 1e-6, (viewer.columns[NUMBER].correlation, expected)
    return "6 columns of numbers"


async def rows_of_a_table_are_as_sqlite_has_them(binary, web):
    make, count = random.Random(6), 0
    with served(binary, web) as (server, base):
        async with viewing(server) as viewer:
            await viewer.show()
            for place in [0, COUNT - 1, *make.sample(range(COUNT), 100)]:
                row = await viewer.row(place)
                assert row.tick == place
                assert_row(row, base, place)
                count += 1
        for column in (WALK, WHOLE, EDGE, MIXED, FEW):
            order, valid = base.order(column)
            async with viewing(server) as viewer:
                await viewer.show(PLACES, column)
                assert (viewer.axis.first, viewer.axis.end) == (0, COUNT)
                for place in [0, 1, valid - 1, valid, COUNT - 1, *make.sample(range(COUNT), 30)]:
                    place = min(place, COUNT - 1)
                    row = await viewer.row(place)
                    assert row.tick == place
                    assert_row(row, base, order[place])
                    count += 1
        for column in (WALK, WHOLE, MIXED, FEW):
            order, valid = base.order(column)
            cells = base.cells(column)
            async with viewing(server) as viewer:
                await viewer.show(VALUES, column)
                axis = viewer.axis
                first_of = {}
                for place in order[:valid]:
                    first_of.setdefault(cells[place], place)
                for place in [order[0], order[valid - 1], *make.sample(order[:valid], 30)]:
                    value = cells[place]
                    tick = value if isinstance(value, int) else round((value - axis.offset) / axis.step)
                    row = await viewer.row(tick)
                    assert_row(row, base, first_of[value])
                    if isinstance(value, int):
                        assert row.tick == value and (axis.offset, axis.step) == (0, 1)
                    count += 1
    return f"{count} rows in three orders"


def lane_values(base, order, column, by):
    """A lane's values in an order, its ticks to the last digit (None: the places), and what is taken from values before they are single."""
    values = base.finite(column)
    offset = values[~np.isnan(values)][0]
    if order == ROWS:
        return values, None, offset
    places, valid = base.order(by)
    if order == PLACES:
        return values[places], None, offset
    cells = base.cells(by)
    return values[places[:valid]], [cells[place] for place in places[:valid]], offset


async def lanes_are_those_of_all_rows(binary, web):
    heights = {WALK: 120, WHOLE: 33, FEW: 7, MIXED: 64}
    pictures = lit = 0
    with served(binary, web) as (server, base):
        for order, by in ((ROWS, 0), (PLACES, WALK), (PLACES, FEW), (VALUES, FEW), (VALUES, WHOLE)):
            async with viewing(server) as viewer:
                limits = {}
                for column, height in heights.items():
                    told = viewer.columns[column]
                    # One lane is cut above and below.
                    margin = (told.greatest - told.least) * (-0.2 if column == MIXED else 0.05)
                    limits[column] = told.least - margin, told.greatest + margin
                    await viewer.send(tables.lane(column, height, *limits[column]))
                await viewer.show(order, by)
                first, end = viewer.axis.first, viewer.axis.end
                span = end - first
                windows = [(first, end, 300), (first + span // 3, first + span // 3 + max(1, span // 50), 400)]
                if order == ROWS:
                    windows += [(1990, 2110, 600), (COUNT - 7, COUNT + 5, 64), (-30, 40, 33)]
                lanes = {column: lane_values(base, order, column, by) for column in heights}
                for start, stop, pixels in windows:
                    found = await viewer.show(order, by, pixels, (start, stop))
                    for column, height in heights.items():
                        spans = found[column, False]
                        values, ticks, offset = lanes[column]
                        expected = drawn(values, *limits[column], height, start, stop, pixels, ticks, offset)
                        wrong = (spans.image != expected).sum()
                        assert not wrong, f"{NAMES[column]} in order {order} by {NAMES[by]}, {start} to {stop}: {wrong} of {expected.sum()} pixels differ"
                        inside = sum(start <= tick < stop for tick in (ticks or range(len(values))))
                        assert spans.rows == inside and spans.height == height, (spans.rows, inside)
                        pictures += 1
                        lit += expected.sum()
    assert lit > 10_000
    return f"{pictures} lanes, {lit} lit pixels, none differs"


def assert_summary(summary, base, places):
    assert summary.rows == len(places), (summary.rows, len(places))
    for column in (WALK, MIXED, FEW):
        values = base.finite(column)[places]
        seen = values[~np.isnan(values)]
        missing, *figures = summary.columns[column]
        assert missing == len(values) - len(seen), (NAMES[column], missing)
        if not len(seen):
            assert all(math.isnan(figure) for figure in figures), figures
            continue
        expected = [seen.min(), seen.max(), seen.mean(), seen.std(ddof=1) if len(seen) > 1 else figures[3]]
        whole = base.finite(column)
        # Values are kept as single-precision differences.
        margin = 2e-7 * (np.nanmax(whole) - np.nanmin(whole))
        assert np.allclose(figures, expected, rtol=0, atol=margin, equal_nan=True), (NAMES[column], figures, expected)
    # Whole numbers this small are exact.
    assert sum(summary.counts) == len(places) and summary.histogram == FEW
    if len(places):
        few = base.finite(FEW)[places]
        expected = np.histogram(few, len(summary.counts), (summary.low, summary.high))[0]
        assert list(expected) == summary.counts, (expected, summary.counts)


async def filters_keep_what_numpy_keeps(binary, web):
    with served(binary, web) as (server, base):
        walk, few = base.finite(WALK), base.finite(FEW)
        everything = np.arange(COUNT)
        async with viewing(server) as viewer:
            middle = np.nanmedian(walk)

            async def kept(order=ROWS, by=0):
                """What is shown now: a row of it, and what all are like."""
                await viewer.show(order, by)
                return await viewer.range(FEW, viewer.axis.first, viewer.axis.end)

            assert_summary(await kept(), base, everything)
            assert_summary(await viewer.range(FEW, 1000, 2200), base, everything[1000:2200])
            # Also without a value: 2000 to 2100 has one.
            assert_summary(await viewer.range(FEW, 2010, 2020), base, everything[2010:2020])
            order, _ = base.order(WALK)
            await viewer.show(PLACES, WALK)
            assert_summary(await viewer.range(FEW, 500, 900), base, np.array(order[500:900]))
            by_few, _ = base.order(FEW)
            await viewer.show(VALUES, FEW)
            assert_summary(await viewer.range(FEW, 2, 4), base, np.array([place for place in by_few if 2 <= few[place] < 4]))

            await viewer.send(tables.keep_values(1, WALK, middle, 1e300))
            high = np.where(walk >= middle)[0]
            assert_summary(await kept(), base, high)
            assert (viewer.axis.first, viewer.axis.end) == (0, len(high))
            for place in (0, 17, len(high) - 1):
                assert_row(await viewer.row(place), base, high[place])
            await viewer.send(tables.keep_values(2, FEW, 3, 3))
            both = high[few[high] == 3]
            assert_summary(await kept(), base, both)
            ordered = [place for place in order if place in set(both)]
            assert_summary(await kept(PLACES, WALK), base, np.array(ordered))
            for place in (0, 5, len(ordered) - 1):
                assert_row(await viewer.row(place), base, ordered[place])
            # A part of this order, then the first filter goes: the part stays what it was.
            await viewer.send(tables.keep_ticks(3, 10, 40))
            assert_summary(await kept(), base, np.array(sorted(ordered[10:40])))
            await viewer.send(tables.keep_nothing_out(1), tables.keep_nothing_out(2))
            assert_summary(await kept(), base, np.array(sorted(ordered[10:40])))
            await viewer.send(tables.keep_values(4, FEW, 100, 200))
            nothing = await kept()
            assert nothing.rows == 0, nothing.rows
            await viewer.send(tables.keep_nothing_out(3), tables.keep_nothing_out(4))
            assert_summary(await kept(), base, everything)
        async with viewing(server) as other:
            # One client's filters are its own.
            await other.show()
            assert other.axis.end == COUNT
    return "12 ranges, 4 filters"


async def the_newest_view_of_a_table_wins(binary, web):
    with served(binary, web) as (server, base):
        async with viewing(server) as viewer:
            await viewer.show(PLACES, WALK)
            for column in (WALK, WHOLE, FEW, MIXED):
                await viewer.send(tables.lane(column, 100, -50, 50, lens=column % 4, points=500))
            shown = []
            for burst in range(10):
                for _ in range(20):
                    viewer.view += 1
                    shown.append(viewer.view)
                    await viewer.send(tables.show(viewer.view, PLACES, WALK, 1000, burst, COUNT - viewer.view))
                viewer.request += 1
                await viewer.send(tables.read_row(viewer.request, burst))
                await viewer.until(lambda: viewer.view in viewer.done, "the newest view")
                assert {column for column, _ in viewer.spans[viewer.view]} == {WALK, WHOLE, FEW, MIXED}
                await viewer.until(lambda: viewer.request in viewer.rows, "the newest row")
                await asyncio.sleep(BURSTS_APART)
            assert viewer.done == sorted(viewer.done), viewer.done
            answered = len(set(viewer.done) & set(shown))
        # 300 messages a second are a client's right.
        async with viewing(server) as viewer:
            for _ in range(30):
                for _ in range(9):
                    viewer.view += 1
                    await viewer.send(tables.show(viewer.view, ROWS, 0, 300, 0, COUNT))
                await asyncio.sleep(NINE_MESSAGES)
            await viewer.until(lambda: viewer.view in viewer.done, "the newest view")
        async with server.connect() as connection:
            code, reason = await closed(connection, tables.hello(), *[tables.show(view, ROWS, 0, 300, 0, COUNT) for view in range(1, 2000)])
            assert code == 1008, (code, reason)
    return f"{answered} of {len(shown)} views answered; {reason}"


async def two_clients_have_orders_of_their_own(binary, web):
    make = random.Random(8)
    with served(binary, web) as (server, base):
        async def look(order, by, places):
            async with viewing(server) as viewer:
                await viewer.send(tables.lane(WALK, 50, -100, 100))
                await viewer.show(order, by)
                for place in make.sample(range(COUNT), 40):
                    assert_row(await viewer.row(place), base, places[place])
                    assert (WALK, False) in await viewer.show(order, by, 100, (place, place + 50))

        await asyncio.gather(*[
            look(order, by, base.order(by)[0] if order else range(COUNT)) for order, by in ((ROWS, 0), (PLACES, WALK), (PLACES, WHOLE), (PLACES, FEW))])
    return "4 clients, 160 rows"


async def a_table_that_is_opened_again_is_as_it_was_read(binary, web):
    """From what was kept, and from the table itself where that is damaged, which is told."""
    count = 150_000
    make = np.random.default_rng(4)
    values = np.round(make.standard_normal(count).cumsum(), 4)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "long.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("CREATE TABLE t (key INTEGER PRIMARY KEY, walk REAL, whole INTEGER)")
            base.executemany("INSERT INTO t VALUES (?, ?, ?)", (
                (3 * place, None if place % 1000 == 7 else float(value), (1 << 60) + place * 7919 % count) for place, value in enumerate(values)))
            base.commit()
        before = hashlib.sha256(path.read_bytes()).hexdigest()
        caches = pathlib.Path(folder) / "waveglass"

        async def seen(server, notice=None):
            async with server.connect() as connection:
                viewer = await Viewer(connection).greet()
                if notice:
                    # What was damaged was told before this client came, or is told now; then all is read anew.
                    try:
                        await viewer.until(lambda: any(notice in each for each in viewer.notices), "notice")
                    except AssertionError as error:
                        is_same = cache.read_bytes() == bytes(whole)
                        raise AssertionError(f"{error}; {vars(viewer.table)}; the file is {'as it was damaged' if is_same else 'another'}") from error
                await viewer.until(lambda: viewer.table.flags & tables.COMPLETE and viewer.table.rows == count, "whole table")
                if not notice:
                    assert not viewer.notices, viewer.notices
                # What is known of the columns comes behind the table.
                await viewer.show()
                await viewer.until(lambda: viewer.columns[1].missing == count // 1000, "count of what is missing")
                column = viewer.columns[1]
                found = [(column.least, column.greatest, column.mean, column.missing)]
                for number in (1, 2):
                    told = viewer.columns[number]
                    await viewer.send(tables.lane(number, 90, told.least, told.greatest))
                for order, by in ((ROWS, 0), (PLACES, 1), (VALUES, 2)):
                    lanes = await viewer.show(order, by, 400)
                    found += [(key, lane.pairs.tolist()) for key, lane in sorted(lanes.items())]
                    row = await viewer.row((viewer.axis.first + viewer.axis.end) // 3)
                    found.append((row.key, row.cells))
                return found

        async def kept(damaged=None):
            whole = lambda: next((each for each in caches.glob("columns-*.wgs") if each.read_bytes() != damaged), None)
            return await asyncio.to_thread(changed, folder, whole, "file of what is kept")

        def server():
            made = Server(binary, web, str(path))
            made.environment = os.environ | {"XDG_CACHE_HOME": folder}
            return made

        with server() as first:
            expected = await seen(first)
            cache = await kept()
        assert len(expected) == 10
        with server() as again:
            assert await seen(again) == expected
        # A bit of a value that is drawn.
        whole = bytearray(cache.read_bytes())
        place = whole.find(np.float32(values[70_100:70_104] - values[0]).tobytes())
        assert place > 0
        whole[place] ^= 1
        cache.unlink()
        cache.write_bytes(whole)
        with server() as third:
            assert await seen(third, "damaged") == expected
            await kept(bytes(whole))
        with server() as last:
            assert await seen(last) == expected
        assert hashlib.sha256(path.read_bytes()).hexdigest() == before and sorted(each.name for each in pathlib.Path(folder).glob("long*")) == ["long.sqlite"]
    return f"{count} rows, kept in {len(whole) / 1e6:.1f} MB"


async def the_table_of_demo_says_that_it_is_simulated(binary, web):
    with Server(binary, web, "demo:table") as server:
        async with viewing(server) as viewer:
            assert viewer.table.flags == tables.SIMULATED | tables.COMPLETE and viewer.table.rows == 200_000
            assert "made up" in viewer.table.detail, viewer.table.detail
            return viewer.table.detail


async def folders_of_tables_are_tables(binary, web):
    """A server says which instruments it has something for: a folder's texts are tables, but for those that count seconds."""
    with tempfile.TemporaryDirectory() as folder:
        def serve(*sources):
            server = Server(binary, web, *sources)
            server.environment = os.environ | {"XDG_CACHE_HOME": folder}
            return server

        place = pathlib.Path(folder) / "folder"
        place.mkdir()
        (place / "birds.csv").write_text("wildlife,cost\nsmall,30\nlarge,700\nmedium,12\n")
        (place / "dates.csv").write_text("date,value\n2020-03-25,1\n2020-03-26,2\n")
        with serve(str(place)) as server:
            assert server.get("/pair")[1]["Waveglass-Instruments"] == "data home"
            async with viewing(server) as viewer:
                assert viewer.table.rows == 3, viewer.table
            # The second is read when a client chooses it, whatever the first says.
            async with server.connect() as connection:
                viewer = Viewer(connection, source=1)
                await viewer.send(tables.hello())
                await viewer.until(lambda: viewer.table, "second table")
                assert (viewer.table.flags, viewer.table.rows) == (tables.PART_READ, 0)
                await viewer.send(tables.read(1))
                await viewer.until(lambda: viewer.table.flags == tables.COMPLETE and viewer.table.rows == 2, "rows of the second table")
        (place / "walk.csv").write_text("t,x\n" + "".join(f"{row / 100},{row % 7}\n" for row in range(50)))
        with serve("demo:", str(place)) as server:
            assert server.get("/pair")[1]["Waveglass-Instruments"] == "spectrum sensors data home"


CHECKS = (
    folders_of_tables_are_tables,
    columns_of_a_table_are_as_numpy_has_them, rows_of_a_table_are_as_sqlite_has_them, lanes_are_those_of_all_rows, filters_keep_what_numpy_keeps,
    the_newest_view_of_a_table_wins, two_clients_have_orders_of_their_own,
    a_table_that_is_opened_again_is_as_it_was_read, the_table_of_demo_says_that_it_is_simulated,
)
