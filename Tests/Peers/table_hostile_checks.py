"""Clients of tables that do not read, that send nonsense, and a table that goes away."""
import asyncio
import contextlib
import math
import os
import pathlib
import random
import socket
import sqlite3
import tempfile

import websockets

import tables
from hostile_checks import closed
from server import Server
from table_checks import Base, COUNT, FEW, THING, WALK, WORD, assert_row, bits, served, viewing
from tables import PLACES, ROWS, VALUES, Viewer
from waits import PATIENCE
from wire import message


# Seconds between the views that a client asks for and does not read.
VIEWS_APART = 0.02


async def a_client_of_a_table_that_does_not_read_is_bounded(binary, web):
    """60 lanes of 8192 columns of pixels: 2 MB an answer."""
    width = 60
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "wide.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute(f"CREATE TABLE w ({', '.join(f'c{column} INTEGER' for column in range(width))})")
            make = random.Random(9)
            base.executemany(f"INSERT INTO w VALUES ({', '.join('?' * width)})", ([make.randrange(1000) for _ in range(width)] for _ in range(3000)))
            base.commit()
        with Server(binary, web, str(path)) as server:
            def lanes():
                return [tables.lane(column, 1000, 0, 1000) for column in range(width)]

            # Goes away in the middle of an answer, again and again.
            for _ in range(5):
                async with viewing(server) as viewer:
                    await viewer.send(*lanes(), tables.show(1, ROWS, 0, 8192, 0, 3000))
                    await viewer.until(lambda: viewer.spans, "first lane")
                    viewer.socket.transport.abort()
            async with viewing(server) as other:
                before = server.resident_megabytes
                plain = socket.socket()
                plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                plain.connect(("127.0.0.1", server.port))
                async with websockets.connect(
                    f"ws://{server.host}/socket", sock=plain, origin=server.address, compression=None, max_queue=1, max_size=1 << 18, ping_interval=None, open_timeout=PATIENCE,
                ) as connection:
                    slow = await Viewer(connection).greet()
                    await slow.send(*lanes())
                    for view in range(1, 81):
                        await slow.send(tables.show(view, ROWS, 0, 8192, 0, 3000 + view))
                        await asyncio.sleep(VIEWS_APART)
                        if view % 10 == 0:
                            # Others do not wait for it.
                            await other.show(ROWS, 0, 100, (0, view))
                            await other.row(view)
                    grown = server.resident_megabytes - before
                    assert grown < 60, f"{grown:.0f} MB wait for a client that does not read"
                    await slow.until(lambda: 80 in slow.done, "newest view for one who reads again")
                    assert len(slow.spans[80]) == width
            assert server.process.poll() is None
    return f"{grown:.0f} MB more while 80 answers of 2 MB were not read"


async def nonsense_of_a_client_of_tables_is_told(binary, web):
    nan = math.nan
    refused = [
        tables.show(1, 3, 0, 300, 0, 10), tables.show(1, ROWS, 0, 0, 0, 10), tables.show(1, ROWS, 0, 8193, 0, 10), tables.show(1, ROWS, 0, 300, 10, 10),
        tables.show(1, ROWS, 0, 300, 10, 9), tables.show(1, ROWS, 0, 300, -(1 << 63), (1 << 63) - 1), tables.lane(0, 8193, 0, 1), tables.lane(0, 100, 1, 1),
        tables.lane(0, 100, nan, 1), tables.lane(0, 100, 0, math.inf), tables.read_row(1, (1 << 61) + 1), tables.read_range(1, 0, 5, 4),
        tables.keep_values(1, 0, 2, 1), tables.keep_values(1, 0, nan, 1), tables.keep_ticks(1, 3, 2), message(tables.FILTER, "HBB", 0, 1, 9),
    ]
    with served(binary, web) as (server, base):
        for bad, what in (
            (tables.hello(9), 1002), (tables.hello() + tables.show(1, ROWS, 0, 300, 0, 10)[:-3], 1002),
            (tables.hello() + message(tables.SHOW, "H", 1), 1002),
            ("tables", 1003), (tables.hello() + bytes(300), 1009),
        ):
            async with server.connect() as connection:
                code, reason = await closed(connection, bad)
                assert code == what, (bad[:30], code, reason)
        async with viewing(server) as viewer:
            for number, bad in enumerate(refused, 1):
                await viewer.send(bad)
                await viewer.until(lambda: len(viewer.notices) >= number, f"notice of {bad!r}")
            assert len(viewer.notices) == len(refused), viewer.notices
            # Of what there is not: nothing is shown, and the view is done all the same.
            await viewer.send(tables.lane(WORD, 50, 0, 1), tables.lane(9999, 50, 0, 1), tables.read_row(1, 1, source=7), tables.keep_values(1, 9999, 0, 1))
            for order, by in ((PLACES, WORD), (VALUES, THING), (PLACES, 65535), (ROWS, 65535)):
                viewer.view += 1
                await viewer.send(tables.show(viewer.view, order, by, 300, 0, 10))
                await viewer.until(lambda: viewer.view in viewer.done, "view of nothing")
                assert viewer.view not in viewer.spans
        make = random.Random(4)
        whole = lambda bits: make.getrandbits(bits)
        kinds = [
            lambda: tables.show(whole(16), whole(8) % 4, whole(3), 1 + whole(13), make.randrange(-(1 << 61), 0), make.randrange(1, 1 << 61)),
            lambda: tables.lane(whole(3), whole(12), -10.0 ** make.randrange(-300, 300), 10.0 ** make.randrange(-300, 300), whole(4) % 11, whole(16), whole(1)),
            lambda: tables.read_row(whole(16), make.randrange(-(1 << 61), 1 << 61), whole(3)),
            lambda: tables.read_range(whole(16), whole(3), make.randrange(-(1 << 61), 0), make.randrange(1, 1 << 61)),
            lambda: tables.keep_values(whole(8), whole(3), -10.0 ** make.randrange(-300, 300), 1e30),
            lambda: tables.keep_ticks(whole(8), make.randrange(-(1 << 61), 0), make.randrange(1, 1 << 61)),
            lambda: tables.keep_nothing_out(whole(8)),
            lambda: message(tables.STOP, "HB", 0, whole(8) % 4),
            lambda: message(make.randrange(33, 39), "40B", *make.randbytes(40)),
        ]
        for _ in range(6):
            async with viewing(server) as viewer:
                for _ in range(60):
                    await viewer.send(make.choice(kinds)())
                await viewer.send(*[tables.lane(column, 0, 0, 1) for column in range(8)])
                viewer.spans, viewer.done = {}, []
                await viewer.send(tables.lane(FEW, 10, 0, 7), *[tables.keep_nothing_out(number) for number in range(256)])
                await viewer.send(tables.show(40_000, ROWS, 0, 300, 0, COUNT))
                await viewer.until(lambda: 40_000 in viewer.done and 40_000 in viewer.spans, "view after nonsense")
        assert server.process.poll() is None
    return f"{len(refused)} notices; 360 messages of chance"


