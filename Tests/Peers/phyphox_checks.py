"""A phone's sensors over phyphox: a stand-in for the app, written from the description of its remote interface alone."""

import contextlib
import http.server
import json
import math
import threading
import time
import urllib.parse

from lines_checks import check_counts, shown, viewer

RATE, PRESSURE_RATE = 100, 10
# Samples of the accelerometer that the phone never takes.
LOST = range(650, 700)
# phyphox's wiki: the names of an experiment's buffers are its author's; these are of "Acceleration with g" and "Pressure".
CONFIG = {
    "crc32": "1a2b3c4d", "title": "Raw sensors", "localTitle": "Rohdaten", "category": "Raw", "localCategory": "Raw",
    "buffers": [{"name": name, "size": 0} for name in ("acc_time", "accX", "accY", "accZ", "p_time", "p")],
    "inputs": [
        {"source": "accelerometer", "outputs": [{"x": "accX"}, {"y": "accY"}, {"z": "accZ"}, {"t": "acc_time"}]},
        {"source": "pressure", "outputs": [{"x": "p"}, {"t": "p_time"}]},
        {"source": "location", "outputs": [{"lat": "lat"}]},
    ],
    "export": [],
}


class Phone:
    """Has measured for some seconds when it is asked for the first time, or begins anew when it is cleared."""

    def __init__(self, seconds):
        self.seconds, self.began = seconds, None
        self.lock, self.requests, self.longest = threading.Lock(), 0, 0
        self.away = False

    def clear(self):
        with self.lock:
            self.began = time.monotonic()

    def buffers(self):
        seconds = time.monotonic() - self.began
        counts = [n for n in range(int(seconds * RATE)) if n not in LOST]
        pressures = range(int(seconds * PRESSURE_RATE))
        buffers = {
            # The sensor's own clock jitters a little.
            "acc_time": [n / RATE + 0.001 * math.sin(n) for n in counts], "accX": counts,
            "accY": [-n for n in counts], "accZ": [9.81] * len(counts),
            "p_time": [n / PRESSURE_RATE for n in pressures], "p": [1013 + n / 16 for n in pressures],
        }
        # They are filled one after another, and may be read in between.
        if self.requests % 3 == 0:
            buffers["accZ"] = buffers["accZ"][:-1]
        return buffers

    def get(self, query):
        self.began = self.began or time.monotonic() - self.seconds
        self.requests += 1
        buffers, answer = self.buffers(), {}
        for name, value in urllib.parse.parse_qsl(query, keep_blank_values=True):
            if name not in buffers:
                continue
            if value == "":
                mode, values = "single", buffers[name][-1:]
            elif value == "full":
                mode, values = "full", buffers[name]
            else:
                threshold, _, reference = value.partition("|")
                mode, threshold = "partial", float(threshold)
                values = [own for own, other in zip(buffers[name], buffers[reference or name]) if other > threshold]
            self.longest = max(self.longest, len(values))
            answer[name] = {"size": 0, "updateMode": mode, "buffer": values}
        return {
            "buffer": answer,
            "status": {"session": "a1b2c3", "measuring": True, "timedRun": False, "countDown": 0}}


@contextlib.contextmanager
def phyphox(seconds=0):
    phone = Phone(seconds)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if phone.away:
                return
            path, _, query = self.path.partition("?")
            answers = {"/config": lambda: CONFIG, "/get": lambda: phone.get(query)}
            with phone.lock:
                body = json.dumps(answers[path]()).encode() if path in answers else b""
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    phone.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield phone
    finally:
        server.shutdown()
        server.server_close()


def group(one, number, channel=0):
    blocks = one.keeper.blocks[number]
    numbers = sorted(blocks)
    assert numbers == list(range(numbers[0], numbers[-1] + 1)), "a block is missing"
    return [float(blocks[index][channel, 0]) for index in numbers]


async def a_phone_over_phyphox(binary, web):
    # It has measured for a while: what was before is not asked for.
    with phyphox(5) as phone:
        async with viewer(binary, web, f"phyphox://127.0.0.1:{phone.port}") as one:
            await shown(one)
            await one.sees(8 * RATE)
            assert one.source.labels == ["accX", "accY", "accZ", "p"], one.source.labels
            rates = [rate for rate, _ in one.source.groups]
            assert rates == [RATE, PRESSURE_RATE], rates
            assert [channel[1] for _, channels in one.source.groups for channel in channels] == ["m/s²"] * 3 + ["hPa"]
            counts = group(one, 0)
            came, gaps = check_counts(counts, int(counts[0]), 8 * RATE)
            assert counts[0] >= 5 * RATE and gaps == len(LOST), (counts[0], gaps)
            place = counts.index(LOST[-1] + 1)
            assert counts[place - len(LOST) - 1] == LOST[0] - 1, "the gap is as long as what is missing"
            for x, y, z in zip(counts, group(one, 0, 1), group(one, 0, 2)):
                assert math.isnan(x) or (y == -x and abs(z - 9.81) < 1e-5)
            pressures = group(one, 1)
            assert all(b - a == 1 / 16 for a, b in zip(pressures, pressures[1:])), pressures
            assert phone.longest < 2 * RATE, phone.longest
            # Its data are cleared on the phone, and its clock begins anew.
            phone.clear()
            await one.notice("started again")
            # Below what it had come to before.
            await one.until(lambda: one.newest() < 7 * RATE, "first sample of the new beginning")
            await one.sees(RATE + RATE // 2)
            again = group(one, 0)
            tail = again[max(place for place, value in enumerate(again) if math.isnan(value)) + 1:]
            assert tail[0] == 0 and tail == sorted(tail) and len(tail) > RATE, tail[:5]
    return f"{came} samples, {gaps} missing as they were, {len(pressures)} pressures, {len(tail)} after clearing"


async def a_phone_that_goes_away(binary, web):
    with phyphox() as phone:
        async with viewer(binary, web, f"phyphox://127.0.0.1:{phone.port}") as one:
            await shown(one)
            await one.sees(RATE // 2)
            began, phone.away = phone.began, True
            await one.notice("trying again")
            phone.away = False
            await one.notice("connected again")
            # The phone kept what it measured meanwhile: all of it comes in the end.
            last = int((time.monotonic() - began) * RATE)
            await one.sees(last)
            counts = group(one, 0)
            came, gaps = check_counts(counts, int(counts[0]), last)
            assert gaps == 0, gaps
    return f"{came} samples, none missing; {one.notices[0]}"


CHECKS = a_phone_over_phyphox, a_phone_that_goes_away
