"""Recordings of sensors: what a killed server leaves, counted against the sender; value by value; disks that are full; folders that are played."""

import asyncio
import contextlib
import math
import pathlib
import resource
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

import numpy

import streams as st
from lines_checks import Sender
from mixing_checks import make
from server import Server
from stream_checks import Viewer
from waits import PATIENCE, changed
from wire import CONTROLS, TIME_MAP, WELCOME, message

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Fixtures/store"))
import check_store  # noqa: E402

RATE = 500
RECORD, PICK, LOOK = 203, 199, 101


class Board:
    """Lines over TCP, throttled to a rate; knows how many it has sent."""

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.sender, self.accepted = None, threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def serve(self):
        with contextlib.suppress(OSError):
            connection, _ = self.listener.accept()
            self.sender = Sender(connection.sendall, rate=RATE)
            self.accepted.set()
            self.sender.start()

    def __exit__(self, *_):
        self.listener.close()
        if self.sender:
            self.sender.stopping.set()

    @property
    def source(self):
        return f"lines:tcp://127.0.0.1:{self.listener.getsockname()[1]}?rate={RATE}"

    def has_sent(self, number):
        """Waits until a line has been sent; gives how many have."""
        assert self.accepted.wait(PATIENCE), "nobody connects"
        self.sender.has_sent(number)
        return self.sender.next


def read(path):
    """Samples of each group (channels by frames), its first number, and the notes of a store, by a reader that was written from store.md."""
    data = pathlib.Path(path).read_bytes()
    try:
        groups, notes, closed = check_store.read(data)
    except (AssertionError, struct.error):
        # The last record may have been under way.
        groups, notes, closed = check_store.read(data[:data.rindex(b"WREC")])
    tables = []
    for group in groups:
        numbers = sorted(group["frames"])
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), "a frame is missing"
        tables.append((numbers[0], numpy.array([group["frames"][number] for number in numbers]).T, group))
    return tables, notes, closed


def only(folder):
    found = sorted(pathlib.Path(folder).glob("*.wgs"))
    assert len(found) == 1, found
    return found[0]


def run(binary, *arguments):
    return subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE)


