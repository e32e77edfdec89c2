"""A table of ClickHouse as it is today (chdb) on the screen: its newer types, held to numpy and to what the engine itself writes."""

import random

import numpy as np

import tables
from clickhouse_columns import Column, columns_of, insert
from clickhouse_lens_checks import MEAN, MIN_MAX, POINTS, image, mean, min_max, through
from clickhouse_screen import HEIGHT, ClickHouseServer, Known, cell, hold
from clickhouse_screen import shown as numbers_of
from table_derive_checks import derive, finite
from tables import ROWS, VALUES
from traces import drawn

COUNT = 6000
# Of numbers below 2^53 that tell rows apart, so that all that is made of them does.
MADE = {
    "nanos": ("DateTime64(9, 'Asia/Tokyo')", "fromUnixTimestamp64Nano(toInt64(1700000000000000001 + place * 1234567891))"),
    "day": ("Date32", "toDate32('1925-03-01') + toInt32(place % 40000)"),
    "on": ("Bool", "place % 3 = 0"),
    "word": ("LowCardinality(String)", "if(place % 5 = 0, '', concat('wört ', toString(place % 50)))"),
    "maybe": ("LowCardinality(Nullable(String))", "if(place % 4 = 0, NULL, toString(place % 7))"),
    "wide": ("Int128", "toInt128(place) * toInt128('-18446744073709551617000')"),
    "wider": ("UInt256", "toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935') - place"),
    "price": ("Decimal(38, 10)", "toDecimal128(place, 10) * 123456789 / 1000"),
    "cents": ("Decimal(9, 2)", "toDecimal32(place, 2) / 4"),
    "who": ("UUID", "toUUID(concat('0123abcd-89ab-4def-8000-', leftPad(lower(hex(place)), 12, '0')))"),
    "four": ("IPv4", "toIPv4(concat('10.', toString(intDiv(place, 256)), '.', toString(place % 256), '.7'))"),
    "six": ("IPv6", "toIPv6(concat('2001:db8::', lower(hex(place + 1))))"),
    "list": ("Array(Int32)", "[toInt32(place), 2]"),
    "map": ("Map(String, UInt8)", "map('a', toUInt8(place % 200))"),
    "pair": ("Tuple(a Int8, b String)", "(1, 'x')"),
}
UNREAD = "list", "map", "pair"


def make(shard):
    columns = columns_of(COUNT, seed=21)
    steps = columns["ts"].values - columns["ts"].values[0]
    written = {"ts": Column("DateTime64(3, 'Europe/Berlin')", 1_600_000_000_000 + steps * 37)} | {
        name: columns[name] for name in ("place", "v", "w", "few")}
    kinds = [f"{name} {column.kind}" for name, column in written.items()]
    kinds += [f"{name} {kind} DEFAULT {text}" for name, (kind, text) in MADE.items()]
    shard.query(f"CREATE TABLE now ({', '.join(kinds)}) ENGINE = MergeTree ORDER BY ts")
    insert(shard, "now", {name: column.taken(np.random.default_rng(2).permutation(COUNT)) for name, column in written.items()})
    return written


