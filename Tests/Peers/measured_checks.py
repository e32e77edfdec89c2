"""Levels measured at places beside a map of `waveglass cover`, as numpy compares them."""

import csv
import json
import pathlib
import re
import subprocess
import tempfile
import zipfile

import numpy
import rasterio
from PIL import Image

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


async def an_antenna_is_part_of_what_is_compared(binary, _):
    """Levels 3.25 dB above those of the map through the antenna differ by that, and from a map without it by what the antenna takes."""
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        coverage_checks.terrain(folder)
        coverage_checks.panel(folder / "panel.msi")
        antenna = ("--power", "40", "--loss", "1.5", "--antenna", str(folder / "panel.msi"), "--bearing", "200", "--tilt", "6")
        done = coverage_checks.cover(binary, folder, folder / "seen.csv", *antenna)
        assert done.returncode == 0, done.stderr
        with open(folder / "seen.csv") as table:
            rows = list(csv.DictReader(table))[::5]
        points = folder / "points.csv"
        points.write_text("lat,lon,dBm\n" + "".join(
            f"{row['latitude_deg']},{row['longitude_deg']},{float(row['level_dBm']) + 3.25:.2f}\n" for row in rows))
        compared = []
        for name, radiation in (("same", antenna), ("round", ("--eirp", "54"))):
            done = coverage_checks.cover(binary, folder, folder / f"{name}.csv", *radiation, "--measured", str(points))
            assert done.returncode == 0, done.stderr
            compared.append(numbers(done.stdout))
        mean, deviation = "measured less modelled, mean", "standard deviation"
        assert compared[0]["within the map"] == len(rows) > 300, (compared, len(rows))
        assert compared[0][mean] == 3.25 and compared[0][deviation] == 0, compared
        assert compared[1][mean] < -5 and compared[1][deviation] > 5, compared
        # What calibrates is compared likewise: nothing but the offset is found.
        done = coverage_checks.cover(binary, folder, folder / "calibrated.csv", *antenna, "--measured", str(points), "--calibrate")
        assert done.returncode == 0, done.stderr
        with open(folder / "calibrated.csv") as table:
            calibrated = list(csv.DictReader(table))[::5]
        worst = max(abs(float(new["level_dBm_calibrated"]) - float(old["level_dBm"]) - 3.25) for new, old in zip(calibrated, rows))
        assert len(calibrated) == len(rows) and worst < 0.011, worst
        return f"{len(rows)} points"


async def a_calibrated_map_is_the_map_and_the_mean(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        coverage_checks.terrain(folder)
        rows = coverage_checks.maps(binary, folder, "--eirp", "34")
        generator = numpy.random.default_rng(9)
        # Posts are further apart than squares; so little noise has nothing to gain 0.2 dB of.
        chosen = generator.choice(len(rows), 600, replace=False)
        differences = (-9.3 + generator.normal(0, 0.1, 600)).round(2)
        points = folder / "points.csv"
        points.write_text("lat,lon,dBm\n" + "".join(
            f"{rows[at]['latitude_deg']},{rows[at]['longitude_deg']},{float(rows[at]['level_dBm']) + more:.2f}\n"
            for at, more in zip(chosen, differences)))
        said = []
        for name in coverage_checks.NAMES:
            done = coverage_checks.cover(binary, folder, folder / f"new.{name}", "--eirp", "34", "--measured", str(points), "--calibrate")
            assert done.returncode == 0, done.stderr
            said.append(re.search("waveglass: (calibrated by 600 points: -9.3 dB; .*)", done.stderr)[1])
        offset = differences.mean()
        error = numpy.sqrt((differences ** 2).mean())
        assert f"left out and predicted: {error:.1f} dB, with the offset 0.1 dB, a local correction gains nothing" in said[0], said
        with open(folder / "new.csv") as table:
            after = list(csv.DictReader(table))
        assert len(after) == len(rows)
        for old, new in zip(rows, after):
            assert old["latitude_deg"] == new["latitude_deg"] and old["longitude_deg"] == new["longitude_deg"]
            assert abs(float(new["level_dBm_calibrated"]) - float(old["level_dBm"]) - offset) < 0.011, (old, new)
        # What who reads a file is to know is in it, as others read it.
        words = f"modelled by learned; {said[0]}"
        with rasterio.open(folder / "new.tif") as raster:
            assert raster.tags()["TIFFTAG_IMAGEDESCRIPTION"] == words, raster.tags()
        with Image.open(folder / "new.png") as image:
            assert image.text["Description"] == words, image.text
        with zipfile.ZipFile(folder / "new.kmz") as packed:
            assert words in packed.read("doc.kml").decode()
        assert json.loads((folder / "new.geojson").read_text())["note"] == words
        with rasterio.open(folder / "map.tif") as raster:
            assert raster.tags()["TIFFTAG_IMAGEDESCRIPTION"] == "modelled by learned", raster.tags()
        # Nothing to calibrate by is said, and writes nothing.
        (folder / "far.csv").write_text("lat,lon,dBm\n10,10,-80\n")
        done = coverage_checks.cover(binary, folder, folder / "none.tif", "--eirp", "34", "--measured", str(folder / "far.csv"), "--calibrate")
        assert done.returncode == 65 and "the map cannot be calibrated" in done.stderr and not (folder / "none.tif").exists(), done
        return f"offset {offset:.2f} dB"


async def what_cannot_be_compared_is_said(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        coverage_checks.terrain(folder)
        (folder / "bad.csv").write_text("lat,lon,dBm\n46.5,10.4,loud\n")
        base = [binary, "cover", "--terrain", made, "--at", "46.52,10.4", "--frequency", "915M", "--radius", "1km"]
        for more, code, words in (
                (["--eirp", "30", "--measured", str(folder / "bad.csv")], 65, "line 2: the level is not a number"),
                (["--measured", str(FIXTURES / "drive.csv")], 64, "needs --eirp"), ([], 64, "Give the file to write"),
                (["--eirp", "30", "--measured", str(folder / "none.csv")], 66, "none.csv"),
                (["--measured-floor", "-100", "-o", str(folder / "a.tif")], 64, "requires --measured"),
                (["--eirp", "30", "--calibrate", "-o", str(folder / "a.tif")], 64, "requires --measured")):
            done = subprocess.run(base + more, capture_output=True, text=True, timeout=120)
            assert done.returncode == code and words in done.stderr, (more, done)
        done = subprocess.run(base + ["--eirp", "30", "--measured", str(FIXTURES / "track.gpx")], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0 and numbers(done.stdout)["left out, outside the map"] == 28, done
        return "in words"


CHECKS = (levels_are_compared_as_numpy_does, an_antenna_is_part_of_what_is_compared, a_calibrated_map_is_the_map_and_the_mean, what_cannot_be_compared_is_said)
