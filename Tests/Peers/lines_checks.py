"""Sensors that write lines: over ptys of socat with pyserial, TCP, UDP and a pipe, every number followed to the screen."""

import contextlib
import math
import pathlib
import socket
import subprocess
import tempfile
import threading
import time

import serial

from server import Server
from stream_checks import Viewer
from waits import PATIENCE, changed, listens

RATE = 100
# How often a sender writes the lines that are due.
PACE = 0.01
# Seconds for which a sensor is away, so that its gap can be measured.
AWAY = 1.2


def line(number):
    return f"count:{number},wave:{math.sin(number / 10):.4f}\n".encode()


class Sender(threading.Thread):
    """Writes lines at a rate from a thread, a number of them or until the block ends; what it wrote last is known."""

    def __init__(self, write, rate=RATE, first=0, make=line, count=None):
        super().__init__(daemon=True)
        self.write, self.rate, self.next, self.make = write, rate, first, make
        self.end = math.inf if count is None else first + count
        self.stopping, self.progress = threading.Event(), threading.Condition()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.join(PATIENCE)

    def run(self):
        began, first = time.monotonic(), self.next
        while self.next < self.end and not self.stopping.wait(PACE):
            due = min(self.end, first + int((time.monotonic() - began) * self.rate))
            if due > self.next:
                text = b"".join(self.make(number) for number in range(self.next, due))
                try:
                    self.write(text)
                except OSError:
                    return
                with self.progress:
                    self.next = due
                    self.progress.notify_all()

    def has_sent(self, number):
        """Waits until a line has been written."""
        with self.progress:
            assert self.progress.wait_for(lambda: self.next > number, PATIENCE), self.next


@contextlib.asynccontextmanager
async def viewer(binary, web, source, **options):
    with Server(binary, web, source, **options) as server:
        async with server.connect() as connection:
            one = Viewer(connection)
            one.server = server
            await one.greet()
            await one.show([], 1000, 0)
            yield one


async def shown(one):
    """Waits until the channels are known, and shows every sample of them."""
    await one.until(lambda: one.source.groups, "channels")
    await one.show(range(len(one.source.labels)), 1000, 60_000_000)


def received(one, channel=0):
    """Values of a channel by number, from the first on."""
    blocks = one.keeper.blocks[0]
    numbers = sorted(blocks)
    assert numbers == list(range(numbers[0], numbers[-1] + 1)), "a block is missing"
    return numbers[0], [float(blocks[number][channel, 0]) for number in numbers]


def check_counts(values, first, last):
    """Counts rise by one; where one is missing a gap says so. Gives how many came and how many are gaps."""
    numbers = [int(value) for value in values if not math.isnan(value)]
    gaps = sum(math.isnan(value) for value in values)
    assert numbers == sorted(set(numbers)), "a line came twice, or out of turn"
    assert numbers[0] <= first and numbers[-1] >= last, (numbers[0], first, numbers[-1], last)
    place = {int(value): index for index, value in enumerate(values) if not math.isnan(value)}
    for one, other in zip(numbers, numbers[1:]):
        assert other - one == 1 or place[other] - place[one] > 1, f"{one} is joined with {other}"
    return len(numbers), gaps


@contextlib.contextmanager
def ptys():
    """Two terminals that socat ties together."""
    with tempfile.TemporaryDirectory() as folder:
        ends = [pathlib.Path(folder) / name for name in ("board", "port")]
        process = subprocess.Popen(["socat", *(f"pty,raw,echo=0,link={end}" for end in ends)])
        try:
            changed(folder, lambda: all(end.exists() for end in ends), "terminals", process)
            yield process, *map(str, ends)
        finally:
            process.terminate()
            process.wait(PATIENCE)


async def lines_of_a_serial_port(binary, web):
    with ptys() as (_, board, port):
        with serial.Serial(board, 115_200) as device, Sender(device.write, first=10_000) as sender:
            async with viewer(binary, web, f"lines:{port}?baud=115200") as one:
                await shown(one)
                await one.until(lambda: len(one.keeper.blocks.get(0, ())) > 4 * RATE, "4 s of lines")
                last = sender.next - 1
                await one.sees(last)
                assert one.source.labels == ["count", "wave"], one.source.labels
                # Measured from when lines arrive, which a busy machine makes uneven: the estimate follows what comes.
                await one.until(lambda: abs(one.source.groups[0][0] / RATE - 1) < 0.3, "a rate near that of the lines")
                last = sender.next - 1
                await one.sees(last)
                first, values = received(one)
                assert first == 0
                came, gaps = check_counts(values, int(values[0]), last)
                assert gaps == 0 and came > 4 * RATE, (came, gaps)
                waves = received(one, 1)[1]
                assert all(abs(wave - round(math.sin(count / 10), 4)) < 1e-6 for count, wave in zip(values, waves))
    return f"{came} lines, each where it belongs; {one.source.detail}"


