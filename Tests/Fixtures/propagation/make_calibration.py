"""Writes calibration.json: points with what they differ from a map by, and what numpy makes of them.

    python3 Tests/Fixtures/propagation/make_calibration.py

Written from the description in Documentation/Coverage/coverage.md with matrices over all squares; nothing of it is shared with the library.
"""

import json
import math
import pathlib

import numpy

HERE = pathlib.Path(__file__).resolve().parent
RADII = (16, 8, 4, 2)


def degrees(latitude):
    """Metres in a degree of latitude and in one of longitude, on WGS 84."""
    a, f = 6378137.0, 1 / 298.257223563
    e2 = f * (2 - f)
    sine = math.sin(math.radians(latitude))
    root = math.sqrt(1 - e2 * sine ** 2)
    return a * (1 - e2) / root ** 3 * math.pi / 180, a / root * math.cos(math.radians(latitude)) * math.pi / 180


def bisquare(squares):
    return numpy.clip(1 - squares, 0, None) ** 2


class Plane:
    def __init__(self, latitudes, longitudes):
        self.south = latitudes.min()
        north, self.east = degrees((latitudes.min() + latitudes.max()) / 2)
        self.north = north
        self.home = longitudes[0]
        aside = (longitudes - self.home + 180) % 360 - 180
        self.west = aside.min()
        self.width = (aside.max() - aside.min()) * self.east
        self.height = (latitudes.max() - latitudes.min()) * north

    def at(self, latitudes, longitudes):
        return ((longitudes - self.home + 180) % 360 - 180 - self.west) * self.east, (latitudes - self.south) * self.north


def offset_of(means):
    median = numpy.median(means)
    return float(median + numpy.clip(means - median, -30, 30).mean())


