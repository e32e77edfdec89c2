"""Columns made by formulas over two shards of ClickHouse, held to numpy and to what the local engine makes of the same rows in SQLite."""

import contextlib
import math
import pathlib
import random
import re
import sqlite3
import tempfile

import numpy as np

import tables
from clickhouse_columns import Column, Series, along
from clickhouse_screen import HEIGHT, ClickHouseServer
from table_derive_checks import derive, exported, finite
from tables import PLACES, ROWS, VALUES
from traces import drawn

COUNT = 4000
AT_ONCE = 16
# Behind these stand the columns that are made; one has a name that would end a text or a name.
ODD = 'it\'s "1"'
NAMES = ("ts", "place", "v", "w", "few", "whole", "at", ODD)
OPERANDS = {name: f'"{name.replace(chr(34), chr(34) * 2)}"' if name == ODD else name for name in NAMES if name != "place"}
EXACT = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "min": np.fmin, "max": np.fmax, "abs": np.abs, "sqrt": np.sqrt,
    "neg": np.negative}
# No two libraries agree on the last bit of these.
ROUNDED = {
    "ln(few)": lambda c: np.log(c["few"]), "exp(v / 10) - w": lambda c: finite(np.exp(c["v"] / 10)) - c["w"],
    "log10(abs(whole)) ^ 2": lambda c: np.log10(np.abs(c["whole"])) ** 2, "v^3 - few^-1": lambda c: c["v"] ** 3 - finite(c["few"] ** -1.0),
    "few ^ 0 + 0 ^ few": lambda c: np.where(np.isnan(c["few"]), np.nan, 1) + finite(np.power(0.0, c["few"])),
    # What is lost on the way is missing in the end.
    "1 / (1 / few)": lambda c: finite(1 / finite(1 / c["few"])), "exp(-1 / few)": lambda c: np.exp(finite(-1 / c["few"])),
    "min(9, ln(few))": lambda c: np.where(np.isnan(finite(np.log(c["few"]))), np.nan, np.fmin(9, np.log(c["few"]))),
    "2 ^ -exp(w * 40)": lambda c: 2 ** -finite(np.exp(c["w"] * 40)), "(few - few) / (few - few) ^ 0": lambda c: c["few"] * 0,
    "(at - 1600000000) / 86400": lambda c: (c["at"] - 1.6e9) / 86_400, "42": lambda c: np.full(COUNT, 42.0), "ln(2) * 3": lambda c: np.full(COUNT, np.log(2) * 3),
    "sqrt(v) ^ 0": lambda c: np.where(c["v"] >= 0, 1, np.nan), "max(w, 1e308 * 10 * 0)": lambda c: np.full(COUNT, np.nan),
    "1e-320 * few": lambda c: 1e-320 * c["few"]}
made = {}


def rows(cluster):
    """The table, made once; its columns as numpy has them, in the order of x."""
    if not made:
        make = np.random.default_rng(17)
        walk = make.normal(size=COUNT).cumsum()
        for what in (np.nan, np.inf, -np.inf):
            walk[make.random(COUNT) < 0.01] = what
        written = {
            "ts": along("ticks", COUNT, make), "place": Column("UInt32", np.arange(COUNT, dtype=np.uint32)), "v": Column("Float64", walk),
            "w": Column("Nullable(Float64)", make.normal(2, 5, COUNT), make.random(COUNT) < 0.1),
            "few": Column("Int8", make.integers(-3, 4, COUNT, np.int8)),
            "whole": Column("Nullable(Int64)", make.integers(-1 << 60, 1 << 60, COUNT), make.random(COUNT) < 0.02),
            "at": Column("DateTime", make.integers(1_500_000_000, 1_700_000_000, COUNT).astype(np.uint32)),
            ODD: Column("UInt16", make.integers(0, 9, COUNT, np.uint16))}
        Series(cluster, "made", written)
        made.update({name: finite(column.numbers) for name, column in written.items()}, ticks=written["ts"].values, written=written)
    return made


@contextlib.contextmanager
def in_sqlite(columns):
    """The same rows in a file; whole numbers to the last digit."""
    written = columns["written"]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "made.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as base:
            quoted = {name: '"' + name.replace('"', '""') + '"' for name in NAMES}
            kinds = [f"{quoted[name]} {'REAL' if written[name].values.dtype.kind == 'f' else 'INTEGER'}" for name in NAMES if name != "place"]
            base.execute(f"CREATE TABLE t (ts INTEGER, place INTEGER PRIMARY KEY, {', '.join(kinds[1:])})")
            cells = [
                [None if math.isnan(number) else value.item() for number, value in zip(columns[name], written[name].values)] for name in NAMES]
            base.executemany(f"INSERT INTO t VALUES ({', '.join('?' * len(NAMES))})", zip(*cells))
            base.commit()
        yield str(path)


