"""Tiles fetched from a server that cuts, corrupts, changes and delays them: what comes in the end is what the server has, byte for byte."""

import array
import asyncio
import base64
import contextlib
import gzip
import hashlib
import http.server
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

import rasterio

from waits import PATIENCE, changed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Fixtures/terrain"))
import make_terrain

SIDE = 1201


def heights(seed):
    """A square degree as HGT has it, too rough to be packed small."""
    made = random.Random(seed)
    values = array.array("h", (made.randrange(-50, 3000) for _ in range(SIDE * SIDE)))
    if sys.byteorder == "little":
        values.byteswap()
    return values.tobytes()


class Site:
    """Files over HTTP with ranges, and what goes wrong with them."""

    def __init__(self, files):
        self.files, self.requests, self.moved = files, [], {}
        self.cut_at = self.flip_at = None
        self.flips, self.has_tags = 0, True
        # The pace: seconds between pieces.
        self.pause = 0.0
        # After how many bytes it holds still until it is let go on.
        self.hold_at, self.goes_on = None, threading.Event()

    def __enter__(self):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def do_GET(self):
                site.answer(self)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *failure):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, handler):
        path = handler.path.split("?")[0]
        self.requests.append((path, dict(handler.headers)))
        if path in self.moved:
            handler.send_response(302)
            handler.send_header("Location", self.moved[path])
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        data = self.files.get(path)
        if data is None:
            handler.send_error(404)
            return
        tag = f'"{hashlib.sha1(data).hexdigest()}"'
        start = 0
        asked, condition = handler.headers.get("Range"), handler.headers.get("If-Range")
        if asked and (condition is None or condition == tag):
            start = int(asked.removeprefix("bytes=").rstrip("-"))
        if start >= len(data):
            handler.send_response(416)
            handler.send_header("Content-Range", f"bytes */{len(data)}")
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        handler.send_response(206 if start else 200)
        if start:
            handler.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        if self.has_tags:
            handler.send_header("ETag", tag)
        handler.send_header("Content-Length", str(len(data) - start))
        handler.end_headers()
        self.send(handler, data, start)

    def send(self, handler, data, start):
        sent = bytearray(data)
        if self.flips and self.flip_at is not None:
            self.flips -= 1
            sent[self.flip_at] ^= 0x10
        end = len(data) if self.cut_at is None else min(len(data), start + self.cut_at)
        with contextlib.suppress(OSError):
            for place in range(start, end, 65_536):
                handler.wfile.write(sent[place:min(end, place + 65_536)])
                handler.wfile.flush()
                if self.pause:
                    time.sleep(self.pause)
                if self.hold_at is not None and place >= self.hold_at:
                    self.goes_on.wait(PATIENCE)
        if end < len(data):
            handler.close_connection = True
            # Whoever asked may have gone before.
            with contextlib.suppress(OSError):
                handler.wfile.flush()
                handler.connection.shutdown(2)


async def run(binary, *arguments, code=0):
    result = await asyncio.to_thread(
        subprocess.run, [binary, *map(str, arguments)], capture_output=True, text=True, timeout=60)
    assert result.returncode == code, result
    return result


def fetch(site, folder, *more, ending="hgt.gz", tiles="N51W001"):
    chosen = ["--tiles", tiles] if tiles else []
    return ["terrain", "fetch", "--url", f"{site.url}/{{ns}}{{lat}}/{{name}}.{ending}", "--to", folder, *chosen, *more]


def ranges(site):
    return [headers.get("Range") for _, headers in site.requests]


def names(folder):
    return sorted(path.name for path in pathlib.Path(folder).iterdir())


async def a_tile_that_is_cut_goes_on_where_it_was(binary, web):
    tile = gzip.compress(heights(1))
    with tempfile.TemporaryDirectory() as folder, Site({"/N51/N51W001.hgt.gz": tile}) as site:
        site.cut_at = len(tile) // 3
        await run(binary, *fetch(site, folder))
        assert names(folder) == ["N51W001.hgt.gz"], names(folder)
        assert (pathlib.Path(folder) / "N51W001.hgt.gz").read_bytes() == tile
        asked = ranges(site)
        # A busy machine loses what it has not read when a connection is cut, and asks for it again.
        assert len(asked) >= 4 and asked[0] is None, asked
        starts = [int(text.removeprefix("bytes=").removesuffix("-")) for text in asked[1:]]
        assert starts == sorted(set(starts)) and starts[0] > 0, asked
        # What is there is not asked for again.
        result = await run(binary, *fetch(site, folder))
        assert "already exists" in result.stdout and len(site.requests) == len(asked), result
    return f"{len(asked)} answers, each cut"


