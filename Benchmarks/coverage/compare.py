#!/usr/bin/env python3
"""Maps of coverage beside splat-hd and pycraf in one run, and beside the golden maps of SPLAT!; prints Markdown.

Usage: compare.py KERNELS FLAGS [--binary waveglass] [--data FOLDER] [--only rivals radii large sites area]

Needs splat-hd and srtm2sdf-hd (Debian's package splat), numpy, scipy and pycraf (requirements.txt). The ground is a real tile of three arc-seconds (N27E086, Himalaya), made
three times as fine by cubic splines where one arc-second is asked for. Each program runs on one core; a figure is the median of several runs, each of all programs in turns.
Loading, computing and writing are told apart: of programs that do all of it, by a run of 100 m of radius.
"""
import argparse
import gzip
import json
import os
import pathlib
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.ndimage import map_coordinates

ROUNDS = 5
SOUTH, WEST = 27, 86
LATITUDE, LONGITUDE = 27.52, 86.47
CLIMATES = {"equatorial": 1, "continental_subtropical": 2, "maritime_subtropical": 3, "desert": 4, "continental_temperate": 5,
            "maritime_temperate_land": 6, "maritime_temperate_sea": 7}


def name(south, west):
    return f"N{south:02}E{west:03}.hgt"


def heights(data):
    packed = data / f"terrain/{name(SOUTH, WEST)}.gz"
    if not packed.exists():
        sys.exit(f"{packed} is not there. Give the folder of the data with --data")
    values = np.frombuffer(gzip.decompress(packed.read_bytes()), ">i2").reshape(1201, 1201).astype(np.float64)
    known = values > -1000
    return np.where(known, values, values[known].mean())


def write(folder, south, west, values):
    folder.mkdir(exist_ok=True)
    (folder / name(south, west)).write_bytes(values.round().astype(">i2").tobytes())


def fine(values):
    places = np.arange(3601) / 3
    return map_coordinates(values, np.meshgrid(places, places, indexing="ij"), order=3, mode="nearest")


def spent(command, **settings):
    """The processor's seconds of a program, its children among them."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(part) for part in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **settings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def kernels(program, tiles, metres, model="diffraction", times=1, place=(LATITUDE, LONGITUDE)):
    output = subprocess.run(
        [program, "sweep", *map(str, place), "915e6", str(metres), model, str(times), *map(str, tiles)], check=True, capture_output=True, text=True)
    return json.loads(output.stdout)


def mended(tile):
    """Writes a tile as SPLAT! reads it: its converter puts the mean of the posts around in the place of heights below the sea."""
    sheet = tile.parent / "sheet"
    shutil.rmtree(sheet, ignore_errors=True)
    sheet.mkdir()
    shutil.copy(tile, sheet)
    subprocess.run(["srtm2sdf", tile.name], cwd=sheet, check=True, capture_output=True)
    # Four lines of the place; then rows from the south, posts from the east, without the northern and eastern edges.
    known = np.array(next(sheet.glob("*.sdf")).read_text().split()[4:], np.int16).reshape(1200, 1200)
    values = np.frombuffer(tile.read_bytes(), ">i2").reshape(1201, 1201).copy()
    values[1:, :-1] = known[::-1, ::-1]
    tile.write_bytes(values.tobytes())


class Splat:
    """splat-hd, its terrain converted once, which is not counted."""

    def __init__(self, folder, tile):
        self.folder = folder / "splat"
        self.folder.mkdir()
        shutil.copy(tile, self.folder)
        subprocess.run(["srtm2sdf-hd", tile.name], cwd=self.folder, check=True, capture_output=True)
        (self.folder / "tx.qth").write_text(f"tx\n{LATITUDE}\n{360 - LONGITUDE}\n30 meters\n")
        # Permittivity, conductivity, refractivity, MHz, climate, vertical, situations, time, watts.
        (self.folder / "tx.lrp").write_text("15.0\n0.005\n301.0\n915.0\n5\n1\n0.50\n0.50\n1.0\n")

    def run(self, kilometres):
        return spent(
            ["splat-hd", "-t", "tx.qth", "-L", "1.5", "-metric", "-R", kilometres, "-olditm", "-N", "-dbm", "-o", "map.ppm"], cwd=self.folder)


class Pycraf:
    """P.452 over all cells at once, as pycraf's documentation does it; loading and sampling apart from the losses."""

    def __init__(self, folder, tile):
        from astropy import units as u
        from pycraf import pathprof
        self.u, self.pathprof = u, pathprof
        self.folder, self.tile = folder, tile

    def run(self, metres, seconds):
        u, pathprof = self.u, self.pathprof
        side = 2 * metres / 111_000
        start = time.process_time()
        with pathprof.SrtmConf.set(srtm_dir=str(self.tile.parent), download="never"):
            # It widens the map by the cosine of the latitude itself.
            ground = pathprof.height_map_data(LONGITUDE * u.deg, LATITUDE * u.deg, side * u.deg, side * u.deg, map_resolution=seconds * u.arcsec)
        loaded = time.process_time()
        pathprof.atten_map_fast(
            0.915 * u.GHz, 290 * u.K, 1013 * u.hPa, 30 * u.m, 1.5 * u.m, 50 * u.percent, ground)
        done = time.process_time()
        return loaded - start, done - loaded, len(ground["xcoords"]) * len(ground["ycoords"])


