"""Runs the examples, and checks what they say against SciPy and pyEDFlib, and what one serves over a real socket."""

import asyncio
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import numpy
import pyedflib
import scipy.signal

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Peers"))

import server  # noqa: E402
import stream_checks  # noqa: E402


def said(name, *arguments, given=None):
    run = subprocess.run(
        [ROOT / "Host/.build/release" / name, *arguments], input=given, capture_output=True, timeout=60)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout.decode()


def the_level_of_a_tone_is_found():
    text = said("levels", "1000000", "0", given=(ROOT / "Tests/Fixtures/formats/tone.cu8").read_bytes())
    assert text == "125000 Hz -6.0 dBFS\n", text
    return "without Foundation"


def a_sensor_of_ten_lines_is_filtered_and_drawn():
    text = said("SingleSensor")
    low, high, rms, count, missing, words = map(float, re.fullmatch(
        r"finger: (\S+) to (\S+) mV, RMS (\S+)\n(\d+) samples, (\d+) missing, (\d+) words a frame\n", text).groups())
    assert count == 2495 and missing == 0 and 0 < words < 500, text
    seconds = numpy.arange(count) / 250
    made = sum(size * numpy.sin(2 * numpy.pi * hertz * seconds) for hertz, size in ((1.2, 1), (0.1, 1), (50, 0.5)))
    sections = numpy.vstack([
        scipy.signal.butter(2, 0.5, "highpass", fs=250, output="sos"),
        scipy.signal.tf2sos(*scipy.signal.iirnotch(50, 30, fs=250))])
    seen = scipy.signal.sosfilt(sections, made)
    # Readings come four times a second, so that the last few samples are not in them.
    for told, expected in ((low, seen.min()), (high, seen.max()), (rms, numpy.sqrt((seen ** 2).mean()))):
        assert abs(told - expected) < 0.02, (told, expected)
    return f"{low} to {high} mV as SciPy filters it, {words:.0f} words a frame"


def twelve_leads_stand_on_paper():
    lines = said("TwelveLead").splitlines()
    assert lines[:13] == "I aVR V1 V4 II aVL V2 V5 III aVF V3 V6 II".split(), lines
    assert lines[13].split("   ")[:3] == ["25 mm/s", "10 mm/mV", "0.05–150 Hz, notch 50 Hz"], lines[13]
    assert float(lines[14].split()[-2]) == 0, lines[14]
    return ", ".join(lines[13].split("   "))


def a_recording_plays_as_it_was_made():
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/night.edf"
        rates, seconds = (100, 10), 90
        signals = [
            1000 * numpy.sin(numpy.arange(rates[0] * seconds) / 77) * numpy.linspace(0, 1, rates[0] * seconds),
            36 + numpy.linspace(0, 2, rates[1] * seconds)]
        with pyedflib.EdfWriter(path, 2, file_type=pyedflib.FILETYPE_EDF) as writer:
            writer.setSignalHeaders([
                {"label": label, "dimension": unit, "sample_frequency": rate, "physical_min": low,
                 "physical_max": high, "digital_min": -32768, "digital_max": 32767}
                for label, unit, rate, low, high in
                (("EEG", "uV", rates[0], -2000, 2000), ("temp", "degC", rates[1], 30, 45))])
            writer.writeSamples(signals)
        with pyedflib.EdfReader(path) as reader:
            stored = [reader.readSignal(index) for index in range(2)]
        # Ten seconds on the screen at ten times its speed: all of it, and a second in which nothing comes.
        *lines, counts = said("FilePlayer", path, "10").splitlines()
    for line, values, label in zip(lines, stored, ("EEG", "temp"), strict=True):
        name, low, high, _ = line.split()
        assert name == label
        for told, expected in ((float(low), values.min()), (float(high), values.max())):
            assert abs(told - expected) <= 1e-5 * abs(expected), (line, expected)
    assert counts == f"{sum(map(len, stored))} samples, 0 missing", counts
    return "; ".join([*lines, counts])