async def what_was_ended_goes_on_where_it_was(binary, web):
    tile = gzip.compress(heights(2))
    with tempfile.TemporaryDirectory() as folder, Site({"/N51/N51W001.hgt.gz": tile}) as site:
        site.hold_at = 200_000
        part = pathlib.Path(folder) / "N51W001.hgt.gz.part"
        process = subprocess.Popen(
            [binary, *fetch(site, folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            await asyncio.to_thread(changed, folder, lambda: part.exists() and part.stat().st_size > 100_000, "part", process)
            process.send_signal(signal.SIGINT)
            _, said = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
        finally:
            site.goes_on.set()
            process.kill()
        assert process.returncode == 69 and "are kept" in said, (process.returncode, said)
        kept = part.stat().st_size
        assert 100_000 < kept < len(tile), kept
        site.hold_at, site.requests = None, []
        await run(binary, *fetch(site, folder))
        assert ranges(site) == [f"bytes={kept}-"], ranges(site)
        assert site.requests[0][1]["If-Range"].startswith('"'), site.requests
        assert names(folder) == ["N51W001.hgt.gz"] and (pathlib.Path(folder) / "N51W001.hgt.gz").read_bytes() == tile
    return f"{kept} bytes were kept"


async def what_is_corrupt_is_not_kept(binary, web):
    rows = make_terrain.hills(121, 61, 5)
    files = {"/N51/N51W001.hgt.gz": gzip.compress(heights(3)), "/N51/N51W001.dt0": make_terrain.dted(51, -1, 300, 600, rows)}
    for path, tile in files.items():
        name = path.split("/")[-1]
        with tempfile.TemporaryDirectory() as folder, Site(files) as site:
            site.flip_at, site.flips = len(tile) // 2, 1
            ending = name.split(".", 1)[1]
            result = await run(binary, *fetch(site, folder, ending=ending), code=65)
            assert "is not a tile" in result.stderr and names(folder) == [], (result, names(folder))
            # Cut, and corrupt in the part that came before: the rest does not fit, so all of it is fetched anew.
            part = pathlib.Path(folder) / (name + ".part")
            part.write_bytes(tile[:len(tile) // 3] + b"\xff\xfe" + tile[len(tile) // 3 + 2:len(tile) // 2])
            site.requests = []
            await run(binary, *fetch(site, folder, ending=ending))
            assert ranges(site) == [f"bytes={len(tile) // 2}-", None], ranges(site)
            assert names(folder) == [name] and (pathlib.Path(folder) / name).read_bytes() == tile
    return "gzip and DTED, corrupt in the middle, and in what was kept"


async def the_rest_of_another_content_is_not_put_behind(binary, web):
    path = "/N51/N51W001.hgt.gz"
    old, new = gzip.compress(heights(4)), gzip.compress(heights(5))
    with tempfile.TemporaryDirectory() as folder, Site({path: old}) as site:
        site.cut_at = 500_000
        site.files = {path: old}
        half = pathlib.Path(folder) / "N51W001.hgt.gz.part"
        half.write_bytes(old[:500_000])
        (pathlib.Path(folder) / "N51W001.hgt.gz.part.tag").write_text(f'"{hashlib.sha1(old).hexdigest()}"')
        site.files, site.cut_at = {path: new}, None
        await run(binary, *fetch(site, folder))
        assert (pathlib.Path(folder) / "N51W001.hgt.gz").read_bytes() == new and len(site.requests) == 1
        # All of it came before the program ended: the server has no more, and it is looked at.
        (pathlib.Path(folder) / "N51W001.hgt.gz").rename(half)
        site.requests = []
        await run(binary, *fetch(site, folder))
        assert names(folder) == ["N51W001.hgt.gz"] and ranges(site) == [f"bytes={len(new)}-"]
    return "changed on the server, and complete"


async def keys_go_to_one_host_and_missing_tiles_hold_up_no_others(binary, web):
    tile = gzip.compress(heights(6))
    with tempfile.TemporaryDirectory() as folder, Site({"/store/E.hgt.gz": tile}) as other, Site({}) as site:
        site.files = {"/N51/N51W001.hgt.gz": tile, "/N52/N52W001.hgt.gz": tile}
        site.moved = {"/N51/N51E000.hgt.gz": other.url + "/store/E.hgt.gz", "/N52/N52E000.hgt.gz": "/N52/N52E000.hgt.gz"}
        result = await run(
            binary, *fetch(site, folder, "--around", "52,-0.01", "--radius", "8km", "--header", "X-Key: s3cret", tiles=None), code=68)
        assert names(folder) == ["N51E000.hgt.gz", "N51W001.hgt.gz", "N52W001.hgt.gz"], (names(folder), result)
        assert "too many times" in result.stderr, result
        assert all(headers.get("X-Key") == "s3cret" for _, headers in site.requests), site.requests
        assert [headers.get("X-Key") for _, headers in other.requests] == [None], other.requests
        result = await run(binary, *fetch(site, folder, tiles="N60E000,N51W001"), code=69)
        assert "no such file" in result.stderr and "already exists" in result.stdout, result
        listed = json.loads((await run(binary, "terrain", "list", folder, "--json")).stdout)
        assert [(one["name"], one["south"], one["west"]) for one in listed["tiles"]] == [
            ("N51E000.hgt.gz", 51, 0), ("N51W001.hgt.gz", 51, -1), ("N52W001.hgt.gz", 52, -1)], listed
        path = json.loads((await run(binary, "path", "--terrain", folder, "51.9,-0.1", "51.9,0.1", "--json", "--points")).stdout)
        # Every parallel has its own length of a degree; this one's, on WGS 84.
        assert abs(path["lengthKilometers"] - 13.766) < 0.01 and path["pointCount"] > 140, path["lengthKilometers"]
    with tempfile.TemporaryDirectory() as folder:
        result = await run(
            binary, "terrain", "fetch", "--url", "http://127.0.0.1:9/{name}.hgt", "--tiles", "N51W001", "--to", folder, code=68)
        assert "nothing is listening" in result.stderr and names(folder) == [], result
    return "a redirect, a loop, a missing tile, and nobody there"


async def geotiff_is_read_by_a_gdal_that_is_found(binary, web):
    """rasterio brings a GDAL along; under the name of the system's it is found like that."""
    wheels = pathlib.Path(rasterio.__file__).parents[1] / "rasterio.libs"
    made = json.loads((pathlib.Path(make_terrain.__file__).parent / "geotiff.json").read_text())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kind in ("float", "projected"):
            (folder / f"{kind}.tif").write_bytes(base64.b64decode(made["files"][kind]))
        (folder / "N51E000.hgt").write_bytes(heights(7))
        (folder / "gdal").mkdir()
        (folder / "gdal/libgdal.so").symlink_to(next(wheels.glob("libgdal*.so*")))
        there = {**os.environ, "LD_LIBRARY_PATH": f"{folder}/gdal:{wheels}"}
        listed = json.loads(await asyncio.to_thread(
            subprocess.check_output, [binary, "terrain", "list", name, "--json"], env=there, timeout=60))
        tiles = {one["name"]: one for one in listed["tiles"]}
        assert list(tiles) == ["N51E000.hgt", "float.tif", "projected.tif"], listed
        assert "gdalwarp" in tiles["projected.tif"]["fault"], tiles
        told = json.loads(await asyncio.to_thread(
            subprocess.check_output, [binary, "terrain", "info", str(folder / "float.tif"), "--json"], env=there, timeout=60))
        known = [height for height in made["heights"] if height != make_terrain.VOID]
        assert (told["lowestMeters"], told["highestMeters"]) == (min(known), max(known)), told
        assert told["voidCount"] == len(made["heights"]) - len(known) and told["rowCount"] == 5, told
        assert abs(told["north"] - 52) < 1e-9 and abs(told["west"] + 1) < 1e-9, told
    return f"GDAL {rasterio.__gdal_version__}"


CHECKS = (
    geotiff_is_read_by_a_gdal_that_is_found,
    a_tile_that_is_cut_goes_on_where_it_was, what_was_ended_goes_on_where_it_was, what_is_corrupt_is_not_kept,
    the_rest_of_another_content_is_not_put_behind, keys_go_to_one_host_and_missing_tiles_hold_up_no_others)
