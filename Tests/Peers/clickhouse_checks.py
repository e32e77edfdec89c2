"""A table of two shards of ClickHouse on the screen, held to numpy, pixel for pixel and row for row, and to the same rows in SQLite."""

import contextlib
import pathlib
import sqlite3
import tempfile

import numpy as np

import tables
from clickhouse import PASSWORDS
from clickhouse_columns import Column, Series, columns_of, make_series
from clickhouse_screen import ClickHouseServer, Known, assert_cells, hold, shown
from tables import ROWS, VALUES

LANES = ("v", "w", "few", "price", "large", "whole", "single", "at")
COUNT = 12_000
made = {}


def series(cluster):
    """The table of most of these checks, made once."""
    if "sig" not in made:
        made["sig"] = make_series(cluster, "sig", COUNT)
    return made["sig"]


async def lanes_of_shards_are_those_of_all_rows(binary, web, cluster):
    rows = series(cluster)
    ticks = rows.columns["ts"].values
    told = Known(rows.columns, ticks, "place")
    here = Known(rows.columns, ticks, "place", rows.shard == 0)
    # Nothing tells rows apart: they stand in the order of their values, however the shards answer.
    loose = Known(rows.columns, ticks)
    with ClickHouseServer(
            binary, web, cluster.address("sig", x="ts", then="place"), cluster.address("sig_local", x="ts", then="place"),
            cluster.address("sig_view", x="ts", then="place"), cluster.address("sig", x="ts")) as server:
        lanes = lit = 0
        # The last one twice: it must not look otherwise the next time.
        for source, known, names in (
                (0, told, LANES), (1, here, LANES[:4]), (2, told, LANES[:3]), (3, loose, LANES[:3]), (3, loose, LANES[:3])):
            async with server.screen(source) as screen:
                found = await hold(screen, known, names)
                lanes, lit = lanes + found[0], lit + found[1]
    assert lit > 100_000
    return f"{lanes} lanes, {lit} lit pixels, none differs"


async def columns_of_shards_are_as_numpy_has_them(binary, web, cluster):
    rows = series(cluster)
    with ClickHouseServer(binary, web, cluster.address("sig", x="ts", then="place")) as server:
        async with server.screen() as screen:
            assert screen.table.rows == COUNT and screen.table.flags == tables.COMPLETE | tables.REMOTE, vars(screen.table)
            assert [screen.columns[number].name for number in sorted(screen.columns)] == list(rows.columns)
            kinds = {name: screen.columns[screen.number(name)].kind for name in rows.columns}
            assert kinds == {name: 0 for name in ("ts", "place", "dev", "few", "large", "whole")} | {
                name: 1 for name in ("v", "w", "single", "price")} | {name: 2 for name in ("day", "at")} | {
                name: 3 for name in ("state", "fixed", "kind", "note")}, kinds
            for name in LANES:
                column, values = screen.columns[screen.number(name)], shown(rows.columns[name])
                values = values[~np.isnan(values)]
                assert column.missing == COUNT - len(values), (name, column.missing)
                assert np.allclose((column.least, column.greatest), (values.min(), values.max()), rtol=1e-15, atol=0), name
                wide = values.astype(np.longdouble)
                assert abs(column.mean - wide.mean()) < 1e-12 * np.abs(values).max(), (name, column.mean, wide.mean())
                assert abs(column.deviation - wide.std(ddof=1)) < 1e-9 * wide.std(), (name, column.deviation, wide.std(ddof=1))
    return f"{len(LANES)} columns of numbers"