async def a_table_that_goes_away_is_told(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        base = Base(folder)
        with Server(binary, web, str(base.path)) as server:
            async with viewing(server) as viewer:
                await viewer.send(tables.lane(WALK, 50, -100, 100))
                await viewer.show()
                assert_row(await viewer.row(5), base, 5)
                told = []
                other = base.path.with_name("other.sqlite")
                with contextlib.closing(sqlite3.connect(other)) as stranger:
                    stranger.execute("CREATE TABLE t (a REAL)")
                    stranger.execute("INSERT INTO t VALUES (1)")
                    stranger.commit()
                for change in (lambda: os.replace(other, base.path), lambda: base.path.unlink(), lambda: base.path.write_bytes(b"\xff" * 5000)):
                    change()
                    viewer.notices, viewer.request = [], viewer.request + 1
                    await viewer.send(tables.read_row(viewer.request, 9))
                    await viewer.until(lambda: viewer.notices, "notice")
                    assert viewer.request not in viewer.rows
                    told += viewer.notices[:1]
                    # What has been read can still be looked at.
                    assert (WALK, False) in await viewer.show(ROWS, 0, 100, (0, 100))
            async with viewing(server) as again:
                await again.send(tables.lane(WALK, 50, -100, 100))
                assert (WALK, False) in await again.show()
            assert server.process.poll() is None
    return told[0]


async def a_cut_file_of_the_cache_ends_one_view(binary, web):
    """What keeps a table's columns is cut while it is shown: an error names it, and the table is read again; another one goes on."""
    count = 100_000
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{name}.sqlite" for name in ("cut", "whole")]
        for path in paths:
            with contextlib.closing(sqlite3.connect(path)) as base:
                base.execute("CREATE TABLE t (a REAL, b INTEGER)")
                base.executemany("INSERT INTO t VALUES (?, ?)", ((place * 7919 % 10_007 / 8, place % 1000) for place in range(count)))
                base.commit()
        caches = pathlib.Path(folder) / "waveglass"

        def served():
            made = Server(binary, web, *map(str, paths))
            made.environment = os.environ | {"XDG_CACHE_HOME": folder}
            return made

        async def kept():
            # Columns are written behind the first reading, under another name until they are whole.
            while len(list(caches.glob("columns-*.wgs"))) < len(paths):
                await asyncio.sleep(0.05)

        async def picture(viewer):
            await viewer.send(tables.lane(0, 90, 0, 1300))
            return [spans.pairs.tolist() for spans in (await viewer.show(ROWS, 0, 300, (5, count - 9))).values()]

        with served() as server:
            async with server.connect() as connection:
                await Viewer(connection).greet(30)
                await asyncio.wait_for(kept(), 60)
        with served() as server:
            async with server.connect() as first, server.connect() as second:
                viewer, other = await Viewer(first, 0).greet(30), await Viewer(second, 1).greet(30)
                before, beside = await picture(viewer), await picture(other)
                assert len(before) == 1 and before == beside
                cut = next(path for path in caches.glob("columns-*.wgs") if b"cut.sqlite" in path.read_bytes())
                os.truncate(cut, 4096)
                viewer.view += 1
                await viewer.send(tables.show(viewer.view, ROWS, 0, 300, 5, count - 9))
                await viewer.until(lambda: any(cut.name in each for each in viewer.notices), "notice that names the file")
                assert folder not in viewer.notices[-1], viewer.notices
                await viewer.until(lambda: viewer.table.flags & tables.COMPLETE and viewer.table.rows == count, "whole table", 30)
                assert await picture(viewer) == before
                assert (await viewer.row(77_777)).cells[1] == 777
                assert await picture(other) == beside
            assert server.process.poll() is None
    return viewer.notices[-1]


CHECKS = (
    a_cut_file_of_the_cache_ends_one_view,
    a_client_of_a_table_that_does_not_read_is_bounded, nonsense_of_a_client_of_tables_is_told, a_table_that_goes_away_is_told,
)
