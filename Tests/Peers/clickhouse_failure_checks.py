"""ClickHouse as it fails: shards that die, hold still, or change what they hold and whom they let in, while a screen looks at a table of theirs."""

import asyncio
import os
import subprocess
import time

import numpy as np

import tables
from clickhouse import PASSWORDS
from clickhouse_asking_checks import make_slow
from clickhouse_columns import Series, columns_of
from clickhouse_screen import ClickHouseServer, Known, Screen, hold
from tables import FAILED, FINE, PART, REFUSED, ROWS, UNREACHABLE
from waits import PATIENCE

ROWS_HELD = 3000
# How long each of the shards holds still, and seconds between the views that are asked for meanwhile.
STILL_SECONDS, VIEWS_APART = (3, 12), 0.2
made = {}


def series(cluster):
    """What is looked at; a check that failed may have left shards that do not run."""
    for shard in cluster.shards:
        shard.resume()
        shard.let_in()
        if shard.process.poll() is not None:
            shard.start()
    if not made:
        columns = columns_of(ROWS_HELD, seed=11)
        made["rows"] = Series(cluster, "held", {name: columns[name] for name in ("ts", "place", "v", "few")})
        made["ticks"] = columns["ts"].values
    rows, ticks = made["rows"], made["ticks"]
    return rows, Known(rows.columns, ticks, "place"), Known(rows.columns, ticks, "place", rows.shard == 0)


def held(cluster, **parameters):
    return cluster.address("held", x="ts", then="place", **parameters)


async def ask(screen, known):
    """Shows a part; gives how long it took until another may be asked for."""
    screen.view += 1
    began = time.monotonic()
    first = int(known.ticks.min()) + screen.view
    await screen.send(tables.show(screen.view, ROWS, 0, 200, first, first + 2000, screen.source))
    await screen.until(lambda: screen.view in screen.done, "done")
    return time.monotonic() - began


async def fine_again(screen, known):
    """Waits until the engine answers, and what is shown is right."""
    await screen.turned(FINE)
    await hold(screen, known, ("v", "few"), windows=known.windows()[:4])


async def a_lost_shard_is_told_and_comes_back(binary, web, cluster):
    rows, whole, rest = series(cluster)
    share = 100 * float((rows.shard == 1).mean())
    with ClickHouseServer(binary, web, held(cluster), held(cluster, lost="show")) as server:
        async with server.screen(0) as refusing, server.screen(1) as showing, server.screen(0) as choosing:
            screens = refusing, showing
            for screen in screens:
                await hold(screen, whole, ("v", "few"), windows=whole.windows()[:1])
                assert screen.abilities.condition == FINE
            cluster.shards[1].kill()
            for screen in screens:
                await screen.along()
            waits = [await ask(screen, whole) for screen in screens]
            assert "show the rest" in await refusing.turned(REFUSED)
            # What broke off in the middle is told without a name; the next try has it.
            await refusing.until(lambda: str(cluster.shards[1].native) in refusing.abilities.words, "shard's place")
            assert not refusing.fine(), "rows are missing from a picture that is said to be exact"
            told = await showing.turned(PART)
            percent = float(told.split(" %")[0].split()[-1])
            assert abs(percent - share) <= 1, (told, share)
            # What was seen before is remembered whole.
            lanes, _ = await hold(showing, rest, ("v", "few"), windows=whole.windows()[1:4])
            # Who looks at the other table chooses otherwise, and back.
            await choosing.send(tables.choose_lost(True))
            await choosing.along()
            await ask(choosing, whole)
            await choosing.turned(PART)
            await choosing.send(tables.choose_lost(False))
            await ask(choosing, whole)
            await choosing.turned(REFUSED)
            cluster.shards[1].restart()
            began = time.monotonic()
            await asyncio.gather(*[fine_again(screen, whole) for screen in screens])
            return f"{told}; {lanes} lanes of the rest; whole {time.monotonic() - began:.1f} s after its start; views done in {max(waits) * 1000:.0f} ms"


async def a_server_that_starts_again_is_shown_again(binary, web, cluster):
    _, whole, _ = series(cluster)
    with ClickHouseServer(binary, web, held(cluster)) as server:
        async with server.screen() as screen:
            await hold(screen, whole, ("v", "few"), windows=whole.windows()[:1])
            cluster.shards[0].kill()
            wait = await ask(screen, whole)
            words = await screen.turned(UNREACHABLE)
            assert str(cluster.shards[0].http) in words, words
            cluster.shards[0].start()
            began = time.monotonic()
            await fine_again(screen, whole)
            found = time.monotonic() - began
        # One that is away when serving begins is served once it is there.
        cluster.shards[0].kill()
        with ClickHouseServer(binary, web, held(cluster)) as other:
            async with other.connect() as connection:
                screen = Screen(connection)
                await screen.send(tables.hello())
                await screen.turned(UNREACHABLE)
                cluster.shards[0].start()
                await screen.until(lambda: screen.table and screen.table.flags & tables.COMPLETE, "table")
                await hold(screen, whole, ("v", "few"), windows=whole.windows()[:1])
    # A busy machine is late.
    assert wait < 5
    return f"{words}; shown again after {found:.1f} s"


