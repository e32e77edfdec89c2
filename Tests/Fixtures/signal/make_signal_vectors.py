#!/usr/bin/env python3
"""Writes what SciPy and NumPy say of windows, transforms and averaged spectra, for the tests to compare with.

Usage: python3 make_signal_vectors.py     (needs numpy and scipy; writes the .json files beside itself)

Inputs are not stored: both sides draw them from SplitMix64, so the files hold answers only.
"""
import json
import pathlib

import numpy as np
import scipy
from scipy import optimize, signal

HERE = pathlib.Path(__file__).parent
WINDOWS = {
    "rectangular": "boxcar",
    "hann": "hann",
    "blackman-harris": "blackmanharris",
    "nuttall": "nuttall",
    "flat-top": "flattop",
}


def uniform(seed, count):
    """Draws float32 numbers in [-1, 1), as uniformNoise in TestSignals.swift does."""
    mask = (1 << 64) - 1
    state, numbers = seed, np.empty(count, np.float32)
    for index in range(count):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        numbers[index] = np.float32(((z ^ (z >> 31)) >> 40) / 2**23 - 1)
    return numbers


def complex_noise(seed, count):
    parts = uniform(seed, 2 * count).astype(float)
    return parts[0::2] + 1j * parts[1::2]


def window(name, count):
    return signal.get_window(WINDOWS[name], count, fftbins=True)


def relative(w, offset):
    """Amplitude of the window's transform at an offset in bins, relative to its top."""
    return abs(np.sum(w * np.exp(-2j * np.pi * offset * np.arange(len(w)) / len(w)))) / w.sum()


def windows():
    rows = []
    for name in WINDOWS:
        for count in (64, 1000, 4096):
            w = window(name, count)
            half = optimize.brentq(lambda f: relative(w, f) ** 2 - 0.5, 0, 2.5, xtol=1e-12)
            rows.append({
                "name": name, "count": count,
                "coherentGain": w.mean(),
                "enbwBins": count * np.sum(w**2) / w.sum() ** 2,
                "rbwBins": 2 * half,
                "scallopingLossDecibels": -20 * np.log10(relative(w, 0.5)),
                "coefficients": w[:: max(1, count // 32)].tolist(),
            })
    return rows


def transforms():
    rows = []
    for real in (False, True):
        for exponent in range(6, 21):
            count = 1 << exponent
            seed = exponent + 50 * real
            bins = np.fft.rfft(uniform(seed, count).astype(float)) if real else np.fft.fft(complex_noise(seed, count))
            step = max(1, len(bins) // 24) | 1
            rows.append({"count": count, "seed": seed, "step": step, "isReal": real,
                         "re": bins.real[::step].tolist(), "im": bins.imag[::step].tolist()})
    return rows


def averages():
    rows = []
    cases = [  # window, window samples, transform points, samples in common, samples, real
        ("rectangular", 256, 256, 0, 4096, False),
        ("hann", 256, 256, 128, 4096, False),
        ("blackman-harris", 1024, 1024, 512, 8192, False),
        ("nuttall", 512, 1024, 384, 8192, False),
        ("flat-top", 300, 512, 100, 5000, False),
        ("hann", 64, 64, 0, 64, False),
        ("rectangular", 256, 256, 0, 4096, True),
        ("hann", 512, 512, 256, 8192, True),
        ("blackman-harris", 1024, 1024, 768, 8192, True),
        ("flat-top", 333, 512, 33, 5000, True),
    ]
    rate = 1000.0
    for seed, (name, count, points, common, samples, real) in enumerate(cases, start=100):
        x = uniform(seed, samples).astype(float) if real else complex_noise(seed, samples)
        options = dict(fs=rate, window=window(name, count), nperseg=count, noverlap=common, nfft=points,
                       detrend=False, return_onesided=real)
        _, spectrum = signal.welch(x, scaling="spectrum", **options)
        _, density = signal.welch(x, scaling="density", **options)
        _, _, parts = signal.stft(x, scaling="spectrum", boundary=None, padded=False, **options)
        powers = np.abs(parts) ** 2
        if real:
            # welch gives one side as mean squares, stft as two-sided amplitudes: both to the power of a sine.
            spectrum, density = 2 * spectrum, 2 * density
            powers *= 4
            powers[0] /= 2
            powers[-1] /= 2
        else:
            spectrum, density = np.fft.fftshift(spectrum), np.fft.fftshift(density)
            powers = np.fft.fftshift(powers, axes=0)
        rows.append({
            "window": name, "windowCount": count, "fftCount": points, "overlap": common / count,
            "sampleRateHertz": rate, "isReal": real, "seed": seed, "sampleCount": samples,
            "transformCount": powers.shape[1], "step": 5,
            "mean": spectrum[::5].tolist(), "density": density[::5].tolist(),
            "max": powers.max(axis=1)[::5].tolist(), "min": powers.min(axis=1)[::5].tolist(),
        })
    return rows


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    return value


for file, rows in (("windows", windows()), ("transforms", transforms()), ("averages", averages())):
    document = {"madeBy": f"make_signal_vectors.py, SciPy {scipy.__version__}", "cases": json.loads(json.dumps(rows))}
    (HERE / f"{file}.json").write_text(json.dumps(rounded(document), separators=(",", ":")) + "\n")