def median(values, unit=1e3, digits=1):
    return f"{statistics.median(values) * unit:.{digits}f} ({min(values) * unit:.{digits}f} to {max(values) * unit:.{digits}f})"


def rivals(options, folder, tile):
    splat, pycraf = Splat(folder, tile), Pycraf(folder, tile)
    found = {key: [] for key in ("load", "patch", "sweep", "map", "program", "least", "splat", "splat least", "pycraf load", "pycraf")}
    output = folder / "loss.tif"
    program = [options.binary, "cover", "--terrain", tile.parent, "--at", f"{LATITUDE},{LONGITUDE}", "--frequency", "915M", "--model", "diffraction", "--force", "-o", output]
    for _ in range(options.rounds):
        ours = kernels(options.kernels, [tile], 8000, times=3)
        for key in ("load", "patch", "sweep", "map"):
            found[key].append(ours[key])
        found["program"].append(spent([*program, "--radius", "8km"]))
        found["least"].append(spent([*program, "--radius", "100m"]))
        found["splat"].append(splat.run(8))
        found["splat least"].append(splat.run(0.1))
    for _ in range(min(2, options.rounds)):
        load, compute, cells = pycraf.run(8000, 1)
        found["pycraf load"].append(load)
        found["pycraf"].append(compute)
    posts = ours["posts"]
    both = [sweep + map for sweep, map in zip(found["sweep"], found["map"])]
    print(f"\n8 km, 1 arc-second, 915 MHz, 30 m and 1.5 m, {posts:,} posts within the radius, one thread, processor time in ms.\n")
    print("| program | model | load | compute | a path, ns | times ours |\n|---|---|---|---|---|---|")
    print(f"| kernels | delta-Bullington (P.526) | {median(found['load'])} + patch {median(found['patch'])} "
          f"| rays {median(found['sweep'])} + map {median(found['map'])} | {statistics.median(both) / posts * 1e9:.0f} | 1 |")
    all_of_it = [a - b for a, b in zip(found["program"], found["least"])]
    print(f"| waveglass cover, tif | the same | {median(found['least'])} | {median(all_of_it)}, writing included | {statistics.median(all_of_it) / posts * 1e9:.0f} "
          f"| {statistics.median(all_of_it) / statistics.median(both):.1f} |")
    theirs = [a - b for a, b in zip(found["splat"], found["splat least"])]
    print(f"| splat-hd -olditm, PPM | Longley-Rice (ITM) | {median(found['splat least'], digits=0)}, 3600 x 3600 pixels written | {median(theirs, digits=0)} "
          f"| {statistics.median(theirs) / posts * 1e9:.0f} | **{statistics.median(theirs) / statistics.median(both):.0f}** |")
    print(f"| pycraf, atten_map_fast, {cells:,} cells of a square | P.452 | {median(found['pycraf load'], digits=0)}, profiles | {median(found['pycraf'], digits=0)} "
          f"| {statistics.median(found['pycraf']) / cells * 1e9:.0f} | **{statistics.median(found['pycraf']) / statistics.median(both):.0f}** |")
    print("\nThe physics differ: ours is free space and delta-Bullington diffraction at the median; ITM adds scatter, variability and its own horizons; P.452 adds scatter, ducting and "
          "clutter. Of the same model, medians of 3:\n")
    print("| ours, whole models | rays and map, ms | a post, ns |\n|---|---|---|")
    for model in ("p1812", "learned", "itm", "hata", "ehata", "free"):
        took = statistics.median(one["sweep"] + one["map"] for one in (kernels(options.kernels, [tile], 8000, model) for _ in range(3)))
        print(f"| {model} | {took * 1e3:.0f} | {took / posts * 1e9:.0f} |", flush=True)