def tree(make, depth):
    """A formula at random that is the same to the last bit wherever it is computed: its words, and what computes it."""
    if depth == 0 or make.random() < 0.15:
        if make.random() < 0.3:
            number = make.choice((0, 1, 0.1, 2.5, 1e-7, 3e200, 7))
            return f"{number!r}", lambda c: np.full(COUNT, float(number))
        name = make.choice(list(OPERANDS))
        return OPERANDS[name], lambda c: c[name]
    name = make.choice(list(EXACT))
    function = EXACT[name]
    text, part = tree(make, depth - 1)
    if name in ("abs", "sqrt", "neg"):
        return f"(-{text})" if name == "neg" else f"{name}({text})", lambda c: finite(function(part(c)))
    other, right = tree(make, depth - 1)

    def value(c):
        a, b = part(c), right(c)
        return np.where(np.isnan(a) | np.isnan(b), np.nan, finite(function(a, b)))

    return f"{name}({text}, {other})" if len(name) == 3 else f"({text} {name} {other})", value


def formulas(make, count):
    found = {}
    while len(found) < count:
        text, value = tree(make, make.randrange(1, 5))
        if len(text.encode()) <= 192:
            found[text] = value
    return found


async def have(screen, wanted):
    """Has columns made, none beside them, and waits until all rows were looked at for them."""
    first = screen.table.columns
    for number in range(16):
        screen.columns.pop(first + number, None)
    await screen.send(*[derive(number, formula, source=screen.source) for number, formula in enumerate(wanted)])

    def is_known(number, formula):
        told = screen.columns.get(first + number)
        return told and told.name == formula and (told.mean == told.mean or told.missing == COUNT)

    await screen.until(lambda: all(is_known(*one) for one in enumerate(wanted)), "columns that are made", 20)


