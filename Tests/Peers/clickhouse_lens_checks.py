"""Lanes of two shards of ClickHouse through lenses: held to points that numpy finds, and to what the same rows look like in SQLite."""

import contextlib
import pathlib
import sqlite3
import tempfile

import numpy as np

import tables
from clickhouse_columns import Column, Series
from clickhouse_screen import HEIGHT, ClickHouseServer, shown
from table_downsample_checks import lttb
from tables import COARSE, PLACES, ROWS, VALUES
from traces import drawn

# By their numbers on the wire.
M4, MIN_MAX, MIN_MAX_LTTB, MEAN = 0, 1, 2, 5
COUNT, POINTS = 9000, 113
NAMES = ("v", "w", "steps", "plain")
made = {}


def columns_of(even):
    """x is unique; values are eighths, so that sums are exact, and few, so that extremes stand many times."""
    make = np.random.default_rng(31)
    steps = np.ones(COUNT, np.int64) if even else make.choice((1, 2, 3, 40), COUNT)
    if not even:
        steps[COUNT // 3] = 30_000
    walk = np.round(np.cumsum(make.normal(size=COUNT)) * 8) / 8
    v = walk.copy()
    v[make.random(COUNT) < 0.003] = np.nan
    v[make.random(COUNT) < 0.001] = np.inf
    v[COUNT // 2:COUNT // 2 + COUNT // 20] = np.nan
    v[COUNT // 2 + 100] = 3
    missing = make.random(COUNT) < 0.02
    # A row without a value at either end of the table.
    missing[[0, -1]] = True
    missing[700:1500] = True
    return {
        "ts": Column("Int64", np.cumsum(steps) - 1000),
        "place": Column("UInt32", np.arange(COUNT, dtype=np.uint32)),
        "v": Column("Float64", v),
        "w": Column("Nullable(Float64)", make.integers(-40, 40, COUNT) / 8, missing),
        "steps": Column("Int8", make.integers(-2, 3, COUNT, np.int8)),
        "plain": Column("Int32", (walk * 8).astype(np.int32)),
    }


def series(cluster, even):
    name = "even" if even else "uneven"
    if name not in made:
        made[name] = Series(cluster, name, columns_of(even))
    return made[name]


def limits(values):
    """Edges that cut some, and that no value of these columns lies on."""
    least, greatest = np.nanmin(values), np.nanmax(values)
    margin = (greatest - least) * 0.0371
    return float(least + margin), float(greatest + 2 * margin)


def buckets(ticks, first, end, count):
    """The rows of each stretch of x that has any."""
    inside = np.where((ticks >= first) & (ticks < end))[0]
    numbers = (ticks[inside] - first) * count // (end - first)
    return [inside[numbers == number] for number in np.unique(numbers)]


def min_max(values, ticks, window, count):
    """Points as (place, tick, value), with those that have none."""
    points = []
    for rows in buckets(ticks, *window, count):
        there = rows[~np.isnan(values[rows])]
        if not len(there):
            points.append((rows[0], ticks[rows[0]], np.nan))
            continue
        ends = {there[values[there].argmin()], there[values[there].argmax()]}
        points += [(place, ticks[place], values[place]) for place in sorted(ends)]
    return points


def mean(values, ticks, window, count):
    """Points as (where it stands among places, tick, mean, least, greatest)."""
    points = []
    outside = [np.where(ticks < window[0])[0][-1:], np.where(ticks >= window[1])[0][:1]]
    for rows in [outside[0], *buckets(ticks, *window, count), outside[1]]:
        if not len(rows):
            continue
        there = values[rows][~np.isnan(values[rows])]
        middle = (ticks[rows[0]] + ticks[rows[-1]]) // 2
        place = np.searchsorted(ticks, middle, "right") - 1 + (0 if middle in ticks[rows] else 0.5)
        points.append(
            (place, middle, there.mean(), there.min(), there.max()) if len(there) else (rows[0], ticks[rows[0]], np.nan, np.nan, np.nan))
    return points


def parted(points, values):
    """Points, and one without a value wherever a value is missing between two."""
    gone, found = np.where(np.isnan(values))[0], []
    for last, point in zip([None, *points], points):
        if last is not None and ((gone > last[0]) & (gone < point[0])).any():
            found.append((None, last[1], np.nan))
        found.append(point)
    return found


def image(points, values, window, pixels):
    points, offset = parted(points, values), values[~np.isnan(values)][0]
    return drawn(
        np.array([point[2] for point in points]), *limits(values), HEIGHT, *window, pixels, [int(point[1]) for point in points], offset)


def band(points, values, window, pixels):
    """What the values around means light."""
    (low, high), lit, reach = limits(values), np.zeros((HEIGHT, pixels), bool), {}
    for _, tick, *found in points:
        column = (int(tick) - window[0]) * pixels // (window[1] - window[0])
        if np.isnan(found[0]) or not 0 <= column < pixels:
            continue
        edges = [int(np.floor((high - value) * HEIGHT / (high - low))) for value in (found[2], found[1])]
        reach[column] = min(edges[0], reach.get(column, edges)[0]), max(edges[1], reach.get(column, edges)[1])
    for column, (top, bottom) in reach.items():
        lit[max(0, top):max(0, bottom + 1), column] = True
    return lit


async def through(screen, lens, columns, order, by, window, pixels, names=NAMES):
    """What lanes look like through a lens: of each name its line, and its band where it has one."""
    numbers = {name: screen.number(name) for name in names}
    await screen.send(*[tables.lane(number, HEIGHT, *limits(shown(columns[name])), lens=lens, points=POINTS) for name, number in numbers.items()])
    screen.view += 1
    await screen.send(tables.show(screen.view, order, by, pixels, *window, screen.source))

    def fine():
        lanes = screen.spans.get(screen.view, {})
        return all((number, False) in lanes and not lanes[number, False].flags & COARSE for number in numbers.values())

    await screen.until(fine, f"lens {lens} of {window}")
    lanes = screen.spans[screen.view]
    return {name: (lanes[number, False], lanes.get((number, True))) for name, number in numbers.items()}


def windows(ticks):
    """All, a half off the edges, a tenth, few rows, and beyond the edges."""
    first, end = int(ticks[0]), int(ticks[-1]) + 1
    width = end - first
    near = int(ticks[COUNT // 5])
    return [
        ((first, end), 300), ((first - width // 5, first + width // 2), 211), ((first + width // 3 - 50, first + width // 3 + width // 10), 256),
        ((near, int(ticks[COUNT // 5 + 300])), 331), ((near + 1, near + 9), 64)]


async def points_of_lenses_are_those_that_numpy_finds(binary, web, cluster):
    lanes = lit = gaps = 0
    for even in (True, False):
        rows = series(cluster, even)
        ticks = rows.columns["ts"].values
        with ClickHouseServer(binary, web, cluster.address("even" if even else "uneven", x="ts", then="place")) as server:
            async with server.screen() as screen:
                assert screen.abilities.lenses == sum(1 << lens for lens in (M4, MIN_MAX, MIN_MAX_LTTB, MEAN)), screen.abilities.lenses
                for absent in ("LTTB, LTD", "median", "n-th", "moving average"):
                    assert absent in screen.abilities.reasons, screen.abilities.reasons
                await screen.along()
                for window, pixels in windows(ticks):
                    exact = await through(screen, M4, rows.columns, ROWS, 0, window, pixels)
                    for lens in (MIN_MAX, MEAN):
                        found = await through(screen, lens, rows.columns, ROWS, 0, window, pixels)
                        for name, (line, around) in found.items():
                            values = shown(rows.columns[name])
                            points = min_max(values, ticks, window, pixels) if lens == MIN_MAX else mean(values, ticks, window, POINTS)
                            expected = image(points, values, window, pixels)
                            wrong = (line.image != expected).sum()
                            assert not wrong, f"lens {lens} of {name} in {window}: {wrong} of {expected.sum()} pixels differ"
                            assert line.drawn == sum(not np.isnan(point[2]) for point in points), (lens, name, window, line.drawn)
                            assert line.wrong == (line.image != exact[name][0].image).sum(), (lens, name, window, line.wrong)
                            assert line.rows == ((ticks >= window[0]) & (ticks < window[1])).sum()
                            assert (around is None) == (lens == MIN_MAX)
                            if around is not None:
                                assert (around.image == band(points, values, window, pixels)).all(), (name, window)
                            gaps += len(parted(points, values)) - len(points)
                            lanes, lit = lanes + 1, lit + int(expected.sum())
                # Triangles of a column whose every row has a value: the first and the last row, and what MinMax keeps between.
                values = shown(rows.columns["plain"])
                window = int(ticks[0]), int(ticks[-1]) + 1
                found = (await through(screen, MIN_MAX_LTTB, rows.columns, ROWS, 0, window, 300))["plain"][0]
                inner = min_max(values, ticks, (window[0] + 1, window[1] - 1), 2 * POINTS)
                some = [(0, ticks[0], values[0]), *inner, (COUNT - 1, ticks[-1], values[-1])]
                kept = [some[place] for place in lttb([float(p[1] - ticks[0]) for p in some], [p[2] for p in some], POINTS)]
                assert (found.image == image(kept, values, window, 300)).all() and found.drawn == POINTS
    assert lanes == 80 and lit > 100_000 and gaps > 500, (lanes, lit, gaps)
    return f"{lanes} lanes, {lit} lit pixels, {gaps} gaps, none differs"


async def lenses_of_shards_are_those_of_sqlite(binary, web, cluster):
    rows, lanes, wrong = series(cluster, True), 0, 0
    ticks = rows.columns["ts"].values
    names = ("ts", *NAMES)
    cells = [[None if np.isnan(value) else float(value) for value in shown(rows.columns[name])] for name in names]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "lens.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as base:
            kinds = ", ".join(f"{name} {'INTEGER' if name == 'ts' else 'REAL'}" for name in names)
            base.execute(f"CREATE TABLE t (place INTEGER PRIMARY KEY, {kinds})")
            base.executemany(f"INSERT INTO t VALUES (?{', ?' * len(names)})", zip(range(COUNT), *cells))
            base.commit()
        with ClickHouseServer(binary, web, cluster.address("even", x="ts", then="place"), str(path)) as server:
            async with server.screen(0) as there, server.screen(1) as here:
                by = here.number("ts")
                await there.along()
                await here.along(VALUES, by)
                for window, pixels in windows(ticks):
                    for lens in (MIN_MAX, MIN_MAX_LTTB, MEAN):
                        # Stretches of a mean are those of as many rows where the window has just these.
                        if lens == MEAN and window != (ticks[0], ticks[-1] + 1):
                            continue
                        one = await through(there, lens, rows.columns, ROWS, 0, window, pixels)
                        other = await through(here, lens, rows.columns, VALUES, by, window, pixels)
                        for name in NAMES:
                            for a, b in zip(one[name], other[name]):
                                assert (a is None) == (b is None)
                                if a is None:
                                    continue
                                assert (a.image == b.image).all(), (lens, name, window, (a.image != b.image).sum())
                                assert (a.drawn, a.rows, a.wrong, a.flags) == (b.drawn, b.rows, b.wrong, b.flags), (
                                    lens, name, window, a.drawn, b.drawn, a.wrong, b.wrong)
                                lanes += 1
                            wrong += one[name][0].wrong
    assert lanes == 48 and wrong > 10_000, (lanes, wrong)
    return f"{lanes} lanes alike, {wrong} pixels off those of all rows"


async def the_row_under_the_finger_is_one_that_a_lens_has_chosen(binary, web, cluster):
    rows, make = series(cluster, False), np.random.default_rng(8)
    ticks, values = rows.columns["ts"].values, shown(rows.columns["v"])
    window = int(ticks[0]), int(ticks[-1]) + 1
    with ClickHouseServer(binary, web, cluster.address("uneven", x="ts", then="place")) as server:
        async with server.screen() as screen:
            await screen.along()
            await through(screen, MIN_MAX, rows.columns, ROWS, 0, window, 300)
            points = np.array([point[1] for point in min_max(values, ticks, window, 300) if not np.isnan(point[2])])
            for tick in map(int, make.integers(*window, 25)):
                row = await screen.row(tick, screen.number("v"))
                assert row.tick in points and abs(row.tick - tick) == np.abs(points - tick).min(), (tick, row.tick)
            # In the order of a column no lens knows which rows stand where: that is said, and all rows are drawn.
            by = screen.number("plain")
            await screen.along(PLACES, by)
            found = await through(screen, MIN_MAX, rows.columns, PLACES, by, (0, COUNT), 300)
            exact = await through(screen, M4, rows.columns, PLACES, by, (0, COUNT), 300)
            for name in NAMES:
                assert (found[name][0].image == exact[name][0].image).all() and found[name][0].wrong == 0
            said = [words for words in map(str, screen.notices) if "M4" in words]
            assert len(said) == 1, screen.notices
    return "25 rows"


async def shards_send_a_row_for_each_stretch_of_a_lens(binary, web, cluster):
    for name in ("even", "uneven"):
        series(cluster, name == "even")
    most, kinds = 0, set()
    for shard in cluster.shards[1:]:
        parts = shard.logged("NOT is_initial_query AND (query LIKE '%even_local%') AND query LIKE '%wg_px%'", "result_rows, query")
        for count, query in parts:
            stretches = 4 * POINTS if "arrayElement" not in query and "argMin" not in query else 331
            assert int(count) <= max(stretches, 331 + 4), (count, query[:300])
            most = max(most, int(count))
            kinds |= {word for word in ("sumIf", "wg_is0", "wg_gone0") if word in query}
            assert "GROUP BY" in query, query[:300]
    assert kinds == {"sumIf", "wg_is0", "wg_gone0"}, kinds
    return f"{most} rows of a shard at most"


CHECKS = (
    points_of_lenses_are_those_that_numpy_finds, lenses_of_shards_are_those_of_sqlite,
    the_row_under_the_finger_is_one_that_a_lens_has_chosen, shards_send_a_row_for_each_stretch_of_a_lens,
)
