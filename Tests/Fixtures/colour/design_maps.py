"""Designs the two colour maps and writes their tables into Sources/Core/WaveDisplay.

    python3 design_maps.py                    write the tables from the knots below
    python3 design_maps.py --search 12 120    look for other waterfall knots: seed, seconds

The waterfall map is a curve through knots in CAM02-UCS. A random search moved the knots away from a sketch (indigo, magenta,
orange, yellow) until the smallest distance between colours an eighth of the scale apart was as large as it gets in the
worst of the four visions, with lightness rising in all of them, the curve inside sRGB, long and smooth.
The meter map is a formula. Needs numpy, scipy and colour-science.
"""

import itertools
import pathlib
import sys
import time

import numpy
from scipy.interpolate import CubicSpline, PchipInterpolator

from perception import (
    VISIONS, ambiguity, chroma, linear_from_seen, linear_from_srgb, path_length, seen, srgb_from_linear)

SOURCES = pathlib.Path(__file__).resolve().parents[3] / "Sources/Core/WaveDisplay"
COUNT = 256

PLACES = numpy.array([0, 0.12, 0.27, 0.42, 0.57, 0.72, 0.86, 1])
LIGHTNESS = (3.0, 99.0)
SKETCH_A = [0.0, 1, 13, 28, 32, 19, 5, -2]
SKETCH_B = [-4.0, -20, -29, -16, 6, 24, 27, 4]
FOUND_A = [0.31, 1.07, 13.08, 24.93, 29.72, 16.59, 3.62, -2.32]
FOUND_B = [-2.2, -16.97, -26.12, -17.13, 5.54, 23.19, 25.17, 4.54]
FOUND_PACE = [-0.34, -0.24, 0.34, -0.24, -0.01, -0.02, -0.22]  # logarithm of the lightness's pace between knots


def waterfall_curve(knots, count=COUNT):
    t = numpy.linspace(0, 1, count)
    size = len(PLACES)
    rise = numpy.concatenate([[0], numpy.cumsum(numpy.exp(knots[2 * size:]) * numpy.diff(PLACES))])
    low, high = LIGHTNESS
    lightness = low + (high - low) * PchipInterpolator(PLACES, rise / rise[-1])(t)
    a = CubicSpline(PLACES, knots[:size])(t)
    b = CubicSpline(PLACES, knots[size:2 * size])(t)
    return numpy.stack([lightness, a, b], 1)


def meter_curve():
    """Slate to pure red; lightness and chroma rise evenly, the hue hurries to red and stays."""
    t = numpy.linspace(0, 1, COUNT)
    red = seen(numpy.array([[1.0, 0, 0]]))[0]
    lightness = 19 + (red[0] - 19) * t
    strength = 8 + (numpy.hypot(red[1], red[2]) - 8) * t
    hue = numpy.radians(-110 + (numpy.degrees(numpy.arctan2(red[2], red[1])) + 110) * (1 - (1 - t) ** 2.5))
    return numpy.stack([lightness, strength * numpy.cos(hue), strength * numpy.sin(hue)], 1)


def cost(knots, sketch, count=64):
    jab = waterfall_curve(knots, count)
    with numpy.errstate(all="ignore"):
        linear = numpy.nan_to_num(linear_from_seen(jab), nan=-1)
    outside = numpy.clip(-linear - 0.0002, 0, None).sum() + numpy.clip(linear - 1, 0, None).sum()
    ambiguities, falling = [], 0
    for vision in VISIONS:
        view = seen(numpy.clip(linear, 0, 1), vision)
        ambiguities.append(ambiguity(view))
        falling += numpy.clip(0.25 - numpy.diff(view[:, 0]), 0, None).sum()
    length = path_length(jab)
    bend = ((numpy.diff(jab[:, 1:], 2, axis=0) * count * count / 1000) ** 2).mean()
    speed = numpy.sqrt((numpy.diff(jab, axis=0) ** 2).sum(1))
    size = 2 * len(PLACES)
    pace = knots[size:]
    return (
        -min(min(ambiguities), 12.3) - 0.1 * numpy.mean(numpy.minimum(ambiguities, 15))
        + 0.1 * max(0, 156 - length) + 0.05 * max(0, length - 175) + 60 * outside + 5 * falling
        + 0.1 * bend + speed.std() / speed.mean() + 0.006 * ((knots[:size] - sketch[:size]) ** 2).sum()
        + 0.3 * ((pace - pace.mean()) ** 2).sum())


def search(seed, seconds):
    random = numpy.random.default_rng(seed)
    sketch = numpy.concatenate([SKETCH_A, SKETCH_B, numpy.zeros(len(PLACES) - 1)])
    scale = numpy.concatenate([numpy.ones(2 * len(PLACES)), numpy.full(len(PLACES) - 1, 0.04)])
    best, lowest, step = sketch, cost(sketch, sketch), 2.0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        some = random.random(len(best)) < 0.4
        trial = best + random.normal(size=len(best)) * scale * step * some
        value = cost(trial, sketch)
        if value < lowest:
            best, lowest, step = trial, value, min(step * 1.3, 4)
        else:
            step = step * 0.985 if step > 0.02 else 0.8
    print("cost", lowest)
    print(numpy.round(best, 2).tolist())


def table(jab, rising):
    """Rounds a curve to bytes so that what `rising` gives does rise; of the bytes near a colour, the nearest."""
    light = numpy.clip(linear_from_seen(jab), 0, 1)
    offsets = numpy.array(list(itertools.product(range(-3, 4), repeat=3)))
    entries, last = [], numpy.inf
    for target in light[::-1]:
        exact = 255 * srgb_from_linear(target)
        candidates = numpy.unique(numpy.clip(numpy.round(exact) + offsets, 0, 255), axis=0)
        measures = rising(linear_from_srgb(candidates / 255))
        misses = numpy.abs(measures - rising(target[None])).max(1)
        misses += 0.008 * numpy.sqrt(((candidates - exact) ** 2).sum(1))
        misses[(measures > last - 0.004).any(1)] = numpy.inf
        nearest = misses.argmin()
        assert numpy.isfinite(misses[nearest]), len(entries)
        entries.append(candidates[nearest].astype(int))
        last = measures[nearest]
    return entries[::-1]


def write(name, entries):
    words = ["0xFF%02X%02X%02X" % (blue, green, red) for red, green, blue in entries]
    lines = ["    " + ", ".join(words[start:start + 8]) + "," for start in range(0, COUNT, 8)]
    text = (
        "extension ColorMap {\n"
        f"  /// Made by Tests/Fixtures/colour/design_maps.py, checked by check_maps.py beside it: 0xAABBGGRR.\n"
        f"  static let {name}Entries: [UInt32] = [\n" + "\n".join(lines) + "\n  ]\n}\n")
    (SOURCES / f"ColorMap+{name.capitalize()}.swift").write_text(text)


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--search":
        return search(int(sys.argv[2]), float(sys.argv[3]))
    knots = numpy.concatenate([FOUND_A, FOUND_B, FOUND_PACE])
    lightness = lambda linear: numpy.stack([seen(linear, vision)[:, 0] for vision in VISIONS], 1)
    write("waterfall", table(waterfall_curve(knots), lightness))
    both = lambda linear: numpy.stack([seen(linear)[:, 0], chroma(seen(linear))], 1)
    write("meter", table(meter_curve(), both))


if __name__ == "__main__":
    main()
