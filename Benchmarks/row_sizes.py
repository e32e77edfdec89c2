#!/usr/bin/env python3
"""Compares what a row of 2048 tenths of a decibel takes in several codings; prints Markdown for RESULTS.md.

    row_sizes.py [DIRECTORY OF RECORDINGS]

Ours is the shortest plane as Tests/Fixtures/wire/make_rows.py finds it; the library's own are within 2 % of it by a test.
Rice: the best parameter for the row, about its median, or of differences. Deflate: zlib level 6, a row by itself.
"""
import collections
import gzip
import pathlib
import sys
import zlib

import numpy

root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "Tests/Fixtures/wire"))
from make_rows import encode, tenths  # noqa: E402

ROWS, COLUMNS = 4, 2048
random = numpy.random.default_rng(1)


def entropy(levels):
    counts = numpy.array(list(collections.Counter(levels).values()))
    return -(counts * numpy.log2(counts / len(levels))).sum() / 8


def rice(levels):
    levels = numpy.array(levels)
    sizes = []
    for values in (levels - int(numpy.median(levels)), numpy.diff(levels)):
        folded = numpy.where(values >= 0, 2 * values, -2 * values - 1)
        sizes += [((folded >> k) + 1 + k).sum() / 8 + 3 for k in range(12)]
    return min(sizes)


def tones(averaged):
    power = 1e-9 * random.gamma(averaged, 1 / averaged, size=COLUMNS)
    column = numpy.arange(COLUMNS)
    for centre, level in ((300, 1e-3), (900, 1e-5), (1500, 1e-2)):
        power += level * 10 ** (-0.1 * numpy.minimum(120, 3 * abs(column - centre)))
    return tenths(power)


def radio(directory):
    sweeps = collections.defaultdict(list)
    with gzip.open(pathlib.Path(directory) / "rf/fm_band_rtl_power.csv.gz", "rt") as file:
        for line in file:
            fields = line.split(", ")
            sweeps[fields[1]].append((float(fields[2]), [float(level) for level in fields[6:-1]]))
            if len(sweeps) > ROWS:
                break
    for hops in list(sweeps.values())[:ROWS]:
        yield [round(10 * level) for _, levels in sorted(hops) for level in levels][:COLUMNS]


kinds = {
    "white noise": [tenths(1e-9 * random.exponential(size=COLUMNS)) for _ in range(ROWS)],
    "the highest of four": [tenths(1e-9 * random.exponential(size=(COLUMNS, 4)).max(axis=1)) for _ in range(ROWS)],
    "average of 16, tones": [tones(16) for _ in range(ROWS)],
    "average of 256, tones": [tones(256) for _ in range(ROWS)],
}
if sys.argv[1:]:
    kinds["real FM band, rtl_power"] = list(radio(sys.argv[1]))
print("| rows | order-0 entropy | ours | Rice | deflate | raw |\n|---|---|---|---|---|---|")
for name, rows in kinds.items():
    sizes = [
        numpy.mean([measure(row) for row in rows]) for measure in (
            entropy, lambda row: len(encode(row)), rice,
            lambda row: len(zlib.compress(numpy.array(row, "<i2").tobytes(), 6)))]
    print(f"| {name} | {sizes[0]:.0f} | **{sizes[1]:.0f}** | {sizes[2]:.0f} | {sizes[3]:.0f} | {2 * COLUMNS} |")
