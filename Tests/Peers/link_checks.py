"""A client at the end of a bad network: 200 ms there and 200 ms back, one packet in twenty lost, then none at all."""

import asyncio
import contextlib
import http.client
import json
import math
import os
import statistics
import struct
import subprocess
import tempfile
import time

import websockets

from lossy import HOSTS, LossyNetwork
from waits import PATIENCE
from wire import *

PORT, NAME = 8080, "radio.example.org"
DELAY, LOSS = 0.2, 0.05
# Seconds of watching, and of no network at all.
WATCHED, CUT = 15, 4


@contextlib.contextmanager
def serving(binary, web, network):
    """A server on host 0, as behind a proxy that is transparent; gives the code that pairs a device."""
    command = network.command(
        0, binary, "serve", "demo:", "--web", web, "--host", HOSTS[0], "--port", str(PORT), "--behind-proxy", f"https://{NAME}")
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "XDG_STATE_HOME": folder})
        try:
            said = []
            while "#pair=" not in (line := process.stdout.readline()):
                said.append(line)
                assert line, said
            yield line.split("#pair=")[1].strip()
        finally:
            process.terminate()
            process.wait(PATIENCE)


def pair(network, code):
    """The cookie of a device that host 1 has paired."""
    connection = http.client.HTTPConnection(NAME)
    connection.sock = network.socket(1, (HOSTS[0], PORT))
    connection.sock.settimeout(PATIENCE)
    with contextlib.closing(connection):
        headers = {"Content-Type": "application/json", "Origin": f"https://{NAME}"}
        connection.request("POST", "/pair", json.dumps({"code": code}), headers)
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == 200, (answer.status, text)
        return answer.headers["Set-Cookie"].split(";")[0]


async def connect(network, cookie):
    made = await asyncio.to_thread(network.socket, 1, (HOSTS[0], PORT))
    made.setblocking(False)
    return websockets.connect(
        f"ws://{NAME}/socket", sock=made, origin=f"https://{NAME}", compression=None, max_size=1 << 18,
        ping_interval=None, open_timeout=PATIENCE, additional_headers={"Cookie": cookie})


def clock_request():
    return message(4, "q", int(time.monotonic() * 1e6))


class Far:
    """A client far away: rows with their age, and what the clock exchange says of the way."""

    def __init__(self, socket):
        self.client = Client(socket)
        self.rows, self.trips, self.offset = [], [], None

    async def watch(self, seconds, count=math.inf):
        """Reads for a time or until there are so many rows, acknowledges, and asks for the time once a second."""
        asked = 0
        end = time.monotonic() + seconds
        while len(self.rows) < count and (left := end - time.monotonic()) > 0:
            if time.monotonic() - asked > 1:
                asked = time.monotonic()
                await self.client.send(clock_request())
            for tag, payload in await self.client.receive(min(left, 0.5)):
                now = time.monotonic()
                if tag == CLOCK:
                    there, server = struct.unpack_from("<qq", payload)
                    trip = now - there / 1e6
                    if trip <= min(self.trips, default=9):
                        self.offset = server / 1e6 - (there / 1e6 + trip / 2)
                    self.trips.append(trip)
                elif tag == ROW:
                    row = Row(payload)
                    row.at = now
                    self.rows.append(row)
                    await self.client.send(acknowledge(row.view, 1, 0, row.sequence))

    def age(self, row):
        """Seconds from the end of a row's interval to its being here."""
        return row.at + self.offset - (row.start + row.duration) / 1e6


async def gives_a_far_client_fewer_and_newer_rows(binary, web):
    with LossyNetwork(DELAY, LOSS) as network, serving(binary, web, network) as code:
        cookie = await asyncio.to_thread(pair, network, code)
        async with await connect(network, cookie) as socket:
            far = Far(socket)
            await far.client.send(hello())
            await far.client.send(show(1, SPECTRUM, columns=512))
            await far.watch(WATCHED)
            rows = [row for row in far.rows if row.at > far.rows[0].at + 3]
            rate = len(rows) / (rows[-1].at - rows[0].at)
            skipped = sum(row.skipped for row in rows[1:])
            jumps = rows[-1].sequence - rows[0].sequence
            ages = sorted(far.age(row) for row in rows)
            # What was not sent is counted; a busy machine may leave out rows before they are made.
            assert 0 <= jumps - (len(rows) - 1 + skipped) <= jumps * 0.1, (len(rows), skipped, jumps)
            assert 1 < rate < 25 and skipped > 0, (rate, skipped)
            # The way takes 0.2 s; a row never waits behind a queue of others.
            middle = statistics.median(ages)
            assert DELAY * 0.9 < middle < 1.2, ages
            assert ages[int(len(ages) * 0.9)] < 3, ages
            best = min(far.trips)
            assert 2 * DELAY <= best < 2 * DELAY + 0.15, far.trips
            lost = network.lost / network.sent
            # The network is gone for some seconds, as in a lift: the connection lives, and goes on with what is new.
            network.is_cut = True
            await far.watch(CUT)
            network.is_cut = False
            back, before = time.monotonic(), len(far.rows)
            await far.watch(PATIENCE, before + 5)
            assert len(far.rows) >= before + 5, "stuck after the network came back"
            assert far.age(far.rows[-1]) < 3, far.age(far.rows[-1])
            again = far.rows[before].at - back
    return (f"{rate:.1f} rows/s, {skipped} told as skipped, median age {middle:.2f} s, round trip {best * 1000:.0f} ms by the "
            f"clock exchange, {lost * 100:.1f} % of packets lost; rows again {max(0, again):.1f} s after {CUT} s without a network")


CHECKS = (gives_a_far_client_fewer_and_newer_rows,)
