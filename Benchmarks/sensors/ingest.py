#!/usr/bin/env python3
"""Lines of numbers a second: how fast `waveglass serve lines:` takes what a sender has ready, beside Python's parse of the same bytes.

A sender of this script serves the same bytes over and over on a TCP socket, as fast as they are taken; samples that have come are read from /metrics, processor time from
/proc. Standard input is a pipe from a process that writes as fast as it can. Python's twin splits lines and fields and calls float on each, in memory: no
socket, no clock, nothing kept, while ours is the whole server, which keeps every sample and its envelopes. What is compared is processor time a line.
"""
import argparse
import json
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

root = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(root / "Tests/Peers"), str(pathlib.Path(__file__).parent)]
from chromium import seconds  # noqa: E402
from mqtt_checks import Broker  # noqa: E402
from server import Server  # noqa: E402

channels, rate = 13, 1000


def csv_lines(count):
    return [",".join(f"{(index * (c + 1)) % 1000 / 1000:.3f}" for c in range(channels)) for index in range(count)]


def arduino_lines(count):
    return ["\t".join(f"ch{c}:{(index * (c + 1)) % 1000 / 1000:.3f}" for c in range(channels)) for index in range(count)]


def json_lines(count):
    return [json.dumps({f"ch{c}": (index * (c + 1)) % 1000 / 1000 for c in range(channels)}) for index in range(count)]


def parse_csv(data):
    return sum(len([float(field) for field in line.split(",")]) for line in data.decode().splitlines())


def parse_arduino(data):
    count = 0
    for line in data.decode().splitlines():
        for field in line.split("\t"):
            label, _, value = field.partition(":")
            count += float(value) == float(value)
    return count


def parse_json(data):
    return sum(len([float(value) for value in json.loads(line).values()]) for line in data.decode().splitlines())


def python_microseconds(parse, data, lines):
    """Processor microseconds a line of the quickest of five passes."""
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        assert parse(data) == lines * channels
        best = min(best, time.process_time() - began)
    return 1e6 * best / lines


class Sender:
    """Serves the same bytes over and over."""

    def __init__(self, data):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.data, self.isOpen = data, True
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while self.isOpen:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            try:
                while self.isOpen:
                    connection.sendall(self.data)
            except OSError:
                pass

    def close(self):
        self.isOpen = False
        self.listener.close()


def samples(server):
    """Samples of each channel that came, and that did not."""
    _, _, body = server.get("/metrics")
    found = [re.search(rf"^waveglass_stream_{name}\{{[^}}]*\}} (\S+)", body.decode(), re.M) for name in ("samples_total", "samples_missing_total")]
    return tuple(float(each.group(1)) if each else 0.0 for each in found)


def over(server, duration):
    """Lines a second, processor microseconds a line, and samples missing so far."""
    before, spent, began = samples(server)[0], seconds(server.process.pid), time.monotonic()
    time.sleep(duration)
    after, missing = samples(server)
    spent, passed = seconds(server.process.pid) - spent, time.monotonic() - began
    return (after - before) / passed, 1e6 * spent / max(1, after - before), missing


def tcp(options, data, query):
    sender = Sender(data)
    try:
        with Server(options.binary, options.web, f"lines:tcp://127.0.0.1:{sender.port}?{query}") as server:
            time.sleep(3)
            return [over(server, options.seconds) for _ in range(options.rounds)]
    finally:
        sender.close()


def pipe(options, data, query):
    path = pathlib.Path(tempfile.gettempdir()) / "waveglass-bench-lines"
    path.write_bytes(data)
    feeder = subprocess.Popen(["sh", "-c", f"while cat {path}; do :; done"], stdout=subprocess.PIPE)
    server = Server(options.binary, options.web, f"lines:-?{query}", stdin=True)
    try:
        with server:
            threading.Thread(target=pump, args=(feeder.stdout, server.process.stdin.buffer), daemon=True).start()
            time.sleep(3)
            return [over(server, options.seconds) for _ in range(options.rounds)]
    finally:
        feeder.kill()
        path.unlink()


def pump(source, target):
    try:
        while chunk := source.read(1 << 20):
            target.write(chunk)
    except (OSError, ValueError):
        pass


PUBLISHER = """
import sys
import paho.mqtt.client as mqtt
lines = open(sys.argv[2], "rb").read().splitlines()
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
client.connect("127.0.0.1", int(sys.argv[1]))
while True:
    for line in lines:
        client.publish("bench", line)
        client.loop(0)
"""


def mqtt(options, data, query):
    """A line a message, through mosquitto, from paho in a process of its own; the sender is what bounds how many come."""
    path = pathlib.Path(tempfile.gettempdir()) / "waveglass-bench-lines"
    path.write_bytes(data)
    with Broker() as broker:
        publisher = subprocess.Popen([sys.executable, "-c", PUBLISHER, str(broker.port), str(path)])
        try:
            with Server(options.binary, options.web, f"mqtt://127.0.0.1:{broker.port}/bench?{query}") as server:
                time.sleep(3)
                return [over(server, options.seconds) for _ in range(options.rounds)]
        finally:
            publisher.kill()
            path.unlink()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", default=str(root / "Host/.build/release/waveglass"))
    parser.add_argument("--web", default=str(root / "Web"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3)
    options = parser.parse_args()
    count = 20_000
    print(f"Lines of {channels} values.\n")
    print("| source | lines/s taken | missing | processor a line | Python's parse alone | Python over ours |\n|---|---|---|---|---|---|")
    for name, lines, parse in (("CSV", csv_lines, parse_csv), ("Arduino labels", arduino_lines, parse_arduino), ("JSON objects", json_lines, parse_json)):
        data = ("\n".join(lines(count)) + "\n").encode()
        twin = python_microseconds(parse, data, count)
        for way, run in (("tcp", tcp), ("standard input", pipe), ("MQTT", mqtt)):
            rounds = run(options, data, f"rate={rate}")
            taken = statistics.median(each[0] for each in rounds)
            ours = statistics.median(each[1] for each in rounds)
            print(f"| {name}, {way} | {taken:,.0f} | {rounds[-1][2]:.0f} | {ours:.1f} µs | {twin:.1f} µs | **{twin / ours:.1f}** |", flush=True)


if __name__ == "__main__":
    main()
