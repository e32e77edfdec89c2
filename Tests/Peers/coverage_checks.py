"""Maps of `waveglass cover` as GDAL, GeographicLib, Pillow and the standard library read them."""

import csv
import json
import math
import pathlib
import struct
import subprocess
import tempfile
import zipfile
from xml.etree import ElementTree

import numpy
import rasterio
from geographiclib.geodesic import Geodesic
from PIL import Image

LATITUDE, LONGITUDE = 46.52, 10.4
SIDE = 1201
NAMES = ("tif", "png", "kmz", "geojson", "csv")


def terrain(folder):
    """One tile of hills as HGT has it, 3 seconds of arc from post to post."""
    row, column = numpy.mgrid[0:SIDE, 0:SIDE]
    heights = 900 + 300 * numpy.sin(row / 19) * numpy.cos(column / 23) + 120 * numpy.sin((row + column) / 7)
    (pathlib.Path(folder) / "N46E010.hgt").write_bytes(heights.astype(">i2").tobytes())


def cover(binary, folder, output, *more, at=f"{LATITUDE},{LONGITUDE}", frequency="915M", radius="6km"):
    return subprocess.run(
        [binary, "cover", "--terrain", str(folder), "--at", at, "--frequency", frequency, "--radius", radius,
         "-o", str(output), *more], capture_output=True, text=True, timeout=300)


def maps(binary, folder, *more):
    """One map in every format."""
    for name in NAMES:
        done = cover(binary, folder, folder / f"map.{name}", *more)
        assert done.returncode == 0, done.stderr
    with open(folder / "map.csv") as table:
        return list(csv.DictReader(table))


