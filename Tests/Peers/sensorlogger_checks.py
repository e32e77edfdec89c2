"""A phone's sensors that Sensor Logger pushes: a sender written from the app's description of its messages alone."""

import http.client
import json
import math
import os
import threading
import time
import uuid

from lines_checks import shown, viewer
from proxy_checks import free_port
from waits import PATIENCE

RATE, PRESSURE_RATE = 100, 5
# Samples of the accelerometer that the phone never took.
LOST = range(150, 200)
# 2023: nanoseconds far beyond 2^53, odd ones too.
BEGAN = 1_698_501_144_401_999_123


# How often it pushes, which of the pushes comes twice, and which one out of turn.
PACE, TWICE, HELD = 0.2, 11, 13


class Phone(threading.Thread):
    """Pushes what it has measured five times a second, one push twice and one out of turn."""

    def __init__(self, port, token=None, path="/"):
        super().__init__(daemon=True)
        self.port, self.stopping, self.statuses, self.path = port, threading.Event(), [], path
        self.headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        self.session, self.device, self.number, self.next, self.slow = str(uuid.uuid4()), str(uuid.uuid4()), 0, 0, 0

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stopping.set()
        self.join(10)

    def post(self, body, method="POST", headers=None, path=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path or self.path, body, self.headers if headers is None else headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def message(self, due):
        entries = []
        for n in range(self.next, due):
            if n not in LOST:
                # The sensor's own clock jitters by a millisecond or two.
                at = BEGAN + n * 10_000_000 + int(1.5e6 * math.sin(n * 7))
                entries.append({"name": "accelerometer", "time": at, "values": {"z": 9.81, "y": -n, "x": n}})
        slow = due * PRESSURE_RATE // RATE
        for n in range(self.slow, slow):
            at = BEGAN + n * 1_000_000_000 // PRESSURE_RATE
            entries.append({"name": "barometer", "time": at, "values": {"pressure": 1013 + n / 16, "relativeAltitude": 0.5}})
            entries.append({"name": "battery", "time": at, "values": {"batteryState": "unplugged"}})
        self.next, self.slow = due, slow
        # In no order.
        entries.reverse()
        self.number += 1
        return json.dumps(
            {"messageId": self.number, "sessionId": self.session, "deviceId": self.device, "payload": entries})

    def run(self):
        began, held = time.monotonic(), None
        while not self.stopping.wait(PACE):
            body = self.message(int((time.monotonic() - began) * RATE))
            if self.number == HELD:
                held = body
                continue
            try:
                self.statuses.append(self.post(body)[0])
                if self.number == TWICE:
                    self.statuses.append(self.post(body)[0])
                if held:
                    self.statuses.append(self.post(held)[0])
                    held = None
            except OSError:
                pass


async def a_phone_that_pushes_is_shown(binary, web):
    port = free_port()
    async with viewer(binary, web, f"sensorlogger:{port}") as one:
        assert str(port) in one.source.detail, one.source.detail
        with Phone(port) as phone:
            await shown(one)
            labels = one.source.labels
            rates = [rate for rate, _ in one.source.groups]
            units = [unit for _, channels in one.source.groups for _, unit, *_ in channels]
            assert sorted(labels) == sorted(
                ["accelerometer x", "accelerometer y", "accelerometer z", "pressure", "relativeAltitude"]), labels
            assert sorted(round(rate) for rate in rates) == [PRESSURE_RATE, RATE], rates
            assert units[labels.index("accelerometer x")] == "m/s²" and units[labels.index("pressure")] == "hPa"
            group = [round(rate) for rate in rates].index(RATE)
            await one.until(lambda: len(phone.statuses) > 17, "17 answers to the phone")
            await one.sees(phone.next - RATE, group=group)
            blocks = one.keeper.blocks[group]
            values = [float(blocks[number][0, 0]) for number in sorted(blocks)]
            mirrored = [float(blocks[number][1, 0]) for number in sorted(blocks)]
            assert all(math.isnan(a) and math.isnan(b) or a == -b for a, b in zip(values, mirrored))
            came = [value for value in values if not math.isnan(value)]
            assert came == sorted(set(came)), "a sample came twice, or out of turn"
            # What the phone never took, and the push that came out of turn, are gaps.
            place = {int(value): index for index, value in enumerate(values) if not math.isnan(value)}
            for a, b in zip(came, came[1:]):
                assert b - a == 1 or abs((place[int(b)] - place[int(a)]) - (b - a)) <= 2, (a, b)
            assert all(status == 200 for status in phone.statuses)
            statuses = [
                phone.post("{")[0], phone.post('{"payload": 7}')[0], phone.post("x" * (5 << 20))[0],
                phone.post(phone.message(0).replace(phone.device, "other"))[0], phone.post(None, "GET")[0]]
            assert statuses == [400, 400, 413, 409, 200], statuses
    return f"{len(came)} samples in two groups, one push twice, one late; refused: {statuses[:4]}"


async def a_push_without_the_token_is_refused(binary, web):
    port = free_port()
    os.environ["WAVEGLASS_SENSORLOGGER_TOKEN"] = "s3cret"
    try:
        async with viewer(binary, web, f"sensorlogger:{port}") as one:
            phone = Phone(port, "s3cret")
            body = phone.message(10)
            found = [
                phone.post(body, headers=headers)[0]
                for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "s3cret"}, phone.headers)]
            assert found == [401, 401, 200, 200], found
    finally:
        del os.environ["WAVEGLASS_SENSORLOGGER_TOKEN"]
    return f"{found}"