def radii(options, tile):
    print("\n| radius, km | posts | rays | patch, ms | rays, ms | map, ms | all, ms |\n|---|---|---|---|---|---|---|")
    for kilometres in range(1, 11):
        runs = [kernels(options.kernels, [tile], 1000 * kilometres, times=3) for _ in range(options.rounds)]
        cells = [[one[key] for one in runs] for key in ("patch", "sweep", "map")]
        total = [sum(parts) for parts in zip(*cells)]
        print(f"| {kilometres} | {runs[0]['posts']:,} | {runs[0]['rays']:,} | " + " | ".join(median(cell, digits=2) for cell in [*cells, total]) + " |", flush=True)


def large(options, folder, values):
    """Nine tiles that mirror the one, so that the ground goes on without steps."""
    ground = folder / "large"
    for down in (-1, 0, 1):
        for aside in (-1, 0, 1):
            write(ground, SOUTH + down, WEST + aside, values[::-1 if down else 1, ::-1 if aside else 1])
    tiles = sorted(ground.iterdir())
    print("\n100 km at 3 arc-seconds, 915 MHz, one thread; goal 2 s.\n")
    print("| posts | load, s | patch, s | rays, s | map, s | patch, rays and map, s |\n|---|---|---|---|---|---|")
    runs = [kernels(options.kernels, tiles, 100_000) for _ in range(min(3, options.rounds))]
    cells = [[one[key] for one in runs] for key in ("load", "patch", "sweep", "map")]
    total = [sum(parts[1:]) for parts in zip(*cells)]
    print(f"| {runs[0]['posts']:,} | " + " | ".join(median(cell, 1, 2) for cell in [*cells, total]) + " |", flush=True)
    times = []
    for _ in range(min(3, options.rounds)):
        start = time.perf_counter()
        subprocess.run(
            [options.binary, "cover", "--terrain", ground, "--at", f"{LATITUDE},{LONGITUDE}", "--frequency", "915M", "--radius", "100km", "--model", "diffraction", "--force", "-o",
             folder / "large.tif"], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    print(f"\n`waveglass cover` of it, reading nine tiles and writing a GeoTIFF: {median(times, 1, 2)} s on the wall.")


def sites(options, folder, tile, cores):
    """64 transmitters, each with its map: by one core, by all, and by as many processes of one core as there are cores, whose maps are then merged."""
    make = random.Random(3)
    places = [f"s{n},{SOUTH + make.uniform(0.15, 0.85):.5f},{WEST + make.uniform(0.15, 0.85):.5f}" for n in range(64)]
    table = folder / "sites.csv"
    table.write_text("\n".join(["name,lat,lon", *places]) + "\n")
    times = [[], [], [], []]

    def start(output, used, *more):
        command = [options.binary, "cover", "--terrain", tile.parent, "--sites", table, "--frequency", "915M", "--radius", "8km", "--model", "diffraction", "-o", output, *more]
        return subprocess.Popen(
            [str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: os.sched_setaffinity(0, used))

    for turn in range(min(3, options.rounds)):
        parts = [f"{n + 1}/{len(cores)}" for n in range(len(cores))]
        for place, runs in enumerate((
                [(f"one{turn}", cores[:1])], [(f"all{turn}", cores)], [(f"part{turn}", {core}, "--part", part) for core, part in zip(cores, parts)])):
            begun = time.perf_counter()
            if any([process.wait() for process in [start(folder / output, used, *more) for output, used, *more in runs]]):
                sys.exit(f"waveglass cover --sites failed: {runs}")
            times[place].append(time.perf_counter() - begun)
        begun = time.perf_counter()
        subprocess.run([options.binary, "cover", "--merge", folder / f"part{turn}", "-o", folder / f"best{turn}.tif"], check=True, capture_output=True)
        times[3].append(time.perf_counter() - begun)
    print(f"\n`waveglass cover --sites`, 64 sites, 8 km at 1 arc-second, a GeoTIFF each, s on the wall.\n\n"
          f"| one core | {len(cores)} cores | {len(cores)} processes of one core, a part each | merging these |\n|---|---|---|---|")
    print("| " + " | ".join(median(cell, 1, 2) for cell in times) + " |", flush=True)


def area(options, folder, data):
    print("\nGolden maps of SPLAT! 1.4.2 (-olditm) by meshtastic-site-planner, dBm in whole numbers. *Their samples*: our Longley-Rice over their profiles and in their order of rays. *Ours*: "
          "the same link over geodesics with bilinear heights, to each sixteenth post.\n")
    print("| case | posts | mask agrees | their samples: equal | within 1 dB | most | ours: within 1 dB | 3 dB | 6 dB | s |\n|---|---|---|---|---|---|---|---|---|---|")
    for case in sorted((data / "splat").glob("*km.json")):
        told = json.loads(case.read_text())
        west = int(np.floor(told["lon"] - told["radius"] / 111_000 / np.cos(np.radians(told["lat"]))))
        east = int(np.floor(told["lon"] + told["radius"] / 111_000 / np.cos(np.radians(told["lat"]))))
        south = int(np.floor(told["lat"]))
        files = {}
        for kind in ("signal", "mask"):
            files[kind] = folder / f"{case.stem}.{kind}"
            files[kind].write_bytes(gzip.decompress(case.with_name(f"{case.stem}.{kind}.u8.gz").read_bytes()))
        tiles = []
        for column in range(west, east + 1):
            tile = folder / f"N{south:02}{'W' if column < 0 else 'E'}{abs(column):03}.hgt"
            tile.write_bytes(gzip.decompress((data / f"terrain/{tile.name}.gz").read_bytes()))
            mended(tile)
            tiles.append(tile)
        watts = round(10 ** ((told["tx_power"] + told["tx_gain"] - told["system_loss"] - 30) / 10), 2)
        # The transmitter's metres were read as feet by the program that made these.
        values = [
            told["lat"], told["lon"], told["tx_height"] * 0.3048, told["rx_height"], told["frequency_mhz"], watts, told["ground_dielectric"],
            told["ground_conductivity"], told["atmosphere_bending"], CLIMATES[told["radio_climate"]], int(told["polarization"] == "vertical"),
            told["time_fraction"], told["situation_fraction"], told["clutter_height"], told["radius"]]
        done = subprocess.run(
            [options.kernels, "area", *map(str, values), files["signal"], files["mask"], *tiles], check=True, capture_output=True, text=True)
        one = json.loads(done.stdout)
        print(f"| {case.stem} | {one['posts']:,} | {one['maskAgreement']:.4%} | {one['equal']:.3%} | **{one['within1']:.3%}** | {one['worst']} dB "
              f"| {one['ownWithin1']:.1%} of {one['ownPosts']:,} | {one['ownWithin3']:.1%} | {one['ownWithin6']:.1%} | {one['seconds']:.1f} |", flush=True)


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernels")
    parser.add_argument("flags")
    parser.add_argument("--binary", default="Host/.build/release/waveglass")
    parser.add_argument("--data", type=pathlib.Path, default=pathlib.Path(os.environ.get("WAVEGLASS_DATA", "../shared/data")) / "coverage")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    tables = ["rivals", "radii", "large", "sites", "area"]
    parser.add_argument("--only", nargs="+", choices=tables, default=tables)
    options = parser.parse_args()
    options.binary, options.kernels = (str(pathlib.Path(path).resolve()) for path in (options.binary, options.kernels))
    print(f"{time.strftime('%F %H:%M', time.gmtime())} UTC, {processor()}, load {os.getloadavg()[0]:.1f}. Ours: `{options.flags}`. Medians of {options.rounds} runs in turns, "
          "lowest and highest.")
    cores = sorted(os.sched_getaffinity(0))
    # One core for all, so that none is helped by another.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        if set(options.only) - {"area"}:
            values = heights(options.data)
            write(folder / "fine", SOUTH, WEST, fine(values))
            tile = folder / "fine" / name(SOUTH, WEST)
        if "rivals" in options.only:
            rivals(options, folder, tile)
        if "radii" in options.only:
            radii(options, tile)
        if "large" in options.only:
            large(options, folder, values)
        if "sites" in options.only:
            sites(options, folder, tile, cores)
        if "area" in options.only:
            area(options, folder, options.data)


if __name__ == "__main__":
    main()
