"""Recordings: read back by the Python package sigmf, whatever ended them."""

import asyncio
import contextlib
import json
import pathlib
import random
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import warnings

import numpy
import sigmf.sigmffile
import sigmf.utils

from waits import PATIENCE, changed

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "Fixtures/formats"
RATE = 240_000
# How often a receiver sends what its clock has counted.
PACE = 0.005


class Receiver:
    """An rtl_tcp of known samples: bytes that count, four to a number, at a rate near the clock's."""

    def __init__(self, pace=1.0):
        self.pace = pace
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.isOpen = True
        threading.Thread(target=self.serve, daemon=True).start()

    @property
    def source(self):
        return f"rtltcp://127.0.0.1:{self.port}?rate={RATE}&frequency=99.5M"

    @staticmethod
    def content(first, count):
        """Bytes of the endless stream from an offset on."""
        words = numpy.arange(first // 4, (first + count) // 4 + 1, dtype="<u4").view(numpy.uint8)
        return words[first % 4:first % 4 + count].tobytes()

    @classmethod
    def place(cls, data):
        """Where in the stream bytes of it begin."""
        numbers = (4 * int.from_bytes(data[byte:byte + 4], "little") - byte for byte in range(4))
        return next(first for first in numbers if 0 <= first and cls.content(first, 64) == data[:64])

    def serve(self):
        while self.isOpen:
            with contextlib.suppress(OSError):
                client, _ = self.listener.accept()
                with client:
                    client.sendall(b"RTL0" + struct.pack(">II", 5, 29))
                    began, sent = time.monotonic(), 0
                    while self.isOpen:
                        due = int((time.monotonic() - began) * 2 * RATE * self.pace) - sent
                        if due >= 4096:
                            client.sendall(self.content(sent, due))
                            sent += due
                        time.sleep(PACE)

    def restart(self):
        """Listens again where it did before it was closed."""
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.isOpen = True
        threading.Thread(target=self.serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if not self.isOpen:
            return
        self.isOpen = False
        # Who waits to accept would else take one more.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def record(binary, source, output, *options, limit=None):
    """Runs `waveglass record` to its end; `limit` is the longest file that it may write."""
    def restrict():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [binary, "record", source, "-o", str(output), *options], capture_output=True, text=True, timeout=PATIENCE,
        preexec_fn=restrict if limit else None)


def until_recorded(process, output, count):
    """Waits until a recording under way holds so many bytes."""
    sizes = pathlib.Path(f"{output}.sigmf-meta"), pathlib.Path(f"{output}.sigmf-data")
    changed(sizes[0].parent, lambda: all(path.exists() for path in sizes) and sizes[1].stat().st_size >= count, "recording", process)


def load(output):
    """Opens a pair as its users would: the sum is checked where there is one, a complaint is a failure."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        file = sigmf.sigmffile.fromfile(f"{output}.sigmf-meta")
        file.validate()
    return file


def data(output):
    return pathlib.Path(f"{output}.sigmf-data").read_bytes()


def stored_sum(output):
    """The sum in the metadata; the package makes one where there is none."""
    return json.loads(pathlib.Path(f"{output}.sigmf-meta").read_text())["global"].get("core:sha512")


def validate(*outputs):
    """The validator that SigMF ships must have nothing to say."""
    program = pathlib.Path(sys.executable).with_name("sigmf_validate")
    result = subprocess.run(
        [program, *[f"{output}.sigmf-meta" for output in outputs]], capture_output=True, text=True)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", ""), result


async def records_files_byte_for_byte(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        outputs = []
        for name, rate in (("tone.cu8", 2.4e6), ("tone.cs8", 2.4e6), ("tone.cs16", 1e6), ("tone.cf32", 1e6)):
            output = pathlib.Path(folder) / name
            result = record(binary, FIXTURES / name, output, "--rate", str(rate), "--frequency", "99.5M")
            assert result.returncode == 0 and result.stderr == "" and "none lost" in result.stdout, result
            assert data(output) == (FIXTURES / name).read_bytes()
            file = load(output)
            assert file.get_global_field("core:sample_rate") == rate
            assert stored_sum(output)
            assert [capture["core:frequency"] for capture in file.get_captures()] == [99.5e6]
            outputs.append(output)
        validate(*outputs)
    return f"{len(outputs)} pairs, sigmf_validate says nothing"


async def records_a_receiver(binary, web):
    with tempfile.TemporaryDirectory() as folder, Receiver() as receiver:
        output = pathlib.Path(folder) / "air"
        began = time.time()
        result = await asyncio.to_thread(record, binary, receiver.source, output, "--seconds", "2")
        assert result.returncode == 0 and "none lost" in result.stdout, result
        validate(output)
        file = load(output)
        recorded = data(output)
        assert len(recorded) == 4 * RATE
        # What was on its way when the receiver was tuned is left out, so that the stream begins later.
        first = receiver.place(recorded)
        assert recorded == receiver.content(first, len(recorded))
        samples = file.read_samples()
        assert samples.shape == (2 * RATE,)
        (capture,) = file.get_captures()
        assert capture["core:frequency"] == 99.5e6
        taken = sigmf.utils.parse_iso8601_datetime(capture["core:datetime"]).timestamp()
        assert began < taken < began + 3, (began, taken)
        assert "R820T" in file.get_global_field("core:hw")
    return f"2 s, every byte, from byte {first} of the stream on"


async def survives_its_own_end(binary, web):
    """Killed at 20 moments; runs of five, since starting takes longer than ending."""
    draw = random.Random(11)
    shortest, count = None, 20
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        outputs = [pathlib.Path(folder) / f"end{index}" for index in range(count)]
        receivers = [stack.enter_context(Receiver()) for _ in range(5)]
        for start in range(0, count, 5):
            processes = [
                subprocess.Popen([binary, "record", receiver.source, "-o", str(output)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                for receiver, output in zip(receivers, outputs[start:start + 5])]
            # The metadata are renewed every two seconds of samples: some die near that moment.
            lengths = sorted((draw.randrange(1, 3 * 2 * RATE), process, output) for process, output in zip(processes, outputs[start:start + 5]))
            for length, process, output in lengths:
                until_recorded(process, output, length)
                process.kill()
            for process in processes:
                process.wait(PATIENCE)
        for output in outputs:
            file = load(output)
            assert not stored_sum(output)
            recorded = data(output)
            assert len(recorded) == 2 * file.sample_count > 0
            first = Receiver.place(recorded)
            assert recorded == Receiver.content(first, len(recorded))
            shortest = min(shortest or len(recorded), len(recorded))
            opened = subprocess.run([binary, "info", f"{output}.sigmf-meta"], capture_output=True, text=True)
            assert opened.returncode == 0, opened
            again = record(binary, "demo:", output)
            assert again.returncode == 73 and data(output) == recorded, again
        validate(*outputs)
    return f"{count} recordings killed, the shortest after {shortest} bytes"


async def keeps_what_fits(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "full"
        result = record(binary, "demo:", output, "--seconds", "60", limit=1_000_001)
        assert result.returncode == 74 and result.stdout == "", result
        assert "has reached its maximum size" in result.stderr and "500000 samples" in result.stderr, result
        assert len(data(output)) == 1_000_000
        load(output)
        assert stored_sum(output)
        validate(output)
    return "1,000,000 of 1,000,001 bytes, with their sum"


async def ends_in_good_order(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        outputs = []
        for how in (signal.SIGINT, signal.SIGTERM):
            output = pathlib.Path(folder) / how.name
            process = subprocess.Popen(
                [binary, "record", "demo:", "-o", str(output)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True)
            until_recorded(process, output, RATE // 10)
            process.send_signal(how)
            text, complaints = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0 and complaints == "", (process.returncode, complaints)
            file = load(output)
            assert f" {file.sample_count} samples" in text, text
            assert stored_sum(output)
            outputs.append(output)
        validate(*outputs)
    return "both signals"


async def refuses_before_it_starts(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "x"
        for code, arguments in (
            (73, ["demo:", "-o", f"{folder}/no/such/x"]), (73, ["demo:", "-o", "/proc/x"]),
            (64, ["demo:", "-o", f"{folder}/x.sigmf"]), (64, ["demo:"]), (64, ["usb:0", "-o", str(output)]),
            (66, [f"{folder}/none.cu8", "-o", str(output)]), (65, [FIXTURES / "three_hops.csv", "-o", str(output)]),
            (64, ["demo:", "-o", str(output), "--seconds", "1", "--samples", "1"]),
            (73, ["demo:", "-o", str(output), "--samples", "1e15"]),
        ):
            result = subprocess.run([binary, "record", *map(str, arguments)], capture_output=True, text=True)
            assert result.returncode == code and result.stdout == "" and result.stderr, (arguments, result)
        assert not list(pathlib.Path(folder).iterdir())
        pathlib.Path(f"{output}.sigmf-data").write_bytes(b"precious")
        assert record(binary, FIXTURES / "tone.cu8", output).returncode == 73
        assert data(output) == b"precious"
        assert record(binary, FIXTURES / "tone.cu8", output, "--force").returncode == 0
        metadata = json.loads(pathlib.Path(f"{output}.sigmf-meta").read_text())
        assert "core:sample_rate" not in metadata["global"], "nobody told the rate"
        load(output)
    return "exit codes 64, 65, 66 and 73; nothing is lost"


CHECKS = (records_files_byte_for_byte, records_a_receiver, keeps_what_fits, ends_in_good_order,
          refuses_before_it_starts, survives_its_own_end)
