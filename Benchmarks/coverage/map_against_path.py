#!/usr/bin/env python3
"""Maps of `waveglass cover` against paths of `waveglass path` to their posts, over London; prints Markdown.

    map_against_path.py [--binary PATH] [--data FOLDER] [--model NAME]... [--km DISTANCE]... [--posts COUNT]

The posts are drawn by a seed, evenly over the map's area, at least 0.5 km away. Both commands get the same numbers; what differs is that a map's losses lie on rays, and are
interpolated between them and between their samples.
"""
import argparse
import concurrent.futures
import csv
import gzip
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]
LATITUDE, LONGITUDE = 51.5305, -0.13399
TILES = ("N51W001", "N51E000")
MODELS = ("p1812", "learned", "diffraction", "itm", "ehata", "hata")
LINK = ("--frequency", "915M", "--tx-height", "25", "--rx-height", "1.5")
LEAST_KILOMETERS = 0.5
SEED = 20_261_125


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


def posts_of(table, count):
    """Places and losses of some posts of a map."""
    with open(table) as text:
        rows = np.array([[float(cell) for cell in row] for row in list(csv.reader(text))[1:]])
    north = np.radians(rows[:, 0] - LATITUDE) * 6371
    east = np.radians(rows[:, 1] - LONGITUDE) * 6371 * math.cos(math.radians(LATITUDE))
    rows = rows[np.hypot(north, east) >= LEAST_KILOMETERS]
    return rows[np.random.default_rng(SEED).choice(len(rows), min(count, len(rows)), replace=False)]


def differences(options, folder, model, kilometers, jobs):
    """Map less path at each post, dB."""
    table = folder / "map.csv"
    run(options.binary, "cover", "--terrain", folder, "--at", f"{LATITUDE},{LONGITUDE}", "--radius", f"{kilometers}km",
        "--model", model, *LINK, *options.option, "--force", "-o", table)
    rows = posts_of(table, options.posts)

    def path(row):
        report = run(options.binary, "path", "--terrain", folder, f"{LATITUDE},{LONGITUDE}", f"{row[0]},{row[1]}", "--model", model,
                   *LINK, *options.option, *options.path_option, "--json")
        return row[2] - json.loads(report)["lossDecibels"]

    return np.array(list(jobs.map(path, rows)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("WAVEGLASS_DATA", root / "../shared/data")) / "coverage")
    parser.add_argument("--model", action="append", choices=MODELS)
    parser.add_argument("--km", action="append", type=int)
    parser.add_argument("--posts", type=int, default=500)
    parser.add_argument("--option", action="append", default=[], help="one more word for both commands, such as --option=--clutter --option=urban")
    parser.add_argument("--path-option", action="append", default=[], help="one more word for paths alone, such as --path-option=--step")
    options = parser.parse_args()
    print(f"{time.strftime('%F %H:%M', time.gmtime())} UTC. London, SRTM of 3 seconds, 915 MHz, antennas of 25 m and 1.5 m; {options.posts} posts of each map.\n")
    print("| model | radius | map less path, mean, dB | root mean square, dB | 9 of 10 posts within, dB | most, dB |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as made, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as jobs:
        folder = pathlib.Path(made)
        for name in TILES:
            (folder / f"{name}.hgt").write_bytes(gzip.decompress((options.data / f"terrain/{name}.hgt.gz").read_bytes()))
        for kilometers in options.km or (10, 30):
            for model in options.model or MODELS:
                off = differences(options, folder, model, kilometers, jobs)
                print(f"| `{model}` | {kilometers} km | {off.mean():+.2f} | {np.sqrt(np.mean(off**2)):.2f} | {np.percentile(np.abs(off), 90):.2f} | "
                      f"{np.abs(off).max():.1f} |", flush=True)


if __name__ == "__main__":
    main()
