#!/usr/bin/env python3
"""Writes what SciPy's `welch` and `periodogram` say of a signal, for the tests to compare with.

Usage: python3 make_welch.py     (needs numpy and scipy; writes welch.json beside itself)

The input is not stored: both sides draw its noise from SplitMix64 and round to 32-bit floats. Transforms end with the samples, so SciPy is given
as many of the newest samples as whole transforms take.
"""
import json
import pathlib

import numpy as np
import scipy
from scipy import signal

from make_signal_vectors import uniform

HERE = pathlib.Path(__file__).parent
RATE = 500.0
WINDOWS = {"rectangular": "boxcar", "hann": "hann", "blackman-harris": "blackmanharris", "nuttall": "nuttall", "flat-top": "flattop"}


def samples(count):
    """Mains of 50 Hz and half a volt, a line of 60.2 Hz at a hundredth of it, noise, and a constant part."""
    turns = np.arange(count) / RATE
    noise = (uniform(11, count).astype(float) + 0.25) * 0.02
    values = 3.5 + 0.5 * np.sin(2 * np.pi * 50 * turns) + 0.005 * np.sin(2 * np.pi * 60.2 * turns + 1) + noise
    return values.astype(np.float32)


def main():
    rows = []
    for name, window in WINDOWS.items():
        for count, total in ((256, 256), (512, 2048 + 100), (1024, 5000)):
            whole = count + (total - count) // (count // 2) * (count // 2)
            newest = samples(total)[total - whole:].astype(float)
            hertz, density = signal.welch(
                newest, RATE, window, count, noverlap=count // 2, detrend="constant", scaling="density")
            if count == total:
                _, once = signal.periodogram(newest, RATE, signal.get_window(window, count), detrend="constant")
                assert np.allclose(once, density)
            rows.append({
                "window": name, "count": count, "total": total, "averages": (whole - count) // (count // 2) + 1,
                "stepHertz": hertz[1], "density": [float(f"{value:.9g}") for value in density]})
    (HERE / "welch.json").write_text(json.dumps({"madeBy": f"make_welch.py, SciPy {scipy.__version__}", "cases": rows}) + "\n")


if __name__ == "__main__":
    main()
