"""What is asked of ClickHouse: read in its own log of queries, on each shard; that it is no longer asked what nobody wants; and that nobody hears the password."""

import asyncio
import pathlib
import re
import subprocess
import time

import tables
from clickhouse import CLUSTER, PASSWORDS
from clickhouse_screen import ClickHouseServer, Screen, soon
from tables import FAILED, ROWS
from waits import PATIENCE

PIXELS, LANES = 300, ("v", "w")
# Columns of pixels, one on either side, and what rounding up to their edges takes in beyond.
GROUPS = PIXELS + 4
OURS = "is_initial_query AND query_id LIKE 'waveglass-%' AND query NOT LIKE 'KILL%'"


def make_long(cluster, name, rows):
    cluster.spread(name, "ts Int64, v Float64, w Nullable(Float64)", "ts")
    for place, shard in enumerate(cluster.shards):
        shard.query(
            f"INSERT INTO {name}_local SELECT toInt64(2 * number + {place}) AS ts, sin(ts / 1000), if(ts % 7 = 0, NULL, cos(ts / 77))"
            f" FROM numbers({rows // 2})")


def make_slow(cluster):
    """1.5 s for every question that looks at `v`, on each shard, and ended between its small blocks."""
    # Rows in memory are gone when a shard was killed.
    for name in ("slow", "slow_local", "slow_rows"):
        cluster.everywhere(f"DROP TABLE IF EXISTS {name}")
    cluster.everywhere("CREATE TABLE slow_rows (ts Int64, v Float64) ENGINE = Memory")
    for part in range(60):
        for place, shard in enumerate(cluster.shards):
            shard.query(
                f"INSERT INTO slow_rows SELECT toInt64(2 * ({part * 25} + number) + {place}), toFloat64(number) FROM numbers(25)")
    cluster.everywhere("CREATE VIEW slow_local AS SELECT ts, v + sleepEachRow(0.002) AS v FROM slow_rows")
    cluster.everywhere(f"CREATE TABLE slow (ts Int64, v Float64) ENGINE = Distributed({CLUSTER}, default, slow_local, rand())")


