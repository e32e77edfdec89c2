"""Columns of texts over real sockets, held to Python's own sqlite3 and its Counter."""

import collections
import contextlib
import os
import pathlib
import random
import sqlite3
import struct
import tempfile

import tables
from server import Server
from streams import Reader
from tables import PLACES, ROWS, Viewer
from wire import message

COUNT = 20_000
SHOW_TEXTS, SUMMARY, STRIP = 42, 138, 139
NAMES = ("value", "kind", "noise", "mixed")
VALUE, KIND, NOISE, MIXED = range(4)
MISSING, OTHERS = 8, 7


def rows():
    make = random.Random(9)
    found = []
    for place in range(COUNT):
        kind = make.choice((None, "", "sun", "sun", "sun", "rain", f"w{place // 4000}", "ä" * make.randrange(120)))
        mixed = make.choice((None, "7", 7, 2.5, b"\0\1", "7.0", "so\0far", "x" * 199 + make.choice("ab") + make.choice("cd")))
        found.append((2 * place + make.randrange(2), make.choice((None, make.gauss(0, 1))), kind, f"n{make.randrange(90_000)}", mixed))
    return found


@contextlib.contextmanager
def served(binary, web, *more):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "texts.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("CREATE TABLE t (number INTEGER PRIMARY KEY, value REAL, kind TEXT, noise TEXT, mixed)")
            base.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", rows())
            base.commit()
            # As SQLite makes texts of what is stored; blobs are none.
            cells = ", ".join(f"CASE typeof({name}) WHEN 'blob' THEN NULL ELSE CAST({name} AS TEXT) END" for name in NAMES)
            texts = list(zip(*base.execute(f"SELECT {cells} FROM t ORDER BY number")))
            values = [row[0] for row in base.execute("SELECT value FROM t ORDER BY number")]
        server = Server(binary, web, str(path))
        server.environment = os.environ | {"XDG_CACHE_HOME": folder}
        with server:
            yield server, [[key(text) for text in column] for column in texts], values


def key(text):
    """What tells a text apart: whole characters of its first 200 bytes."""
    return None if text is None else text.encode()[:200].decode(errors="ignore")


class Summary:
    def __init__(self, payload):
        reader = Reader(payload)
        self.source, self.column, self.cut, self.distinct, self.rows, self.missing = reader.take("HHBIQQ")
        self.top = [(reader.text(), reader.take("Q")) for _ in range(reader.take("B"))]
        assert reader.at == len(payload)


class Texts(Viewer):
    """A viewer that shows columns of texts, too. The table's first column is the key, so texts are one further on."""

    def __init__(self, socket):
        super().__init__(socket)
        self.summaries, self.shares = {}, {}

    def take(self, tag, payload):
        super().take(tag, payload)
        if tag == SUMMARY:
            summary = Summary(payload)
            self.summaries[summary.column - 1] = summary
        elif tag == STRIP:
            view, column, rows, count = struct.unpack_from("<HHQH", payload)
            shares = payload[14:]
            assert len(shares) == 9 * count
            self.shares[view, column - 1] = rows, [shares[9 * part:9 * part + 9] for part in range(count)]

    async def texts(self, buckets, *columns):
        await self.send(message(SHOW_TEXTS, f"HHB{len(columns)}H", 0, buckets, len(columns), *(column + 1 for column in columns)))

    async def strip(self, column, order=ROWS, by=0, window=None):
        await self.show(order, by, 100, window)
        # Behind the numbers texts may still be being read.
        await self.until(lambda: (self.view, column) in self.shares, "strip")
        return self.shares[self.view, column]


@contextlib.asynccontextmanager
async def viewing(server):
    async with server.connect() as connection:
        yield await Texts(connection).greet()


def keep(number, column, match, is_kept, text=None):
    """match: 0 a text, 1 none, 2 one of the others."""
    told = b"" if text is None else struct.pack("<H", len(text.encode())) + text.encode()
    head = struct.pack("<HBBHBB", 0, number, 3, column + 1, is_kept, match)
    return struct.pack("<HH", tables.FILTER, len(head + told)) + head + told


def top(texts):
    """The seven most frequent, the first to come of equal ones first: Counter keeps that order."""
    return collections.Counter(text for text in texts if text is not None).most_common(7)


