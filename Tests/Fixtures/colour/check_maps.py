"""Checks the colour tables in Sources/Core/WaveDisplay in CAM02-UCS under four visions, and prints the figures.

Ambiguity is the smallest distance between two colours at least an eighth of the scale apart. Path length is taken over
every eighth entry, so that rounding to bytes adds nothing to it. Needs numpy and colour-science.
"""

import pathlib
import re
import sys

import numpy

from perception import VISIONS, ambiguity, chroma, linear_from_srgb, path_length, seen

SOURCES = pathlib.Path(__file__).resolve().parents[3] / "Sources/Core/WaveDisplay"
failures = []


def demand(holds, text):
    if not holds:
        failures.append(text)


def entries(name):
    words = re.findall(r"0x([0-9A-F]{8})", (SOURCES / f"ColorMap+{name}.swift").read_text())
    demand(len(words) == 256, f"{name}: 256 entries, found {len(words)}")
    colors = numpy.array([[int(word[at:at + 2], 16) for at in (6, 4, 2, 0)] for word in words])
    demand((colors[:, 3] == 255).all(), f"{name}: opaque")
    return colors[:, :3] / 255


def fall(values):
    """The deepest fall below what was reached before."""
    return (numpy.maximum.accumulate(values) - values).max()


def report(name, rgb):
    print(f"{name}: path {path_length(seen(linear_from_srgb(rgb))[::8]):.1f}")
    for vision in VISIONS:
        jab = seen(linear_from_srgb(rgb), vision)
        print(
            f"  {vision:13} J' {jab[0, 0]:5.1f} to {jab[-1, 0]:5.1f}, smallest step {numpy.diff(jab[:, 0]).min():7.4f},"
            f" chroma {chroma(jab)[0]:4.1f} to {chroma(jab)[-1]:4.1f}, ambiguity {ambiguity(jab):4.1f}")
        yield vision, jab


waterfall = entries("Waterfall")
for vision, jab in report("waterfall", waterfall):
    demand((numpy.diff(jab[:, 0]) > 0).all(), f"waterfall: lightness rises strictly, {vision}")
    demand(jab[0, 0] < 5 and jab[-1, 0] > 95, f"waterfall: from near black to near white, {vision}")
    demand(ambiguity(jab) >= 11, f"waterfall: ambiguity at least 11, {vision}")
demand(path_length(seen(linear_from_srgb(waterfall))[::8]) >= 150, "waterfall: path at least 150")

meter = entries("Meter")
for vision, jab in report("meter", meter):
    if vision == "normal":
        demand((numpy.diff(jab[:, 0]) > 0).all(), "meter: lightness rises strictly")
        demand((numpy.diff(chroma(jab)) > 0).all(), "meter: chroma rises strictly")
    # Under tritanopia pure red is no lighter than the crimson before it; nothing may get darker than by a hair.
    demand(fall(jab[:, 0]) < 0.5, f"meter: lightness does not fall, {vision}")
    # The bar's height says the same, so twice what the eye can just tell apart (about 1) is enough.
    demand(ambiguity(jab) >= 2, f"meter: ambiguity at least 2, {vision}")
red, green, blue = meter[-1]
demand(red > 0.97 and green < 0.08 and blue < 0.08, "meter: ends in saturated red")

for failure in failures:
    print("FAILED", failure)
sys.exit(1 if failures else 0)
