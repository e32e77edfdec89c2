#!/usr/bin/env python3
"""Writes EDF and BDF files by pyedflib, and what pyedflib reads of them, for the tests to compare with.

Usage: python3 make_edf.py     (needs mne, numpy and pyedflib; writes edf.json beside itself)

What pyedflib does not write (plain EDF while it is recorded, a plain one with a signal called *EDF Annotations*, EDF+D) is put together here from edfplus.info.
"""
import base64
import calendar
import datetime
import json
import pathlib
import tempfile

import mne
import numpy as np
import pyedflib

HERE = pathlib.Path(__file__).parent


def by_pyedflib(kind, rng):
    bits = 24 if kind in (pyedflib.FILETYPE_BDF, pyedflib.FILETYPE_BDFPLUS) else 16
    top = 2 ** (bits - 1) - 1
    rates, seconds = (250, 100, 1), 3
    plus = kind in (pyedflib.FILETYPE_EDFPLUS, pyedflib.FILETYPE_BDFPLUS)
    with tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder, "made.edf"))
        writer = pyedflib.EdfWriter(path, len(rates), file_type=kind)
        writer.setStartdatetime(datetime.datetime(2019, 12, 24, 23, 59, 58))
        writer.setSignalHeaders([
            {"label": label, "dimension": unit, "sample_frequency": rate, "physical_max": high, "physical_min": low,
             "digital_max": top, "digital_min": -top - 1, "transducer": "AgAgCl", "prefilter": "HP:0.1Hz"}
            for rate, label, unit, high, low in zip(rates, ("II", "Pleth", "Temp"), ("mV", "NU", "degC"), (10, 1.5, 45), (-10, -1.5, 20))])
        stored = [rng.integers(-top - 1, top + 1, rate * seconds).astype(np.int32) for rate in rates]
        for one in stored:
            one[:2] = [-top - 1, top]
        writer.writeSamples(stored, digital=True)
        notes = []
        if plus:
            for onset, duration, text in ((0.5, -1, "begin"), (1.25, 0.5, "Gänge"), (2.0, -1, "")):
                writer.writeAnnotation(onset, duration, text)
        writer.close()
        data = pathlib.Path(path).read_bytes()
        reader = pyedflib.EdfReader(path)
        if plus:
            onsets, durations, texts = reader.readAnnotations()
            notes = [[float(a), None if b < 0 else float(b), c] for a, b, c in zip(onsets, durations, texts)]
        made = {
            "labels": reader.getSignalLabels(), "rates": [float(reader.getSampleFrequency(n)) for n in range(len(rates))],
            "digital": [reader.readSignal(n, digital=True).tolist() for n in range(len(rates))],
            "ends": [reader.readSignal(n)[[0, 1, -1]].tolist() for n in range(len(rates))],
            "start": calendar.timegm(reader.getStartdatetime().timetuple()), "notes": notes, "records": int(reader.datarecords_in_file)}
        reader.close()
    return {"file": base64.b64encode(data).decode(), **made}


def noted(kind, path):
    """What pyedflib reads of a file of annotations alone; MNE must agree."""
    with pyedflib.EdfReader(path) as reader:
        assert reader.signals_in_file == 0
        notes = [[float(a), None if b < 0 else float(b), c] for a, b, c in zip(*reader.readAnnotations())]
        start = calendar.timegm(reader.getStartdatetime().timetuple())
    other = mne.read_annotations(path)
    assert [list(one) for one in zip(other.onset, other.duration, other.description)] == [[a, b or 0, c] for a, b, c in notes]
    return {"file": base64.b64encode(pathlib.Path(path).read_bytes()).decode(), "kind": kind, "start": start, "notes": notes}