async def who_may_only_read_sees_the_same(binary, web, cluster):
    rows = series(cluster)
    known = Known(rows.columns, rows.columns["ts"].values, "place")
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "password"
        file.touch(0o600)
        file.write_text(PASSWORDS["reader"] + "\n")
        address = cluster.address("sig", user="reader", x="ts", then="place")
        with ClickHouseServer(binary, web, address, options=("--password-file", str(file))) as server:
            async with server.screen() as screen:
                await hold(screen, known, LANES[:2], windows=known.windows()[1:4])
                assert "set limits" in screen.table.detail, screen.table.detail
    with ClickHouseServer(binary, web, cluster.address("sig", user="guest", x="ts", then="place"), password=PASSWORDS["guest"]) as server:
        async with server.screen() as screen:
            await hold(screen, known, LANES[:2], windows=known.windows()[1:4])
            assert "set limits" not in screen.table.detail, screen.table.detail
    return "readonly=1 and readonly=2"


async def x_may_be_any_column(binary, web, cluster):
    rows, lanes = series(cluster), 0
    first = columns_of(4000, seed=4)
    # Nanoseconds of half the wire's range: their product with columns of pixels has 73 bits.
    steps = first["ts"].values - first["ts"].values[0]
    wide = dict(first, ts=Column("Int64", steps * ((1 << 60) // int(steps[-1])) - (1 << 59) + 7))
    Series(cluster, "wide", wide)
    close = columns_of(4000, "nanoseconds", seed=5)
    Series(cluster, "close", close)
    seconds = columns_of(4000, "time", seed=6)
    Series(cluster, "seconds", seconds)
    with ClickHouseServer(
            binary, web, cluster.address("sig", x="ts", then="place"), cluster.address("wide", x="ts", then="place"),
            cluster.address("close", x="ts"), cluster.address("seconds", then="place"), cluster.address("sig", x="at", then="place")) as server:
        for source, columns, breaker in ((1, wide, "place"), (2, close, None), (3, seconds, "place")):
            async with server.screen(source) as screen:
                lanes += (await hold(screen, Known(columns, columns["ts"].values, breaker), ("v", "w", "few")))[0]
                assert screen.axis.kind == (2 if source == 3 else 1), vars(screen.axis)
        async with server.screen(4) as screen:
            at = rows.columns["at"].values.astype(np.int64)
            lanes += (await hold(screen, Known(rows.columns, at, "place"), ("v", "single")))[0]
            assert (screen.axis.kind, screen.axis.step, screen.axis.offset) == (2, 1e6, 0), vars(screen.axis)
        async with server.screen() as screen:
            for name in ("v", "w", "few", "price", "whole", "day", "single"):
                column = rows.columns[name]
                by = screen.number(name)
                await screen.along(VALUES, by)
                values = shown(column)
                kept = ~np.isnan(values)
                if column.values.dtype.kind == "f" or name == "price":
                    # On a grid from the least value to the greatest.
                    place = (values - screen.axis.offset) / screen.axis.step
                    ticks = np.floor(np.where(kept, place, 0))
                    ticks = (ticks + (np.where(kept, place, 0) - ticks >= 0.5)).astype(np.int64)
                    assert screen.axis.offset == np.nanmin(values)
                else:
                    ticks = column.values.astype(np.int64) * (86_400 if name == "day" else 1)
                known = Known(rows.columns, ticks, "place", kept)
                windows = known.windows()
                if name not in ("v", "few"):
                    windows = windows[2:6]
                lanes += (await hold(screen, known, ("v", "w", "dev") if name == "few" else ("w", "dev"), VALUES, by, windows))[0]
    return f"{lanes} lanes along 11 columns"


async def rows_of_shards_are_read_to_the_last_digit(binary, web, cluster):
    rows = series(cluster)
    ticks, make, count = rows.columns["ts"].values, np.random.default_rng(3), 0
    with ClickHouseServer(binary, web, cluster.address("sig", x="ts", then="place")) as server:
        async with server.screen() as screen:
            window = int(ticks[0]), int(ticks[-1]) + 1
            await screen.along()
            await screen.exact(ROWS, 0, 300, window, 0)
            # Between rows, on them, in the middle of the hole of 20,000, and beyond the edges.
            hole = COUNT // 3
            wanted = [*make.integers(*window, 40), *ticks[make.integers(0, COUNT, 20)], *(ticks[hole] - 10_000 + np.arange(-2, 3))]
            wanted += [window[0] - 99, window[1] + 99]
            for tick in map(int, wanted):
                away = np.abs(ticks - min(max(tick, window[0]), window[1] - 1))
                # The first one of the same distance and the same tick.
                place = int(np.argmin(away))
                row = await screen.row(tick)
                assert row.tick == ticks[place], (tick, row.tick, ticks[place])
                assert_cells(screen, row, rows.columns, place)
                count += 1
            # The nearest drawn point of a column: of many rows of the same tick the very one.
            for name in ("w", "few"):
                number, values = screen.number(name), shown(rows.columns[name])
                await screen.send(tables.lane(number, 50, -100, 100))
                await screen.exact(ROWS, 0, 300, window, 1)
                pixel = (ticks - window[0]) * 300 // (window[1] - window[0])
                for tick in map(int, make.integers(*window, 20)):
                    middle, points = (tick - window[0]) * 300 // (window[1] - window[0]), []
                    for column in range(max(0, middle - 1), min(300, middle + 2)):
                        inside = np.where((pixel == column) & ~np.isnan(values))[0]
                        if len(inside):
                            points += [inside[0], inside[-1], inside[values[inside].argmin()], inside[values[inside].argmax()]]
                    if not points:
                        continue
                    row = await screen.row(tick, number)
                    nearest = min(abs(ticks[place] - tick) for place in points)
                    found = row.cells[screen.number("place")]
                    assert found in points and abs(row.tick - tick) == nearest, (name, tick, found, points)
                    assert_cells(screen, row, rows.columns, found)
                    count += 1
    return f"{count} rows of {len(rows.columns)} columns"


async def ranges_and_filters_keep_what_numpy_keeps(binary, web, cluster):
    rows = series(cluster)
    ticks, few, v = rows.columns["ts"].values, rows.columns["few"].values, shown(rows.columns["v"])
    with ClickHouseServer(binary, web, cluster.address("sig", x="ts", then="place")) as server:
        async with server.screen() as screen:
            window = int(ticks[0]), int(ticks[-1]) + 1
            await screen.along()
            number = screen.number("few")

            async def held(kept, first, end):
                inside = kept & (ticks >= first) & (ticks < end)
                summary = await screen.range(number, first, end)
                assert summary.rows == inside.sum(), (summary.rows, inside.sum())
                for name in ("v", "few", "price", "at"):
                    values = shown(rows.columns[name])[inside]
                    values = values[~np.isnan(values)]
                    missing, *figures = summary.columns[screen.number(name)]
                    assert missing == inside.sum() - len(values), (name, missing)
                    if len(values) > 1:
                        expected = values.min(), values.max(), values.mean(), values.std(ddof=1)
                        assert np.allclose(figures, expected, rtol=1e-9, atol=1e-12), (name, figures, expected)
                assert sum(summary.counts) == inside.sum()
                if inside.any():
                    expected = np.histogram(few[inside], len(summary.counts), (summary.low, summary.high))[0]
                    assert list(expected) == summary.counts, (expected, summary.counts)

            everything = np.ones(COUNT, bool)
            middle = int(ticks[COUNT // 2])
            for first, end in (window, (middle, middle + 3000), (middle, middle + 1), (window[1] + 5, window[1] + 9)):
                await held(everything, first, end)
            await screen.send(tables.keep_values(1, screen.number("v"), float(np.nanmedian(v)), 1e300))
            high = v >= np.nanmedian(v)
            await held(high, *window)
            await screen.send(tables.keep_values(2, number, 3, 3))
            await held(high & (few == 3), *window)
            kept = high & (few == 3)
            await hold(screen, Known(rows.columns, ticks, "place", kept), ("w", "single"))
            await screen.send(tables.keep_nothing_out(1), tables.keep_ticks(3, middle, window[1]))
            await hold(screen, Known(rows.columns, ticks, "place", (few == 3) & (ticks >= middle)), ("w", "single"))
    return "8 ranges, 4 filters"


async def the_same_rows_in_sqlite_look_the_same(binary, web, cluster):
    rows = series(cluster)
    names = ("ts", "v", "w", "few", "price", "large", "whole", "single")
    ticks = rows.columns["ts"].values
    cells = []
    for name in names:
        column, values = rows.columns[name], shown(rows.columns[name])
        whole = name in ("ts", "few", "whole")
        cells.append([
            None if gone else int(exact) if whole else float(value) for exact, value, gone in zip(column.values, values, np.isnan(values))])
    known, lanes = Known(rows.columns, ticks, "place"), 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "same.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as base:
            kinds = ", ".join(f"{name} {'INTEGER' if name in ('ts', 'few', 'whole') else 'REAL'}" for name in names)
            base.execute(f"CREATE TABLE t (place INTEGER PRIMARY KEY, {kinds})")
            base.executemany(f"INSERT INTO t VALUES (?{', ?' * len(names)})", zip(range(COUNT), *cells))
            base.commit()
        with ClickHouseServer(binary, web, cluster.address("sig", x="ts", then="place"), str(path)) as server:
            async with server.screen(0) as there, server.screen(1) as here:
                by = here.number("ts")
                await there.along()
                await here.along(VALUES, by)
                for screen in (there, here):
                    await screen.send(*[tables.lane(screen.number(name), 90, *known.limits(name)) for name in names[1:]])
                for window, pixels in known.windows():
                    one = await there.exact(ROWS, 0, pixels, window, len(names) - 1)
                    other = await here.exact(VALUES, by, pixels, window, len(names) - 1)
                    for name in names[1:]:
                        a, b = one[there.number(name)], other[here.number(name)]
                        assert (a.image == b.image).all() and a.rows == b.rows, (name, window, (a.image != b.image).sum())
                        lanes += 1
    return f"{lanes} lanes alike"


async def ends_of_large_tables_are_found(binary, web, cluster):
    count = 1_100_000
    far = 9 * 10**15
    tables_made = {
        "far": ("Int64", f"if(number = 0, toInt64(-{far - 5}), if(number = 7, toInt64({far}), toInt64(number) * 1000 - 700000000))", -(far - 5), far),
        "dense": ("UInt32", "toUInt32(number)", 0, count - 1),
        "moments": ("DateTime", "toDateTime(1600000000 + intDiv(number, 3))", 1_600_000_000, 1_600_000_000 + (count - 1) // 3),
        "days": ("Date", "toDate(18000 + number % 900)", 18_000 * 86_400, 18_899 * 86_400),
        "same": ("Int16", "toInt16(-3)", -3, -3),
    }
    for name, (kind, made, _, _) in tables_made.items():
        cluster.spread(name, f"x {kind}, v Float32", "x")
        cluster.query(f"INSERT INTO {name} SELECT {made}, number / 7 FROM numbers({count})", insert_distributed_sync=1)
    with ClickHouseServer(binary, web, *[cluster.address(name, x="x") for name in tables_made]) as server:
        for source, (name, (_, _, first, last)) in enumerate(tables_made.items()):
            async with server.screen(source) as screen:
                assert (screen.axis.first, screen.axis.end) == (first, last + 1), (name, vars(screen.axis))
                assert screen.table.rows == count, (name, screen.table.rows)
    return f"{len(tables_made)} tables of {count:,} rows"


CHECKS = (
    ends_of_large_tables_are_found,
    columns_of_shards_are_as_numpy_has_them, lanes_of_shards_are_those_of_all_rows, who_may_only_read_sees_the_same, x_may_be_any_column,
    rows_of_shards_are_read_to_the_last_digit, ranges_and_filters_keep_what_numpy_keeps, the_same_rows_in_sqlite_look_the_same,
)
