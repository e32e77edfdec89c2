#!/usr/bin/env python3
"""Read the real recordings naively and write down a few numbers that the project's readers must agree with.

Run in this folder with the folder of the recordings: python3 recordings.py ../../../../shared/data
Needs numpy. The recordings are not ours and are not shipped; these numbers are.

The log is laid on its lattice from what rtl_power's source says: the level with index n/2 of n true levels is centred on
the tuned frequency, which is midway between `low` and `high`.
"""
import datetime
import gzip
import json
import pathlib
import sys

import numpy

folder = pathlib.Path(sys.argv[1]) / "rf"


def log():
    sweeps = {}
    step = None
    with gzip.open(folder / "fm_band_rtl_power.csv.gz", "rt") as file:
        for line in file:
            fields = [field.strip() for field in line.split(",")]
            assert fields[-1] == fields[-2]
            low, high = float(fields[2]), float(fields[3])
            levels = [round(float(field) * 100) for field in fields[6:-1]]
            step = (high - low) / (len(levels) - 1)
            first = (low + high) / 2 - len(levels) // 2 * step
            sweeps.setdefault(fields[0] + " " + fields[1], []).append((first, levels))
    origin = next(iter(sweeps.values()))[0][0]
    rows = []
    for hops in sweeps.values():
        cells = {}
        for first, levels in hops:
            exact = (first - origin) / step
            place = round(exact)
            misfit = round(abs(exact - place), 3)
            for index, level in enumerate(levels):
                if place + index not in cells or misfit < cells[place + index][0]:
                    cells[place + index] = (misfit, level)
        rows.append([cells[bin][1] for bin in range(len(cells))])
    times = [datetime.datetime.strptime(time, "%Y-%m-%d %H:%M:%S") for time in sweeps]
    epoch = datetime.datetime(1970, 1, 1)
    total = numpy.array(rows, dtype=numpy.int64)
    weights = numpy.arange(1, total.shape[1] + 1)
    return {
        "sweeps": len(rows),
        "bins": total.shape[1],
        "levelsPerHop": len(levels),
        "hops": len(hops),
        "firstHertz": origin,
        "stepHertz": step,
        "firstMicroseconds": int((times[0] - epoch).total_seconds()) * 1_000_000,
        "lastMicroseconds": int((times[-1] - epoch).total_seconds()) * 1_000_000,
        "firstLevels": [level / 100 for level in rows[0][:5]],
        "lastLevels": [level / 100 for level in rows[-1][-5:]],
        "millibelSum": int(total.sum()),
        "weightedMillibelSum": int((total * weights).sum()),
        "missingSweeps": sum(round((b - a).total_seconds() / 10) - 1 for a, b in zip(times, times[1:])),
    }


def samples():
    data = numpy.fromfile(folder / "modes1.cu8", numpy.uint8).astype(numpy.int64)
    weighted = sum((index % 65_521 + 1) * int(byte) for index, byte in enumerate(data))
    read = (data - 127.5) / 127.5
    return {
        "samples": len(data) // 2,
        "byteSum": int(data.sum()),
        "weightedByteSum": weighted,
        "clipped": int(((data == 0) | (data == 255)).sum()),
        "meanSquare": float(numpy.mean(read[0::2] ** 2 + read[1::2] ** 2)),
        "framesDF17": 143,
        "framesDF11": 57,
    }


with open("recordings.json", "w") as file:
    json.dump({"log": log(), "samples": samples()}, file, indent=1)
    file.write("\n")