async def a_map_is_the_same_in_every_format(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        terrain(folder)
        rows = maps(binary, folder)
        places = [(float(row["longitude_deg"]), float(row["latitude_deg"])) for row in rows]
        losses = numpy.array([float(row["loss_dB"]) for row in rows])
        with rasterio.open(folder / "map.tif") as raster:
            assert raster.crs.to_epsg() == 4326 and math.isnan(raster.nodata)
            values = numpy.array([value[0] for value in raster.sample(places)])
            assert numpy.abs(values - losses).max() < 0.006
            picture = raster.read(1)
            assert numpy.isfinite(picture).sum() == len(rows)
            bounds = raster.bounds
        # Nothing is left out that GeographicLib has within the radius, and nothing put in.
        edge = 0
        step = 1 / 1200
        for longitude, latitude in [(x, y) for y in numpy.arange(46.46, 46.58, step) for x in (10.35, 10.4, 10.46)]:
            place = (round(longitude / step) * step, round(latitude / step) * step)
            metres = Geodesic.WGS84.Inverse(LATITUDE, LONGITUDE, place[1], place[0])["s12"]
            with rasterio.open(folder / "map.tif") as raster:
                value = next(raster.sample([place]))[0]
            inside = bounds.left < place[0] < bounds.right and bounds.bottom < place[1] < bounds.top
            assert (inside and math.isfinite(value)) == (metres < 6000) or abs(metres - 6000) < 1, place
            edge += metres > 6000
        assert edge > 10
        # The picture: one pixel for each post, and where the world file says.
        image = Image.open(folder / "map.png").convert("RGBA")
        assert image.size == picture.shape[::-1]
        alpha = numpy.array(image)[:, :, 3]
        assert ((alpha > 0) == numpy.isfinite(picture)).all()
        x, _, _, y, west, north = map(float, (folder / "map.pgw").read_text().split())
        assert abs(west - x / 2 - bounds.left) < 1e-9 and abs(north - y / 2 - bounds.top) < 1e-9
        with zipfile.ZipFile(folder / "map.kmz") as packed:
            assert packed.testzip() is None
            assert packed.read("map.png") == (folder / "map.png").read_bytes()
            box = ElementTree.fromstring(packed.read("doc.kml")).find(".//{*}LatLonBox")
        found = {part.tag.split("}")[1]: float(part.text) for part in box}
        for name, value in (("north", bounds.top), ("south", bounds.bottom), ("west", bounds.left), ("east", bounds.right)):
            assert abs(found[name] - value) < 1e-9, found
        return f"{len(rows)} posts"


async def lines_of_a_map_are_where_the_loss_is_theirs(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        terrain(folder)
        maps(binary, folder)
        features = json.loads((folder / "map.geojson").read_text())["features"]
        assert len(features) >= 4
        points = 0
        with rasterio.open(folder / "map.tif") as raster:
            picture, inverse = raster.read(1), ~raster.transform
            for feature in features:
                level = feature["properties"]["decibels"]
                for line in feature["geometry"]["coordinates"]:
                    assert len(line) >= 2
                    for longitude, latitude in line:
                        column, row = inverse * (longitude, latitude)
                        column, row = column - 0.5, row - 0.5
                        # Each point is on an edge between two posts; a millionth of a degree is a thousandth of a step.
                        corners = [(round(column), row), (column, round(row))]
                        column, row = min(corners, key=lambda c: abs(c[0] - column) + abs(c[1] - row))
                        left, top = math.floor(column), math.floor(row)
                        right, down = math.ceil(column), math.ceil(row)
                        share = (column - left) + (row - top)
                        near = (1 - share) * picture[top, left] + share * picture[down, right]
                        assert abs(near - level) < 0.05, (near, level)
                        points += 1
        return f"{points} points"


async def free_space_is_the_closed_form(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        (folder / "N46E010.hgt").write_bytes(struct.pack(">h", 250) * SIDE * SIDE)
        done = cover(binary, folder, folder / "map.csv", "--model", "free", "--eirp", "30")
        assert done.returncode == 0, done.stderr
        worst = 0
        with open(folder / "map.csv") as table:
            for number, row in enumerate(csv.DictReader(table)):
                if number % 37:
                    continue
                way = Geodesic.WGS84.Inverse(
                    LATITUDE, LONGITUDE, float(row["latitude_deg"]), float(row["longitude_deg"]))
                kilometres = math.hypot(way["s12"], 28.5) / 1000
                loss = 32.4478 + 20 * math.log10(kilometres) + 20 * math.log10(915)
                worst = max(worst, abs(30 - loss - float(row["level_dBm"])))
        assert worst < 0.02, worst
        return f"within {worst:.4f} dB"


async def a_map_that_cannot_be_is_refused_in_words(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        terrain(folder)
        output = folder / "map.tif"
        for words, code, given in (
                ("there is no terrain at", 65, {"at": "47.9,10.5"}), ("the latitude cannot be", 64, {"at": "89.5,10.5"}),
                ("the frequency cannot be", 64, {"frequency": "1"}), ("the frequency cannot be", 64, {"frequency": "1T"}),
                ("the radius cannot be", 64, {"radius": "10000km"}), ("--radius", 64, {"radius": "0"}),
                ("--at", 64, {"at": "91,10"}), ("--at", 64, {"at": "here"})):
            done = cover(binary, folder, output, **given)
            assert done.returncode == code and words in done.stderr, (given, done)
            assert not output.exists()
        done = cover(binary, folder, folder / "map.bmp")
        assert done.returncode == 64 and "ends in one of" in done.stderr, done
        done = cover(binary, folder / "nowhere", output)
        assert done.returncode in (66, 73) and "nowhere" in done.stderr, done
        output.write_text("mine")
        done = cover(binary, folder, output, radius="1km")
        assert done.returncode == 73 and output.read_text() == "mine", done
        return "in words"


CHECKS = (
    a_map_is_the_same_in_every_format, lines_of_a_map_are_where_the_loss_is_theirs, free_space_is_the_closed_form,
    a_map_that_cannot_be_is_refused_in_words)
