"""Ofcom's drive tests as they are read here: levels gathered in cells of 50 m, what is lost in noise marked."""

import csv
import gzip
import io
from dataclasses import dataclass
from pathlib import Path

import numpy

EARTH = 6371.0
#: Levels nearer to the noise than this tell of the noise, dB.
MARGIN = 6.0
#: A car that stands is not worth more than one that drives, km.
CELL = 0.05


@dataclass
class Drive:
    """One file: a site at a frequency."""

    name: str
    site: str
    megahertz: float
    latitude: float
    longitude: float
    height: float
    eirp: float
    noise: float
    is_adjusted: bool
    rows: int
    censored_share: float
    #: One for each cell.
    latitudes: numpy.ndarray
    longitudes: numpy.ndarray
    levels: numpy.ndarray
    #: The excess over free space of the best hundredth within 0.1 to 0.5 km, dB.
    anchor: float


def place(drive, latitudes, longitudes):
    """Kilometres to the east and to the north."""
    latitude, longitude = drive
    y = numpy.radians(latitudes - latitude) * EARTH
    x = numpy.radians(longitudes - longitude) * EARTH * numpy.cos(numpy.radians((latitudes + latitude) / 2))
    return x, y


def free_space(kilometers, megahertz):
    return 20 * numpy.log10(kilometers) + 20 * numpy.log10(megahertz) + 32.4478


def rows_of(path):
    """The rows of a file by their line, and the kind of its e.i.r.p.; what is no row is passed over."""
    with gzip.open(path, "rt", errors="replace") as text:
        lines = text.read().splitlines()
    rows = []
    for number, line in enumerate(lines):
        parts = line.split(",")
        try:
            rows.append((number, float(parts[2]), float(parts[3]), float(parts[4])))
        except (IndexError, ValueError):
            continue
    return numpy.array(rows), any(line.startswith("Adjusted e.i.r.p.") for line in lines[:12])


def drives(folder: Path, furthest=40.0):
    """All files of the table, each in cells; the rows of each, too."""
    table = csv.DictReader(io.StringIO((folder / "files.csv").read_text()))
    for entry in table:
        rows, is_adjusted = rows_of(folder / "raw" / f"{entry['file']}.gz")
        center = float(entry["tx_lat"]), float(entry["tx_lon"])
        noise, eirp, megahertz = float(entry["noise"]), float(entry["eirp"]), float(entry["f_mhz"])
        x, y = place(center, rows[:, 1], rows[:, 2])
        distance = numpy.hypot(x, y)
        near = (distance > 0.1) & (distance < 0.5)
        anchor = numpy.percentile(
            eirp - rows[near, 3] - free_space(distance[near], megahertz), 1
        )
        wanted = (distance >= 0.1) & (distance < furthest)
        kept, x, y = rows[wanted], x[wanted], y[wanted]
        key = numpy.round(x / CELL).astype(int) * 100_000 + numpy.round(y / CELL).astype(int)
        order = numpy.argsort(key, kind="stable")
        starts = numpy.r_[0, numpy.flatnonzero(numpy.diff(key[order])) + 1]
        groups = numpy.split(kept[order], starts[1:])
        yield Drive(
            name=entry["file"].removesuffix(".csv"),
            site=entry["city"],
            megahertz=megahertz,
            latitude=center[0],
            longitude=center[1],
            height=float(entry["tx_h"]),
            eirp=eirp,
            noise=noise,
            is_adjusted=is_adjusted,
            rows=len(rows),
            censored_share=float(numpy.mean(rows[:, 3] < noise + MARGIN)),
            latitudes=numpy.array([group[:, 1].mean() for group in groups]),
            longitudes=numpy.array([group[:, 2].mean() for group in groups]),
            levels=numpy.array([numpy.median(group[:, 3]) for group in groups]),
            anchor=float(anchor),
        )