async def a_server_that_holds_still_holds_nothing_up(binary, web, cluster):
    _, whole, _ = series(cluster)
    waits, took = [], []
    with ClickHouseServer(binary, web, held(cluster), "demo:table") as server:
        async with server.screen(0) as screen, server.screen(1) as other:
            await hold(screen, whole, ("v", "few"), windows=whole.windows()[:1])
            await other.show()
            for still in (0, 1):
                shard = cluster.shards[still]
                shard.pause()
                try:
                    end = time.monotonic() + STILL_SECONDS[still]
                    while time.monotonic() < end:
                        waits.append(await ask(screen, whole))
                        # A question about a row that nobody answers stands in nobody's way.
                        screen.request += 1
                        await screen.send(tables.read_row(screen.request, 100))
                        began = time.monotonic()
                        await other.row(7)
                        await other.show(pixels=200, window=(0, 150_000))
                        took.append(time.monotonic() - began)
                        await asyncio.sleep(VIEWS_APART)
                    assert not screen.fine(), "an answer of nobody"
                finally:
                    shard.resume()
                began = time.monotonic()
                await screen.until(lambda: len(screen.fine()) == 2, "picture", PATIENCE)
                took.append(0)
                await fine_again(screen, whole)
                back = time.monotonic() - began
                place = int(np.argmin(np.abs(whole.ticks - 100)))
                assert (await screen.row(100)).tick == whole.ticks[place]
    # A busy machine is late, but what waited for the shard would take far longer.
    assert max(waits) < 5, waits
    assert max(took) < 5, took
    return f"{len(waits)} views done in {max(waits) * 1000:.0f} ms at most, another table's rows and lanes in {max(took) * 1000:.0f} ms; back after {back:.1f} s"


async def a_password_that_changes_is_told(binary, web, cluster):
    _, whole, _ = series(cluster)
    with ClickHouseServer(
            binary, web, cluster.address("held", user="guest", x="ts", then="place"), password=PASSWORDS["guest"]) as server:
        async with server.screen() as screen:
            await hold(screen, whole, ("v",), windows=whole.windows()[:1])
            cluster.shards[0].let_in(guest="another one")
            # What is seen comes from tiles; whether the table is still the same is looked at every 15 s, later on a busy machine.
            words = await screen.turned(FAILED, PATIENCE)
            assert "guest" in words and "password" in words, words
            assert PASSWORDS["guest"] not in words
            cluster.shards[0].let_in()
            await fine_again(screen, whole)
    return words


