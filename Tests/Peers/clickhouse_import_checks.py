"""`waveglass import --to`: every row of a text comes into a table of a real ClickHouse server once, wherever program, connection or server ends."""

import asyncio
import contextlib
import json
import math
import os
import pathlib
import random
import struct
import tempfile

from clickhouse import PASSWORDS, Cluster

# Two blocks and a part of a third.
ROWS = 150_000
# Until a program has certainly seen a signal, of which it says nothing.
SIGNAL_TAKES = 0.5


class Importer:
    """The command, with a state and a cache of its own."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, pathlib.Path(folder)
        self.environment = os.environ | {
            "XDG_CACHE_HOME": str(self.folder / "cache"), "XDG_STATE_HOME": str(self.folder / "state")}

    async def start(self, text, address, *options):
        return await asyncio.create_subprocess_exec(
            self.binary, "import", text, "--to", address, "--json", *options, env=self.environment,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)

    async def run(self, text, address, *options, code=0):
        """What it says: its JSON, or the line of an error."""
        process = await self.start(text, address, *options)
        out, err = await asyncio.wait_for(process.communicate(), 120)
        assert process.returncode == code, (process.returncode, out, err)
        return json.loads(out) if code == 0 else err.decode()


class Between:
    """Stands between the command and a server, and looks at each INSERT before the server does."""

    def __init__(self, shard, insert):
        self.shard, self.insert, self.count = shard, insert, 0

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=1 << 20)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()

    def address(self, table):
        return f"clickhouse://127.0.0.1:{self.port}/default/{table}"

    async def serve(self, reader, writer):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = next(
                    int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
                body = await reader.readexactly(length)
                # Behind gzip that was made without packing anything, the statement can be read.
                if b"INSERT INTO" in body[:100]:
                    self.count += 1
                    answer = await self.insert(self.count, lambda: self.forward(head, body))
                else:
                    answer = await self.forward(head, body)
                if answer is None:
                    break
                writer.write(answer)
                await writer.drain()
        writer.close()

    async def forward(self, head, body):
        """The server's whole answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.shard.http)
        writer.write(head.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1) + body)
        try:
            return await reader.read(-1)
        finally:
            writer.close()


def write(path, count):
    """A text whose rows are told apart by their first cell."""
    make = random.Random(3)
    with open(path, "w") as text:
        text.write("id,when,value,word,maybe\n")
        for row in range(count):
            seconds = row % 86_400
            text.write(
                f"{row},2024-02-29 {seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},{make.random()!r},w{row % 9},"
                f"{'' if row % 3 else row}\n")


@contextlib.contextmanager
def bench(binary, count=1):
    with tempfile.TemporaryDirectory(prefix="import") as folder, Cluster(count) as cluster:
        text = os.path.join(folder, "rows.csv")
        write(text, ROWS)
        yield cluster, Importer(binary, folder), text