async def a_killed_server_loses_a_second_at_most(binary, web):
    with tempfile.TemporaryDirectory() as folder, Board() as board:
        with Server(binary, web, board.source, "--record", folder) as server:
            sent = board.has_sent(7 * RATE // 2)
            server.process.kill()
            server.process.wait(PATIENCE)
        path = only(folder)
        ((_, values, _),), notes, closed = read(path)
        assert not closed
        # The first line may have been cut where reading began.
        first, count = int(values[0][0]), int(values[0][-1]) + 1
        numbers = numpy.arange(first, count)
        assert first <= 1 and (values[0] == numbers).all(), "a line is not where it was sent"
        assert (values[1] == [float(f"{math.sin(number / 10):.4f}") for number in numbers]).all()
        lost = (sent - count) / RATE
        assert lost <= 1, f"{lost:.2f} s are lost"
        told = run(binary, "info", path)
        assert told.returncode == 0 and "interrupted" in told.stdout and f"{count - first} samples" in told.stdout, told
        # Cut anywhere, what is whole is found, and converted.
        data = path.read_bytes()
        cut = pathlib.Path(folder) / "cut.wgs"
        for part in (0.3, 0.77):
            cut.write_bytes(data[:int(len(data) * part)])
            table = cut.with_suffix(".csv")
            made = run(binary, "convert", cut, table, "--force")
            assert made.returncode == 0 and "interrupted" in made.stderr, made
            rows = numpy.loadtxt(table, delimiter=",", skiprows=1)
            assert len(rows) and (rows[:, 1] == first + numpy.arange(len(rows))).all(), "a row is not where it was sent"
    return f"{sent} lines sent, {count} there, {max(0, lost) * 1000:.0f} ms lost"


class Page(Viewer):
    """A client of the first source, which keeps what its controls offer, too."""

    def __init__(self, connection):
        super().__init__(connection)
        self.looks, self.offers = [], {}

    async def take(self, tag, payload):
        if tag in (st.STREAM_SOURCE, st.TIMES, st.MARKS, LOOK, CONTROLS, TIME_MAP) and payload[:2] != b"\0\0":
            return
        if tag == LOOK:
            self.looks.append(payload)
        if tag == CONTROLS:
            self.offers = dict(self.offered(payload))
        if tag == st.STREAM_SOURCE and (self.source is None or st.Source(payload).name != self.source.name):
            self.times = st.Times()
        await super().take(tag, payload)

    async def greet(self):
        await self.client.send(st.hello())
        for tag, payload in await self.answered():
            if tag == WELCOME:
                self.offset = struct.unpack_from("<HHq", payload)[2] - time.monotonic_ns() // 1000

    @staticmethod
    def offered(payload):
        reader = st.Reader(payload)
        _, count = reader.take("HB")
        for _ in range(count):
            number = reader.take("BBdddd")[0]
            reader.text()
            yield number, [reader.text() for _ in range(reader.take("B"))]

    async def set(self, control, value):
        await self.client.send(st.adjust(control, value))

    async def until(self, holds, what="change"):
        await super().until(holds, what)


@contextlib.asynccontextmanager
async def page(binary, web, *arguments):
    with Server(binary, web, *arguments) as server:
        async with server.connect() as connection:
            one = Page(connection)
            one.server = server
            await one.greet()
            await one.show([], 1000, 0)
            yield one


def look(window):
    """Lanes 2, 0, 1 with the last left out, which sweep; a level to cross, and a band of the first."""
    head = message(19, "HBBBBdffHHB", 0, 0, 0, 0, 1, window, 25, 10, 3, 0, 3)
    lanes = b"".join(struct.pack("<BBff", *lane) for lane in ((2, 1, -2, 2), (0, 3, -1, 6), (1, 0, 0, 1)))
    tail = struct.pack("<BBff", 7, 2, 0.25, 0.5) + struct.pack("<BBff", 1, 2, -1.5, 1.5)
    return head[:2] + struct.pack("<H", len(head) - 4 + len(lanes + tail)) + head[4:] + lanes + tail


async def a_page_records_and_a_folder_plays_it(binary, web):
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "recordings"
        folder.mkdir()
        async with page(binary, web, "demo:streams?count=3&rate=250", "--recordings", str(folder)) as one:
            assert one.controls[RECORD] == 0 and not list(folder.iterdir())
            await one.set(200, 1)
            await one.set(RECORD, 1)
            await one.until(lambda: one.controls[RECORD] == 1)
            await one.client.send(make(0, 1, 1, -1, 0, "difference", ""))
            await one.until(lambda: "difference" in one.source.labels)
            await one.client.send(look(7.5))
            await one.client.send(st.set_mark(0, 200, "here"))
            await one.client.send(st.set_mark(0, 150, "there"))
            await one.until(lambda: len(one.marks) == 2)
            await one.client.send(st.set_mark(0, 150, "", mark=2))
            await one.until(lambda: one.controls.get(204, 0) >= 1 and 205 in one.controls)
            await one.set(RECORD, 0)
            await one.until(lambda: one.controls[RECORD] == 0 and 204 not in one.controls)
        path = only(folder)
        ((first, values, group),), notes, closed = read(path)
        assert closed and group["rate"] == 250 and len(values) == 3
        numbers = first + numpy.arange(values.shape[1])
        for channel in range(3):
            assert is_sine(values[channel], channel, numbers, 250), "what came is not what is there"
        view = [note for note in notes if note["kind"] == "view"][-1]
        assert (view["window"], view["mode"], [channel[1] for channel in view["channels"]]) == (7.5, 1, [2, 0, 1]), view
        assert view["flags"] == 6 and [channel[2] for channel in view["channels"]] == [1, 3, 0], view
        assert (view["trigger"], view["bands"]) == ((0, 2, 3, 0.25, 0.5), [(0, 2, -1.5, 1.5)]), view
        assert view["mixtures"] == [(0, 3, 0, 1, 1, -1, 0, "difference", "")], view
        assert [stage[:4] for stage in [note for note in notes if note["kind"] == "filters"][-1]["stages"]] == [
            (2, 1, 2, 0.5), (1, 1, 2, 40.0)]
        remarks = [(note["label"], note["sequence"], note["removed"]) for note in notes if note["kind"] == "remark"]
        assert remarks == [("here", 200, 0), ("there", 150, 0), ("", 150, 1)], remarks

        outside = pathlib.Path(place) / "outside.wgs"
        outside.write_bytes(path.read_bytes())
        (folder / "link.wgs").symlink_to(outside)
        (folder / "notes.txt").write_text("nothing of signals\n")
        async with page(binary, web, str(folder)) as one:
            await one.until(lambda: PICK in one.controls)
            assert one.controls[PICK] == 0 and not one.source.groups
            names = one.offers[PICK]
            assert len(names) == 2 and names[1].startswith(f"{path.name} · ") and "3 × 250 Hz" in names[1], names
            for wild in (-5, 2 ** 40, float("nan"), float("inf")):
                await one.set(PICK, wild)
            await one.until(lambda: one.source.groups and 200 in one.controls)
            assert one.source.name == path.name and one.source.labels[:3] == ["sine 1", "sine 2", "sine 3"]
            await one.until(lambda: one.looks and one.controls[200] == 1)
            assert one.looks[-1] == look(7.5)[4:] and one.source.labels[3:] == ["difference"]
            await one.set(200, 0)
            # What is filtered anew voids what was sent before.
            await one.until(lambda: one.controls[200] == 0)
            await one.show(range(4), 1000, 60_000_000)
            await one.until(lambda: any("has ended" in notice for notice in one.notices))
            await one.fetch(60_000_000)
            await one.until(lambda: len(one.keeper.blocks[0]) >= len(numbers) and one.marks)
            blocks = one.keeper.blocks[0]
            assert sorted(blocks) == list(numbers), "numbers are not those of the recording"
            for channel in range(3):
                shown = numpy.array([blocks[number][channel, 0] for number in numbers])
                assert (shown == values[channel].astype("f4")).all(), "a replay is other than what was there"
            made = numpy.array([blocks[number][3, 0] for number in numbers])
            assert numpy.abs(made - (values[0] - values[1])).max() < 1e-6, "what was made is not made again"
            assert [mark[1:] for mark in one.marks] == [(0, 200, "here")], one.marks
    return f"{len(numbers)} samples of 3 streams recorded, played, and the same; look, filter, made stream and mark, too"


async def a_disk_that_is_full_is_said(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        async with page(binary, web, "demo:streams?count=8&rate=1k", "--record", folder) as one:
            await one.until(lambda: one.controls.get(205, 0) > 0)
            size = only(folder).stat().st_size
            limit(one.server.process.pid, size)
            await one.show(range(8), 100_000, 1_000_000)
            await one.until(lambda: any("The recording is waiting: the file has reached its maximum size" in notice for notice in one.notices))
            assert not any(folder in notice for notice in one.notices), "a path is told"
            before = one.keeper.live
            # What is shown does not wait for the disk.
            await one.until(lambda: one.keeper.live > before + 10)
            limit(one.server.process.pid, resource.RLIM_INFINITY)
            await asyncio.to_thread(changed, folder, lambda: only(folder).stat().st_size > size + 30_000, "longer file", one.server.process)
            _, code = one.server.stop()
            assert code == 0
        ((first, values, _),), _, closed = read(only(folder))
        assert closed and first == 0
        numbers = numpy.arange(values.shape[1])
        assert all(is_sine(values[channel], channel, numbers, 1000) for channel in range(8))
    refused = run(binary, "serve", "demo:ecg", "--record", folder, "--web", web, "--port", "0")
    assert refused.returncode == 73 and "does not exist" in refused.stderr, refused
    return f"{values.shape[1]} frames, none missing"


def is_sine(values, channel, numbers, rate):
    """By the formula of demo:streams; sines are computed in another way there."""
    return numpy.abs(values - st.sines(channel, numbers, rate)).max() < 1e-6


def limit(pid, size):
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


CHECKS = (a_killed_server_loses_a_second_at_most, a_page_records_and_a_folder_plays_it, a_disk_that_is_full_is_said)
