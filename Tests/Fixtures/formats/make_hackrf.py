#!/usr/bin/env python3
"""Write hackrf_sweeps.json: what hackrf_sweep writes, in text and in binary, and the sweeps that it measured.

Run in this folder: python3 make_hackrf.py. Needs numpy (made with 2.4.6). The same file comes out every time.

Records are written as hackrf_sweep.c does it: the firmware tunes to f, f + 5, f + 20, f + 25 MHz …, each tuning gives
[f, f + 5) and [f + 10, f + 15) MHz with a quarter of the transform's bins, binary records have no time, and text has the
time of the USB transfer, which changes within a sweep.
"""
import datetime
import json
import struct

import numpy

random = numpy.random.default_rng(20260603)
EPOCH = datetime.datetime(1970, 1, 1)
RATE = 20_000_000


def tunings(ranges):
    for low, high in ranges:
        for start in range(low, high, 20):
            yield start * 1_000_000
            yield (start + 5) * 1_000_000


def record(low, levels):
    return struct.pack("<IQQ", 16 + 4 * len(levels), low, low + RATE // 4) + numpy.asarray(levels, "<f4").tobytes()


def log(name, ranges, size, sweeps, lost, transfer):
    """Tunings in `lost` are (sweep, number); a USB transfer holds `transfer` tunings."""
    quarter, step = size // 4, RATE / size
    first = min(low for low, _ in ranges) * 1_000_000
    last = max(low + 20 * -(-(high - low) // 20) for low, high in ranges) * 1_000_000
    count = round((last - first) / step)
    binary, lines, expected = b"", [], []
    moment = datetime.datetime(2026, 6, 1, 23, 59, 59, 990_000)
    tuned = 0
    for sweep in range(sweeps):
        levels = [None] * count
        start = None
        missing = 0
        for number, frequency in enumerate(tunings(ranges)):
            tuned += 1
            if tuned % transfer == 0:
                moment += datetime.timedelta(microseconds=1250 * transfer)
            if (sweep, number) in lost:
                missing += 2
                continue
            for low in (frequency, frequency + RATE // 2):
                values = numpy.float32(numpy.round(random.normal(-70, 4, quarter), 2))
                binary += record(low, values)
                stamp = moment.strftime("%Y-%m-%d, %H:%M:%S.%f")
                lines.append(f"{stamp}, {low}, {low + RATE // 4}, {step:.2f}, {size}, " + ", ".join("%.2f" % value for value in values))
                start = start or moment
                for index, value in enumerate(values):
                    levels[round((low - first) / step) + index] = float(value)
        expected.append({
            "start": (start - EPOCH) // datetime.timedelta(microseconds=1), "missing": missing, "levels": levels,
        })
    return {
        "name": name, "binary": binary.hex(), "text": "\n".join(lines) + "\n", "firstHertz": first + step / 2, "stepHertz": step,
        "count": count, "hops": 2 * len(list(tunings(ranges))), "sweeps": expected,
    }


def main():
    logs = [
        log("one range", [(2400, 2440)], 20, 4, {(2, 1)}, 3),
        log("two ranges", [(100, 120), (50, 90)], 12, 3, set(), 1),
        log("coarsest", [(0, 20)], 4, 3, set(), 16),
    ]
    with open("hackrf_sweeps.json", "w") as file:
        json.dump(logs, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
