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


PANEL = [(degree, round(min(25, 12 * (min(degree, 360 - degree) / 65) ** 2), 2)) for degree in range(360)]
SLICE = [(degree, round(min(30, 12 * (min(degree, 360 - degree) / 10) ** 2), 2)) for degree in range(360)]


def panel(path):
    """An antenna as its maker would tell of it."""
    text = "NAME Panel\nFREQUENCY 915\nGAIN 13.35 dBd\nTILT ELECTRICAL 0\n"
    for word, rows in (("HORIZONTAL", PANEL), ("VERTICAL", SLICE)):
        text += f"{word} {len(rows)}\n" + "".join(f"{angle} {value}\n" for angle, value in rows)
    path.write_text(text)


def along(rows, degrees):
    return numpy.interp(degrees % 360, [row[0] for row in rows] + [360], [row[1] for row in rows] + [rows[0][1]])


def attenuation(bearing, elevation, looks, tilt):
    """Of the panel, with its nose down by the tilt: both cuts, added."""
    turn, rise, down = map(math.radians, (bearing - looks, elevation, tilt))
    ahead, right, up = math.cos(rise) * math.cos(turn), math.cos(rise) * math.sin(turn), math.sin(rise)
    front, height = ahead * math.cos(down) - up * math.sin(down), ahead * math.sin(down) + up * math.cos(down)
    return (along(PANEL, math.degrees(math.atan2(right, front)))
            + along(SLICE, -math.degrees(math.atan2(height, math.hypot(front, right)))))


