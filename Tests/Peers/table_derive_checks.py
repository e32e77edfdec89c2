"""Columns that a client makes of others, held to numpy."""

import contextlib
import csv
import io
import math
import os
import pathlib
import random
import sqlite3
import struct
import tempfile

import numpy as np

import tables
from server import Server
from table_checks import COUNT, FEW, WALK, served, viewing
from tables import PLACES, ROWS, VALUES
from traces import drawn
from streams import Reader
from wire import message

DERIVE, EXPORT, PART = 41, 39, 136
TABLE_COLUMNS = 8


def derive(number, formula, name="", source=0):
    name, formula = name.encode(), formula.encode()
    return message(DERIVE, f"HBH{len(name)}sH{len(formula)}s", source, number, len(name), name, len(formula), formula)


def lag(x, rows):
    moved = np.full(len(x), np.nan)
    if rows >= 0:
        moved[rows:] = x[:len(x) - rows]
    else:
        moved[:rows] = x[-rows:]
    return moved


def mean(x, window):
    """The average of the rows around each that are there, of each by itself."""
    half = window // 2
    around = (x[max(0, row - half):row + half + 1] for row in range(len(x)))
    return np.array([np.nanmean(part) if not np.isnan(value) else np.nan for value, part in zip(x, around)])


def finite(x):
    return np.where(np.isfinite(x), x, np.nan)


def cases(walk, few):
    with np.errstate(all="ignore"):
        return {
            "diff(walk)": walk - lag(walk, 1), "LAG(few, -9)": lag(few, -9), 'mean("walk", 31)': mean(walk, 31),
            "walk - mean(walk, 301)": walk - mean(walk, 301), "walk / few": finite(walk / few), "sqrt(walk)": np.sqrt(walk),
            "min(walk, 2 * few) ^ 2": finite(np.where(np.isnan(walk) | np.isnan(few), np.nan, np.fmin(walk, 2 * few)) ** 2),
            "ln(exp(few)) + log10(abs(walk))": finite(np.log(np.exp(few)) + np.log10(np.abs(walk))),
        }


async def made(viewer, formulas):
    """Has columns made, and waits until their values are told."""
    first = viewer.table.columns
    for number, formula in enumerate(formulas):
        await viewer.send(derive(number, formula))
    there = lambda number: first + number in viewer.columns and not math.isnan(viewer.columns[first + number].mean)
    await viewer.until(lambda: all(there(number) for number in range(len(formulas))), "derived columns")


def assert_told(told, name, values):
    seen = values[~np.isnan(values)]
    assert (told.kind, told.name, told.missing) == (1, name, len(values) - len(seen)), (name, vars(told), len(values) - len(seen))
    figures = told.least, told.greatest, told.mean, told.deviation
    assert np.allclose(figures, (seen.min(), seen.max(), seen.mean(), seen.std(ddof=1)), rtol=1e-10, atol=1e-12), (name, figures)