def squares_of(x, y, extent):
    finest = max(25.0, extent / 512)
    columns, rows = x / finest, y / finest
    # What lies on an edge could fall to either side; corners are held within.
    for parts in (columns, rows):
        assert (abs(parts - parts.round())[(parts > 1e-6) & (parts < parts.max() - 1e-6)] > 1e-6).all()
    columns, rows = (numpy.clip(numpy.floor(parts + 1e-9), 0, 511).astype(int) for parts in (columns, rows))
    side = 1
    while len(set(zip(rows // side, columns // side))) > 1024:
        side *= 2
    names = sorted(set(zip(rows // side, columns // side)))
    number = {name: at for at, name in enumerate(names)}
    return numpy.array([number[name] for name in zip(rows // side, columns // side)]), finest * side


def calibrate(latitudes, longitudes, differences):
    plane = Plane(latitudes, longitudes)
    x, y = plane.at(latitudes, longitudes)
    extent = max(plane.width, plane.height)
    of, side = squares_of(x, y, extent)
    groups = [numpy.nonzero(of == at)[0] for at in range(of.max() + 1)]
    means = numpy.array([differences[group].mean() for group in groups])
    spreads = numpy.array([differences[group].var() for group in groups])
    cx, cy = (numpy.array([part[group].mean() for group in groups]) for part in (x, y))
    offset = offset_of(means)
    blocks = [(min(7, int(b / extent * 8)), min(7, int(a / extent * 8))) if extent > 0 else (0, 0) for a, b in zip(cx, cy)]
    names = sorted(set(blocks))
    within = numpy.array([names.index(block) for block in blocks])
    made = {"offset": offset, "squares": len(groups), "side": side, "blocks": len(names),
            "plain": float(numpy.sqrt((spreads + means ** 2).mean()))}
    if len(names) < 2:
        return made, None
    offsets = numpy.array([offset_of(means[within != at]) for at in range(len(names))])[within]
    before = spreads + (means - offsets) ** 2
    made["withOffset"] = float(numpy.sqrt(before.mean()))
    if len(groups) < 24 or len(names) < 8:
        return made, None
    held = numpy.clip(means - offset, -30, 30)
    away = (cx[:, None] - cx) ** 2 + (cy[:, None] - cy) ** 2
    after = []
    for radius in RADII:
        weights = bisquare(away / (extent / radius) ** 2) * (within[:, None] != within)
        predicted = offsets + (weights @ held + weights.sum(1) * (offset - offsets)) / (weights.sum(1) + 1)
        after.append(spreads + (means - predicted) ** 2)
    after = numpy.array(after)
    told = numpy.empty(len(groups))
    for at in range(len(names)):
        best = after[:, within != at].sum(1).argmin()
        told[within == at] = after[best, within == at]
    made["withLocal"] = float(numpy.sqrt(told.mean()))
    gains = numpy.array([(before - told)[within == at].sum() for at in range(len(names))])
    errors = gains.sum() / math.sqrt((gains ** 2).sum()) if gains.any() else 0
    # No case may hang on a rounding.
    assert abs(errors - 1.5) > 1e-6 and abs(made["withOffset"] - made["withLocal"] - 0.2) > 1e-6
    if errors <= 1.5 or made["withOffset"] - made["withLocal"] <= 0.2:
        return made, None
    made["radius"] = extent / RADII[int(after.sum(1).argmin())]

    def local(px, py):
        """Bilinear between nodes an eighth of the radius apart."""
        step = made["radius"] / 8
        column, row = math.floor(px / step), math.floor(py / step)

        def node(i, j):
            weights = bisquare(((cx - i * step) ** 2 + (cy - j * step) ** 2) / made["radius"] ** 2)
            return (weights @ held) / (weights.sum() + 1)

        across, up = px / step - column, py / step - row
        low = node(column, row) * (1 - across) + node(column + 1, row) * across
        high = node(column, row + 1) * (1 - across) + node(column + 1, row + 1) * across
        return low * (1 - up) + high * up

    return made, (plane, local)


def main():
    rng = numpy.random.default_rng(1912)

    def roads(count, spread):
        """Places along lines through a middle, as cars take them, and some of a car that stands."""
        line = rng.integers(0, 7, count)
        along = rng.uniform(-1, 1, count)
        turn = line * 0.9
        north, east = along * numpy.sin(turn), along * numpy.cos(turn) + 0.1 * line
        stands = rng.random(count) < 0.2
        north[stands], east[stands] = 0.4 + rng.normal(0, 1e-4, stands.sum()), 0.3 + rng.normal(0, 1e-4, stands.sum())
        return north * spread, east * spread * 1.5

    def hill(north, east, spread):
        return 14 * numpy.exp(-((north / spread - 0.3) ** 2 + (east / spread + 0.4) ** 2) / 0.3)

    cases = []

    def add(name, latitude, longitude, north, east, differences):
        latitudes = numpy.round((latitude + north) * 1e7).astype(int)
        longitudes = numpy.round(((longitude + east + 180) % 360 - 180) * 1e7).astype(int)
        hundredths = numpy.round(differences * 100).astype(int)
        made, local = calibrate(latitudes / 1e7, longitudes / 1e7, hundredths / 100)
        case = {"name": name, "latitudes": latitudes.tolist(), "longitudes": longitudes.tolist(),
                "differences": hundredths.tolist(), "made": made, "places": []}
        for _ in range(60):
            a = latitude + rng.uniform(-2, 2) * numpy.abs(north).max()
            b = longitude + rng.uniform(-2, 2) * numpy.abs(east).max()
            b = (b + 180) % 360 - 180
            value = made["offset"] + (local[1](*local[0].at(a, b)) if local else 0)
            case["places"].append([a, b, float(value)])
        cases.append(case)
        print(name, {key: round(value, 3) for key, value in made.items()})

    north, east = roads(500, 0.06)
    add("hill", 46.8, 10.1, north, east, -6.3 + hill(north, east, 0.06) + rng.normal(0, 4, 500))
    north, east = roads(1200, 0.3)
    add("slope over the date line", -41.3, 179.9, north, east, 3 + 60 * north + 20 * east + rng.normal(0, 3, 1200))
    north, east = rng.uniform(-0.05, 0.05, 1500), rng.uniform(-0.07, 0.07, 1500)
    add("more squares than are taken", 60, -2, north, east, -20 + hill(north, east, 0.05) + rng.normal(0, 6, 1500))
    for number in range(3):
        north, east = roads(300, 0.04)
        add(f"noise {number}", 51.5, -0.1, north, east, rng.normal(-30, 8, 300))
    north, east = roads(200, 0.05)
    wild = -8 + hill(north, east, 0.05) + rng.normal(0, 3, 200)
    wild[::20] = -210
    add("numbers for nothing", 0.2, 0.1, north, east, wild)
    north, east = roads(20, 0.03)
    add("few", 10, 20, north, east, rng.normal(5, 2, 20))
    add("one", -33, 151, numpy.zeros(1) + 0.001, numpy.zeros(1) + 0.001, numpy.array([-12.5]))
    north, east = rng.normal(0, 2e-5, 40), rng.normal(0, 2e-5, 40)
    add("a car that stands", 48, 11, north, east, rng.normal(-12, 5, 40))
    assert [("radius" in case["made"]) for case in cases] == [True] * 3 + [False] * 7, "other cases are needed"
    assert cases[2]["made"]["side"] > 25 and cases[2]["made"]["squares"] <= 1024
    (HERE / "calibration.json").write_text(json.dumps(cases, separators=(",", ":")).replace("},{\"name", "},\n{\"name") + "\n")


if __name__ == "__main__":
    main()
