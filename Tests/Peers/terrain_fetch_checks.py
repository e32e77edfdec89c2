"""Tiles that a page has the server get, as the wire tells of them: cut, corrupt, stopped, and from whom."""

import contextlib
import gzip
import itertools
import pathlib
import struct
import tempfile
import time

from server import Server
from terrain_checks import Site, heights, names, ranges
from waits import PATIENCE
from wire import Client, message

OFFERED, COMING, PRESENT, FAILED, STOPPED = range(5)
NAME = "N51W001.hgt.gz"


class Page(Client):
    """What a page that shows terrain is told."""

    def __init__(self, socket):
        super().__init__(socket)
        self.tiles, self.told, self.order = [], [], []

    async def until(self, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, (self.tiles, self.told[-3:])
            for tag, payload in await self.receive():
                if tag == 160:
                    first, total, count = struct.unpack_from("<HHB", payload)
                    assert first == len(self.tiles) and first + count <= total, (first, total, count)
                    at = 5
                    for _ in range(count):
                        north, west = struct.unpack_from("<dd", payload, at + 1)
                        length, = struct.unpack_from("<H", payload, at + 41)
                        self.tiles.append((payload[at + 43:at + 43 + length].decode(), north, west))
                        at += 43 + length
                    self.order.append("tiles")
                if tag == 163:
                    south, west, phase, done, total, length = struct.unpack_from("<bhBQQH", payload)
                    self.told.append((phase, (south, west), done, total, payload[22:22 + length].decode()))
                    self.order.append(phase)

    def phases(self):
        return [one[0] for one in self.told]

    async def wish(self, is_wanted, south=51, west=-1):
        await self.send(message(51, "bhB", south, west, is_wanted))


@contextlib.asynccontextmanager
async def opened(binary, web, site, *more):
    """A server of one tile that gets others from a site, a page that it greeted, and the folder."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "N51E000.hgt").write_bytes(heights(8))
        with Server(binary, web, f"terrain:{folder}", "--terrain-url", f"{site.url}/{{ns}}{{lat}}/{{name}}.hgt.gz", *more) as server:
            async with server.connect() as socket:
                page = Page(socket)
                await page.send(message(48, "H", 2))
                await page.until(lambda: OFFERED in page.phases())
                assert [name for name, *_ in page.tiles] == ["N51E000"], page.tiles
                yield page, pathlib.Path(folder), server


async def a_tile_that_is_cut_comes_whole_and_all_are_told(binary, web):
    tile = gzip.compress(heights(1))
    with Site({f"/N51/{NAME}": tile}) as site:
        site.cut_at = len(tile) // 3
        async with opened(binary, web, site, "--terrain-header", "X-Key: s3cret") as (page, folder, server):
            assert page.told[0][4] == site.url.removeprefix("http://"), page.told
            async with server.connect() as second:
                other = Page(second)
                await other.send(message(48, "H", 2))
                await other.until(lambda: OFFERED in other.phases())
                await page.wish(1)
                await page.until(lambda: PRESENT in page.phases())
                await other.until(lambda: PRESENT in other.phases())
            assert page.tiles == other.tiles == [("N51E000", 52, 0), ("N51W001", 52, -1)], page.tiles
            assert page.order.index(PRESENT) > len(page.order) - 1 - page.order[::-1].index("tiles"), page.order
            done = [one[2] for one in page.told if one[0] == COMING]
            # The newest word replaces those that were not sent yet, on a busy machine most of them.
            assert done == sorted(done) and len(done) > 3 and {one[3] for one in page.told if one[2]} == {len(tile)}, page.told
            assert (folder / NAME).read_bytes() == tile
            # Each goes on where the one before was cut; a busy machine loses the end of what was sent.
            starts = [int((each or "bytes=0-")[6:-1]) for each in ranges(site)]
            assert len(starts) >= 4 and all(0 < next - last <= site.cut_at for last, next in itertools.pairwise(starts)), starts
            assert all(headers.get("X-Key") == "s3cret" for _, headers in site.requests)
            # A block of it, as of any other.
            await page.send(message(49, "HBHH", 1, 3, 0, 0))
            found = []
            while not found:
                found = [payload for tag, payload in await page.receive() if tag == 161]
            assert struct.unpack_from("<HBHH", found[0]) == (1, 3, 0, 0)
            # Once it is there it is not asked for again.
            count = len(page.told)
            await page.wish(1)
            await page.until(lambda: PRESENT in [one[0] for one in page.told[count:]])
            assert len(site.requests) == len(starts) and len(page.tiles) == 2
    return f"{len(done)} words on the way"


async def what_is_corrupt_or_missing_is_said_and_not_kept(binary, web):
    tile = gzip.compress(heights(2))
    with Site({f"/N51/{NAME}": tile}) as site:
        site.flip_at, site.flips = len(tile) // 2, 1
        async with opened(binary, web, site) as (page, folder, _):
            await page.wish(1)
            await page.until(lambda: FAILED in page.phases())
            assert "is not a tile" in page.told[-1][4], page.told[-1]
            assert names(folder) == ["N51E000.hgt"], names(folder)
            await page.wish(1, 60, 5)
            await page.until(lambda: page.phases().count(FAILED) == 2)
            assert "no such file" in page.told[-1][4] and page.told[-1][1] == (60, 5), page.told[-1]
            # The server's next answer is sound.
            await page.wish(1)
            await page.until(lambda: PRESENT in page.phases())
            assert (folder / NAME).read_bytes() == tile
    return "corrupt in the middle, and missing"


async def what_is_stopped_goes_on_where_it_was(binary, web):
    tile = gzip.compress(heights(3))
    with Site({f"/N51/{NAME}": tile}) as site:
        site.hold_at = 200_000
        async with opened(binary, web, site) as (page, folder, _):
            await page.wish(1)
            await page.until(lambda: page.told[-1][0] == COMING and page.told[-1][2] > 100_000)
            await page.wish(0)
            await page.until(lambda: STOPPED in page.phases())
            site.goes_on.set()
            kept = (folder / f"{NAME}.part").stat().st_size
            assert 100_000 < kept < len(tile) and len(page.tiles) == 1, kept
            site.hold_at, site.requests = None, []
            await page.wish(1)
            await page.until(lambda: PRESENT in page.phases())
            assert ranges(site) == [f"bytes={kept}-"] and (folder / NAME).read_bytes() == tile, ranges(site)
    return f"{kept} bytes were kept"


CHECKS = (
    a_tile_that_is_cut_comes_whole_and_all_are_told, what_is_corrupt_or_missing_is_said_and_not_kept,
    what_is_stopped_goes_on_where_it_was)
