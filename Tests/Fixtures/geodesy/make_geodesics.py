#!/usr/bin/env python3
"""Makes geodesics.csv by GeographicLib (C. Karney, doi:10.1007/s00190-012-0578-z): pip install geographiclib."""
import pathlib
import random

from geographiclib.geodesic import Geodesic

chance = random.Random(8)
lines = ["latitude_1,longitude_1,latitude_2,longitude_2,metres,bearing_1"]


def add(a, b, c, d):
    way = Geodesic.WGS84.Inverse(a, b, c, d)
    lines.append(f"{a},{b},{c},{d},{way['s12']:.6f},{way['azi1'] % 360:.9f}")


for reach in (0.01, 0.1, 1, 10, 100):
    for _ in range(12):
        a, b = round(chance.uniform(-84, 84), 6), round(chance.uniform(-180, 180), 6)
        c = round(max(-89, min(89, a + chance.uniform(-reach, reach))), 6)
        d = round(b + chance.uniform(-reach, reach), 6)
        add(a, b, c, d if d <= 180 else d - 360)
add(0, 179.5, 0.5, -179.5)
add(0, 10, 0, 11)
add(10, 20, 11, 20)
add(11, 20, 10, 20)
add(89, 0, 89, 180)
pathlib.Path(__file__).with_name("geodesics.csv").write_text("\n".join(lines) + "\n")
