#!/usr/bin/env python3
"""Runs our lenses and tsdownsample's in turns, and prints medians and their ratio as Markdown.

Usage: compare.py OURS OUR_FLAGS [--rows 1000000000] [--only lenses growing large zoom error]

Needs numpy and tsdownsample (requirements.txt). Both get the same column, a random walk, mapped from one file. Of one thread the time is the
processor's, of two that on the wall. In each round both run once; a program's own figure is its median over several passes.
"""
import argparse
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import tsdownsample

ROUNDS = 5
THEIRS = {"m4": "M4Downsampler", "minmax": "MinMaxDownsampler", "lttb": "LTTBDownsampler", "minmaxlttb": "MinMaxLTTBDownsampler"}
NAMES = {"m4": "M4", "minmax": "MinMax", "lttb": "LTTB", "minmaxlttb": "MinMaxLTTB"}


def passes(count):
    return max(3, min(101, 60_000_000 // count))


def own(program, lens, kind, path, threshold, count, threads):
    output = subprocess.run([program, "lens", lens, kind, path, str(threshold), str(passes(count)), str(threads)],
                            check=True, capture_output=True, text=True).stdout
    seconds, check = output.split()
    return float(seconds), int(check)


def other(lens, values, threshold, threads):
    sampler = getattr(tsdownsample, THEIRS[lens])()
    clock = time.process_time if threads == 1 else time.perf_counter
    options = {"parallel": threads > 1} if lens != "lttb" else {}
    times = []
    for _ in range(passes(len(values))):
        start = clock()
        rows = sampler.downsample(values, n_out=threshold, **options)
        times.append(clock() - start)
    return statistics.median(times), int(rows.astype(np.int64).sum())


def limit(values):
    times = []
    for _ in range(passes(len(values))):
        start = time.process_time()
        values.min()
        times.append(time.process_time() - start)
    return statistics.median(times)


def compare(program, lens, kind, path, values, threshold, threads=1):
    pairs = [(own(program, lens, kind, path, threshold, len(values), threads), other(lens, values, threshold, threads))
             for _ in range(ROUNDS)]
    (_, own_check), (_, other_check) = pairs[0]
    # Of the others buckets differ: it cuts them by (rows - 1) / buckets, we by rows / buckets.
    if lens == "lttb" and own_check != other_check:
        sys.exit(f"{lens} {kind} {len(values)} to {threshold}: the rows differ")
    ours, theirs = [a[0] for a, _ in pairs], [b[0] for _, b in pairs]
    ratios = sorted(b / a for a, b in zip(ours, theirs))
    return (f"{milliseconds(statistics.median(ours))} | {milliseconds(statistics.median(theirs))} | "
            f"**{statistics.median(ratios):.1f}** | {ratios[0]:.1f}, {ratios[-1]:.1f}")


def milliseconds(seconds):
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def column(folder, count, kind):
    values = np.cumsum(np.random.default_rng(1).uniform(-1, 1, count)).astype(np.float32 if kind == "f32" else np.float64)
    path = folder / f"walk.{kind}"
    values.tofile(path)
    return str(path), np.fromfile(path, values.dtype)


def lenses(program, folder):
    print("| column | lens | points | ours | tsdownsample | ratio | lowest, highest |")
    print("|---|---|---|---|---|---|---|")
    for kind in ["f32", "f64"]:
        path, values = column(folder, 1_700_000, kind)
        for lens, points in [("m4", (228, 1000, 2000)), ("minmax", (228, 1000, 2000)), ("lttb", (227, 1000, 2000)),
                             ("minmaxlttb", (227, 1000, 2000))]:
            for threshold in points:
                cells = compare(program, lens, kind, path, values, threshold)
                print(f"| 1.7 M {kind} | {NAMES[lens]} | {threshold} | {cells} |", flush=True)


def growing(program, folder):
    print("\n| rows | ours | tsdownsample | ratio | lowest, highest |")
    print("|---|---|---|---|---|")
    for count in [7_000, 70_000, 700_000, 1_700_000, 7_000_000, 17_000_000]:
        path, values = column(folder, count, "f32")
        print(f"| {count:,} | {compare(program, 'lttb', 'f32', path, values, 227)} |", flush=True)


def large(program, folder):
    print("\n| rows | threads | ours | tsdownsample | ratio | lowest, highest | `numpy.min`, one thread |")
    print("|---|---|---|---|---|---|---|")
    for count in [10_000_000, 100_000_000]:
        path, values = column(folder, count, "f32")
        for threads in [1, 2]:
            cells = compare(program, "m4", "f32", path, values, 1000, threads)
            print(f"| {count:,} | {threads} | {cells} | {milliseconds(limit(values))} |", flush=True)


def zoom(program, folder, most):
    print("\n| rows | all of them: median, p99 | a tenth | a hundredth | a thousandth |")
    print("|---|---|---|---|---|")
    for count in [1_700_000, 10_000_000, 100_000_000, 1_000_000_000]:
        if count > most:
            break
        path = folder / "column"
        subprocess.run([program, "make", path, str(count)], check=True)
        cells = []
        for share in [1, 0.1, 0.01, 0.001]:
            output = subprocess.run([program, "zoom", path, str(count), str(share), "500"],
                                    check=True, capture_output=True, text=True).stdout
            cells.append(", ".join(milliseconds(float(part)) for part in output.split()))
        print(f"| {count:,} | {' | '.join(cells)} |", flush=True)


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ours")
    parser.add_argument("flags")
    parser.add_argument("--rows", type=int, default=100_000_000, help="the longest column of the last table")
    tables = ["lenses", "growing", "large", "zoom", "error"]
    parser.add_argument("--only", nargs="+", choices=tables, default=tables)
    arguments = parser.parse_args()
    print(f"{processor()}. Ours: `{arguments.flags}`. tsdownsample {tsdownsample.__version__}, numpy {np.__version__}, from PyPI.")
    print(f"Medians of {ROUNDS} runs of each in turns; ratio = tsdownsample's time over ours, above 1 where we are faster.\n")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if "lenses" in arguments.only:
            lenses(arguments.ours, folder)
        if "growing" in arguments.only:
            print("\nLTTB to 227 points against rows, Float:")
            growing(arguments.ours, folder)
        if "large" in arguments.only:
            print("\nM4 to 1000 points of long columns, Float:")
            large(arguments.ours, folder)
        if "zoom" in arguments.only:
            print("\nZooming: 1000 columns of pixels of a window at any place, mapped from a file, in memory:")
            zoom(arguments.ours, folder, arguments.rows)
        if "error" in arguments.only:
            print("\nWrong pixels of 1.7 M rows on 1000 columns of 200 rows:\n", flush=True)
            subprocess.run([arguments.ours, "error", "1700000"], check=True)


main()
