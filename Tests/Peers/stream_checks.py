"""Streams of samples over a real socket, by a client that was written from wire.md alone: every value is checked."""

import contextlib
import csv
import math
import pathlib
import struct
import tempfile
import time

import numpy

import streams as st
from server import Server
from wire import CONTROLS, FETCHED, NOTICE, TIME_MAP, WELCOME, Client, acknowledge, message

COUNT, RATE = 64, 1000
# Seconds in which a client says nothing: as long as its server keeps all for it, and longer.
PAUSES, LONG_PAUSE = (0.3, 0.7, 0.1, 0.5), 2.5


class Viewer:
    """A client with one view, which acknowledges unless it is told to pause."""

    def __init__(self, connection):
        self.client = Client(connection)
        self.times, self.keeper, self.source = st.Times(), st.Keeper(), None
        self.offset = 0
        self.view = 0
        self.pausing = False
        self.owed = 0
        self.most_owed = 0
        self.latencies = []
        self.readings = None
        self.fetched = False
        self.controls = {}
        self.maps, self.notices, self.marks, self.spectra = [], [], [], []

    async def greet(self):
        await self.client.send(st.hello())
        await self.answered()
        # The fastest of some exchanges tells the server's clock best.
        best = float("inf")
        for _ in range(5):
            sent = time.monotonic_ns() // 1000
            await self.answered()
            came = time.monotonic_ns() // 1000
            if came - sent < best:
                best = came - sent
                self.offset = self.client.server_microseconds - (sent + came) // 2

    @property
    def now(self):
        """Server time."""
        return time.monotonic_ns() // 1000 + self.offset

    async def show(self, channels, column, back, **more):
        self.view += 1
        self.keeper, self.owed, self.most_owed, self.latencies = st.Keeper(), 0, 0, []
        await self.client.send(st.show(self.view, channels, column, self.now - back, **more))

    async def take(self, tag, payload):
        if tag == st.STREAM_SOURCE:
            self.source = st.Source(payload)
        elif tag == st.TIMES:
            self.times.take(payload)
        elif tag == st.COLUMNS:
            columns = st.Columns(payload)
            if columns.view != self.view:
                return
            self.keeper.take(columns)
            if columns.is_fetched:
                await self.client.send(acknowledge(self.view, 0, 1, 0))
                return
            self.latencies.append(self.now - columns.arrival)
            self.owed += 1
            self.most_owed = max(self.most_owed, self.owed)
            await self.settle()
        elif tag == st.READINGS:
            self.readings = struct.unpack_from("<HHQQH", payload)
        elif tag == FETCHED:
            self.fetched = True
        elif tag == CONTROLS:
            self.controls = dict(self.adjustable(payload))
        elif tag == TIME_MAP:
            self.maps.append(struct.unpack("<Hqqd", payload))
        elif tag == st.SPECTRUM:
            self.spectra.append(payload)
        elif tag == NOTICE:
            self.notices.append(payload[3:].decode())
        elif tag == st.MARKS:
            reader = st.Reader(payload)
            reader.take("HI")
            self.marks = [(*reader.take("IBQ"), reader.text()) for _ in range(reader.take("H"))]

    @staticmethod
    def adjustable(payload):
        """Numbers of controls and their values."""
        reader = st.Reader(payload)
        _, count = reader.take("HB")
        for _ in range(count):
            number, _, value, *_ = reader.take("BBdddd")
            reader.text()
            for _ in range(reader.take("B")):
                reader.text()
            yield number, value

    async def settle(self):
        if self.owed and not self.pausing:
            owed, self.owed = self.owed, 0
            await self.client.send(acknowledge(self.view, owed, 0, 0))

    async def watch(self, seconds):
        await self.settle()
        await self.client.collect(seconds, self.take)

    async def until(self, holds, what):
        await self.settle()
        await self.client.until(holds, what, self.take)

    async def answered(self):
        """What was sent before has been taken by the server, and what it sent then is here."""
        return await self.client.answered(self.take)

    async def notice(self, words):
        """Waits until this has been said, and gives the notice."""
        await self.until(lambda: any(words in notice for notice in self.notices), f"notice of {words}")
        return next(notice for notice in self.notices if words in notice)

    def newest(self, channel=0, group=0):
        """The newest value of a channel, which may be missing."""
        number = self.keeper.next.get(group, 0) - 1
        return float(self.keeper.blocks[group][number][channel, 0]) if number >= 0 else math.nan

    async def sees(self, value, channel=0, group=0):
        """Waits until a channel whose values rise has come to one."""
        await self.until(lambda: self.newest(channel, group) >= value, f"value {value}")

    async def fetch(self, back, until=0):
        self.fetched = False
        await self.client.send(st.fetch(self.view, self.now - back, self.now - until))
        await self.until(lambda: self.fetched, "end of the fetch")


