#!/usr/bin/env python3
"""Writes what NumPy says of the minimum, maximum and mean square of blocks of 2^k samples on the absolute lattice.

Usage: python3 make_envelopes.py     (needs numpy; writes envelopes.json beside itself)
"""
import json
import pathlib

import numpy as np

SEQUENCE, COUNT = 1_000_003, 1500


def plain(values):
    return [None if np.isnan(value) else float(value) for value in values]


def main():
    random = np.random.default_rng(5)
    samples = np.round(random.normal(0, 1, COUNT).cumsum(), 3)
    samples[random.random(COUNT) < 0.05] = np.nan
    samples[400:700] = np.nan
    levels = []
    for level in range(1, 25):
        first = SEQUENCE >> level
        block = (SEQUENCE + np.arange(COUNT, dtype=np.uint64)) // np.uint64(1 << level) - np.uint64(first)
        parts = [samples[block == index].astype(np.float32) for index in range(int(block[-1]) + 1)]
        parts = [part[~np.isnan(part)] for part in parts]
        none = np.float32("nan")
        levels.append({
            "level": level,
            "minimum": plain(part.min() if part.size else none for part in parts),
            "maximum": plain(part.max() if part.size else none for part in parts),
            "meanSquare": plain((part.astype(float) ** 2).mean() if part.size else none for part in parts),
            "validCount": [int(part.size) for part in parts],
        })
    out = {"madeBy": f"make_envelopes.py, numpy {np.__version__}", "sequence": SEQUENCE,
           "samples": plain(samples), "levels": levels}
    pathlib.Path(__file__).with_name("envelopes.json").write_text(json.dumps(out, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
