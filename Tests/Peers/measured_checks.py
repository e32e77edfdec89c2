"""Levels measured at places beside a map of `waveglass cover`, as numpy compares them."""

import csv
import pathlib
import re
import subprocess
import tempfile

import numpy

import coverage_checks

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/measured"


def numbers(text):
    """The numbers of the report, by their labels."""
    found = {}
    for line in text.splitlines():
        parts = re.match(r"(.*?) {2,}(-?[\d.]+)", line)
        if parts:
            found[parts[1]] = float(parts[2])
    return found


async def levels_are_compared_as_numpy_does(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        coverage_checks.terrain(folder)
        generator = numpy.random.default_rng(4)
        count = 4000
        latitudes = coverage_checks.LATITUDE + generator.uniform(-0.09, 0.09, count).round(6)
        longitudes = coverage_checks.LONGITUDE + generator.uniform(-0.13, 0.13, count).round(6)
        levels = generator.uniform(-130, -50, count).round(2)
        points = folder / "points.csv"
        points.write_text("System noise floor (dBm): -124\nlat,lon,dBm\n" + "".join(
            f"{a:.6f},{b:.6f},{c}\n" for a, b, c in zip(latitudes, longitudes, levels)))
        done = coverage_checks.cover(binary, folder, folder / "map.csv", "--eirp", "34", "--measured", str(points))
        assert done.returncode == 0, done.stderr
        report = numbers(done.stdout)
        with open(folder / "map.csv") as table:
            rows = list(csv.DictReader(table))
        step = 1 / 1200
        grid = {(round(float(row["latitude_deg"]) / step), round(float(row["longitude_deg"]) / step)): float(row["level_dBm"]) for row in rows}
        modelled = numpy.array([grid.get((round(round(a, 6) / step), round(round(b, 6) / step)), numpy.nan) for a, b in zip(latitudes, longitudes)])
        outside = numpy.isnan(modelled)
        below = ~outside & (levels < -118)
        difference = (levels - modelled)[~outside & ~below]
        assert len(difference) > 500 and outside.sum() > 100 and below.sum() > 100
        assert report["within the map"] == len(difference), (report, len(difference))
        assert report["left out, outside the map"] == outside.sum() and report["left out, below -118.00 dBm"] == below.sum(), report
        for label, value in (("measured less modelled, mean", difference.mean()), ("standard deviation", difference.std()),
                             ("RMSE", numpy.sqrt((difference ** 2).mean()))):
            assert abs(report[label] - value) < 0.011, (label, report[label], value)
        return f"{len(difference)} points, mean {difference.mean():.2f} dB"


async def what_cannot_be_compared_is_said(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        coverage_checks.terrain(folder)
        (folder / "bad.csv").write_text("lat,lon,dBm\n46.5,10.4,loud\n")
        base = [binary, "cover", "--terrain", made, "--at", "46.52,10.4", "--frequency", "915M", "--radius", "1km"]
        for more, code, words in (
                (["--eirp", "30", "--measured", str(folder / "bad.csv")], 65, "line 2: the level is no number"),
                (["--measured", str(FIXTURES / "drive.csv")], 64, "needs --eirp"), ([], 64, "Name a file to write"),
                (["--eirp", "30", "--measured", str(folder / "none.csv")], 66, "none.csv"),
                (["--measured-floor", "-100", "-o", str(folder / "a.tif")], 64, "goes with --measured")):
            done = subprocess.run(base + more, capture_output=True, text=True, timeout=120)
            assert done.returncode == code and words in done.stderr, (more, done)
        done = subprocess.run(base + ["--eirp", "30", "--measured", str(FIXTURES / "track.gpx")], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0 and numbers(done.stdout)["left out, outside the map"] == 28, done
        return "in words"


CHECKS = (levels_are_compared_as_numpy_does, what_cannot_be_compared_is_said)