def notes_alone():
    """Annotations without signals: as pyedflib writes them, and as the specification has them, in records without length."""
    cases = []
    marks = ((0.5, -1, "begin"), (70.25, 2.5, "Gänge"), (3600.0078125, -1, "end"))
    with tempfile.TemporaryDirectory() as folder:
        for kind, file_type in (("EDF", pyedflib.FILETYPE_EDFPLUS), ("BDF", pyedflib.FILETYPE_BDFPLUS)):
            path = str(pathlib.Path(folder, f"made.{kind.lower()}"))
            with pyedflib.EdfWriter(path, 0, file_type=file_type) as writer:
                writer.setStartdatetime(datetime.datetime(2019, 12, 24, 23, 59, 58))
                for mark in marks:
                    writer.writeAnnotation(*mark)
            cases.append(noted(kind, path))
        records = [b"+0\x14\x14\0+0.5\x14begin\x14\0+70.25\x152.5\x14G\xc3\xa4nge\x14\0", b"+0\x14\x14\0+3600.0078125\x14end\x14\0"]
        path = pathlib.Path(folder, "none.edf")
        path.write_bytes(base64.b64decode(put_together(
            "EDF+C", [record.ljust(60, b"\0") for record in records], [("EDF Annotations", -1, 1, -32768, 32767, 30)], 0,
            recording="Startdate 28-FEB-2050 X X X", date="28.02.50")))
        cases.append(noted("EDF", str(path)))
    return cases


def text(value, width):
    return str(value).encode("latin-1").ljust(width)[:width]


def put_together(kind, records, signals, seconds, count=None, recording="", date="31.02.20"):
    """A file of signals (label, physical low, high, digital low, high, samples) and records of bytes."""
    head = text("0", 8) + text("X X X X", 80) + text(recording, 80) + text(date, 8) + b"01.30.00"
    head += text(256 * (len(signals) + 1), 8) + text(kind, 44) + text(len(records) if count is None else count, 8)
    head += text(seconds, 8) + text(len(signals), 4)
    head += b"".join(text(s[0], 16) for s in signals) + text("", 80 * len(signals)) + b"".join(text("uV", 8) for s in signals)
    for field in (1, 2, 3, 4):
        head += b"".join(text(s[field], 8) for s in signals)
    head += text("", 80 * len(signals)) + b"".join(text(s[5], 8) for s in signals) + text("", 32 * len(signals))
    return base64.b64encode(head + b"".join(records)).decode()


def main():
    rng = np.random.default_rng(12)
    kinds = {"EDF": pyedflib.FILETYPE_EDF, "EDF+C": pyedflib.FILETYPE_EDFPLUS, "BDF": pyedflib.FILETYPE_BDF,
             "BDF+C": pyedflib.FILETYPE_BDFPLUS}
    cases = {name: by_pyedflib(kind, rng) for name, kind in kinds.items()}
    samples = np.arange(-6, 6, dtype="<i2")
    note = lambda time, rest=b"": (f"+{time}".encode() + b"\x14\x14\0" + rest).ljust(40, b"\0")
    odd = {
        "live": put_together("", [samples[:8].tobytes(), samples[4:].tobytes(), b"\1\0\2"],
                             [("a", "-1,5", "1,5", -100, 100, 4), ("b", 3, 3, -1, 1, 4)], 0.5, count=-1),
        "legacy": put_together("", [samples[:8].tobytes(), samples[4:].tobytes()],
                               [("EEG", -100, 100, -100, 100, 4), ("EDF Annotations", -50, 50, -1000, 1000, 4)], 1, date="31.12.20"),
        "gaps": put_together("EDF+D", [
            samples[:4].tobytes() + note(0), samples[4:8].tobytes() + note(2.5, b"+2.75\x150.125\x14one\x14two\x14\0"),
            samples[8:].tobytes() + note("10.25")], [("a", -100, 100, -100, 100, 4), ("EDF Annotations", -1, 1, -32768, 32767, 20)], 1,
            recording="Startdate 28-FEB-2050 X X X", date="28.02.50")}
    made = {"madeBy": f"make_edf.py, pyedflib {pyedflib.__version__}", "cases": cases, "odd": odd, "noted": notes_alone()}
    (HERE / "edf.json").write_text(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
