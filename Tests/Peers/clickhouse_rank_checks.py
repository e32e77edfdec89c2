"""A table of two shards of ClickHouse in the order of a column's values, held to numpy, pixel for pixel and row for row."""

import numpy as np

import tables
from clickhouse_columns import Column, Series
from clickhouse_screen import HEIGHT, ClickHouseServer, assert_cells, shown
from tables import PLACES
from traces import drawn

COUNT = 6000
LANES = ("v", "w", "few", "lean")
PINNED = ("v", "w", "lean", "few", "many", "far", "large", "at", "same", "split", "unit")
made = {}


def columns(seed=11):
    """A column along x in no order of its own, and columns to be put in order by, each of which is hard in another way."""
    make = np.random.default_rng(seed)
    walk = np.cumsum(make.normal(size=COUNT))
    walk[make.random(COUNT) < 0.01] = np.nan
    walk[make.random(COUNT) < 0.002] = np.inf
    far = make.normal(size=COUNT)
    far[:6] = 1e300, -1e300, 1e-300, 5e-324, 1.7e308, -1.7e308
    same = np.zeros(COUNT)
    same[::2] = -0.0
    # Half of the rows share a value, the rest lie close to it.
    split = np.where(make.random(COUNT) < 0.5, 1.0, 1 + make.integers(-5000, 5000, COUNT) * 2.0**-52)
    return {
        "ts": Column("Int64", np.sort(make.integers(0, 10**9, COUNT))),
        "place": Column("UInt32", np.arange(COUNT, dtype=np.uint32)),
        "v": Column("Float64", walk),
        "w": Column("Nullable(Float64)", make.normal(20, 5, COUNT), make.random(COUNT) < 0.05),
        "lean": Column("Float64", np.exp(3 * make.normal(size=COUNT))),
        "few": Column("Int8", make.integers(-3, 4, COUNT, np.int8)),
        "many": Column("Nullable(Int64)", make.choice((-1, 1), COUNT) * (1 << 60) + make.integers(0, 1500, COUNT), make.random(COUNT) < 0.02),
        "far": Column("Float64", far),
        "large": Column("UInt64", make.integers(0, (1 << 64) - 1, COUNT, np.uint64, endpoint=True)),
        "at": Column("DateTime", make.integers(0, 1 << 31, COUNT).astype(np.uint32)),
        "same": Column("Float64", same),
        "split": Column("Float64", split),
        "unit": Column("Float32", make.random(COUNT, np.float32)),
        "word": Column("String", np.array([b"so", b"", b"else"])[make.integers(0, 3, COUNT)]),
    }


def series(cluster):
    """The table of these checks, made once."""
    if "ranked" not in made:
        made["ranked"] = Series(cluster, "ranked", columns())
    return made["ranked"]