async def tables_that_change_are_shown_as_they_are(binary, web, cluster):
    series(cluster)
    shard = cluster.shards[0]
    for name in ("gone", "grown", "turned"):
        shard.query(f"CREATE TABLE {name} (ts Int64, v Float64) ENGINE = MergeTree() ORDER BY ts")
        shard.query(f"INSERT INTO {name} SELECT number, sin(number / 50) FROM numbers(3000)")
    names = lambda screen: [screen.columns[number].name for number in sorted(screen.columns)][:screen.table.columns]

    async def picture(screen, name="v", window=(0, 3000)):
        await screen.send(tables.lane(screen.number(name), 90, -1, 1))
        await screen.exact(ROWS, 0, 200, window, 1)

    async def gone(server, source):
        async with server.screen(source) as screen:
            await screen.along()
            await picture(screen)
            shard.query("DROP TABLE gone")
            screen.view += 1
            await screen.send(tables.show(screen.view, ROWS, 0, 200, 5, 2005, source))
            words = await screen.turned(FAILED)
            assert "gone" in words, words
            shard.query("CREATE TABLE gone (ts Int64, u Float64, v Float64) ENGINE = MergeTree() ORDER BY ts")
            shard.query("INSERT INTO gone SELECT number, 1, cos(number / 50) FROM numbers(4000)")
            await screen.until(lambda: names(screen) == ["ts", "u", "v"] and screen.table.rows == 4000, "new table")
            await screen.turned(FINE)
            await screen.along()
            await picture(screen, window=(0, 4000))
            return words

    async def grown(server, source):
        async with server.screen(source) as screen:
            began = time.monotonic()
            shard.query("ALTER TABLE grown ADD COLUMN extra Int32 DEFAULT 7")
            await screen.until(lambda: names(screen) == ["ts", "v", "extra"], "new column", PATIENCE)
            found = time.monotonic() - began
            await screen.until(lambda: screen.columns[2].mean == 7, "its values")
            await screen.along()
            await picture(screen)
            assert (await screen.row(1)).cells[2] == 7
            return found

    async def turned(server, source):
        async with server.screen(source) as screen:
            await screen.along()
            await picture(screen)
            began = time.monotonic()
            shard.query("ALTER TABLE turned ADD COLUMN w Float64 DEFAULT 0.5")
            shard.query("ALTER TABLE turned DROP COLUMN v")
            screen.view += 1
            await screen.send(tables.show(screen.view, ROWS, 0, 200, 5, 2005, source))
            # A query that fails has it looked at once.
            await screen.until(lambda: names(screen) == ["ts", "w"], "column")
            found = time.monotonic() - began
            await screen.turned(FINE)
            await screen.along()
            await picture(screen, "w")
            shard.query("ALTER TABLE turned MODIFY COLUMN w String")
            screen.view += 1
            await screen.send(tables.show(screen.view, ROWS, 0, 200, 6, 2006, source))
            await screen.until(lambda: screen.columns[1].kind == 3, "type")
            return found

    with ClickHouseServer(binary, web, *[cluster.address(name, x="ts") for name in ("gone", "grown", "turned")]) as server:
        words, added, dropped = await asyncio.gather(gone(server, 0), grown(server, 1), turned(server, 2))
    return f"{words}; a new column after {added:.1f} s, a dropped one after {dropped:.1f} s"


async def what_the_server_forbids_is_told(binary, web, cluster):
    series(cluster)
    make_slow(cluster)
    fenced = subprocess.run(
        [binary, "serve", cluster.address("held", user="fenced"), "--web", web, "--port", "0"], capture_output=True, text=True,
        stdin=subprocess.DEVNULL, timeout=PATIENCE)
    assert fenced.returncode == 77 and "fenced" in fenced.stderr and "not allowed" in fenced.stderr, fenced
    with ClickHouseServer(binary, web, cluster.address("slow", user="hurried", x="ts")) as server:
        async with server.connect() as connection:
            screen = Screen(connection)
            await screen.send(tables.hello())
            is_told = lambda: screen.abilities and (screen.table.flags & tables.COMPLETE or screen.abilities.condition == FAILED)
            await screen.until(is_told, "table")
            await screen.send(tables.show(1, ROWS, 0, 200, 0, 3000), tables.lane(1, 90, 0, 30), tables.show(2, ROWS, 0, 200, 1, 3001))
            words = await screen.turned(FAILED)
            assert "longer than 1 s" in words, words
    return f"{words}; {fenced.stderr.strip()}"


async def over_tls_the_server_must_be_who_it_says(binary, web, cluster):
    _, whole, _ = series(cluster)
    shard = cluster.shards[0]

    def address(host, port=shard.https):
        return f"clickhouses://default@{host}:{port}/default/held?x=ts&then=place"

    said = []
    for host, port, trusted, words in (
            ("localhost", shard.https, None, "does not trust its certificate"),
            ("127.0.0.1", shard.https, shard, "certificate is for another host"),
            ("localhost", shard.https, cluster.shards[1], "does not trust its certificate"),
            ("localhost", shard.http, shard, "does not speak TLS")):
        server = ClickHouseServer(binary, web, address(host, port))
        server.environment = os.environ | ({"SSL_CERT_FILE": f"{trusted.folder}/tls.crt"} if trusted else {})
        with server:
            async with server.connect() as connection:
                screen = Screen(connection)
                await screen.send(tables.hello())
                said.append(await screen.turned(UNREACHABLE))
        assert said and words in said[-1], (host, port, said)
    server = ClickHouseServer(binary, web, address("localhost"))
    server.environment = os.environ | {"SSL_CERT_FILE": f"{shard.folder}/tls.crt"}
    with server:
        async with server.screen() as screen:
            await hold(screen, whole, ("v",), windows=whole.windows()[:1])
    return said[0]


CHECKS = (
    a_lost_shard_is_told_and_comes_back, a_server_that_starts_again_is_shown_again, a_server_that_holds_still_holds_nothing_up,
    a_password_that_changes_is_told, tables_that_change_are_shown_as_they_are, what_the_server_forbids_is_told,
    over_tls_the_server_must_be_who_it_says,
)
