#!/usr/bin/env python3
"""Writes what SciPy, pandas and mpmath say of filters, for the tests to compare with.

Usage: python3 make_filters.py     (needs mpmath, numpy, pandas and scipy; writes three files beside itself)

The input is not stored: both sides draw it from SplitMix64. Outputs are, every so often, those of `sosfilt`.
"""
import json
import pathlib

import mpmath
import numpy as np
import pandas
import scipy
from scipy import signal

from make_signal_vectors import uniform

HERE = pathlib.Path(__file__).parent
COUNT, STEP = 4000, 197


def design(shape, kind, corners, order, rate, ripple):
    corners = corners if len(corners) > 1 else corners[0]
    options = {"btype": kind, "fs": rate, "output": "sos"}
    if shape == "butterworth":
        return signal.butter(order, corners, **options)
    if shape == "chebyshev":
        return signal.cheby1(order, ripple, corners, **options)
    return signal.bessel(order, corners, norm="mag", **options)


def delays(sos, rate):
    """Group delay in seconds, as the derivative of the phase with fifty digits, where the response is not near zero."""
    def phase(turns):
        z = mpmath.expj(-2 * mpmath.pi * turns)
        product = mpmath.mpc(1)
        for b0, b1, b2, a0, a1, a2 in sos:
            product *= (b0 + b1 * z + b2 * z * z) / (a0 + a1 * z + a2 * z * z)
        return product

    rows = []
    with mpmath.workdps(50):
        for hertz in np.geomspace(rate / 5000, rate * 0.45, 12):
            turns = mpmath.mpf(float(hertz)) / rate
            here = phase(turns)
            if abs(here) < 0.05:
                continue
            step = mpmath.mpf(10) ** -15
            turned = mpmath.arg(phase(turns + step) / phase(turns - step))
            rows.append([float(hertz), float(-turned / (2 * step) / (2 * mpmath.pi) / rate)])
    return rows


def main():
    noise = uniform(5, COUNT).astype(float) + 0.25
    rows = []
    for rate in (250.0, 2000.0):
        for shape in ("butterworth", "chebyshev", "bessel"):
            for kind, corners in (("lowpass", [rate * 0.04]), ("highpass", [rate * 0.0005]), ("highpass", [rate * 0.3]),
                                  ("bandpass", [rate * 0.0005, rate * 0.04]), ("bandstop", [rate * 0.048, rate * 0.052])):
                for order in (1, 2, 3, 4, 5, 8):
                    if order > 4 and kind.startswith("band"):
                        continue
                    sos = design(shape, kind, corners, order, rate, 0.5)
                    start = signal.sosfilt_zi(sos) * noise[0]
                    rows.append({
                        "shape": shape, "kind": kind, "corners": corners, "order": order, "rate": rate,
                        "silent": signal.sosfilt(sos, noise)[::STEP].tolist(),
                        "steady": signal.sosfilt(sos, noise, zi=start)[0][::STEP].tolist(),
                        "delays": delays(sos, rate),
                    })
    notches = []
    for rate, hertz, quality in ((250.0, 50.0, 30.0), (1000.0, 60.0, 5.0), (2000.0, 50.0, 100.0)):
        b, a = signal.iirnotch(hertz, quality, rate)
        notches.append({"rate": rate, "hertz": hertz, "quality": quality, "output": signal.lfilter(b, a, noise)[::STEP].tolist()})
    simple = []
    padded = np.concatenate([np.full(COUNT, noise[0]), noise])
    for rate, kind, corners, taps in ((250.0, "lowpass", [20.0], 31), (250.0, "highpass", [20.0], 101),
                                      (1000.0, "bandpass", [8.0, 40.0], 301), (1000.0, "bandstop", [45.0, 55.0], 401)):
        weights = signal.firwin(taps, corners, pass_zero=kind, fs=rate)
        simple.append({"kind": kind, "rate": rate, "corners": corners, "count": taps,
                       "output": signal.lfilter(weights, 1, padded)[COUNT::STEP].tolist()})
    slope = signal.savgol_coeffs(5, 1, deriv=1, delta=1 / 500, pos=2)
    simple.append({"kind": "derivative", "rate": 500.0, "corners": [], "count": 5,
                   "output": signal.lfilter(slope, 1, padded)[COUNT::STEP].tolist()})
    for count in (1, 5, 64, 1001):
        series = pandas.Series(noise).rolling(count, min_periods=1)
        simple.append({"kind": "average", "rate": 100.0, "corners": [], "count": count, "output": series.mean()[::STEP].tolist()})
        squares = pandas.Series(noise**2).rolling(count, min_periods=1)
        simple.append({"kind": "rms", "rate": 100.0, "corners": [], "count": count,
                       "output": np.sqrt(squares.mean())[::STEP].tolist()})
        odd = pandas.Series(noise).rolling(count | 1, min_periods=1)
        simple.append({"kind": "median", "rate": 100.0, "corners": [], "count": count | 1, "output": odd.median()[::STEP].tolist()})
    for name, cases in (("filters", rows), ("notches", notches), ("windowed_filters", simple)):
        made = {"madeBy": f"make_filters.py, SciPy {scipy.__version__}, pandas {pandas.__version__}", "cases": cases}
        (HERE / f"{name}.json").write_text(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
