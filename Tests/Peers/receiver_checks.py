"""A receiver behind rtl_tcp: our server before Debian's rtl_433, our client before a proxy that does what networks do."""

import asyncio
import contextlib
import json
import shutil
import socket
import struct
import subprocess
import time

from server import Server
from waits import PATIENCE
from wire import *


class Simulator:
    """`waveglass simulate rtltcp` on a port until the block ends."""

    def __init__(self, binary, port=0):
        self.command = [binary, "simulate", "rtltcp", "--port", str(port)]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("rtl_tcp is at 127.0.0.1:"), line
        self.port = int(line.rsplit(":", 1)[1])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.said = self.process.stdout.read()


class Proxy:
    """Stands between client and simulator and breaks what passes, by `fault`: none, stall, trickle, garbage or silence."""

    def __init__(self, target):
        self.target = target
        self.commands = []
        self.links = []
        self.flows = asyncio.Event()
        self.fault = None

    @property
    def fault(self):
        return self.kind

    @fault.setter
    def fault(self, kind):
        self.kind = kind
        if kind == "stall":
            self.flows.clear()
        else:
            self.flows.set()

    async def __aenter__(self):
        self.server = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_):
        self.server.close()
        self.cut()

    def cut(self):
        """Closes every connection with a reset."""
        for writer in self.links:
            raw = writer.get_extra_info("socket")
            if raw:
                with contextlib.suppress(OSError):
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
        self.links = []

    async def accept(self, reader, writer):
        self.links.append(writer)
        if self.fault == "garbage":
            writer.write(b"SSH-2.0-OpenSSH_9.2p1\r\n")
            return
        if self.fault == "silence":
            return
        try:
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            return writer.close()
        self.links.append(up_writer)
        with contextlib.suppress(ConnectionError):
            await asyncio.gather(self.carry_commands(reader, up_writer), self.carry_samples(up_reader, writer))
        for each in (writer, up_writer):
            each.transport.abort()

    async def carry_commands(self, reader, writer):
        while data := await reader.read(4096):
            self.commands.append(data)
            writer.write(data)

    async def carry_samples(self, reader, writer):
        while data := await reader.read(65536):
            await self.flows.wait()
            if self.fault == "trickle":
                for at in range(0, len(data), 777):
                    writer.write(data[at:at + 777])
                    await writer.drain()
            else:
                writer.write(data)
                await writer.drain()
        writer.close()


class Watcher:
    """A client of ours that draws every row and keeps what it is told."""

    def __init__(self, socket):
        self.client = Client(socket)
        self.rows, self.notices, self.sources, self.controls = [], [], [], None
        self.view = 0

    async def show(self, low, high, columns=1024):
        self.view += 1
        await self.client.send(message(
            2, "HHBBHBIIdd", self.view, 0, SPECTRUM, MAX, columns, ROWS_PER_SECOND, 500_000, 0, low, high))

    async def tune(self, low, high):
        await self.client.send(message(5, "HBdd", 0, 2, low, high))

    async def adjust(self, control, value):
        await self.client.send(message(5, "HBBd", 0, 4, control, value))

    async def take(self, tag, payload):
        if tag == ROW:
            row = Row(payload)
            row.at = time.monotonic()
            row.band = self.client.axes[row.axis]
            if row.view == self.view:
                self.rows.append(row)
            await self.client.send(acknowledge(row.view, 1, 0, row.sequence))
        elif tag == NOTICE:
            (length,) = struct.unpack_from("<H", payload, 1)
            self.notices.append(payload[3:3 + length].decode())
        elif tag == SOURCE:
            self.sources.append(struct.unpack_from("<dd", payload, 5))
            self.levels = struct.unpack_from("<ff", payload, 85)
            self.said = payload[93:].decode(errors="replace")
        elif tag == CONTROLS:
            self.controls = payload

    async def until(self, holds, what):
        """Watches until something holds; gives the seconds that it took."""
        began = time.monotonic()
        await self.client.until(holds, what, self.take)
        return time.monotonic() - began

    async def flow(self, count=20):
        """New rows that are not all gaps."""
        start = len(self.rows)
        alive = lambda: sum(max(row.values) > -1500 for row in self.rows[start:]) >= count
        return await self.until(alive, "rows")

    def level(self, hertz, row=None):
        """Highest level near a frequency in a row, the newest unless told, in dB."""
        row = row or self.rows[-1]
        columns, low, high = row.band
        at = int((hertz - low) / (high - low) * columns)
        return max(row.values[max(0, at - 1):at + 2]) / 10


@contextlib.asynccontextmanager
async def watching(binary, web, source):
    with Server(binary, web, source) as server:
        async with server.connect() as connection:
            watcher = Watcher(connection)
            await watcher.client.send(hello())
            yield watcher


async def rtl_433_hears_the_thermometer(binary, web):
    assert shutil.which("rtl_433"), "rtl_433 is not installed"
    with Simulator(binary) as simulator:
        heard = await asyncio.to_thread(
            subprocess.run,
            ["rtl_433", "-d", f"rtl_tcp:127.0.0.1:{simulator.port}", "-f", "433.92M", "-T", "9", "-F", "json"],
            capture_output=True, text=True, timeout=PATIENCE)
    assert "(Tuner: R820T)" in heard.stderr, heard.stderr
    packets = [json.loads(line) for line in heard.stdout.splitlines() if line.startswith("{")]
    assert packets and all(
        (p["model"], p["id"], p["channel"], p["humidity"]) == ("Nexus-TH", 90, 1, 45) for p in packets), heard.stdout
    warmer = [p["temperature_C"] for p in packets]
    assert warmer == sorted(warmer) and 20 <= warmer[0] < 25, warmer
    assert "frequency 433920000 Hz" in simulator.said and "sample rate 250000 Hz" in simulator.said, simulator.said
    return f"{len(packets)} packets decoded, {warmer[0]} to {warmer[-1]} °C"