@contextlib.asynccontextmanager
async def viewer(binary, web, source):
    with Server(binary, web, source) as server:
        async with server.connect() as connection:
            one = Viewer(connection)
            one.server = server
            await one.greet()
            yield one


def check_sines(blocks, level, channels, last=None):
    """Every value of every block against the formula; the newest block may be under way."""
    numbers = numpy.array(sorted(blocks))
    assert len(numbers) and (numpy.diff(numbers) == 1).all(), "a block is missing"
    values = numpy.stack([blocks[number] for number in numbers], axis=1)
    if level:
        numbers, values = numbers[:-1], values[:, :-1]
    length = 1 << level
    samples = (numbers[:, None] * length + numpy.arange(length)).ravel()
    for place, channel in enumerate(channels):
        expected = st.sines(channel, samples, RATE).reshape(len(numbers), length)
        if level == 0:
            found = numpy.abs(values[place, :, 0] - expected[:, 0])
        else:
            found = numpy.maximum(
                numpy.abs(values[place, :, 0] - expected.min(1)), numpy.abs(values[place, :, 1] - expected.max(1)))
        assert found.max() < 1e-6, f"channel {channel}: off by {found.max()} at block {numbers[found.argmax()]}"
    return values.size


async def every_sample_comes_though_the_client_pauses(binary, web):
    async with viewer(binary, web, f"demo:streams?count={COUNT}&rate={RATE}") as one:
        assert one.source.labels[63] == "sine 64" and one.source.groups[0][0] == RATE and one.source.flags == 1
        await one.show(range(COUNT), 1000, 0)
        for pause in PAUSES:
            one.pausing = True
            await one.watch(pause)
            one.pausing = False
            live = one.keeper.live
            await one.until(lambda: one.keeper.live > live + 20, "samples after a pause")
        one.readings = None
        await one.until(lambda: one.readings, "readings")
        assert one.most_owed <= 4 + 1, one.most_owed
        assert one.keeper.skips == 0
        blocks = one.keeper.blocks[0]
        checked = check_sines(blocks, 0, range(COUNT))
        _, _, received, missing, shown = one.readings
        # Readings come four times a second.
        assert missing == 0 and shown == COUNT and received > max(blocks) - RATE
        return f"{checked} samples of {COUNT} streams as the formula has them, {len(blocks) / RATE:.1f} s without a gap"


async def a_spike_shows_at_every_zoom(binary, web):
    async with viewer(binary, web, f"demo:streams?count=8&rate={RATE}") as one:
        # Until the spike after the first one has come.
        await one.show([0], 1000, 60_000_000)
        await one.until(lambda: one.keeper.next.get(0, 0) > 3.2 * RATE, "second spike")
        said = []
        for column in (2000, 16_000, 100_000, 1_000_000):
            level = st.level(RATE, column)
            await one.show([0, 3, 5], column, 60_000_000)
            await one.until(lambda: one.keeper.next.get(0, 0) << level > 3.1 * RATE, f"blocks of level {level}")
            blocks = one.keeper.blocks[0]
            check_sines(blocks, level, [0, 3, 5])
            assert max(blocks[number][0, 1] for number in blocks) == 5
            said.append(f"level {level}: {len(blocks)}")
        return "blocks " + ", ".join(said)