async def columns_made_of_others_are_as_numpy_has_them(binary, web):
    make, pictures, count = random.Random(7), 0, 0
    with served(binary, web) as (server, base):
        walk, few = base.finite(WALK), base.finite(FEW)
        expected = cases(walk, few)
        async with viewing(server) as viewer:
            await made(viewer, expected)
            for number, (formula, values) in enumerate(expected.items()):
                assert_told(viewer.columns[TABLE_COLUMNS + number], formula, values)
            await viewer.show()
            for place in [0, 1, 1999, COUNT - 1, *make.sample(range(COUNT), 60)]:
                cells = (await viewer.row(place)).cells
                assert len(cells) == TABLE_COLUMNS + len(expected)
                for cell, (formula, values) in zip(cells[TABLE_COLUMNS:], expected.items()):
                    found = math.nan if cell is None else cell
                    # What reaches 301 rows is told as it is drawn.
                    margin = 1e-5 if "301" in formula else 1e-12
                    assert np.isclose(found, values[place], rtol=margin, atol=margin, equal_nan=True), (formula, place, found, values[place])
                    count += 1
            for number, (formula, values) in enumerate(expected.items()):
                told = viewer.columns[TABLE_COLUMNS + number]
                await viewer.send(tables.lane(TABLE_COLUMNS + number, 90, told.least - 1, told.greatest + 1))
            for start, stop, pixels in ((0, COUNT, 300), (1980, 2120, 400), (COUNT - 9, COUNT + 3, 64)):
                found = await viewer.show(ROWS, 0, pixels, (start, stop))
                for number, (formula, values) in enumerate(expected.items()):
                    told = viewer.columns[TABLE_COLUMNS + number]
                    spans = found[TABLE_COLUMNS + number, False]
                    image = drawn(values, told.least - 1, told.greatest + 1, 90, start, stop, pixels)
                    wrong = (spans.image != image).sum()
                    # numpy's own rounding of sums may move a value by a bit, and that over a pixel's edge.
                    assert wrong <= (2 if "mean" in formula or "ln" in formula else 0), f"{formula}, {start} to {stop}: {wrong} pixels differ"
                    pictures += 1
    return f"{count} cells, {pictures} lanes"


async def rows_are_ordered_and_kept_by_a_column_made_of_others(binary, web):
    with served(binary, web) as (server, base):
        walk, few = base.finite(WALK), base.finite(FEW)
        steps = walk - lag(walk, 1)
        valid = np.where(~np.isnan(steps))[0]
        order = valid[np.argsort(steps[valid], kind="stable")]
        place_of = TABLE_COLUMNS
        async with viewing(server) as viewer, viewing(server) as other:
            # Asked for before it is there, it is shown when it is.
            await viewer.send(derive(0, "diff(walk)", "step"), tables.lane(place_of, 60, -5, 5), tables.show(900, PLACES, place_of, 100, 0, COUNT))
            await viewer.until(lambda: any(place_of in (column for column, _ in lanes) for lanes in viewer.spans.values()), "picture")
            await viewer.show(PLACES, place_of)
            assert (viewer.axis.first, viewer.axis.end, viewer.axis.column) == (0, COUNT, place_of)
            for place in (0, 1, 700, len(order) - 1):
                row = await viewer.row(place)
                assert row.key == base.rows[order[place]][0], (place, row.key)
                assert row.cells[place_of] == steps[order[place]]
            await viewer.until(lambda: not math.isnan(viewer.columns[WALK].correlation), "correlation")
            both = valid
            expected = np.corrcoef(walk[both], steps[both])[0, 1]
            assert abs(viewer.columns[WALK].correlation - expected) < 1e-6, (viewer.columns[WALK].correlation, expected)
            await viewer.show(VALUES, place_of)
            axis = viewer.axis
            for place in (0, 333, len(order) - 1):
                row = await viewer.row(round((steps[order[place]] - axis.offset) / axis.step))
                assert row.key == base.rows[order[place]][0], place
            # Another client has a column of its own in the same place, and knows nothing of this one's.
            await made(other, ["-few"])
            await other.show(PLACES, place_of)
            row = await other.row(0)
            assert row.cells[place_of] == -6.0 and row.key == base.rows[int(np.where(few == 6)[0][0])][0]
            row = await viewer.row(round(-axis.offset / axis.step))
            assert row.cells[place_of] == steps[base_place(base, row.key)]

            await viewer.send(tables.keep_values(1, place_of, 0.5, 1.5))
            high = np.where((steps >= 0.5) & (steps <= 1.5))[0]
            await viewer.show()
            assert viewer.axis.end == len(high), (viewer.axis.end, len(high))
            summary = await viewer.range(place_of, 0, len(high))
            assert summary.rows == len(high) and sum(summary.counts) == len(high)
            missing, least, greatest, average, deviation = summary.columns[place_of]
            inside = steps[high]
            assert missing == 0 and np.allclose((least, greatest, average, deviation), (inside.min(), inside.max(), inside.mean(), inside.std(ddof=1)), atol=1e-5)
            # Another formula under the same number: the filter is of the new values.
            await viewer.send(derive(0, "few * 2", "twice"))
            await viewer.until(lambda: viewer.columns[place_of].name == "twice" and not math.isnan(viewer.columns[place_of].mean), "another column")
            await viewer.send(tables.keep_values(1, place_of, 4, 4))
            await viewer.show()
            assert viewer.axis.end == int((few == 2).sum()), viewer.axis.end
    return f"{len(order)} rows in order, {len(high)} kept"