def expected(texts, names, first, end, buckets):
    """Counts of each part of a window over rows, by division of whole numbers; where no row begins is the one that goes on there."""
    parts = [[0] * 9 for _ in range(buckets)]
    known = [(row, (row - first) * buckets // (end - first)) for row in range(max(first, 0), min(end, len(texts)))]
    begun = {part for _, part in known}
    known += [(first + part * (end - first) // buckets, part) for part in range(buckets) if part not in begun]
    for row, part in known:
        if not 0 <= row < len(texts):
            continue
        text = texts[row]
        parts[part][MISSING if text is None else names.index(text) if text in names else OTHERS] += 1
    return parts


def shares(counts):
    """Bytes that add up to 255 by the method of largest remainders."""
    total = sum(counts)
    if total == 0:
        return bytes(9)
    found = [count * 255 // total for count in counts]
    ranks = sorted(range(9), key=lambda place: (-(counts[place] * 255 % total), place))
    for place in ranks[:255 - sum(found)]:
        found[place] += 1
    return bytes(found)


def assert_strip(strip, texts, names, first, end, buckets):
    rows, parts = strip
    assert rows == max(0, min(end, len(texts)) - max(first, 0)), rows
    wrong = [(place, found, shares(counts)) for place, (found, counts) in enumerate(zip(parts, expected(texts, names, first, end, buckets))) if found != shares(counts)]
    assert len(parts) == buckets and not wrong, wrong[:3]


async def texts_of_a_table_are_those_that_sqlite_has(binary, web):
    with served(binary, web) as (server, texts, _):
        async with viewing(server) as viewer:
            await viewer.texts(256, KIND, NOISE, MIXED)
            await viewer.strip(KIND)
            await viewer.until(lambda: len(viewer.summaries) == 3, "summaries")
            for column in (KIND, NOISE, MIXED):
                told = viewer.summaries[column]
                assert told.rows == COUNT and told.missing == texts[column].count(None), NAMES[column]
                assert told.distinct == len(set(texts[column]) - {None}) and not told.cut, (NAMES[column], told.distinct)
                assert told.top == top(texts[column]), (NAMES[column], told.top, top(texts[column]))
                assert viewer.columns[column + 1].missing == told.missing
    return f"{told.distinct} texts"


async def strips_of_texts_are_what_counter_counts(binary, web):
    with served(binary, web) as (server, texts, values):
        async with viewing(server) as viewer:
            names = {column: [name for name, _ in top(texts[column])] for column in (KIND, MIXED)}
            for buckets, window in ((512, (0, COUNT)), (7, (0, COUNT)), (100, (1234, 17_001)), (64, (-300, 900)), (33, (19_000, 21_000))):
                await viewer.texts(buckets, KIND, MIXED)
                for column in (KIND, MIXED):
                    strip = await viewer.strip(column, window=window)
                    assert_strip(strip, texts[column], names[column], *window, buckets)
            # More parts than rows: a row goes on until the next one begins.
            await viewer.texts(90, KIND)
            strip = await viewer.strip(KIND, window=(500, 510))
            assert_strip(strip, texts[KIND], names[KIND], 500, 510, 90)
            assert all(sum(part) == 255 for part in strip[1])
            # In the order of a column of numbers.
            await viewer.texts(40, KIND)
            order = sorted((row for row in range(COUNT) if values[row] is not None), key=values.__getitem__)
            order += [row for row in range(COUNT) if values[row] is None]
            strip = await viewer.strip(KIND, PLACES, VALUE + 1, (100, 12_345))
            assert_strip(strip, [texts[KIND][row] for row in order], names[KIND], 100, 12_345, 40)
            # What is no longer seen is not told.
            await viewer.texts(0)
            before = len(viewer.shares)
            await viewer.show()
            assert len(viewer.shares) == before
    return "13 strips"


async def filters_of_texts_keep_what_python_keeps(binary, web):
    with served(binary, web) as (server, texts, values):
        async with viewing(server) as viewer:
            names = [name for name, _ in top(texts[KIND])]
            await viewer.texts(50, KIND)
            await viewer.strip(KIND)
            rare = next(text for text in texts[KIND] if text and text not in names)
            holds = {
                (0, "sun"): lambda text: text == "sun", (0, ""): lambda text: text == "", (0, rare): lambda text: text == rare,
                (0, "never"): lambda text: False, (1, None): lambda text: text is None,
                (2, None): lambda text: text is not None and text not in names,
            }
            for (match, text), matches in holds.items():
                for is_kept in (0, 1):
                    await viewer.send(keep(1, KIND, match, is_kept, text))
                    kept = [row for row in range(COUNT) if matches(texts[KIND][row]) == bool(is_kept)]
                    strip = await viewer.strip(KIND, window=(0, max(1, len(kept))))
                    assert_strip(strip, [texts[KIND][row] for row in kept], names, 0, max(1, len(kept)), 50)
                    summary = await viewer.range(VALUE + 1, 0, COUNT)
                    assert summary.rows == len(kept), (match, text, is_kept, summary.rows, len(kept))
            # Together with values, and with another column of texts, whose rows are told apart by 200 bytes.
            long = "x" * 199 + "a"
            await viewer.send(keep(1, MIXED, 0, 1, long), keep(2, KIND, 0, 0, "sun"), tables.keep_values(3, VALUE + 1, 0, 1e300))
            kept = [row for row in range(COUNT) if texts[MIXED][row] == long and texts[KIND][row] != "sun" and values[row] is not None and values[row] >= 0]
            summary = await viewer.range(VALUE + 1, 0, COUNT)
            assert summary.rows == len(kept) > 100, (summary.rows, len(kept))
            await viewer.send(*(tables.keep_nothing_out(number) for number in (1, 2, 3)))
            assert (await viewer.range(VALUE + 1, 0, COUNT)).rows == COUNT
    return "13 filters"


CHECKS = (
    texts_of_a_table_are_those_that_sqlite_has, strips_of_texts_are_what_counter_counts, filters_of_texts_keep_what_python_keeps,
)