def a_player_of_the_draw_list_draws_what_was_sampled():
    svg = xml.etree.ElementTree.fromstring(said("DrawListPlayer"))
    space = "{http://www.w3.org/2000/svg}"
    layers = {layer.get("id"): layer for layer in svg.iter(space + "g")}
    # Values and pixels of the upper lane, from its labels at the right edge.
    ticks = [
        (float(text.text.replace("\u2212", "-")), float(text.get("y")) - 0.35 * float(text.get("font-size")))
        for text in layers["layer3"].iter(space + "text") if text.get("text-anchor") == "end"]
    upper = [(value, y) for value, y in ticks if y < 190]
    slope, middle = numpy.polyfit(*zip(*upper), 1)
    assert len(upper) >= 3 and slope < 0
    spans = [
        (float(rect.get("x")), float(rect.get("y")), float(rect.get("height")), rect.get("fill-opacity"))
        for rect in layers["layer2"].iter(space + "rect")]
    # The first frame is that of 1/60 s; the newest of 800 columns of 12.5 ms is that of 12 s.
    worst, gap, drawn = 0, set(), set()
    for x, y, height, opacity in spans:
        if y + height / 2 > 190:
            continue
        if opacity != "1.0":
            gap.add(x)
            continue
        drawn.add(x)
        numbers = ((161 + x + numpy.linspace(0, 1, 9)) * 12.5 - 1000 / 60) / 4
        sine = numpy.sin(2 * numpy.pi * numbers / 500)
        off = abs(y + height / 2 - (middle + slope * (sine.min() + sine.max()) / 2))
        worst = max(worst, off)
    assert worst < 1.5, worst
    # Samples 1000 to 1249 never came: a second, 80 columns, and nothing is drawn there.
    assert gap and abs(len(gap) - 80) <= 2 and not gap & drawn and len(gap | drawn) >= 798, (len(gap), len(drawn))
    return f"{len(drawn)} columns of a sine within {worst:.1f} pixels, a gap of {len(gap)}"


class Served(server.Server):
    def __init__(self):
        self.stdin = subprocess.DEVNULL
        self.command = [ROOT / "Host/.build/release/ServedSensor"]

    def __enter__(self):
        self.process = subprocess.Popen([*self.command, "0"], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line.startswith("Waveglass is at http://127.0.0.1:"), line
        self.address = line.split()[-1].rstrip("/")
        self.host = self.address.removeprefix("http://")
        self.port = int(self.host.rsplit(":", 1)[1])
        return self


async def one_call_serves_it_to_browsers():
    with Served() as served:
        status, headers, page = served.get("/")
        assert status == 200 and headers["Content-Type"].startswith("text/html") and b"<canvas" in page
        assert served.get("/sensors.wasm")[2][:4] == b"\0asm"
        async with served.connect() as connection:
            one = stream_checks.Viewer(connection)
            await one.greet()
            assert one.source.labels == ["fast", "slow"] and one.source.groups[0][0] == 250
            await one.show([0, 1], 4000, 60_000_000)
            await one.watch(1.5)
        blocks = one.keeper.blocks[0]
        numbers = sorted(blocks)
        assert numbers == list(range(len(numbers))) and len(numbers) > 250, len(numbers)
        sections = scipy.signal.butter(2, 100, fs=250, output="sos")
        for channel, period in enumerate((250, 5000)):
            expected = scipy.signal.sosfilt(sections, numpy.sin(2 * numpy.pi * numpy.array(numbers) / period))
            found = numpy.array([blocks[number][channel, 0] for number in numbers])
            assert abs(found - expected).max() < 1e-6, abs(found - expected).max()
        _, code = served.stop()
        assert code == 0, code
    return f"{len(numbers)} samples of each stream as SciPy filters them, none missing"


async def main():
    for check in (
            the_level_of_a_tone_is_found, a_sensor_of_ten_lines_is_filtered_and_drawn, twelve_leads_stand_on_paper,
            a_recording_plays_as_it_was_made, a_player_of_the_draw_list_draws_what_was_sampled,
            one_call_serves_it_to_browsers):
        figure = check()
        if asyncio.iscoroutine(figure):
            figure = await figure
        print(f"  {check.__name__.replace('_', ' ')}: {figure}", flush=True)


asyncio.run(main())