async def shards_send_what_is_drawn_and_no_more(binary, web, cluster):
    sizes, most = {}, 0
    for name, rows in (("long", 100_000), ("longer", 1_000_000)):
        make_long(cluster, name, rows)
        with ClickHouseServer(binary, web, cluster.address(name, x="ts")) as server:
            async with server.screen() as screen:
                await screen.along()
                await screen.send(*[tables.lane(screen.number(lane), 90, -1.1, 1.1) for lane in LANES])
                for first, end in ((0, rows), (rows // 3, rows // 3 + rows // 10), (17, 4017), (-rows, 2 * rows)):
                    await screen.exact(ROWS, 0, PIXELS, (first, end), len(LANES))
        settings = ", ".join(
            f"Settings.Values[indexOf(Settings.Names, '{name}')]"
            for name in ("readonly", "max_execution_time", "max_memory_usage", "skip_unavailable_shards"))
        end = time.monotonic() + PATIENCE
        while True:
            asked = cluster.shards[0].logged(f"{OURS} AND type = 2 AND query LIKE '%`{name}`%'", f"result_rows, result_bytes, {settings}, query")
            pictures = [row for row in asked if "AS wg_px" in row[-1] and "argMin" in row[-1]]
            if len(pictures) >= 4:
                break
            # An answer can be here before the server's log has it.
            assert time.monotonic() < end, [row[-1][:300] for row in asked]
            await asyncio.sleep(0.1)
        for row in asked:
            readonly, seconds, memory, skipped = row[2:6]
            # What is known of the server's own tables is asked without a word about shards.
            assert readonly in ("1", "2") and 0 < int(seconds) <= 60 and 0 < int(memory) <= 4 << 30 and skipped in ("0", ""), row
        assert all(int(row[0]) <= GROUPS for row in pictures), [row[0] for row in pictures]
        sizes[name] = max(int(row[1]) for row in pictures)
        for place, shard in enumerate(cluster.shards):
            # The shard that is asked does its own part without a query.
            parts = shard.logged(f"NOT is_initial_query AND query LIKE '%{name}_local%'", "result_rows, read_rows, query")
            parts = [row for row in parts if " AS wg_px" in row[-1] or "px" in row[-1].split("FROM")[0]]
            assert parts if place else not parts, (place, len(parts))
            for part in parts:
                assert int(part[0]) <= GROUPS, part
                most = max(most, int(part[0]))
                assert "GROUP BY" in part[-1] and "argMin" in part[-1], part
            assert not parts or max(int(part[1]) for part in parts) == rows // 2, [part[1] for part in parts]
    small, large = sizes["long"], sizes["longer"]
    assert large <= 1.05 * small, sizes
    return f"{small} bytes for a picture of 100,000 rows, {large} of 1,000,000; {most} rows of a shard at most"


def of_us(shard):
    """Queries of ours that run on a shard: by which id, and the text; parts of one have its id as their first."""
    return shard.rows(
        "SELECT if(is_initial_query, query_id, initial_query_id), query FROM system.processes"
        " WHERE initial_query_id LIKE 'waveglass-%' AND query NOT LIKE 'KILL%'")


async def what_is_no_longer_wanted_ends_on_every_shard(binary, web, cluster):
    make_slow(cluster)
    with ClickHouseServer(binary, web, cluster.address("slow", x="ts")) as server:
        async with server.screen() as screen:
            await screen.along()
            await soon(lambda: not any(of_us(shard) for shard in cluster.shards), "quiet")
            await screen.send(tables.lane(screen.number("v"), 90, -1, 30))
            waits, ends = [], []

            async def begin(window):
                """Shows a part; gives the ids of what is asked for it once every shard is at it."""
                screen.view += 1
                sent = time.monotonic()
                await screen.send(tables.show(screen.view, ROWS, 0, 200, *window))
                await screen.until(lambda: screen.view in screen.done, "done")
                waits.append(time.monotonic() - sent)
                found = [None, None]

                def everywhere():
                    for place, shard in enumerate(cluster.shards):
                        found[place] = {name for name, query in of_us(shard) if "wg_px" in query and name not in known}
                    return bool(found[0] & found[1])

                await soon(everywhere, "query on both shards")
                return found[0] & found[1]

            async def over(names):
                began = time.monotonic()
                await soon(lambda: not any(name in names for shard in cluster.shards for name, _ in of_us(shard)), "end of the query")
                ends.append(time.monotonic() - began)

            known = set()
            for part in range(3):
                names = await begin((part * 100, 2900))
                # The next view is under way as soon as it is asked for, and the one before is not.
                known |= names
                screen.view += 1
                sent = time.monotonic()
                await screen.send(tables.show(screen.view, ROWS, 0, 200, part * 100 + 7, 2907))
                await screen.until(lambda: screen.view in screen.done, "done")
                waits.append(time.monotonic() - sent)
                await over(names)
            known |= {name for shard in cluster.shards for name, _ in of_us(shard)}
            names = await begin((500, 2500))
            known |= names
            screen.spans = {}
            pictures = f"{OURS} AND query LIKE '%wg_px%'"
            known |= {name for name, in cluster.shards[0].logged(pictures, "query_id", waits=False)}
            await screen.send(tables.message(tables.STOP, "HB", 0, tables.ASKING))
            await over(names)
            # Another view is answered, and meanwhile the one before is not asked for again.
            await screen.exact(ROWS, 0, 200, (100, 2000), 1)
            asked = [query for name, query in cluster.shards[0].logged(pictures, "query_id, query") if name not in known]
            found = [re.search(r"`ts` >= (-?\d+) AND `ts` < (-?\d+)", query) for query in asked]
            assert all(found), asked
            windows = [tuple(map(int, each.groups())) for each in found]
            assert windows and not any(low < 1000 and high > 2400 for low, high in windows), windows
    failed = cluster.shards[0].logged(f"{OURS} AND exception LIKE '%cancelled%'", "query_id")
    assert len(failed) >= 4, failed
    # A busy machine is late.
    assert max(waits) < 5, waits
    return f"views done in {max(waits) * 1000:.0f} ms at most; ended in {max(ends) * 1000:.0f} ms on both shards"


async def nobody_hears_the_password(binary, web, cluster):
    password, heard = PASSWORDS["guest"], []
    file = pathlib.Path(cluster.folder.name) / "secret"
    file.touch(0o600)
    file.write_text(password)
    encoded = password.encode()
    address = cluster.address("system_look", user="guest")
    cluster.query("CREATE TABLE system_look (ts Int64, v Float64) ENGINE = Memory")
    cluster.query("INSERT INTO system_look SELECT number, number FROM numbers(100)")

    class Overheard:
        """A connection of which all that comes is kept."""

        def __init__(self, connection):
            self.connection, self.send = connection, connection.send

        async def recv(self):
            heard.append(await self.connection.recv())
            return heard[-1]

    async def listened(server, vanishes=False):
        with server:
            heard.append(pathlib.Path(f"/proc/{server.process.pid}/cmdline").read_bytes())
            async with server.connect() as connection:
                screen = await Screen(Overheard(connection)).greet()
                await screen.send(tables.show(1, ROWS, 0, 100, 0, 100))
                await screen.until(lambda: 1 in screen.done, "view")
                if vanishes:
                    cluster.query("DROP TABLE system_look")
                    await screen.send(tables.show(2, ROWS, 0, 100, 1, 101), tables.lane(1, 90, 0, 100))
                    await screen.turned(FAILED)
            server.stop()
            heard.extend(text.encode() for text in server.process.communicate())

    await listened(ClickHouseServer(binary, web, address, password=password))
    await listened(ClickHouseServer(binary, web, address, options=("--password-file", str(file), "--log-level", "trace")), vanishes=True)
    assert sum(map(len, heard)) > 1000 and any(b"system_look" in each for each in heard)
    for each in heard:
        assert encoded not in each and b"word&" not in each, each

    def refused(*options, environment=None, user="guest"):
        result = subprocess.run(
            [binary, "serve", cluster.address("system_look", user=user), *options, "--web", web, "--port", "0"], capture_output=True, text=True,
            stdin=subprocess.DEVNULL, env=environment, timeout=PATIENCE)
        return result.returncode, result.stderr

    wrong = pathlib.Path(cluster.folder.name) / "wrong"
    wrong.touch(0o600)
    wrong.write_text("hunter2 is it")
    code, text = refused("--password-file", str(wrong))
    assert code == 77 and "guest" in text and "--password-file" in text and "hunter2" not in text, (code, text)
    code, text = refused(environment={"PATH": "/usr/bin", "CLICKHOUSE_PASSWORD": "hunter2"})
    assert code == 77 and "hunter2" not in text, (code, text)
    # Nobody is there to be asked for one.
    code, text = refused()
    assert code == 77, (code, text)
    file.chmod(0o644)
    code, text = refused("--password-file", str(file))
    assert code == 77 and "chmod 600" in text and password not in text, (code, text)
    return f"{len(heard)} messages and logs; {text.strip()}"


CHECKS = shards_send_what_is_drawn_and_no_more, what_is_no_longer_wanted_ends_on_every_shard, nobody_hears_the_password