def base_place(base, key):
    return next(place for place, row in enumerate(base.rows) if row[0] == key)


async def exported(viewer, first, end):
    viewer.request += 1
    text, ends = [], []
    take = viewer.take

    def note(tag, payload):
        if tag == PART:
            reader = Reader(payload)
            request, is_last, *_ = reader.take("HBQQ")
            text.append(payload[reader.at + 2:])
            ends.append(is_last)
        else:
            take(tag, payload)

    viewer.take = note
    await viewer.send(message(EXPORT, "HHqq", viewer.request, 0, first, end))
    await viewer.until(lambda: any(ends), "export")
    viewer.take = take
    return list(csv.reader(io.StringIO(b"".join(text).decode())))


async def columns_made_of_others_are_exported(binary, web):
    with served(binary, web) as (server, base):
        walk = base.finite(WALK)
        async with viewing(server) as viewer:
            await made(viewer, ["diff(walk)", "mean(walk, 5)"])
            await viewer.show()
            rows = await exported(viewer, 1990, 2110)
            assert rows[0][TABLE_COLUMNS:] == ["diff(walk)", "mean(walk, 5)"] and len(rows) == 121, rows[0]
            steps, average = walk - lag(walk, 1), mean(walk, 5)
            for place, row in enumerate(rows[1:], 1990):
                step, middle = (float(cell) if cell else math.nan for cell in row[TABLE_COLUMNS:])
                assert step == steps[place] or math.isnan(step) and math.isnan(steps[place]), (place, row)
                assert np.isclose(middle, average[place], rtol=1e-14, equal_nan=True), (place, row)
            # A column that is taken away is exported no more.
            await viewer.send(derive(0, ""))
            await made_gone(viewer)
            rows = await exported(viewer, 0, 3)
            assert rows[0][TABLE_COLUMNS:] == ["mean(walk, 5)"], rows[0]
    return "120 rows"


async def made_gone(viewer):
    """Waits until a removal has been done: the answer to a formula that comes behind it."""
    viewer.notices = []
    await viewer.send(derive(15, "(("))
    # Another notice may come before it, also one that names bytes.
    await viewer.until(lambda: any("((" in notice for notice in viewer.notices), "notice")


async def wrong_formulas_are_told_with_their_place(binary, web):
    faults = {
        "walk + wlak": ("byte 8", "'wlak'", "double quotes"), "2 * word": ("byte 5", "no numbers"), "diff(walk": ("byte 1", ")"),
        "walk walk": ("byte 6",), "lag(walk, 70000)": ("byte 11", "65536"), "sine(walk)": ("byte 1", "'sine'"), "(" * 190: ("byte 33",),
    }
    with served(binary, web) as (server, base):
        async with viewing(server) as viewer:
            for formula, words in faults.items():
                viewer.notices = []
                viewer.columns.pop(TABLE_COLUMNS, None)
                await viewer.send(derive(0, formula))
                await viewer.until(lambda: viewer.notices and TABLE_COLUMNS in viewer.columns, "notice")
                assert all(word in viewer.notices[0] for word in words), viewer.notices
                refused = viewer.columns[TABLE_COLUMNS]
                assert (refused.kind, refused.name) == (4, "")
            # Numbers from 16 on, and texts that are too long, are refused by the reader; the connection stays.
            viewer.notices = []
            await viewer.send(derive(16, "walk"))
            await viewer.until(lambda: viewer.notices, "notice")
            await made(viewer, ["walk"])
            await viewer.send(derive(0, ""))
            await made_gone(viewer)
            assert len((await viewer.row(3)).cells) == TABLE_COLUMNS if await viewer.show() is not None else True
    return f"{len(faults)} faults"


