"""Names from outside, of files, columns, annotations and channels, are shown as text, whatever they contain."""
import csv
import json
import pathlib
import tempfile

import numpy as np
import pyedflib
from screen import Server, on

#: Markup that would run if it were taken for such, and an override of the direction of what follows.
NAME = "<img src=x onerror=hacked=1>\u202ebad"
#: The same where only sixteen characters of ASCII are allowed.
LABEL = "<img onerror=a>"
#: What markup would have made of a name.
DONE = "[document.querySelectorAll('img, script:not([src])').length, globalThis.hacked ?? 0]"
#: Each instrument by its name in the address, with the end of the tab's title.
INSTRUMENTS = {"waveglass": "Spectrum", "sensors": "Sensors", "data": "Data", "home": "Home"}


def table(folder):
    path = folder / f"{NAME}.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([NAME, "word"])
        writer.writerows([row, NAME] for row in range(500))
    return path


def recording(folder):
    data = folder / f"{NAME}.sigmf-data"
    data.write_bytes(np.random.default_rng(3).integers(120, 135, 400_000).astype(np.uint8).tobytes())
    data.with_suffix(".sigmf-meta").write_text(json.dumps({
        "global": {"core:datatype": "cu8", "core:version": "1.2.6", "core:sample_rate": 100_000, "core:description": NAME, "core:hw": NAME},
        "captures": [{"core:sample_start": 0, "core:frequency": 100_000_000}],
        "annotations": [{
            "core:sample_start": 0, "core:sample_count": 200_000, "core:freq_lower_edge": 99_980_000,
            "core:freq_upper_edge": 100_020_000, "core:label": NAME, "core:comment": NAME}]}))
    return data


def streams(folder):
    path = folder / f"{NAME}.edf"
    with pyedflib.EdfWriter(str(path), 1) as writer:
        writer.setSignalHeader(0, {
            "label": LABEL, "dimension": "<b>mV", "sample_frequency": 200, "physical_min": -5, "physical_max": 5,
            "digital_min": -32768, "digital_max": 32767, "transducer": LABEL, "prefilter": LABEL})
        writer.setPatientName("Doe")
        writer.writeSamples([np.sin(np.arange(6000) / 20)])
        writer.writeAnnotation(1, 1, LABEL)
    return path


@on("phone", "desk", browsers=("chromium",))
def test_names_are_text_and_never_markup(see, options):
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        with Server(options, f"file:{recording(folder)}", str(streams(folder)), str(table(folder))) as server:
            screen = see(server)
            for name, title in INSTRUMENTS.items():
                screen.number(f"void (location.hash = '#{name}:')")
                screen.wait(f"document.title.endsWith('{title} · Waveglass')")
                if name != "home":
                    screen.wait("document.querySelector('#chip b').textContent.includes('<img')")
                    # What turns the direction round ends with the name.
                    assert not screen.number("document.title").split("\u2069")[-1].count("\u202e"), screen.number("document.title")
                    screen.open_drawer()
                screen.wait("document.body.innerText.includes('<img')")
                assert "Doe" not in screen.number("document.title + location.href + document.body.innerText"), name
                assert screen.number(DONE) == [0, 0], name
                if name != "home":
                    screen.close_drawer()
            screen.close()