async def receives_retunes_and_sweeps(binary, web):
    with Simulator(binary) as simulator:
        source = f"rtltcp://127.0.0.1:{simulator.port}?rate=1.2M&frequency=150.2M"
        async with watching(binary, web, source) as watcher:
            await watcher.show(149.8e6, 150.6e6)
            await watcher.flow()
            assert abs(watcher.level(150e6) + 40) < 1, watcher.level(150e6)
            assert "R820T" in watcher.said, watcher.said
            # The screen begins just under the noise, not where the converter's steps end.
            noise = sorted(watcher.rows[-1].values)[len(watcher.rows[-1].values) // 2] / 10
            assert 0 < noise - watcher.levels[0] < 25 and watcher.levels[1] == -5, (noise, watcher.levels)
            await watcher.tune(174.95e6, 175.13e6)
            await watcher.show(174.95e6, 175.13e6)
            took = await watcher.until(
                lambda: watcher.rows and watcher.rows[-1].view == 2 and abs(watcher.level(175e6) + 40) < 1, "retune")
            levels = [watcher.level(175e6, row) for row in watcher.rows if row.view == 2]
            old = [level for level in levels if -1000 < level < -45]
            assert not old, f"samples of before the retune were shown as new ones: {old}"
            low, high = watcher.sources[-1]
            assert low <= 174.95e6 and high >= 175.13e6 and high - low < 0.3e6, (low, high)
            await watcher.tune(180.1e6, 200.1e6)
            await watcher.show(180.1e6, 200.1e6)
            await watcher.until(
                lambda: watcher.rows and watcher.rows[-1].view == 3 and watcher.rows[-1].duration > 200_000, "sweep")
            levels = {at: watcher.level(at * 1e6) for at in (185, 190, 195, 200)}
            assert sum(abs(level + 40) < 1.5 for level in levels.values()) >= 3, levels
            # 15.7 dB instead of the reference's 29.7; so weak, eight bits are right within some decibels only.
            await watcher.adjust(1, 10)
            swept = len(watcher.rows) + 3
            await watcher.until(lambda: len(watcher.rows) > swept, "sweeps with another gain")
            assert struct.unpack_from("<d", watcher.controls, 5)[0] == 10, watcher.controls[:20]
            quiet = {at: watcher.level(at * 1e6) for at in (185, 190, 195, 200)}
            assert sum(abs(level + 53) < 4 for level in quiet.values()) >= 3, quiet
            seconds = watcher.rows[-1].duration / 1e6
    for said in ("sample rate 250000 Hz", "tuner gain manual", "tuner gain 15.7 dB"):
        assert said in simulator.said, simulator.said
    return f"retuned in {took:.2f} s, 20 MHz swept in {seconds:.2f} s"


async def survives_what_networks_do(binary, web):
    figures = []
    with Simulator(binary) as simulator:
        async with Proxy(simulator.port) as proxy:
            proxy.fault = "garbage"
            source = f"rtltcp://127.0.0.1:{proxy.port}?rate=1.2M&frequency=150.2M"
            async with watching(binary, web, source) as watcher:
                await watcher.show(149.8e6, 150.6e6)
                says = lambda words: (lambda: any(words in notice for notice in watcher.notices))
                await watcher.until(says('is not an rtl_tcp server: it sends "SSH-2.0-Open"'), "garbage")
                proxy.fault = "trickle"
                await watcher.flow(30)
                assert abs(watcher.level(150e6) + 40) < 1, "a trickle changes no level"

                proxy.fault = "stall"
                stalled = time.monotonic()
                await watcher.until(says("sends no samples"), "silence")
                silence = time.monotonic() - stalled
                # A busy machine is late.
                assert silence < 10, f"silence was said after {silence:.1f} s"
                figures.append(f"silence said after {silence:.1f} s")
                proxy.fault = None
                await watcher.flow(20)

                before = watcher.rows[-1]
                proxy.cut()
                await watcher.until(says("closed the connection"), "cut")
                figures.append(f"rows again {await watcher.flow(20):.1f} s after a cut")
                after = next(row for row in watcher.rows if row.sequence > before.sequence and row.start > before.start + 200_000)
                assert after.start >= before.start + before.duration, "the time of the cut must be a gap"

                proxy.fault = "silence"
                proxy.cut()
                await watcher.until(says("one client at a time"), "a server that is silent")
                proxy.fault = None
                proxy.cut()
                await watcher.flow(20)
    return ", ".join(figures)


async def finds_the_server_again(binary, web):
    with Simulator(binary) as simulator:
        port = simulator.port
        async with watching(binary, web, f"rtltcp://127.0.0.1:{port}?rate=1.2M&frequency=150.2M") as watcher:
            await watcher.show(149.8e6, 150.6e6)
            await watcher.flow()
            before = watcher.rows[-1]
            simulator.process.kill()
            simulator.process.wait(PATIENCE)
            await watcher.until(lambda: any("closed the connection" in n for n in watcher.notices), "gone")
            await watcher.until(lambda: any("nothing is listening there" in n for n in watcher.notices), "refused")
            with Simulator(binary, port):
                took = await watcher.flow(20)
                after = watcher.rows[-1]
                assert after.start > before.start + 500_000 and after.sequence > before.sequence
    return f"rows again {took:.1f} s after a restart, {len(watcher.notices)} notices"


CHECKS = (
    rtl_433_hears_the_thermometer, receives_retunes_and_sweeps, survives_what_networks_do, finds_the_server_again)