async def an_antenna_radiates_as_its_file_says(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        (folder / "N46E010.hgt").write_bytes(struct.pack(">h", 250) * SIDE * SIDE)
        panel(folder / "panel.msi")
        given = ("--model", "free", "--power", "40", "--loss", "1.5", "--antenna", str(folder / "panel.msi"),
                 "--bearing", "200", "--tilt", "6")
        done = cover(binary, folder, folder / "map.csv", *given, radius="3km")
        assert done.returncode == 0, done.stderr
        worst, weakest, count = 0, 0, 0
        with open(folder / "map.csv") as table:
            for number, row in enumerate(csv.DictReader(table)):
                way = Geodesic.WGS84.Inverse(
                    LATITUDE, LONGITUDE, float(row["latitude_deg"]), float(row["longitude_deg"]))
                if number % 7 or way["s12"] < 30:
                    continue
                loss = 32.4478 + 20 * math.log10(math.hypot(way["s12"], 28.5) / 1000) + 20 * math.log10(915)
                # Over an earth of 157/112 of its radius, as P.1812 has it at the median.
                drop = 28.5 + way["s12"] ** 2 / (2 * 6371e3 * 157 / 112)
                less = attenuation(way["azi1"], -math.degrees(math.atan2(drop, way["s12"])), 200, 6)
                worst = max(worst, abs(40 + 13.35 + 2.15 - 1.5 - loss - less - float(row["level_dBm"])))
                weakest, count = max(weakest, less), count + 1
        assert worst < 0.03 and weakest > 40 and count > 500, (worst, weakest, count)
        for words, code, more in (
                ("give --eirp or --power", 64, ("--antenna", str(folder / "panel.msi"))),
                ("give one of them", 64, ("--eirp", "30", "--power", "30")), ("require --power", 64, ("--gain", "3")),
                ("require --antenna", 64, ("--eirp", "30", "--tilt", "3")),
                ("does not apply to diffraction", 64, ("--model", "diffraction", "--time", "10")),
                ("1 to 50 % of time", 64, ("--model", "p1812", "--time", "51"))):
            done = cover(binary, folder, folder / "no.tif", *more)
            assert done.returncode == code and words in done.stderr and not (folder / "no.tif").exists(), (more, done)
        (folder / "cut.msi").write_text((folder / "panel.msi").read_text()[:4000])
        done = cover(binary, folder, folder / "no.tif", "--eirp", "30", "--antenna", str(folder / "cut.msi"))
        assert done.returncode == 65 and "cut.msi: line" in done.stderr, done
        done = cover(binary, folder, folder / "no.tif", "--eirp", "30", "--antenna", str(folder / "none.msi"))
        assert done.returncode == 66, done
        return f"{count} posts within {worst:.4f} dB"


async def what_a_model_was_not_made_for_is_said(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        terrain(folder)
        for model, frequency, words in (
                ("p1812", "8G", "ITU-R P.1812 was made for (30 MHz to 6 GHz)"), ("hata", "2.4G", "Hata was made for (150 MHz to 1.5 GHz)"),
                ("ehata", "915M", "Extended Hata was made for (1.5 GHz to 3 GHz)"), ("itm", "30G", "was made for (20 MHz to 20 GHz)"),
                ("diffraction", "60G", "ITU-R P.526 was made for (30 MHz to 50 GHz)")):
            done = cover(binary, folder, folder / "map.csv", "--model", model, "--force", frequency=frequency, radius="1km")
            assert done.returncode == 0 and words in done.stderr, (model, done)
        done = cover(binary, folder, folder / "map.csv", "--model", "hata", "--area", "suburban", "--force", radius="1km")
        assert done.returncode == 0 and done.stderr == "", done
        worst = 0
        with open(folder / "map.csv") as table:
            for row in csv.DictReader(table):
                way = Geodesic.WGS84.Inverse(
                    LATITUDE, LONGITUDE, float(row["latitude_deg"]), float(row["longitude_deg"]))
                if way["s12"] < 300:
                    continue
                f, b = math.log10(915), math.log10(30)
                loss = (69.55 + 26.16 * f - 13.82 * b - ((1.1 * f - 0.7) * 1.5 - 1.56 * f + 0.8)
                        + (44.9 - 6.55 * b) * math.log10(way["s12"] / 1000) - 2 * math.log10(915 / 28) ** 2 - 5.4)
                worst = max(worst, abs(loss - float(row["loss_dB"])))
        # Between rays and samples what is beyond free space is bilinear, and hills are part of that.
        assert worst < 0.3, worst
        return f"Hata within {worst:.3f} dB"


async def a_map_that_cannot_be_is_refused_in_words(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        terrain(folder)
        output = folder / "map.tif"
        for words, code, given in (
                ("there is no terrain at", 65, {"at": "47.9,10.5"}), ("the latitude is out of range", 64, {"at": "89.5,10.5"}),
                ("the frequency is out of range", 64, {"frequency": "1"}), ("the frequency is out of range", 64, {"frequency": "1T"}),
                ("the radius is out of range", 64, {"radius": "10000km"}), ("--radius", 64, {"radius": "0"}),
                ("there is no terrain at", 65, {"at": "-34.6,-58.4"}), ("--at", 64, {"at": "91,10"}), ("--at", 64, {"at": "here"})):
            done = cover(binary, folder, output, **given)
            assert done.returncode == code and words in done.stderr, (given, done)
            assert not output.exists()
        done = cover(binary, folder, folder / "map.bmp")
        assert done.returncode == 64 and "must end in one of" in done.stderr, done
        done = cover(binary, folder / "nowhere", output)
        assert done.returncode in (66, 73) and "nowhere" in done.stderr, done
        output.write_text("mine")
        done = cover(binary, folder, output, radius="1km")
        assert done.returncode == 73 and output.read_text() == "mine", done
        # Neither half of a pair is written where the other cannot be, and no map without a post.
        (folder / "map.pgw").write_text("mine")
        done = cover(binary, folder, folder / "map.png", radius="1km")
        assert done.returncode == 73 and "map.pgw" in done.stderr and not (folder / "map.png").exists(), done
        done = cover(binary, folder, folder / "none.tif", radius="10m", at="46.5204,10.4004")
        assert done.returncode == 65 and "no post of the terrain" in done.stderr, done
        assert not (folder / "none.tif").exists()
        done = cover(binary, folder, folder / "none.tif", "--tx-height", "-5")
        assert done.returncode == 64 and "height is out of range" in done.stderr, done
        return "in words"


async def output_that_takes_nothing_is_told(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        terrain(folder)
        for command in (["terrain", "list", made], ["path", "--terrain", made, "46.5,10.4", "46.6,10.5", "--json"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([binary, *command], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
            assert done.returncode == 74 and "No space left" in done.stderr, done
            done = subprocess.run(
                ["sh", "-c", 'exec "$@" >&-', "sh", binary, *command], stderr=subprocess.PIPE, text=True, timeout=60)
            assert done.returncode == 74 and "standard output" in done.stderr, done
            done = subprocess.run(["sh", "-c", 'exec "$@" 2>&-', "sh", binary, *command], capture_output=True, timeout=60)
            assert done.returncode == 0 and done.stdout, done
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" 2>&-', "sh", binary, "terrain", "info", str(folder / "no.hgt")], capture_output=True, timeout=60)
        assert done.returncode == 66, done
        return "full and closed"


async def woods_stand_in_the_way(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        (folder / "ground").mkdir()
        (folder / "surface").mkdir()
        heights = numpy.full((SIDE, SIDE), 100)
        (folder / "ground" / "N46E010.hgt").write_bytes(heights.astype(">i2").tobytes())
        # A wood of 25 m, 2 to 3 km east of the transmitter.
        first, last = (round((LONGITUDE + km / 76.5 - 10) * 1200) for km in (2, 3))
        heights[:, first:last] += 25
        (folder / "surface" / "N46E010.hgt").write_bytes(heights.astype(">i2").tobytes())
        maps = {}
        for name, more in (("open", ()), ("wooded", ("--surface", str(folder / "surface")))):
            for model in ("diffraction", "p1812"):
                done = cover(binary, folder / "ground", folder / f"{name}.tif", "--model", model, "--force", *more)
                assert done.returncode == 0, done.stderr
                assert ("of the posts; elsewhere the bare ground is used" in done.stderr) == bool(more), done.stderr
                with rasterio.open(folder / f"{name}.tif") as raster:
                    maps[name, model] = raster.read(1)
                    column = {km: raster.index(LONGITUDE + km / 76.5, LATITUDE)[1] for km in (-5, -2, 1, 1.8, 2.5, 3.2, 5)}
                    row = raster.index(LONGITUDE, LATITUDE)[0]
        for model in ("diffraction", "p1812"):
            more = maps["wooded", model] - maps["open", model]
            for km in (-5, -2, 1, 1.8):
                assert abs(more[row, column[km]]) < 0.05, (model, km, more[row, column[km]])
            for km in (2.5, 3.2, 5):
                assert more[row, column[km]] > 6, (model, km, more[row, column[km]])
        ends = (f"{LATITUDE},{LONGITUDE}", f"{LATITUDE},{LONGITUDE + 5 / 76.5}")

        def loss(*more):
            done = subprocess.run(
                [binary, "path", "--terrain", str(folder / "ground"), *ends, "--tx-height", "30", "--model", "p1812", "--json", *more],
                capture_output=True, text=True, timeout=60)
            assert done.returncode == 0, done.stderr
            return json.loads(done.stdout)["lossDecibels"]

        path = loss("--surface", str(folder / "surface"))
        assert path > loss() + 6
        assert abs(path - maps["wooded", "p1812"][row, column[5]]) < 1.5, path
        for wrong in (("--model", "itm"), ("--model", "free")):
            done = cover(binary, folder / "ground", folder / "no.tif", "--surface", str(folder / "surface"), *wrong)
            assert done.returncode == 64 and "--surface" in done.stderr, done.stderr
        return f"{path:.1f} dB behind a wood"


async def the_default_model_and_clutter_are_named(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        (folder / "N46E010.hgt").write_bytes(struct.pack(">h", 100) * SIDE * SIDE)
        done = cover(binary, folder, folder / "map.tif")
        assert done.returncode == 0 and "by learned" in done.stdout and done.stderr == "", done
        done = cover(binary, folder, folder / "map.tif", "--force", frequency="2.4G")
        assert "by p1812" in done.stdout and "p1812 is used: Learned was made for 400 MHz to 2 GHz" in done.stderr, done
        assert "p1812: without clutter 30 to 35 dB optimistic in towns (London)" in done.stderr, done
        losses = {}
        for clutter in ("open", "suburban", "urban", "dense-urban", "woodland"):
            done = cover(binary, folder, folder / "map.tif", "--model", "p1812", "--clutter", clutter, "--force")
            assert done.returncode == 0 and ("without clutter" in done.stderr) == (clutter == "open"), done
            assert clutter == "open" or f"by p1812 with {clutter} clutter of " in done.stdout, done
            with rasterio.open(folder / "map.tif") as raster:
                losses[clutter] = raster.read(1)[raster.index(LONGITUDE + 5 / 76.5, LATITUDE)]
            ends = (f"{LATITUDE},{LONGITUDE}", f"{LATITUDE},{LONGITUDE + 5 / 76.5}")
            path = json.loads(subprocess.run(
                [binary, "path", "--terrain", made, *ends, "--model", "p1812", "--clutter", clutter, "--json"],
                capture_output=True, text=True, timeout=60, check=True).stdout)
            assert path.get("clutter") == (None if clutter == "open" else clutter), path
            assert abs(path["lossDecibels"] - losses[clutter]) < 1.5, (clutter, path["lossDecibels"], losses)
        assert losses["open"] + 6 < losses["suburban"] < losses["urban"] == losses["woodland"] < losses["dense-urban"], losses
        for wrong, words in ((("--model", "learned", "--clutter", "urban"), "does not apply to learned"), (("--clutter", "town"), "--clutter")):
            done = cover(binary, folder, folder / "no.tif", *wrong)
            assert done.returncode == 64 and words in done.stderr and not (folder / "no.tif").exists(), done
        return f"{losses['urban'] - losses['open']:.1f} dB for urban clutter"


CHECKS = (
    a_map_is_the_same_in_every_format, lines_of_a_map_are_where_the_loss_is_theirs, free_space_is_the_closed_form,
    an_antenna_radiates_as_its_file_says, what_a_model_was_not_made_for_is_said,
    woods_stand_in_the_way, the_default_model_and_clutter_are_named, a_map_that_cannot_be_is_refused_in_words, output_that_takes_nothing_is_told)