class Ranked:
    """Rows in the order of a column, those without a value left out. Rows of the same value stand together, and where such a group reaches into several
    columns of pixels, each of them shows all of it: in the order of `breaker`, or of the values shown."""

    def __init__(self, columns, by, breaker=None, kept=None):
        there = ~np.isnan(shown(columns[by])) & (True if kept is None else kept)
        self.rows = np.where(there)[0]
        values = columns[by].values[self.rows]
        order = np.argsort(values, kind="stable")
        self.rows, self.values = self.rows[order], values[order]
        self.columns, self.count = columns, len(order)
        self.breaker = None if breaker is None else columns[breaker].values[self.rows]
        starts = np.flatnonzero(np.concatenate(([True], self.values[1:] != self.values[:-1]))) if self.count else np.array([], int)
        self.starts = np.append(starts, self.count)
        self.lanes = {}

    def group(self, place):
        return int(np.searchsorted(self.starts, place, "right")) - 1

    def members(self, place):
        """The rows that have the value of the row at a place."""
        group = self.group(place)
        return self.rows[self.starts[group]:self.starts[group + 1]]

    def points(self, name):
        """For each group what is drawn of it: first, least, greatest and last value, then nothing where one is missing."""
        if name not in self.lanes:
            values, points = shown(self.columns[name])[self.rows], []
            for first, end in zip(self.starts, self.starts[1:]):
                some = values[first:end]
                # Without a breaker those that are missing come last.
                some = some[np.argsort(some if self.breaker is None else self.breaker[first:end], kind="stable")]
                seen = some[~np.isnan(some)]
                kept = [seen[0], seen.min(), seen.max(), seen[-1]] if len(seen) else []
                points.append([*some[:1][np.isnan(some[:1])], *kept, *some[-1:][np.isnan(some[-1:])]])
            self.lanes[name] = points
        return self.lanes[name]

    def image(self, name, limits, window, pixels):
        first, end = window
        width, points = end - first, self.points(name)
        borders = [first - max(1, width // pixels), *(first - (-width * pixel // pixels) for pixel in range(pixels + 1)), end + max(1, width // pixels)]
        values, ticks = [], []
        for low, high in zip(borders, borders[1:]):
            low, high = max(low, 0), min(high, self.count)
            if low >= high:
                continue
            for group in range(self.group(low), self.group(high - 1) + 1):
                values += points[group]
                ticks += [low] * len(points[group])
        return drawn(np.array(values or [np.nan]), *limits, HEIGHT, first, end, pixels, ticks or [0], first_value(self.columns, name))

    def windows(self):
        count = self.count
        return [
            ((0, count), 300), ((-count // 9, count + count // 7), 128), ((count // 3, count // 3 + count // 10), 331),
            ((count - 5, count + 3), 40), ((count // 2, count // 2 + 256 * 4), 256)]


def first_value(columns, name):
    """What is taken from values before they are single: the first one along x, of those that share it the least."""
    values = shown(columns[name])
    there = ~np.isnan(values)
    return values[there][np.lexsort((columns["place"].values[there], columns["ts"].values[there]))[0]]


def limits(columns, name):
    values = shown(columns[name])
    least, greatest = np.nanmin(values), np.nanmax(values)
    margin = (greatest - least) * 0.05
    return float(least - margin), float(greatest + margin)


async def hold(screen, known, by, names=LANES, windows=None):
    number = screen.number(by)
    await screen.along(PLACES, number)
    edges = {name: limits(known.columns, name) for name in names}
    await screen.send(*[tables.lane(screen.number(name), HEIGHT, *edges[name]) for name in names])
    lanes = lit = 0
    for window, pixels in windows or known.windows():
        found = await screen.exact(PLACES, number, pixels, window, len(names))
        for name in names:
            spans, expected = found[screen.number(name)], known.image(name, edges[name], window, pixels)
            wrong = (spans.image != expected).sum()
            assert not wrong, f"{name} by {by} in {window}, {pixels} columns: {wrong} of {expected.sum()} pixels differ"
            inside = max(0, min(window[1], known.count) - max(window[0], 0))
            assert spans.rows == inside, (name, by, window, spans.rows, inside)
            lanes, lit = lanes + 1, lit + int(expected.sum())
    return lanes, lit


async def lanes_in_the_order_of_a_column_are_those_of_all_rows(binary, web, cluster):
    rows, lanes, lit = series(cluster), 0, 0
    with ClickHouseServer(binary, web, cluster.address("ranked", x="ts", then="place"), cluster.address("ranked", x="ts")) as server:
        for source, breaker in ((0, "place"), (1, None)):
            async with server.screen(source) as screen:
                for by in PINNED if breaker else ("few", "w", "split"):
                    known = Ranked(rows.columns, by, breaker)
                    found = await hold(screen, known, by)
                    assert (screen.axis.first, screen.axis.end) == (0, known.count), (by, vars(screen.axis), known.count)
                    lanes, lit = lanes + found[0], lit + found[1]
    assert lit > 100_000
    return f"{lanes} lanes, {lit} lit pixels, none differs"


async def rows_at_places_have_the_value_that_stands_there(binary, web, cluster):
    rows, make, count = series(cluster), np.random.default_rng(2), 0
    with ClickHouseServer(binary, web, cluster.address("ranked", x="ts", then="place")) as server:
        async with server.screen() as screen:
            for by in PINNED:
                known, number = Ranked(rows.columns, by, "place"), screen.number(by)
                await screen.along(PLACES, number)
                await screen.exact(PLACES, number, 300, (0, known.count), 0)
                for place in [0, known.count - 1, known.count + 50, -3, *map(int, make.integers(0, known.count, 12))]:
                    row, place = await screen.row(place), min(max(place, 0), known.count - 1)
                    members = known.members(place)
                    assert row.tick == place, (by, row.tick, place)
                    row_of = np.sort(members)[place - known.starts[known.group(place)]]
                    assert_cells(screen, row, rows.columns, row_of)
                    count += 1
    return f"{count} rows in {len(PINNED)} orders"


async def drawn_points_are_found_in_the_order_of_a_column(binary, web, cluster):
    rows, make, count = series(cluster), np.random.default_rng(3), 0
    with ClickHouseServer(binary, web, cluster.address("ranked", x="ts", then="place")) as server:
        async with server.screen() as screen:
            for by, name, pixels in (("lean", "v", 97), ("w", "few", 40), ("few", "w", 50), ("far", "lean", 211)):
                known, number, lane = Ranked(rows.columns, by, "place"), screen.number(by), screen.number(name)
                values = shown(rows.columns[name])
                await screen.along(PLACES, number)
                await screen.send(tables.lane(lane, HEIGHT, *limits(rows.columns, name)))
                await screen.exact(PLACES, number, pixels, (0, known.count), 1)
                for place in map(int, make.integers(0, known.count, 12)):
                    row = await screen.row(place, lane)
                    found = values[int(row.cells[screen.number("place")])]
                    assert_cells(screen, row, rows.columns, int(row.cells[screen.number("place")]))
                    assert row.cells[screen.number("place")] in known.members(row.tick), (by, place, row.tick)
                    # One of the points that are drawn in the columns of pixels around.
                    middle, points = place * pixels // known.count, set()
                    for pixel in range(max(0, middle - 1), min(pixels, middle + 2)):
                        low, high = -(-known.count * pixel // pixels), -(-known.count * (pixel + 1) // pixels)
                        for group in range(known.group(low), known.group(high - 1) + 1):
                            points |= set(known.points(name)[group])
                    assert found in points, (by, name, place, found)
                    assert abs(row.tick - place) <= 2 * known.count / pixels, (by, place, row.tick)
                    count += 1
    return f"{count} points"


async def ranges_and_filters_of_places_keep_what_numpy_keeps(binary, web, cluster):
    rows = series(cluster)
    few, v = rows.columns["few"].values, shown(rows.columns["v"])
    with ClickHouseServer(binary, web, cluster.address("ranked", x="ts", then="place")) as server:
        async with server.screen() as screen:
            def summed(summary, members):
                assert summary.rows == len(members), (summary.rows, len(members))
                values = v[members][~np.isnan(v[members])]
                missing, *figures = summary.columns[screen.number("v")]
                assert missing == len(members) - len(values)
                assert np.allclose(figures, (values.min(), values.max(), values.mean(), values.std(ddof=1)), rtol=1e-9, atol=1e-12)

            known = Ranked(rows.columns, "lean", "place")
            await hold(screen, known, "lean", ("v",), [((0, COUNT), 100)])
            for first, end in ((0, COUNT), (500, 900), (COUNT - 100, COUNT + 70)):
                summed(await screen.range(screen.number("few"), first, end), known.rows[first:end])
            # Groups that a range reaches into belong to it.
            grouped = Ranked(rows.columns, "few", "place")
            await hold(screen, grouped, "few", ("v",), [((0, COUNT), 100)])
            first, end = 100, int(grouped.starts[2]) + 5
            summed(await screen.range(screen.number("few"), first, end), grouped.rows[:grouped.starts[3]])
            # Places are those of the rows that are kept.
            await screen.send(tables.keep_values(1, screen.number("few"), 1, 2))
            kept = (few >= 1) & (few <= 2)
            both = Ranked(rows.columns, "lean", "place", kept)
            await hold(screen, both, "lean", windows=both.windows()[:3])
            summed(await screen.range(screen.number("few"), 500, 900), both.rows[500:900])
            await screen.send(tables.keep_ticks(2, 100, 1100))
            inside = np.isin(np.arange(COUNT), both.rows[100:1100])
            part = Ranked(rows.columns, "far", "place", inside)
            await hold(screen, part, "far", windows=part.windows()[:3])
            await screen.send(tables.keep_nothing_out(1), tables.keep_nothing_out(2), tables.keep_values(3, screen.number("few"), 90, 99))
            await screen.along(PLACES, screen.number("lean"))
            assert (await screen.exact(PLACES, screen.number("lean"), 50, (0, 9), 1))[screen.number("v")].rows == 0
    return "5 ranges, 3 filters"


CHECKS = (
    lanes_in_the_order_of_a_column_are_those_of_all_rows, rows_at_places_have_the_value_that_stands_there,
    drawn_points_are_found_in_the_order_of_a_column, ranges_and_filters_of_places_keep_what_numpy_keeps,
)
