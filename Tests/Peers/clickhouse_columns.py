"""Columns for ClickHouse made by numpy, which stay behind as what every answer is held to; they go in as RowBinary, so that floats are exact."""

import numpy as np

ROWS_AT_ONCE = 1 << 18
# Every row of x // BLOCK lies on one shard, neighbours of it on another.
BLOCK = 1000


class Column:
    """Values as the wire has them (little-endian numbers, or bytes of texts below 128), and which rows have none."""

    def __init__(self, kind, values, missing=None):
        self.kind, self.values = kind, np.asarray(values)
        self.missing = missing
        assert (missing is None) != kind.startswith("Nullable("), kind
        assert missing is None or missing.shape == self.values.shape

    def taken(self, where):
        return Column(self.kind, self.values[where], None if self.missing is None else self.missing[where])

    @property
    def numbers(self):
        """Doubles; NaN where there is none."""
        numbers = self.values.astype(float)
        if self.missing is not None:
            numbers[self.missing] = np.nan
        return numbers

    def fields(self):
        """A row of bytes for each value, as wide as the widest; and which of them are said."""
        if self.values.dtype.kind == "S":
            lengths = np.char.str_len(self.values)
            width = self.values.dtype.itemsize
            assert width < 128
            octets = np.empty((len(self.values), 1 + width), np.uint8)
            octets[:, 0] = lengths
            octets[:, 1:] = np.frombuffer(self.values.tobytes(), np.uint8).reshape(-1, width)
            said = np.arange(1 + width) <= lengths[:, None]
        else:
            octets = np.ascontiguousarray(self.values).view(np.uint8).reshape(len(self.values), -1)
            said = np.ones(octets.shape, bool)
        if self.missing is not None:
            flag = self.missing[:, None]
            octets, said = np.hstack((flag.astype(np.uint8), octets)), np.hstack((np.ones_like(flag), said & ~flag))
        return octets, said


def row_binary(columns):
    """Rows of columns in RowBinary."""
    octets, said = zip(*(column.fields() for column in columns))
    return np.hstack(octets)[np.hstack(said)].tobytes()


def definition(columns):
    return ", ".join(f"`{name}` {column.kind}" for name, column in columns.items())


def insert(shard, table, columns):
    """Sends columns to a table in parts."""
    count, names = len(next(iter(columns.values())).values), ", ".join(f"`{name}`" for name in columns)
    for first in range(0, count, ROWS_AT_ONCE):
        part = [column.taken(slice(first, first + ROWS_AT_ONCE)) for column in columns.values()]
        shard.query(f"INSERT INTO {table} ({names}) FORMAT RowBinary", body=row_binary(part), insert_distributed_sync=1)


def along(x, rows, make):
    """The column along x, and its type: `ticks` with holes and ties, `nanoseconds` since 1970 (beyond 2^53), `time` of whole seconds."""
    steps = make.choice((0, 1, 1, 2, 7), rows)
    steps[rows // 3] = 20_000
    ticks = np.cumsum(steps)
    if x == "ticks":
        return Column("Int64", ticks - 5000)
    if x == "nanoseconds":
        return Column("Int64", 1_700_000_000_000_000_001 + ticks * 1_234_567)
    assert x == "time", x
    return Column("DateTime('Europe/Berlin')", (1_600_000_000 + ticks // 3).astype(np.uint32))


def columns_of(rows, x="ticks", seed=1):
    """A column of each kind that 18.16 knows, in the order of x; `place` counts rows, so that none is like another."""
    make = np.random.default_rng(seed)
    walk = np.cumsum(make.normal(size=rows))
    walk[make.random(rows) < 0.002] = np.nan
    walk[make.random(rows) < 0.001] = np.inf
    walk[make.random(rows) < 0.001] = -np.inf
    # Nothing at all where a lane must stay empty.
    gap = slice(rows // 2, rows // 2 + rows // 50)
    walk[gap] = np.nan
    missing = make.random(rows) < 0.05
    missing[gap] = True
    words = np.array([b"idle", b"busy", b"", "geschlossen – ü".encode()])
    days = make.integers(0, 20_000, rows)
    return {
        "ts": along(x, rows, make),
        "place": Column("UInt32", np.arange(rows, dtype=np.uint32)),
        "dev": Column("UInt16", make.integers(0, 16, rows, np.uint16)),
        "v": Column("Float64", walk),
        "w": Column("Nullable(Float64)", make.normal(20, 5, rows), missing),
        "single": Column("Float32", make.normal(size=rows).astype(np.float32)),
        "few": Column("Int8", make.integers(-3, 4, rows, np.int8)),
        "state": Column("String", words[make.integers(0, len(words), rows)]),
        "fixed": Column("FixedString(3)", make.choice([1, 2], rows).astype(np.uint8).repeat(3).reshape(rows, 3)),
        "price": Column("Decimal(18, 4)", make.integers(-10**17, 10**17, rows)),
        "day": Column("Date", days.astype(np.uint16)),
        "at": Column("DateTime", (days * 86_400 + make.integers(0, 86_400, rows)).astype(np.uint32)),
        "kind": Column("Enum8('off' = -1, 'on' = 1, 'auto' = 2)", make.choice([-1, 1, 2], rows).astype(np.int8)),
        "large": Column("UInt64", make.integers(1 << 63, (1 << 64) - 1, rows, np.uint64, endpoint=True)),
        "whole": Column("Nullable(Int64)", make.choice((-1, 1), rows) * (1 << 60) + make.integers(0, 1500, rows), make.random(rows) < 0.02),
        "note": Column("Nullable(String)", np.array([b"", b"seen", b"not seen"])[make.integers(0, 3, rows)], make.random(rows) < 0.3),
    }


class Series:
    """`name` over all shards, `name_local` on each, `name_view` over both; `columns` are what was written, `shard` is where each row lies."""

    def __init__(self, cluster, name, columns, order="ts", database="default"):
        self.columns = columns
        cluster.spread(
            name, definition(columns), order, f"intDiv(toInt64({order}), {BLOCK})", database=database)
        cluster.everywhere(f"CREATE VIEW {database}.{name}_view AS SELECT * FROM {database}.{name}")
        self.shard = columns[order].values.astype(np.int64) // BLOCK % len(cluster.shards)
        # Rows come as they happen to: no server may lean on their order.
        shuffled = np.random.default_rng(7).permutation(len(self.shard))
        for place, shard in enumerate(cluster.shards):
            mine = shuffled[self.shard[shuffled] == place]
            insert(shard, f"{database}.{name}_local", {name: column.taken(mine) for name, column in columns.items()})

    def __len__(self):
        return len(self.shard)


def make_series(cluster, name="sig", rows=100_000, x="ticks", seed=1):
    """A table of a column of each kind over all shards of a cluster."""
    return Series(cluster, name, columns_of(rows, x, seed))
