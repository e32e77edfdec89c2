#!/usr/bin/env python3
"""Make the small recordings that the readers are tested on, and what a naive reading of them gives.

Run in this folder: python3 make_formats.py. Needs numpy and scipy. The same files come out every time.

The logs are written as rtl_power's and hackrf_sweep's own sources do it: transforms of `length` bins around a tuned
frequency, cropped at both edges, the last level written twice (rtl_power only). The expected numbers come from the tuned
frequencies and bin numbers, which the reader does not see, so they check its reading of `low` and `high`.
"""
import datetime
import gzip
import json
import math

import numpy
from scipy.signal import get_window

random = numpy.random.default_rng(20130501)
EPOCH = datetime.datetime(1970, 1, 1)


def microseconds(moment):
    return (moment - EPOCH) // datetime.timedelta(microseconds=1)


def rtl_power(name, hops, length, rate, crop, first_tuned, spacing, sweeps, missing_sweeps, missing_hops, special):
    """Write a log and return what it should read as: one lattice, the truest hop for each bin."""
    lines = []
    step = rate / length
    kept = int(length * (1 - crop))
    half_width = int(rate * kept / (length * 2))
    edge = int(length * crop * 0.5)
    places = range(edge, length - edge)
    expected = []
    start = datetime.datetime(2020, 2, 28, 23, 59, 30)
    for sweep in range(sweeps):
        moment = start + datetime.timedelta(seconds=10 * sweep)
        if sweep in missing_sweeps:
            continue
        cells = {}
        non_finite = 0
        for hop in range(hops):
            tuned = int(first_tuned + hop * spacing)
            levels = []
            for place in places:
                frequency = tuned + (place - length // 2) * step
                level = -60 + 25 * math.exp(-(((frequency - 100.5e6) / 2e5) ** 2)) + random.normal(0, 0.6)
                text = "%.2f" % level
                if (sweep, hop, place - edge) in special:
                    text = special[(sweep, hop, place - edge)]
                levels.append((frequency, text))
            if (sweep, hop) in missing_hops:
                continue
            fields = [moment.strftime("%Y-%m-%d, %H:%M:%S"), "%i" % (tuned - half_width), "%i" % (tuned + half_width)]
            fields += ["%.2f" % step, "%i" % 400] + [text for _, text in levels] + [levels[-1][1]]
            lines.append(", ".join(fields))
            origin = int(first_tuned) + (edge - length // 2) * step
            for frequency, text in levels:
                exact = (frequency - origin) / step
                bin = round(exact)
                value = float(text)
                if not math.isfinite(value):
                    non_finite += 1
                    continue
                # Every bin of a hop has the same misfit; rounded so that equal ones compare equal.
                misfit = round(abs(exact - bin), 3)
                if bin not in cells or misfit < cells[bin][0]:
                    cells[bin] = (misfit, value)
        expected.append({"start": microseconds(moment), "cells": cells, "nonFinite": non_finite})
    bins = 1 + max(bin for sweep in expected for bin in sweep["cells"])
    with open(name, "w") as file:
        file.write("\n".join(lines) + "\n")
    return {
        "firstHertz": int(first_tuned) + (edge - length // 2) * step,
        "stepHertz": step,
        "count": bins,
        "hops": hops,
        "levelsPerHop": len(places),
        "sweeps": [
            {
                "start": sweep["start"],
                "nonFinite": sweep["nonFinite"],
                "levels": [sweep["cells"][bin][1] if bin in sweep["cells"] else None for bin in range(bins)],
            }
            for sweep in expected
        ],
    }


def hackrf_sweep(name, sweeps):
    """Two tunings of 20 MHz, each giving [f, f+5) and [f+10, f+15): lines out of order of frequency."""
    size = 20
    step = 20e6 / size
    quarter = size // 4
    lines = []
    expected = []
    for sweep in range(sweeps):
        moment = datetime.datetime(2021, 12, 31, 23, 59, 58, 250_000) + datetime.timedelta(milliseconds=500 * sweep)
        levels = [None] * (4 * quarter)
        for low in (2400, 2410, 2405, 2415):
            texts = ["%.2f" % (-70 + random.normal(0, 3)) for _ in range(quarter)]
            stamp = moment.strftime("%Y-%m-%d, %H:%M:%S.%f")
            lines.append(f"{stamp}, {low}000000, {low + 5}000000, {step:.2f}, {size}, " + ", ".join(texts))
            for index, text in enumerate(texts):
                levels[(low - 2400) + index] = float(text)
        expected.append({"start": microseconds(moment), "nonFinite": 0, "levels": levels})
    with open(name, "w") as file:
        file.write("\n".join(lines) + "\n")
    return {
        "firstHertz": 2400e6 + step / 2,
        "stepHertz": step,
        "count": 4 * quarter,
        "hops": 4,
        "levelsPerHop": quarter,
        "sweeps": expected,
    }


def tone(rate, bins_from_center, size, amplitude, count):
    """A tone on a bin of a transform of `size`, with noise 60 dB down and a small DC offset."""
    time = numpy.arange(count)
    samples = amplitude * numpy.exp(2j * numpy.pi * bins_from_center / size * time)
    noise = random.normal(size=count) + 1j * random.normal(size=count)
    return samples + 10 ** (-60 / 20) * noise / math.sqrt(2) + (0.002 - 0.001j)


def write_tone(samples, encoding):
    pairs = numpy.stack([samples.real, samples.imag], axis=1).reshape(-1)
    if encoding == "cu8":
        codes = numpy.clip(numpy.round(pairs * 127.5 + 127.5), 0, 255).astype("u1")
        read = (codes.astype(float) - 127.5) / 127.5
    elif encoding == "cs8":
        codes = numpy.clip(numpy.round(pairs * 128), -128, 127).astype("i1")
        read = codes / 128
    elif encoding == "cs16":
        codes = numpy.clip(numpy.round(pairs * 32768), -32768, 32767).astype("<i2")
        read = codes / 32768
    else:
        codes = pairs.astype("<f4")
        read = codes.astype(float)
    codes.tofile("tone." + encoding)
    return read[0::2] + 1j * read[1::2]


def averaged(samples, size, window):
    """Mean power spectrum, half overlapped, lowest frequency first, normalised by the window's sum."""
    coefficients = get_window(window, size, fftbins=True)
    spectra = [
        numpy.abs(numpy.fft.fftshift(numpy.fft.fft(samples[start:start + size] * coefficients))) ** 2
        for start in range(0, len(samples) - size + 1, size // 2)
    ]
    return numpy.mean(spectra, axis=0) / numpy.sum(coefficients) ** 2, coefficients


def main():
    logs = {
        # Like real logs: 14 of 16 bins kept, tunings 12.8 bins apart.
        "three_hops.csv": rtl_power(
            "three_hops.csv", hops=3, length=16, rate=1_600_000, crop=0.2, first_tuned=100_000_000, spacing=1_280_000,
            sweeps=9, missing_sweeps={5}, missing_hops={(3, 1)},
            special={(6, 0, 4): "nan", (6, 2, 1): "-inf", (6, 2, 2): "-nan"}),
        # No crop: levels and steps are equal in number, and still the last one is doubled.
        "uncropped.csv": rtl_power(
            "uncropped.csv", hops=2, length=32, rate=2_000_000, crop=0.0, first_tuned=433_000_000, spacing=2_000_000,
            sweeps=2, missing_sweeps=set(), missing_hops=set(), special={}),
        "hackrf.csv": hackrf_sweep("hackrf.csv", 3),
    }
    with open("three_hops.csv", "rb") as plain, open("three_hops.csv.gz", "wb") as raw:
        with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
            packed.write(plain.read())
    with open("logs.json", "w") as file:
        json.dump(logs, file, separators=(",", ":"))
        file.write("\n")

    rate, size, count = 1_000_000, 1024, 8192
    samples = tone(rate, 128, size, 0.5, count)
    tones = {"rateHertz": rate, "samples": count, "fft": size, "toneBin": size // 2 + 128, "files": {}}
    for encoding in ("cu8", "cs8", "cs16", "cf32"):
        read = write_tone(samples, encoding)
        spectrum, coefficients = averaged(read, size, "blackmanharris")
        enbw = size * numpy.sum(coefficients ** 2) / numpy.sum(coefficients) ** 2
        power = numpy.mean(numpy.abs(read) ** 2)
        tones["files"][encoding] = {
            "toneDecibels": 10 * math.log10(spectrum[size // 2 + 128]),
            "enbwBins": enbw,
            "medianBinDecibels": 10 * math.log10(numpy.median(spectrum)),
            "spectrumSumDecibels": 10 * math.log10(numpy.sum(spectrum) / enbw),
            "powerDecibels": 10 * math.log10(power),
            "meanI": float(numpy.mean(read.real)),
            "meanQ": float(numpy.mean(read.imag)),
        }
    with open("tones.json", "w") as file:
        json.dump(tones, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