async def pictures_of_todays_clickhouse_are_those_of_all_rows(binary, web, shard, rows):
    ticks, lanes = rows["ts"].values, 0
    places = rows["place"].values.astype(np.int64)
    shown = dict(rows, on=Column("UInt8", (places % 3 == 0).astype(np.uint8)), cents=Column("Float64", places // 1 / 4))
    with ClickHouseServer(binary, web, shard.address("now", then="place"), shard.address("now", x="ts")) as server:
        async with server.screen() as screen:
            lanes += (await hold(screen, Known(shown, ticks, "place"), ("v", "w", "few", "on", "cents")))[0]
            assert (screen.axis.kind, screen.axis.step, screen.axis.offset) == (2, 1000, 0), vars(screen.axis)
            for name, along in (("nanos", 1_700_000_000_000_000_001 + places * 1_234_567_891), ("day", (places % 40_000 - 16_377) * 86_400)):
                known = Known(shown, along, "place")
                lanes += (await hold(screen, known, ("v", "w"), VALUES, screen.number(name), known.windows()[1:5]))[0]
        async with server.screen(1) as screen:
            lanes += (await hold(screen, Known(shown, ticks), ("v", "few")))[0]
    return f"{lanes} lanes, {shard.value('SELECT version()')}"


async def cells_of_todays_clickhouse_are_as_it_writes_them(binary, web, shard, rows):
    ticks, count = rows["ts"].values, 0
    texts = [name for name in MADE if name not in UNREAD and name not in ("nanos", "day", "on")]
    with ClickHouseServer(binary, web, shard.address("now", then="place")) as server:
        async with server.screen() as screen:
            assert all(f"{name} ({MADE[name][0].split('(')[0]}" in screen.table.detail for name in UNREAD), screen.table.detail
            assert "Europe/Berlin" in screen.table.detail and "Asia/Tokyo" in screen.table.detail, screen.table.detail
            kinds = {name: screen.columns[screen.number(name)].kind for name in MADE}
            others = {"nanos": 2, "day": 2, "on": 0, "cents": 1} | dict.fromkeys(UNREAD, 4)
            assert kinds == {name: others.get(name, 3) for name in MADE}, kinds
            await screen.along()
            await screen.exact(ROWS, 0, 300, (int(ticks[0]), int(ticks[-1]) + 1), 0)
            for place in [0, COUNT - 1, *random.Random(4).sample(range(COUNT), 25)]:
                # The first row of its tick.
                place = int(np.searchsorted(ticks, ticks[place]))
                row = await screen.row(int(ticks[place]))
                found = {name: row.cells[screen.number(name)] for name in [*rows, *MADE]}
                assert row.tick == ticks[place] == found["ts"] and found["place"] == place, (row.tick, place)
                for name in ("v", "w", "few"):
                    expected = cell(rows[name], place)
                    assert found[name] == expected or expected != expected and found[name] != found[name], (name, found[name], expected)
                assert found["nanos"] == 1_700_000_000_000_000_001 + place * 1_234_567_891, found["nanos"]
                assert found["day"] == (place % 40_000 - 16_377) * 86_400 and found["on"] == int(place % 3 == 0)
                (written,) = shard.rows(f"SELECT {', '.join(f'toString({name})' for name in texts)} FROM now WHERE place = {place}")
                for name, text in zip(texts, written):
                    value = found[name]
                    if text == "\\N":
                        assert value is None, (name, value)
                    elif isinstance(value, float):
                        # Short decimals are numbers.
                        assert name in ("price", "cents") and value == float(text) and len(text) < 18, (name, value, text)
                    elif isinstance(value, int):
                        # Of a wide type, but short.
                        assert name in ("wide", "wider") and str(value) == text, (name, value, text)
                    else:
                        assert value.decode() == text or name == "price" and value.decode().rstrip("0").rstrip(".") == text, (name, value, text)
                for name in UNREAD:
                    assert found[name] == f"not read: {MADE[name][0]}".encode(), found[name]
                count += 1
    return f"{count} rows of {len(rows) + len(MADE)} columns"


async def lenses_of_todays_clickhouse_are_those_that_numpy_finds(binary, web, shard, rows):
    # Nanoseconds since 1970, of which none are alike.
    ticks, lanes = 1_700_000_000_000_000_001 + np.arange(COUNT) * 1_234_567_891, 0
    first, end = int(ticks[0]), int(ticks[-1]) + 1
    with ClickHouseServer(binary, web, shard.address("now", then="place")) as server:
        async with server.screen() as screen:
            by = screen.number("nanos")
            await screen.along(VALUES, by)
            for window, pixels in (((first, end), 300), ((first + (end - first) // 3, first + (end - first) // 2), 211)):
                for lens, names in ((MIN_MAX, ("v", "w", "few")), (MEAN, ("few",))):
                    found = await through(screen, lens, rows, VALUES, by, window, pixels, names)
                    for name in names:
                        values = numbers_of(rows[name])
                        points = min_max(values, ticks, window, pixels) if lens == MIN_MAX else mean(values, ticks, window, POINTS)
                        assert (found[name][0].image == image(points, values, window, pixels)).all(), (lens, name, window)
                        lanes += 1
    return f"{lanes} lanes"


async def formulas_of_todays_clickhouse_are_as_numpy_has_them(binary, web, shard, rows):
    ticks, places = rows["ts"].values, rows["place"].values.astype(np.int64)
    v, w, few = (finite(rows[name].numbers) for name in ("v", "w", "few"))
    nanos = (1_700_000_000_000_000_001 + places * 1_234_567_891).astype(float)
    with np.errstate(all="ignore"):
        wanted = {
            "nanos - ts": nanos / 1e9 - ticks / 1e3, "nanos - 1700000000": nanos / 1e9 - 1.7e9, "-(-cents) * on": places / 4 * (places % 3 == 0),
            "min(v, w) / 3": np.where(np.isnan(v) | np.isnan(w), np.nan, np.fmin(v, w) / 3), "1 / (1 / few)": 1 / finite(1 / few),
            "sqrt(abs(v)) + 0.1": np.sqrt(np.abs(v)) + 0.1, "7": np.full(COUNT, 7.0), "max(ln(few), exp(few))": finite(np.log(few)) * 0 + np.exp(few),
            "few ^ 3": few ** 3}
    with ClickHouseServer(binary, web, shard.address("now", then="place")) as server:
        async with server.screen() as screen:
            await screen.along()
            first, lanes = screen.table.columns, 0
            for number, (formula, values) in enumerate(wanted.items(), first):
                await screen.send(derive(number - first, formula))
                await screen.until(lambda: number in screen.columns and screen.columns[number].mean == screen.columns[number].mean, formula)
                told, seen = screen.columns[number], values[np.isfinite(values)]
                assert told.missing == COUNT - len(seen), (formula, told.missing)
                assert np.allclose((told.least, told.greatest), (seen.min(), seen.max()), rtol=1e-14, atol=0), (formula, vars(told))
                await screen.send(tables.lane(number, HEIGHT, seen.min() - 1, seen.max() + 1))
            some = int(ticks[COUNT // 2])
            for window, pixels in (((int(ticks[0]), int(ticks[-1]) + 1), 300), ((some, some + 40_000), 128)):
                found = await screen.exact(ROWS, 0, pixels, window, len(wanted))
                for number, (formula, values) in enumerate(wanted.items(), first):
                    values = finite(values)
                    image = drawn(values, np.nanmin(values) - 1, np.nanmax(values) + 1, HEIGHT, *window, pixels, ticks.tolist())
                    wrong = (found[number].image != image).sum()
                    # The last bits of these are the server's own.
                    assert wrong <= (2 if "exp" in formula or "^" in formula else 0), f"{formula} in {window}: {wrong} of {image.sum()} pixels differ"
                    lanes += 1
    return f"{lanes} lanes"


CHECKS = (
    pictures_of_todays_clickhouse_are_those_of_all_rows, cells_of_todays_clickhouse_are_as_it_writes_them,
    lenses_of_todays_clickhouse_are_those_that_numpy_finds,
    formulas_of_todays_clickhouse_are_as_numpy_has_them,
)