def hold(cluster, table, rows=ROWS):
    """Every row is there once."""
    held = tuple(int(part) for part in cluster.rows(f"SELECT count(), uniqExact(id), sum(id) FROM {table}")[0])
    assert held == (rows, rows, rows * (rows - 1) // 2), held


async def imported_rows_are_those_of_the_text(binary, web):
    make = random.Random(8)
    doubles = [0.1, 5e-324, 1.7976931348623157e308, math.pi] + [
        struct.unpack("<d", struct.pack("<Q", make.getrandbits(64)))[0] for _ in range(2000)]
    doubles = [value for value in doubles if math.isfinite(value)]
    wholes = [(1 << 63) - 1, -(1 << 63), (1 << 53) + 1] + [make.randrange(-(1 << 60), 1 << 60) for _ in doubles[3:]]
    words = ["", "so, and so", 'a "word"', "ä" * 300, "two\nlines", "\\N", "x'y`z\\"] + [f"w{place}" for place in doubles[7:]]
    with bench(binary) as (cluster, importer, _):
        text = importer.folder / "odd.csv"
        quoted = ['"' + word.replace('"', '""') + '"' for word in words]
        text.write_text("da te,whole,dou`ble,word,gap\n" + "".join(
            f"2024-02-29T12:{place // 60 % 60:02}:{place % 60:02},{whole},{value!r},{word},{'' if place % 2 else place}\n"
            for place, (whole, value, word) in enumerate(zip(wholes, doubles, quoted))))
        said = await importer.run(str(text), cluster.address("odd"))
        assert said["wasMade"] and said["rowCount"] == len(doubles), said
        created = cluster.value("SELECT create_table_query FROM system.tables WHERE name = 'odd'")
        assert "`da te` DateTime" in created.replace("\\", "") and "gap Nullable(Int64)" in created, created
        answer = cluster.query(
            "SELECT toUInt32(`da te`), whole, `dou``ble`, word, gap FROM odd ORDER BY `da te`, whole FORMAT RowBinary".replace("``", "\\`"))
        expected = sorted(
            (1709208000 + place % 3600, whole, struct.pack("<d", value), word.encode(), None if place % 2 else place)
            for place, (whole, value, word) in enumerate(zip(wholes, doubles, words)))
        found, place = [], 0
        for _ in expected:
            when, whole = struct.unpack_from("<Iq", answer, place)
            value, place = answer[place + 12:place + 20], place + 20
            length = shift = 0
            while True:
                byte, place = answer[place], place + 1
                length, shift = length | (byte & 127) << shift, shift + 7
                if byte < 128:
                    break
            word, place = answer[place:place + length], place + length
            gap, place = (None, place + 1) if answer[place] else (struct.unpack_from("<q", answer, place + 1)[0], place + 9)
            found.append((when, whole, value, word, gap))
        assert place == len(answer) and found == expected
    return f"{len(expected)} rows, doubles bit by bit"


async def what_cannot_be_imported_is_said(binary, web):
    with bench(binary) as (cluster, importer, text):
        small = importer.folder / "small.csv"
        small.write_text("a,b\n1,x\n,y\n")
        await importer.run(str(small), cluster.address("t"))
        assert "--force" in await importer.run(str(small), cluster.address("t"), code=73)
        await importer.run(str(small), cluster.address("t"), "--force")
        assert cluster.rows("SELECT count(), countIf(isNull(a)) FROM t") == [("4", "2")]
        cluster.query("CREATE TABLE narrow (a UInt8, c String) ENGINE = MergeTree ORDER BY tuple()")
        line = await importer.run(str(small), cluster.address("narrow"), code=65)
        assert "a has 1 missing values" in line and "no column b" in line, line
        cluster.query("CREATE TABLE merging (a Nullable(Int8), b String) ENGINE = ReplacingMergeTree ORDER BY b")
        assert "ReplacingMergeTree" in await importer.run(str(small), cluster.address("merging"), code=65)
        cluster.query("CREATE TABLE wide (a Nullable(Int8), b String, c DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY b")
        said = await importer.run(str(small), cluster.address("wide"))
        assert not said["wasMade"] and any("c" in note for note in said["notes"]), said
        secret = importer.folder / "secret"
        secret.write_text(PASSWORDS["reader"])
        secret.chmod(0o644)
        asked = (str(small), cluster.address("no", user="reader"), "--password-file", str(secret))
        assert "chmod 600" in await importer.run(*asked, code=77)
        secret.chmod(0o600)
        assert "read-only" in await importer.run(*asked, code=77)
        await importer.run(str(small), cluster.address("t", database="nosuch"), code=66)
        line = await importer.run(str(small), "clickhouse://127.0.0.1:1/default/t", code=68)
        assert "nothing is listening" in line, line
    return "said, by line and code"


async def a_killed_import_goes_on_where_it_was(binary, web):
    """Ended while a block is on its way: it never comes there, comes there once its sender is dead, or was there before."""
    with bench(binary) as (cluster, importer, text):
        for how in ("never", "later", "before"):
            victim = None

            async def insert(count, forward):
                if count != 2 or victim.returncode is not None:
                    return await forward()
                answer = await forward() if how == "before" else None
                victim.kill()
                await victim.wait()
                if how == "later":
                    await forward()
                return answer

            async with Between(cluster.shards[0], insert) as between:
                victim = await importer.start(text, between.address(how))
                await asyncio.wait_for(victim.communicate(), 120)
                assert victim.returncode == -9, victim.returncode
                said = await importer.run(text, between.address(how))
            hold(cluster, how)
            assert said["earlierCount"] == (65_536 if how == "never" else 131_072), said
    return "lost, late and done blocks"


async def an_import_outlives_the_server(binary, web):
    """Killed before it has a block, and with its answer on the way."""
    with bench(binary) as (cluster, importer, text):
        shard = cluster.shards[0]
        for how in ("before", "after"):
            async def insert(count, forward):
                if count != 2:
                    return await forward()
                if how == "after":
                    await forward()
                await asyncio.to_thread(shard.restart)
                return None

            async with Between(shard, insert) as between:
                line = await importer.run(text, between.address(how), code=68)
                said = await importer.run(text, between.address(how))
            assert said["earlierCount"] == (65_536 if how == "before" else 131_072), (line, said)
            hold(cluster, how)
    return "restarted with a block on its way, and with its answer"


async def a_stopped_import_goes_on(binary, web):
    with bench(binary) as (cluster, importer, text):
        async def insert(count, forward):
            if count == 1:
                victim.terminate()
                await asyncio.sleep(SIGNAL_TAKES)
            return await forward()

        async with Between(cluster.shards[0], insert) as between:
            victim = await importer.start(text, between.address("t"))
            _, err = await asyncio.wait_for(victim.communicate(), 120)
            assert victim.returncode == 69 and b"again to continue" in err, (victim.returncode, err)
            assert cluster.value("SELECT count() FROM t") == "65536"
            said = await importer.run(text, between.address("t"))
            assert said["earlierCount"] == 65_536, said
        hold(cluster, "t")
    return "at the next block"


async def rows_of_others_are_not_taken_for_its_own(binary, web):
    with bench(binary) as (cluster, importer, text):
        async def insert(count, forward):
            if count == 2:
                cluster.query("INSERT INTO t (id, when, value, word) SELECT 1000000 + number, 0, 0, '' FROM numbers(5)")
                victim.kill()
                await victim.wait()
                return None
            return await forward()

        async with Between(cluster.shards[0], insert) as between:
            victim = await importer.start(text, between.address("t"))
            await asyncio.wait_for(victim.communicate(), 120)
            line = await importer.run(text, between.address("t"), code=65)
            assert "5 have arrived" in line, line
            assert cluster.value("SELECT count() FROM t") == str(65_536 + 5)
            pathlib.Path(text).write_text("id,when\n1,2024-02-29\n")
            assert "has changed" in await importer.run(text, between.address("t"), code=65)
    return "said, and nothing written"


async def shards_get_every_row_once_by_its_number(binary, web):
    """A block that arrived in part, since a shard died, is told; by the rows' numbers the rest is put there."""
    columns = "id Int64, when DateTime, value Float64, word String, maybe Nullable(Int64), row UInt64"
    with bench(binary, 2) as (cluster, importer, text):
        for table, options in (("plain", ()), ("numbered", ("--row-number", "row"))):
            cluster.spread(table, columns, "id")

            async def insert(count, forward):
                if count == 2:
                    await asyncio.to_thread(cluster.shards[1].kill)
                return await forward()

            async with Between(cluster.shards[0], insert) as between:
                await importer.run(text, between.address(table), *options, code=69)
                await asyncio.to_thread(cluster.shards[1].start)
                held = int(cluster.value(f"SELECT count() FROM {table}"))
                if held == 65_536 or options:
                    await importer.run(text, between.address(table), *options)
                    hold(cluster, table)
                else:
                    line = await importer.run(text, between.address(table), *options, code=65)
                    assert f"{held - 65_536} have arrived" in line, line
        assert cluster.rows("SELECT min(row), max(row), countIf(row = id + 1) FROM numbered") == [("1", str(ROWS), str(ROWS))]
        shares = [int(shard.value("SELECT count() FROM numbered_local")) for shard in cluster.shards]
        assert min(shares) > ROWS / 3, shares
    return f"{shares[0]} and {shares[1]} rows"


CHECKS = (
    imported_rows_are_those_of_the_text, what_cannot_be_imported_is_said, a_killed_import_goes_on_where_it_was,
    an_import_outlives_the_server, a_stopped_import_goes_on, rows_of_others_are_not_taken_for_its_own,
    shards_get_every_row_once_by_its_number)