async def lines_of_a_port_that_vanishes(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        port = pathlib.Path(folder) / "port"
        with ptys() as (socat, board, first_port):
            port.symlink_to(first_port)
            with serial.Serial(board, 115_200) as device, Sender(device.write) as sender:
                async with viewer(binary, web, f"lines:{port}?rate={RATE}") as one:
                    await shown(one)
                    await one.sees(RATE)
                    sender.stopping.set()
                    sender.join(PATIENCE)
                    before = sender.next
                    with contextlib.ExitStack() as second:
                        socat.terminate()
                        socat.wait(PATIENCE)
                        port.unlink()
                        began = time.monotonic()
                        await one.notice("trying again")
                        await one.watch(AWAY)
                        away = time.monotonic() - began
                        _, board, other = second.enter_context(ptys())
                        port.symlink_to(other)
                        device = second.enter_context(serial.Serial(board, 115_200))
                        sender = second.enter_context(Sender(device.write, first=before + 1000))
                        await one.notice("connected again")
                        await one.sees(before + 1000 + RATE)
                    _, values = received(one)
                    came, gaps = check_counts(values, int(values[0]), before + 1000 + RATE)
                    assert gaps > 0.8 * away * RATE, (gaps, away)
    return f"{came} lines and a gap of {gaps}"


async def lines_over_tcp_that_breaks(binary, web):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        sent = []

        def serve():
            for first in (0, 5000):
                connection, _ = listener.accept()
                with connection:
                    Sender(connection.sendall, first=first, count=3 * RATE).run()
                sent.append((first, first + 3 * RATE))

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        async with viewer(binary, web, f"lines:tcp://127.0.0.1:{listener.getsockname()[1]}") as one:
            await shown(one)
            await one.sees(5000 + 3 * RATE - 1)
            thread.join(PATIENCE)
            _, values = received(one)
            came, gaps = check_counts(values, 1, sent[1][1] - 1)
            # Of each connection the first line may have begun before: passed over, and said.
            assert came == sum(end - first - 1 for first, end in sent), (came, sent)
            assert gaps >= 1
            assert any("cut off where reading began" in notice for notice in one.notices), one.notices
    return f"{sent} sent, {came} came, {gaps} missing in between"


async def lines_over_udp(binary, web):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    sink = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with sink:
        async with viewer(binary, web, f"lines:udp://127.0.0.1:{port}?rate={RATE}") as one:
            sink.connect(("127.0.0.1", port))
            listens(port, one.server.process, "udp")
            with Sender(sink.send) as sender:
                await shown(one)
                await one.sees(3 * RATE)
            await one.sees(sender.next - 1)
            _, values = received(one)
            came, gaps = check_counts(values, 0, sender.next - 1)
            assert came == sender.next and gaps == 0, (came, gaps, sender.next)
    return f"{came} of {sender.next} lines"


async def lines_of_a_pipe_that_goes_wrong(binary, web):
    """Lines with what boards write wrong: each is a frame, and never in another channel."""
    good = 0
    faulty = [
        "4,5\n", "6,7,8,9\n", "1,nan,3\n", "1,oops,3\n", "1,inf,3\n", "x" * 40_000 + "1\n", "1,1e999,3\n", "1 2\n"]
    with Server(binary, web, f"lines:-?rate={RATE}", stdin=True) as server:
        async with server.connect() as connection:
            one = Viewer(connection)
            await one.greet()
            await one.show([], 1000, 0)
            pipe = server.process.stdin
            for number in range(400):
                pipe.write(f"{number},{2 * number},{3 * number}\n")
                good += 1
                if number > 100 and number % 10 == 0:
                    pipe.write(faulty[number // 10 % len(faulty)])
                pipe.flush()
                await one.watch(PACE / 2)
            await shown(one)
            faults = sum(number > 100 and number % 10 == 0 for number in range(400))
            await one.until(lambda: len(one.keeper.blocks.get(0, ())) >= good + faults, "last line")
            pipe.close()
            await one.notice("has ended after")
            await one.answered()
            blocks = one.keeper.blocks[0]
            frames = [blocks[number][:, 0] for number in sorted(blocks)]
            assert len(frames) == good + faults, (len(frames), good, faults)
            whole = [frame for frame in frames if not any(math.isnan(value) for value in frame)]
            assert len(whole) == good and all(b == 2 * a and c == 3 * a for a, b, c in whole)
            for frame in frames:
                assert math.isnan(frame[0]) or frame[0] in (1, *range(400))
            assert any("fewer or more" in notice for notice in one.notices), one.notices
            assert server.process.poll() is None, "what came stays to be looked at"
    return f"{good} whole lines, {faults} faulty ones, each a frame of its own"


async def lines_ten_times_as_fast(binary, web):
    """Thirteen channels at 5,000 lines a second where 500 are told: bounded, and every line there or counted."""

    def many(number):
        return (",".join([str(number)] + ["1.2345"] * 12) + "\n").encode()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        told, is_seen = threading.Event(), threading.Event()
        slow, fast = 1000, 22_500

        def serve():
            connection, _ = listener.accept()
            with connection:
                Sender(connection.sendall, rate=500, make=many, count=slow).run()
                # The channels are known before it grows fast.
                told.wait(PATIENCE)
                Sender(connection.sendall, rate=5000, first=slow, make=many, count=fast).run()
                is_seen.wait(PATIENCE)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        source = f"lines:tcp://127.0.0.1:{listener.getsockname()[1]}?rate=500"
        async with viewer(binary, web, source) as one:
            await shown(one)
            before = one.server.resident_megabytes
            told.set()
            # The first line may have begun before.
            sent = slow + fast
            await one.until(lambda: one.keeper.next.get(0, 0) >= sent - 1, "last line")
            is_seen.set()
            thread.join(PATIENCE)
            after = one.server.resident_megabytes
            await one.fetch(60_000_000)
            _, values = received(one)
            came, gaps = check_counts(values, 1, sent - 1)
            assert came + gaps == sent - 1, (came, gaps, sent)
            assert after - before < 120, (before, after)
    return f"{sent} lines sent, {came} shown, {gaps} gaps; {before:.0f} to {after:.0f} MB"


CHECKS = (
    lines_of_a_serial_port, lines_of_a_port_that_vanishes, lines_over_tcp_that_breaks, lines_over_udp,
    lines_of_a_pipe_that_goes_wrong, lines_ten_times_as_fast)