async def compared(there, here, columns, wanted, bits):
    """Columns over the shards, in SQLite and in numpy: what is told of them, cells, and lanes to the pixel."""
    ticks, first = columns["ticks"], len(NAMES)
    with np.errstate(all="ignore"):
        expected = {formula: finite(value(columns)) for formula, value in wanted.items()}
    await have(there, wanted)
    await have(here, wanted)
    by, lanes = here.number("ts"), []
    await there.along()
    await here.along(VALUES, by)
    for number, (formula, values) in enumerate(expected.items(), first):
        one, other = there.columns[number], here.columns[number]
        seen = values[~np.isnan(values)]
        assert (one.kind, one.name, one.missing) == (1, formula, COUNT - len(seen)) == (other.kind, other.name, other.missing), (
            formula, vars(one), vars(other), COUNT - len(seen))
        if len(seen):
            assert np.allclose((one.least, one.greatest), (seen.min(), seen.max()), rtol=0 if bits else 1e-12, atol=0), (formula, vars(one), seen.min(), seen.max())
            # What is drawn are single-precision numbers.
            spread = seen.max() - seen.min()
            if np.abs(seen).max() < 1e30 and (spread > 1e-30 or not spread):
                margin = spread * 0.05 or 1
                lanes.append((number, formula, values, float(seen.min() - margin), float(seen.max() + margin)))
    cells = 0
    for place in [0, *np.random.default_rng(len(lanes)).integers(0, COUNT, 4)]:
        row = await there.row(int(ticks[place]))
        place = row.cells[NAMES.index("place")]
        for cell, (formula, values) in zip(row.cells[first:], expected.items()):
            found, value = math.nan if cell is None else cell, values[place]
            same = found == value or math.isnan(found) and math.isnan(value)
            assert same if bits else np.isclose(found, value, rtol=1e-12, atol=0, equal_nan=True), (formula, place, found, value)
            cells += 1
    for screen in (there, here):
        await screen.send(*[tables.lane(number, HEIGHT, low, high) for number, _, _, low, high in lanes])
    wrong = 0
    end = int(ticks[-1]) + 1
    for window, pixels in (((int(ticks[0]), end), 300), ((0, 1024), 256), ((int(ticks[COUNT // 2]), int(ticks[COUNT // 2]) + 77), 331)):
        one = await there.exact(ROWS, 0, pixels, window, len(lanes))
        other = await here.exact(VALUES, by, pixels, window, len(lanes))
        for number, formula, values, low, high in lanes:
            image = drawn(values, low, high, HEIGHT, *window, pixels, ticks.tolist())
            differ = (one[number].image != image).sum(), (one[number].image != other[number].image).sum()
            assert not any(differ) or not bits and max(differ) < 4, f"{formula} in {window}: {differ} of {image.sum()} pixels differ"
            wrong += sum(differ)
    return 3 * len(lanes), cells, wrong


async def formulas_over_shards_make_what_the_local_engine_makes(binary, web, cluster):
    columns, make, lanes, cells = rows(cluster), random.Random(23), 0, 0
    with in_sqlite(columns) as path:
        with ClickHouseServer(binary, web, cluster.address("made", x="ts", then="place"), path) as server:
            async with server.screen(0) as there, server.screen(1) as here:
                for wanted, bits in ((formulas(make, AT_ONCE), True), (ROUNDED, False)):
                    found = await compared(there, here, columns, wanted, bits)
                    lanes, cells = lanes + found[0], cells + found[1]
                assert not there.notices, there.notices
    return f"{AT_ONCE + len(ROUNDED)} formulas, {lanes} lanes, {cells} cells"


async def refused(screen, formula, *words):
    """Asks for a column, and holds why there is none."""
    said = len(screen.notices)
    await screen.send(derive(3, formula))
    await screen.until(lambda: len(screen.notices) > said, f"refusal of {formula}")
    text = screen.notices[-1].decode() if isinstance(screen.notices[-1], bytes) else screen.notices[-1]
    assert all(word in text for word in words) and formula in text, text
    assert screen.columns[len(NAMES) + 3].kind == 4, vars(screen.columns[len(NAMES) + 3])


async def a_column_made_over_shards_orders_filters_and_is_its_clients_alone(binary, web, cluster):
    columns, number = rows(cluster), len(NAMES) + 1
    with np.errstate(all="ignore"):
        values = finite(columns["v"] * 2 - columns["w"])
    ticks, place = columns["ticks"], columns["place"]
    there = ~np.isnan(values)
    # Columns in one column of pixels each, which begin at multiples of their width: these have tiles.
    window = 18_432, 22_528
    with ClickHouseServer(binary, web, cluster.address("made", x="ts", then="place")) as server:
        async with server.screen() as screen, server.screen() as other:
            for one in (screen, other):
                await one.along()
                await one.send(tables.lane(NAMES.index("v"), 60, -50, 50))
                await one.exact(ROWS, 0, 256, window, 1)
            # Not at place 0, so that the place before it is empty.
            await screen.send(derive(1, "v * 2 - w", "twice"))
            await screen.until(lambda: number in screen.columns and screen.columns[number].missing == (~there).sum(), "column", 20)
            await screen.send(tables.lane(number, 60, -50, 50))
            pictures = await screen.exact(ROWS, 0, 256, window, 2)
            assert (pictures[number].image == drawn(values, -50, 50, 60, *window, 256, ticks.tolist())).all()
            assert (await other.row(int(ticks[5]))).cells[-1] is not None and number not in other.columns
            row = await screen.row(int(ticks[2000]))
            found = int(row.cells[1])
            assert len(row.cells) == number + 1 and row.cells[number - 1] is None
            assert row.cells[number] == (None if np.isnan(values[found]) else values[found]), (row.cells, values[found])

            await refused(screen, "diff(v)", "need the neighbouring rows", "not available over ClickHouse")
            await refused(screen, "mean(v, 3) + lag(w)", "not available over ClickHouse")
            await refused(screen, "v + nothing", "byte 5", "'nothing' is not in the table")
            await refused(screen, "v + 'x'; DROP TABLE made", "byte 5")

            # A range, and how the column goes together with the one that orders.
            summary = await screen.range(number, *window)
            inside = (ticks >= window[0]) & (ticks < window[1]) & there
            missing, *figures = summary.columns[number]
            seen = values[inside]
            assert missing == summary.rows - len(seen) and np.allclose(figures, (seen.min(), seen.max(), seen.mean(), seen.std(ddof=1)), rtol=1e-9)
            expected = np.histogram(seen, len(summary.counts), (summary.low, summary.high))[0]
            assert np.abs(np.array(summary.counts) - expected).sum() <= 2

            # Rows in its order, and along its values.
            await screen.along(PLACES, number)
            order = np.where(there)[0][np.argsort(values[there], kind="stable")]
            assert screen.axis.end == len(order), (screen.axis.end, len(order))
            found = await screen.exact(PLACES, number, 100, (0, len(order)), 2)
            # Distances are drawn from the first value along x.
            assert (found[number].image == drawn(values[order], -50, 50, 60, 0, len(order), 100, offset=values[there][0])).all()
            for at in (0, 77, len(order) - 1):
                assert (await screen.row(at)).cells[number] == values[order[at]], at
            await screen.until(lambda: screen.columns[NAMES.index("v")].correlation == screen.columns[NAMES.index("v")].correlation, "correlation")
            both = there & ~np.isnan(columns["v"])
            assert abs(screen.columns[NAMES.index("v")].correlation - np.corrcoef(values[both], columns["v"][both])[0, 1]) < 1e-9
            await screen.until(lambda: abs(screen.columns[number].correlation - 1) < 1e-9, "correlation of the column itself")
            await screen.along(VALUES, number)
            assert screen.axis.offset == values[there].min()
            row = await screen.row(round((values[order[500]] - screen.axis.offset) / screen.axis.step))
            assert row.cells[number] == values[order[500]]

            # A filter by it, of an export too.
            await screen.along()
            await screen.send(tables.keep_values(1, number, -3, 3.5))
            kept = there & (values >= -3) & (values <= 3.5)
            summary = await screen.range(tables.NO_COLUMN, int(ticks[0]), int(ticks[-1]) + 1)
            assert summary.rows == kept.sum(), (summary.rows, kept.sum())
            header, *lines = await exported(screen, int(ticks[0]), int(ticks[-1]) + 1)
            assert header == [*NAMES, "twice"] and len(lines) == kept.sum(), (header, len(lines))
            assert [int(line[1]) for line in lines] == place[kept].tolist()
            assert [float(line[-1]) for line in lines] == values[kept].tolist()
            await screen.send(tables.keep_nothing_out(1))

            # Other values in the same place: nothing is shown of those before.
            await screen.send(derive(1, "few"))
            few = columns["few"]
            await screen.until(lambda: screen.columns[number].name == "few" and screen.columns[number].greatest == 3, "another column")
            pictures = await screen.exact(ROWS, 0, 256, window, 2)
            assert (pictures[number].image == drawn(few, -50, 50, 60, *window, 256, ticks.tolist())).all()
            await screen.send(derive(1, ""))
            row = await screen.row(int(ticks[7]))
            assert len(row.cells) == len(NAMES), row.cells
    return f"{len(order)} rows in order, {len(lines)} exported"


async def formulas_are_computed_by_the_shards_and_plain_lanes_keep_their_tiles(binary, web, cluster):
    columns, first, window = rows(cluster), len(NAMES), (18_432, 22_528)
    with ClickHouseServer(binary, web, cluster.address("made", x="ts", then="place")) as server:
        async with server.screen() as screen:
            await screen.along()
            await screen.send(tables.lane(NAMES.index("v"), 60, -50, 50))
            await screen.exact(ROWS, 0, 256, window, 1)
            await have(screen, ["sqrt(abs(v * w)) + 0.625"])
            await screen.send(tables.lane(first, 60, 0, 50))
            before = {name for shard in cluster.shards for name, in shard.logged(columns="query_id")}
            for move in (0, 1024, -1024, 0):
                await screen.exact(ROWS, 0, 256, (window[0] + move, window[1] + move), 2)

            def asked(condition):
                found = [part for shard in cluster.shards for part in shard.logged(
                    f"query LIKE '%wg_px%' AND ({condition})", "query_id, result_rows, query")]
                return [part[1:] for part in found if part[0] not in before]

            # What the column is made of is nobody's own word.
            word = "'%sqrt(abs(%'"
            # The shard that is asked answers itself what concerns its own part.
            parts = asked(f"is_initial_query = 0 AND query LIKE {word}")
            assert parts and all(int(result) <= 5 * 64 + 258 for result, _ in parts), [result for result, _ in parts]
            # The window that was seen before is there for the lane of the table's own: but for the rows just beside others, nothing of it is asked.
            for _, query in asked(f"is_initial_query = 1 AND query NOT LIKE {word}"):
                low, high = map(int, re.search(r"`ts` >= (-?\d+) AND `ts` < (-?\d+)", query).groups())
                assert min(high, window[1]) - max(low, window[0]) <= 16, query
    return f"{len(parts)} parts of questions, {max(int(result) for result, _ in parts)} rows at most"


CHECKS = (
    formulas_over_shards_make_what_the_local_engine_makes, a_column_made_over_shards_orders_filters_and_is_its_clients_alone,
    formulas_are_computed_by_the_shards_and_plain_lanes_keep_their_tiles,
)
