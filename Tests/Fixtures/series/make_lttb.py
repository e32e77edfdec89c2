#!/usr/bin/env python3
"""Makes lttb.json: the rows that two independent implementations of LTTB keep.

They are DuckDB's lttb and ClickHouse's largestTriangleThreeBuckets (in chdb). Needs: pip install duckdb chdb. Both agree but
on tenths in double precision, where triangles of one size differ by rounding alone: there the rows are DuckDB's, which adds up in
the order of the author's code, and those in which ClickHouse differs are counted.
Inputs are whole numbers of a generator that Tests/Data/WaveSeriesTests/LTTBVectors.swift has, too, so that only rows are kept.
PyPI's lttb 0.3 and ClickHouse before 23.12 cut their buckets elsewhere and are no oracles; tsdownsample is none where x is irregular.
"""
import json
import math
import pathlib
import tempfile

import chdb
import duckdb

MASK = (1 << 64) - 1


class Numbers:
    """Knuth's generator, of which the upper 31 bits are used."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        return self.state >> 33


def shape(name, count):
    numbers = Numbers(count)
    level, values = 0, []
    for place in range(count):
        if name == "walk":
            level += numbers.next() % 2001 - 1000
        elif name == "noise":
            level = numbers.next() % 20001 - 10000
        elif name == "spikes":
            level = numbers.next() % 20001 - 10000 if numbers.next() % 50 == 0 else 0
        elif name == "steps":
            level = numbers.next() % 13 - 6 if numbers.next() % 40 == 0 else level
        elif name == "sine":
            level = round(10000 * math.sin(2 * math.pi * place * 7 / 7000))
        values.append(level)
    return values


def axis(name, count):
    numbers = Numbers(count + 1)
    x, place = [], 1_700_000_000 if name == "times" else 0
    for row in range(count):
        x.append(row if name == "rows" else place)
        place += numbers.next() % 7 + 1
    return x


# What values are: their divisor, and their types in both.
KINDS = {"float": (8, "FLOAT", "Float32"), "double": (10, "DOUBLE", "Float64"), "integer": (1, "DOUBLE", "Int64")}


def duck(table, threshold, kind):
    connection = duckdb.connect()
    connection.execute(f"create table t (x double, y {KINDS[kind][1]})")
    connection.execute(f"insert into t select * from read_csv('{table}', delim='\t', header=false, "
                       f"columns={{'x': 'double', 'y': '{KINDS[kind][1]}'}})")
    points = connection.execute(f"select lttb(x, y, {threshold} order by x) from t").fetchone()[0]
    return [point["x"] for point in points]


def house(table, threshold, kind):
    answer = chdb.query(
        f"select arrayMap(p -> p.1, largestTriangleThreeBuckets({threshold})(x, y)) "
        f"from file('{table}', TSV, 'x Float64, y {KINDS[kind][2]}')", "JSONCompact")
    return [float(x) for x in json.loads(str(answer))["data"][0][0]]


def case(folder, name, on, kind, count, threshold):
    x, y = axis(on, count), [value / KINDS[kind][0] for value in shape(name, count)]
    if kind == "integer":
        y = [int(value) for value in y]
    table = folder / "table.tsv"
    table.write_text("".join(f"{a!r}\t{b!r}\n" for a, b in zip(x, y)))
    one, other = duck(table, threshold, kind), house(table, threshold, kind)
    differing = sum(a != b for a, b in zip(one, other, strict=True))
    if differing and kind != "double":
        raise SystemExit(f"{name} {on} {kind} {count} {threshold}: the two disagree")
    rows = {value: row for row, value in enumerate(x)}
    return {"shape": name, "axis": on, "kind": kind, "count": count, "threshold": threshold,
            "clickhouse differs": differing, "rows": [rows[value] for value in one]}


def main():
    cases = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ["walk", "noise", "spikes", "steps", "sine"]:
            for kind in KINDS:
                for on in ["rows", "irregular", "times"]:
                    for count, threshold in [(13, 5), (200, 3), (1000, 100), (5003, 64)]:
                        cases.append(case(pathlib.Path(folder), name, on, kind, count, threshold))
        # The picture of the study: a sine of 7000 points, shown by 227.
        for kind in KINDS:
            cases.append(case(pathlib.Path(folder), "sine", "rows", kind, 7000, 227))
    head = {"duckdb": duckdb.__version__, "chdb": chdb.__version__}
    lines = ",\n".join(json.dumps(c, separators=(",", ":")) for c in cases)
    target = pathlib.Path(__file__).parent / "lttb.json"
    target.write_text(f'{{"made by":{json.dumps(head)},"cases":[\n{lines}\n]}}\n')
    print(f"{len(cases)} cases, {target.stat().st_size} bytes")


main()