async def check_edges(viewer, expected):
    first = viewer.table.columns
    await made(viewer, expected)
    for number, (formula, values) in enumerate(expected.items()):
        told = viewer.columns[first + number]
        seen = values[~np.isnan(values)]
        assert told.missing == len(values) - len(seen), formula
        assert np.allclose((told.least, told.greatest, told.mean), (seen.min(), seen.max(), seen.mean()), rtol=1e-12), formula
        await viewer.send(tables.lane(first + number, 80, told.least - 1, told.greatest + 1))
    for edge in (65_536, 131_072):
        found = await viewer.show(ROWS, 0, 200, (edge - 60, edge + 40))
        for number, (formula, values) in enumerate(expected.items()):
            told = viewer.columns[first + number]
            offset = values[~np.isnan(values)][0]
            image = drawn(values, told.least - 1, told.greatest + 1, 80, edge - 60, edge + 40, 200, offset=offset)
            wrong = (found[first + number, False].image != image).sum()
            assert wrong <= (2 if "mean" in formula else 0), (formula, edge, wrong)
        cells = (await viewer.row(edge)).cells[first:]
        assert (cells[0], cells[4]) == (expected["diff(time)"][edge], 14), cells


async def a_column_made_of_others_goes_over_the_edges_of_chunks(binary, web):
    rows = 200_000
    make = np.random.default_rng(8)
    time = 1_763_740_800_000 + np.cumsum(make.integers(1, 900, rows))
    level = np.round(np.cumsum(make.normal(size=rows)), 6) + 1e7
    level[make.random(rows) < 0.01] = np.nan
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "long.sqlite"
        days = (np.datetime64("2026-01-01T00:00:00") + 7 * np.arange(rows)).astype(str).tolist()
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("CREATE TABLE t (time INTEGER, level REAL, day TEXT)")
            base.executemany("INSERT INTO t VALUES (?, ?, ?)", ((int(a), None if math.isnan(b) else b, c) for a, b, c in zip(time, level, days)))
            base.commit()
        formulas = ["diff(time)", "level - lag(level, 40000)", "mean(level, 20001)", "lag(level, -65536)", "diff(day, 2)"]
        # Sums to a row, so that an average of 20,001 is the difference of two.
        there = np.concatenate([[0], np.cumsum(~np.isnan(level))])
        total = np.concatenate([[0], np.cumsum(np.nan_to_num(level - 1e7))])
        low, high = np.maximum(0, np.arange(rows) - 10_000), np.minimum(rows, np.arange(rows) + 10_001)
        average = np.where(np.isnan(level), np.nan, (total[high] - total[low]) / (there[high] - there[low]) + 1e7)
        seconds = np.diff(time, prepend=np.nan) / 1000
        twice = np.full(rows, 14.0)
        twice[:2] = np.nan
        expected = dict(zip(formulas, (seconds, level - lag(level, 40_000), average, lag(level, -65_536), twice)))
        # Once read, and once out of the columns that were kept of it.
        for _ in range(2):
            server = Server(binary, web, str(path))
            server.environment = os.environ | {"XDG_CACHE_HOME": folder}
            with server:
                async with viewing(server) as viewer:
                    await check_edges(viewer, expected)
    return f"{rows} rows, 2 edges"


CHECKS = (
    columns_made_of_others_are_as_numpy_has_them, rows_are_ordered_and_kept_by_a_column_made_of_others, columns_made_of_others_are_exported,
    wrong_formulas_are_told_with_their_place, a_column_made_of_others_goes_over_the_edges_of_chunks,
)