async def who_falls_behind_gets_the_newest_and_fetches_the_rest(binary, web):
    async with viewer(binary, web, f"demo:streams?count={COUNT}&rate={RATE}") as one:
        await one.show(range(COUNT), 1000, 0)
        await one.until(lambda: one.keeper.live > 20, "live samples")
        one.pausing = True
        await one.watch(LONG_PAUSE)
        one.pausing = False
        await one.until(lambda: one.keeper.skips, "skip")
        await one.answered()
        assert one.keeper.skips == 1, one.keeper.skips
        held = len(one.keeper.blocks[0])
        span = max(one.keeper.blocks[0]) - min(one.keeper.blocks[0]) + 1
        assert held < span - 1000, "what lies between was sent after all"
        await one.fetch(5_000_000)
        check_sines(one.keeper.blocks[0], 0, range(COUNT))
        return f"{span - held} samples of each stream were passed over and fetched"


async def hidden_streams_cost_nothing(binary, web):
    async with viewer(binary, web, "demo:imu") as one:
        assert [rate for rate, _ in one.source.groups] == [100, 25]
        await one.show(range(7), 10_000, 1_000_000)
        await one.until(lambda: len(one.keeper.blocks.get(1, ())) > 30, "samples")
        assert set(one.keeper.blocks) == {0, 1}
        ratio = len(one.keeper.blocks[0]) / len(one.keeper.blocks[1])
        assert 3 < ratio < 5, ratio
        await one.show([], 10_000, 0, showing=False)
        await one.answered()
        one.client.bytes = 0
        async with one.server.connect() as connection:
            other = Viewer(connection)
            await other.greet()
            await other.show(range(7), 10_000, 0)
            await other.until(lambda: len(other.keeper.blocks.get(0, ())) > 150, "samples of another client")
        assert await one.answered() == [] and one.client.bytes == 2 + 4 + 16, f"{one.client.bytes} bytes while hidden"
        return "0 bytes while another got 150 samples"


async def leads_are_made_of_two(binary, web):
    async with viewer(binary, web, "demo:ecg") as one:
        labels = one.source.labels
        leads = {labels[index]: index for index in range(12)}
        assert set(leads) == {"I", "II", "III", "aVR", "aVL", "aVF", *(f"V{number}" for number in range(1, 7))}
        assert one.controls[200] == 1 and one.controls[201] == 0 and 0.5 < one.controls[202] < 3, one.controls
        await one.show(range(12), 1000, 0)
        await one.until(lambda: one.keeper.live > 10, "samples")
        await one.client.send(st.adjust(200, 0))
        await one.until(lambda: one.controls[200] == 0 and 202 not in one.controls, "controls")
        await one.show(range(12), 1000, 0)
        # A heart beats within this.
        await one.until(lambda: len(one.keeper.blocks.get(0, ())) > 1.5 * one.source.groups[0][0], "samples")
        blocks = one.keeper.blocks[0]
        values = {name: numpy.array([blocks[number][index, 0] for number in sorted(blocks)]).astype(float)
                  for name, index in leads.items()}
        two, first = values["II"], values["I"]
        for name, made in (("III", two - first), ("aVR", -(first + two) / 2), ("aVL", first - two / 2),
                           ("aVF", two - first / 2)):
            assert numpy.abs(values[name] - made).max() < 1e-6, name
        assert 0.8 < two.max() < 2.2, two.max()
        return f"{len(blocks)} samples, lead II up to {two.max():.2f} mV"