def listening(port):
    """Addresses, of IPv4 and IPv6, at which something listens on a port (proc(5))."""
    found = []
    for table in ("tcp", "tcp6"):
        with open(f"/proc/net/{table}") as lines:
            for fields in (line.split() for line in list(lines)[1:]):
                address, number = fields[1].split(":")
                if fields[3] == "0A" and int(number, 16) == port:
                    found.append(address)
    return found


async def beyond_the_loopback_a_token_is_made(binary, web):
    port = free_port()
    async with viewer(binary, web, f"sensorlogger:{port}") as one:
        assert one.source.detail.endswith(f"http://127.0.0.1:{port}"), one.source.detail
        phone = Phone(port)
        assert phone.post(phone.message(10))[0] == 200
        assert phone.post(phone.message(20), headers={"Origin": "http://evil.example"})[0] == 403
        assert listening(port) == ["0100007F"], listening(port)
    port = free_port()
    async with viewer(binary, web, f"sensorlogger://0.0.0.0:{port}") as one:
        token = one.source.detail.rsplit("/", 1)[1]
        assert len(token) == 26 and listening(port) == ["00000000"], (one.source.detail, listening(port))
        phone = Phone(port)
        body = phone.message(10)
        found = [phone.post(body, path=path)[0] for path in ("/", f"/{token[:-1]}", f"/{token}0", f"/{token}")]
        assert found == [401, 401, 401, 200], found
        # Times as far apart as they can be, and numbers of pushes that are none.
        for number, times in [(2**63 - 1, (-2**63, 2**63 - 1)), (-2**63, (0, -2**63)), (3, range(-2**63, -2**63 + 40))]:
            entries = [{"name": "gyroscope", "time": at, "values": {"x": 1}} for at in times]
            wild = {"messageId": number, "sessionId": "s", "deviceId": phone.device, "payload": entries}
            assert phone.post(json.dumps(wild), path=f"/{token}")[0] == 200
        with Phone(port, path=f"/{token}") as well:
            well.device = phone.device
            await shown(one)
    return f"refused {found[:3]}, {len(token)} characters"


CHECKS = [a_phone_that_pushes_is_shown, a_push_without_the_token_is_refused, beyond_the_loopback_a_token_is_made]
