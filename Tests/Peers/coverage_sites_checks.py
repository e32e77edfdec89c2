"""Maps of many sites in parts, by processes at once: merged they are one run's, and what rasterio and numpy make of them."""

import asyncio
import hashlib
import json
import math
import pathlib
import signal
import subprocess
import tempfile

import numpy
import rasterio
from coverage_checks import terrain
from waits import changed

SITES = (("ridge top", 46.52, 10.40, 43), ("valley", 46.55, 10.44, 30), ("east", 46.50, 10.55, 30), ("north", 46.62, 10.41, 36), ("far", 46.30, 10.70, 40))


def table(path, sites=SITES):
    path.write_text("name,lat,lon,eirp\n" + "".join("{},{},{},{}\n".format(*site) for site in sites))


def command(binary, folder, output, *more, radius="6km"):
    return [
        binary, "cover", "--terrain", folder, "--sites", folder / "sites.csv", "--frequency", "915M", "--radius", radius, "-o", output,
        *more]


def run(*arguments, code=0):
    done = subprocess.run([str(part) for part in arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done
    return done


def strongest(folder):
    """The maps of a folder merged by rasterio and numpy: the highest level of each post."""
    values = {}
    for path in sorted(folder.glob("*.tif")):
        with rasterio.open(path) as raster:
            picture = raster.read(1)
            for row, column in zip(*numpy.nonzero(numpy.isfinite(picture))):
                x, y = raster.xy(row, column)
                key = round(y * 1200), round(x * 1200)
                values[key] = max(values.get(key, -math.inf), picture[row, column])
    return values


async def parts_that_run_at_once_are_the_whole(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        terrain(folder)
        table(folder / "sites.csv")
        # One folder for both, as a cluster's shared disk has it.
        processes = [
            subprocess.Popen([str(part) for part in command(binary, folder, folder / "parts", "--part", f"{part}/2")], stderr=subprocess.PIPE)
            for part in (1, 2)]
        for process in processes:
            _, said = await asyncio.to_thread(process.communicate, timeout=300)
            assert process.returncode == 0, said
        await asyncio.to_thread(run, *command(binary, folder, folder / "whole", "--jobs", "1"))
        names = sorted(path.name for path in (folder / "parts").iterdir())
        assert names == ["east.tif", "far.tif", "north.tif", "part-1-of-2.json", "part-2-of-2.json", "ridge_top.tif", "valley.tif"], names
        for name in names[:3] + names[5:]:
            assert (folder / "parts" / name).read_bytes() == (folder / "whole" / name).read_bytes(), name
        told = {}
        for part in (1, 2):
            manifest = json.loads((folder / f"parts/part-{part}-of-2.json").read_text())
            assert manifest["names"] == [site[0] for site in SITES] and manifest["quantity"] == "level_dBm"
            told |= {site["name"]: site for site in manifest["sites"]}
        for name, latitude, longitude, eirp in SITES:
            site = told[name]
            assert (site["latitude"], site["longitude"], site["eirp"], site["state"]) == (latitude, longitude, eirp, "done"), site
            data = (folder / "parts" / site["file"]).read_bytes()
            assert site["map"]["sha256"] == hashlib.sha256(data).hexdigest() and site["map"]["byteCount"] == len(data)
        run(binary, "cover", "--merge", folder / "parts", "-o", folder / "parts.tif")
        run(binary, "cover", "--merge", folder / "whole", "-o", folder / "whole.tif")
        assert (folder / "parts.tif").read_bytes() == (folder / "whole.tif").read_bytes()
        wanted = strongest(folder / "parts")
        with rasterio.open(folder / "parts.tif") as raster:
            assert raster.crs.to_epsg() == 4326 and math.isnan(raster.nodata)
            picture = raster.read(1)
            rows, columns = numpy.nonzero(numpy.isfinite(picture))
            xs, ys = raster.xy(rows, columns)
            found = {(round(y * 1200), round(x * 1200)): value for x, y, value in zip(xs, ys, picture[rows, columns])}
        assert found == wanted and len(found) > 50_000
        # A site alone is what `cover` makes of it.
        name, latitude, longitude, eirp = SITES[0]
        run(binary, "cover", "--terrain", folder, "--at", f"{latitude},{longitude}", "--frequency", "915M", "--radius", "6km",
            "--eirp", eirp, "-o", folder / "one.tif")
        assert (folder / "one.tif").read_bytes() == (folder / "parts/ridge_top.tif").read_bytes()
        return f"{len(found)} posts of {len(SITES)} sites"


async def what_is_missing_or_other_is_named(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        terrain(folder)
        table(folder / "sites.csv")
        best = folder / "best.tif"
        run(*command(binary, folder, folder / "a", "--part", "1/2", radius="2km"))
        said = run(binary, "cover", "--merge", folder / "a", "-o", best, code=65).stderr
        assert "valley (in no part), north (in no part)" in said and not best.exists(), said
        run(*command(binary, folder, folder / "b", "--part", "2/2", radius="3km"))
        said = run(binary, "cover", "--merge", folder / "a", folder / "b", "-o", best, code=65).stderr
        assert "has different sites, settings or terrain" in said and not best.exists(), said
        run(*command(binary, folder, folder / "b", "--part", "2/2", radius="2km"))
        path = folder / "b/north.tif"
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 4
        path.write_bytes(data)
        said = run(binary, "cover", "--merge", folder / "a", folder / "b", "-o", best, code=65).stderr
        assert "have changed: north (" in said and "valley (" not in said and not best.exists(), said
        before = (folder / "b/valley.tif").stat().st_mtime_ns
        said = run(*command(binary, folder, folder / "b", "--part", "2/2", radius="2km")).stdout
        assert "2 of 2 maps, 1 of them from an earlier run" in said and (folder / "b/valley.tif").stat().st_mtime_ns == before, said
        run(binary, "cover", "--merge", folder / "b", folder / "a", "-o", best)
        with rasterio.open(best) as raster:
            assert numpy.isfinite(raster.read(1)).sum() > 5000
        return "missing, of other numbers, and a bit turned round"


async def what_is_ended_goes_on(binary, _):
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        terrain(folder)
        # P.1812, path by path, takes long enough to be ended.
        table(folder / "sites.csv", [(f"s{number}", 46.3 + number / 100, 10.4, 30) for number in range(40)])
        given = command(binary, folder, folder / "maps", "--jobs", "2", "--model", "p1812", radius="1500m")
        process = subprocess.Popen([str(part) for part in given], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        try:
            await asyncio.to_thread(changed, folder, lambda: len(list((folder / "maps").glob("*.tif"))) >= 3, "third map", process)
            process.send_signal(signal.SIGINT)
            out, said = await asyncio.to_thread(process.communicate, timeout=60)
        finally:
            process.kill()
        names = {path.name for path in (folder / "maps").iterdir()}
        sites = json.loads((folder / "maps/part-1-of-1.json").read_text())["sites"]
        done = {site["file"] for site in sites if site["state"] == "done"}
        assert names == done | {"part-1-of-1.json"} and len(done) >= 3, (names, done)
        if process.returncode != 0:
            assert process.returncode == 69 and "again to compute what is missing" in said, (process.returncode, said)
            assert len(done) < 40
        said = await asyncio.to_thread(run, *given)
        assert f"40 of 40 maps, {len(done)} of them from an earlier run, by p1812" in said.stdout, said
        # Killed, so that nothing could be put in order: what was begun is not taken for a map.
        for path in (folder / "maps").iterdir():
            path.unlink()
        process = subprocess.Popen([str(part) for part in given], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        await asyncio.to_thread(changed, folder, lambda: len(list((folder / "maps").glob("*.tif"))) >= 3, "third map", process)
        process.kill()
        process.wait()
        await asyncio.to_thread(run, *given)
        run(binary, "cover", "--merge", folder / "maps", "-o", folder / "best.tif")
        assert not [path for path in (folder / "maps").iterdir() if path.suffix not in (".tif", ".json")]
        return f"{len(done)} maps were kept"


CHECKS = (parts_that_run_at_once_are_the_whole, what_is_missing_or_other_is_named, what_is_ended_goes_on)