async def a_table_is_played_as_it_is_written(binary, web):
    """Sequence, values, gaps, speed and seek of a CSV file that Python wrote."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "made.csv"
        random = numpy.random.default_rng(7)
        values = numpy.round(random.normal(size=(2000, 2)), 6)
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["time", "left (V)", "right (V)"])
            for index, (left, right) in enumerate(values):
                writer.writerow([f"{index / 500:.3f}", left, "" if 300 <= index < 310 else right])
        async with viewer(binary, web, f"file:{path}?speed=0") as one:
            assert one.source.flags & 2 and abs(one.source.seconds - 4) < 0.01, one.source.seconds
            assert one.maps[-1][3] == 0
            await one.show([0, 1], 100, 0)
            await one.client.send(st.speed(2))
            await one.notice("ended")
            await one.until(lambda: one.keeper.next.get(0, 0) >= 2000, "last sample")
            await one.answered()
            blocks = one.keeper.blocks[0]
            assert sorted(blocks) == list(range(2000)), (len(blocks), min(blocks), max(blocks))
            played = numpy.stack([blocks[number][:, 0] for number in range(2000)])
            expected = values.astype(numpy.float32)
            expected[300:310, 1] = numpy.nan
            assert numpy.array_equal(played, expected, equal_nan=True)
            rate = one.times.pieces[0][-1][2]
            assert abs(rate - 1000) < 1e-6, rate
            # Back to 3 s: numbers go on, time steps.
            await one.client.send(st.seek(3))
            await one.until(lambda: one.keeper.next[0] >= 2100, "samples after the seek")
            first, _, _, reason = one.times.pieces[0][-1]
            assert (first, reason) == (2000, 2)
            again = numpy.stack([blocks[number][:, 0] for number in range(2000, 2100)])
            assert numpy.array_equal(again, expected[1500:1600], equal_nan=True)
            return f"{played.size} values as they were written, 10 of them missing"


async def marks_are_everyones(binary, web):
    async with viewer(binary, web, "demo:imu") as one:
        async with one.server.connect() as connection:
            other = Viewer(connection)
            await other.greet()
            for each in (one, other):
                await each.show([0], 10_000, 0)
            for hand, mark in ((one, st.set_mark(0, 17, "up µ")), (other, st.set_mark(0, 17, "", mark=1))):
                before = one.marks
                await hand.client.send(mark)
                for each in (one, other):
                    await each.until(lambda: each.marks != before, "marks")
                assert one.marks == other.marks == ([] if before else [(1, 0, 17, "up µ")]), (one.marks, other.marks)
        return "set by one, taken away by the other"


async def samples_are_there_soon(binary, web):
    """From a block's arrival at the server to the client, 16 ms blocks: no limit that a busy machine would break."""
    said = []
    for count in (13, COUNT):
        async with viewer(binary, web, f"demo:streams?count={count}&rate={RATE}") as one:
            await one.show(range(count), 5000, 0)
            await one.until(lambda: len(one.latencies) > 200, "200 messages")
            late = numpy.percentile(one.latencies[5:], [50, 99]) / 1000
            assert late[0] < 300, late
            said.append(f"{count} streams {late[0]:.1f} ms, p99 {late[1]:.1f} ms")
    return "; ".join(said)


async def both_kinds_are_served_side_by_side(binary, web):
    with Server(binary, web, "demo:", "demo:ecg", "demo:imu") as server:
        health = server.get("/healthz")[2].decode()
        assert health.count('"kind":"streams"') == 2, health
        async with server.connect() as connection:
            client = Client(connection)
            await client.send(message(1, "H", 2))
            tags = await client.answered()
            assert tags[0][0] == WELCOME and struct.unpack_from("<HH", tags[0][1])[1] == 1
        async with server.connect() as connection:
            one = Viewer(connection)
            await one.client.send(st.hello())
            messages = await one.client.answered()
            assert struct.unpack_from("<HH", messages[0][1])[1] == 2
            names = [st.Source(payload).name for tag, payload in messages if tag == st.STREAM_SOURCE]
            return ", ".join(names)


CHECKS = (
    every_sample_comes_though_the_client_pauses, a_spike_shows_at_every_zoom,
    who_falls_behind_gets_the_newest_and_fetches_the_rest, hidden_streams_cost_nothing, leads_are_made_of_two,
    a_table_is_played_as_it_is_written, marks_are_everyones, samples_are_there_soon,
    both_kinds_are_served_side_by_side)
