"""Writes antenna.json: made antennas as files, and their attenuation in many directions, mounted in many ways.

    python3 Tests/Fixtures/propagation/make_antenna.py

Directions are turned by rotation matrices and angles found by complex numbers; between angles of a cut there are straight lines, of decibels in .msi files and of
field strengths in those of SPLAT!. Both cuts' attenuations are added.
"""

import cmath
import json
import math
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent


def line(points, x, closed):
    if closed:
        x = (x - points[0][0]) % 360 + points[0][0]
        points = points + [(points[0][0] + 360, points[0][1])]
    if x <= points[0][0]:
        return points[0][1]
    for (a, p), (b, q) in zip(points, points[1:]):
        if a <= x <= b:
            return p + (q - p) * (x - a) / (b - a)
    return points[-1][1]


def turned(vector, axis, degrees):
    """Rodrigues' formula, anticlockwise around a unit axis."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dot = sum(a * v for a, v in zip(axis, vector))
    cross = [axis[1] * vector[2] - axis[2] * vector[1], axis[2] * vector[0] - axis[0] * vector[2],
             axis[0] * vector[1] - axis[1] * vector[0]]
    return [v * c + k * s + a * dot * (1 - c) for v, k, a in zip(vector, cross, axis)]


def direction(bearing, elevation):
    """East, north, up."""
    b, e = math.radians(bearing), math.radians(elevation)
    return [math.sin(b) * math.cos(e), math.cos(b) * math.cos(e), math.sin(e)]


def seen(mount, bearing, elevation):
    """Azimuth clockwise from where the antenna looks, and depression, in its own frame."""
    looks, tilt, towards = mount
    side = direction(towards + 90, 0)
    # Around the axis to its right a direction goes up by as much as the antenna's nose goes down.
    x, y, z = turned(direction(bearing, elevation), side, tilt)
    azimuth = math.degrees(cmath.phase(complex(y, x))) - looks
    return azimuth, -math.degrees(math.asin(max(-1, min(1, z))))


def msi(name, gain, horizontal, vertical):
    text = f"NAME {name}\nMAKE Ours\nFREQUENCY 915\nGAIN {gain}\nTILT ELECTRICAL 3\nCOMMENT made by a script\n"
    for word, points in (("HORIZONTAL", horizontal), ("VERTICAL", vertical)):
        text += f"{word} {len(points)}\n" + "".join(f"{a:g} {v:g}\n" for a, v in points)
    return text


def main():
    rng = random.Random(24)

    def lobe(width, back, degree):
        angle = min(degree, 360 - degree)
        return round(min(back, 12 * (angle / width) ** 2), 2)

    horizontal = [(d, lobe(65, 25, d)) for d in range(360)]
    vertical = [(d, lobe(7, 30, (d - 3) % 360)) for d in range(360)]
    sparse = [(d, lobe(90, 18, d)) for d in range(0, 360, 30)]
    azimuth = [(d, round(max(0.02, 0.5 + 0.5 * math.cos(math.radians(d))), 3)) for d in range(0, 360, 10)]
    elevation = [(d / 2, round(math.exp(-((d / 2 - 1) / 6) ** 2), 3)) for d in range(-20, 181)]
    az = "35 ; degrees clockwise\n" + "".join(f"{a}\t{v}\n" for a, v in azimuth) + "360 1.0\n"
    el = "2.5 35.0\n" + "".join(f"{a} {v} ; below the horizon\n" for a, v in elevation)

    def attenuation(kind, cuts, mount, bearing, tall):
        a, d = seen(mount, bearing, tall)
        if kind == "msi":
            return line(cuts[0], a, True) + line(cuts[1], d, True)
        fields = (line(cuts[0], a, True), line(cuts[1], d, False))
        return sum(-20 * math.log10(f) if f > 1e-5 else 100 for f in fields)

    made = []
    for kind, files, cuts, mounts in (
            ("msi", [msi("Panel 65", "15.5 dBi", horizontal, vertical)], (horizontal, vertical),
             [(0, 0, 0), (120, 0, 120), (120, 6, 120), (240, -4, 240), (10, 5, 100)]),
            ("msi", [msi("Sparse", "8", sparse, [(0, 0), (90, 30), (180, 20), (270, 30)])],
             (sparse, [(0, 0), (90, 30), (180, 20), (270, 30)]), [(75, 0, 75), (300, 12, 300)]),
            ("splat", [az, el], (azimuth, elevation), [(35, 2.5, 35), (35, 0, 35), (200, 10, 200)])):
        directions = []
        for mount in mounts:
            for _ in range(25):
                bearing, tall = round(rng.uniform(0, 360), 2), round(rng.choice([rng.uniform(-8, 8), rng.uniform(-80, 80)]), 2)
                directions.append({"mount": mount, "bearing": bearing, "elevation": tall,
                                   "attenuation": attenuation(kind, cuts, mount, bearing, tall)})
        made.append({"kind": kind, "files": files, "directions": directions})
    (HERE / "antenna.json").write_text(json.dumps(made, separators=(",", ":")).replace("},{\"", "},\n{\"") + "\n")


if __name__ == "__main__":
    main()
