"""The ground around the sites: tiles where there are some, else what the heights beside the measurements tell of it."""

import csv
import gzip
import math
from pathlib import Path

import numpy
from scipy.interpolate import LinearNDInterpolator, NearestNDInterpolator
from scipy.ndimage import map_coordinates

from measurements import place, rows_of

#: From sample to sample along a path, km: a post of 3 arc-seconds.
STEP = 0.06
#: Posts of ground that is made of points, km apart and as far as.
POST, REACH = 0.1, 42.0


def tile(folder: Path, south: int, west: int):
    name = f"N{south:02d}{'W' if west < 0 else 'E'}{abs(west):03d}.hgt.gz"
    path = folder / name
    if not path.exists():
        return None
    heights = numpy.frombuffer(gzip.open(path).read(), ">i2")
    side = math.isqrt(len(heights))
    return heights.reshape(side, side).astype(numpy.float32)


def of_tiles(folder: Path, south: int, west: int):
    """Heights from a tile and the one to the east of it."""
    tiles = [tile(folder, south, west), tile(folder, south, west + 1)]
    if any(one is None for one in tiles):
        return None
    posts = len(tiles[0]) - 1
    surface = numpy.concatenate([tiles[0], tiles[1][:, 1:]], axis=1)

    def height(latitudes, longitudes):
        rows, columns = (south + 1 - latitudes) * posts, (longitudes - west) * posts
        return map_coordinates(surface, [rows, columns], order=1, mode="nearest")

    return height


def of_points(folder: Path, site: str, center):
    """Heights between the points at which others have written SRTM's height beside a measurement.

    Points lie on roads, a few hundred metres apart: what is between them is smoother than the ground, and hills without roads are lower.
    """
    path = folder / "srtm_features" / f"{site}0.449425.csv.gz"
    if not path.exists():
        return None
    rows, _ = rows_of(folder / "raw" / f"{site}449.csv.gz")
    with gzip.open(path, "rt") as text:
        table = csv.reader(text)
        column = next(table).index("Height Difference")
        # The difference was taken from a transmitter at sea level in all files but London's, which has tiles.
        heights = numpy.array([-float(row[column] or "nan") if len(row) > column else float("nan") for row in table])[: len(rows)]
    x, y = place(center, rows[: len(heights), 1], rows[: len(heights), 2])
    known = numpy.isfinite(heights)
    x, y, heights = x[known], y[known], heights[known]
    key = numpy.round(x / 0.06).astype(int) * 100_000 + numpy.round(y / 0.06).astype(int)
    _, cell = numpy.unique(key, return_inverse=True)
    count = numpy.bincount(cell)
    points = numpy.c_[numpy.bincount(cell, x) / count, numpy.bincount(cell, y) / count]
    means = numpy.bincount(cell, heights) / count
    axis = numpy.arange(-REACH, REACH + POST / 2, POST)
    grid = numpy.meshgrid(axis, axis)
    surface = LinearNDInterpolator(points, means)(*grid)
    outside = ~numpy.isfinite(surface)
    surface[outside] = NearestNDInterpolator(points, means)(grid[0][outside], grid[1][outside])

    def height(latitudes, longitudes):
        x, y = place(center, latitudes, longitudes)
        return map_coordinates(surface, [(y + REACH) / POST, (x + REACH) / POST], order=1, mode="nearest")

    return height


def profiles(drive, height):
    """Heights along the path to each cell, the transmitter's first, and the paths' lengths in km."""
    x, y = place((drive.latitude, drive.longitude), drive.latitudes, drive.longitudes)
    for index, kilometers in enumerate(numpy.hypot(x, y)):
        share = numpy.linspace(0, 1, max(4, math.ceil(kilometers / STEP) + 1))
        latitudes = drive.latitude + (drive.latitudes[index] - drive.latitude) * share
        longitudes = drive.longitude + (drive.longitudes[index] - drive.longitude) * share
        yield kilometers, height(latitudes, longitudes) if height else numpy.zeros(len(share))
