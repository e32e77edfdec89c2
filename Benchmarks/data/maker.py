"""Seeded tables for the measurements: random walks."""

import contextlib
import sqlite3

import numpy


def walks(random, rows, columns):
    for _ in range(columns):
        step = random.standard_normal(rows, dtype=numpy.float32)
        yield numpy.round(step.cumsum(dtype=numpy.float64) + random.standard_normal(rows, dtype=numpy.float32), 4)


def make_database(path, rows, columns, part=200_000):
    random = numpy.random.default_rng(7)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = off")
        base.execute("PRAGMA synchronous = off")
        base.execute(f"CREATE TABLE t ({', '.join(f'c{column + 1} REAL' for column in range(columns))})")
        base.execute("BEGIN")
        for start in range(0, rows, part):
            block = numpy.stack(list(walks(random, min(part, rows - start), columns)), 1)
            base.executemany(f"INSERT INTO t VALUES ({', '.join('?' * columns)})", block.tolist())
        base.execute("COMMIT")


def make_text(path, rows, columns, part=100_000):
    """Times in milliseconds, a whole number, and walks: as many columns in all as is said."""
    random = numpy.random.default_rng(8)
    with open(path, "w") as out:
        out.write(",".join(["ts", "id"] + [f"v{column + 1}" for column in range(columns - 2)]) + "\n")
        for start in range(0, rows, part):
            count = min(part, rows - start)
            times = numpy.arange(start, start + count, dtype=numpy.int64) * 1000 + 1_600_000_000_000
            block = [times, random.integers(0, 500, count), *walks(random, count, columns - 2)]
            form = ",".join(["%d", "%d"] + ["%.4f"] * (columns - 2)) + "\n"
            out.writelines(form % row for row in zip(*(column.tolist() for column in block)))
