"""Recordings of sensors that wfdb, pyedflib and pydicom wrote, converted by ours into every format and read by these, MNE and numpy again;
DICOM is held to dciodvfy."""

import asyncio
import base64
import json
import pathlib
import signal
import subprocess
import tempfile

import mne
import numpy as np
import pydicom
import pyedflib
import wfdb

import streams
from server import Server
from waits import PATIENCE, changed
from wire import NOTICE, Client

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "Fixtures/biosignals"
LEADS = ["I", "II", "III", "aVR", "aVL", "aVF", "V1", "V2", "V3", "V4", "V5", "V6"]


def read_wfdb(path):
    record = wfdb.rdrecord(str(path.with_suffix("")), physical=True)
    return record.sig_name, record.units, record.fs, list(record.p_signal.T)


def read_edf(path):
    """What pyedflib reads; MNE, which makes volts of it, must agree."""
    with pyedflib.EdfReader(str(path)) as reader:
        count = reader.signals_in_file
        units = [reader.getPhysicalDimension(n) for n in range(count)]
        values = [reader.readSignal(n) for n in range(count)]
        read = reader.getSignalLabels(), units, reader.getSampleFrequency(0), values
        onsets, _, texts = reader.readAnnotations()
        notes = list(zip([float(onset) for onset in onsets], texts))
    read_raw = mne.io.read_raw_bdf if path.suffix == ".bdf" else mne.io.read_raw_edf
    raw = read_raw(path, preload=True, stim_channel=None, verbose="error")
    for own, other, unit in zip(values, raw.get_data(), units):
        scale = {"uV": 1e-6, "mV": 1e-3}.get(unit, 1)
        assert np.allclose(own, other / scale, rtol=0, atol=1e-9 * max(1, np.abs(own).max())), path
    assert len(raw.annotations) == len(notes), (len(raw.annotations), len(notes))
    return *read, notes


def read_dicom(path):
    """What pydicom reads of the first group; dciodvfy finds nothing to say."""
    verdict = subprocess.run(["dciodvfy", str(path)], capture_output=True, text=True, timeout=60).stderr
    assert not [line for line in verdict.splitlines() if line.startswith(("Error", "Warning"))], verdict
    data = pydicom.dcmread(path)
    channels = data.WaveformSequence[0].ChannelDefinitionSequence
    return ([channel.ChannelLabel for channel in channels], [channel.ChannelSensitivityUnitsSequence[0].CodeValue for channel in channels],
            float(data.WaveformSequence[0].SamplingFrequency), list(data.waveform_array(0).T), verdict.split()[-1])


def read_csv(path):
    table = np.genfromtxt(path, delimiter=",", skip_header=1)
    labels = path.read_text().splitlines()[0].split(",")
    assert labels[0] == "time"
    return labels[1:], None, (len(table) - 1) / (table[-1, 0] - table[0, 0]), list(table[:, 1:].T)


READERS = {"csv": read_csv, "edf": read_edf, "bdf": read_edf, "hea": read_wfdb, "dcm": read_dicom}


async def convert(binary, *arguments):
    return await asyncio.to_thread(
        subprocess.run, [binary, "convert", *map(str, arguments)], capture_output=True, text=True, timeout=120)


def sources(folder, rng):
    """An electrocardiogram of twelve leads as WFDB, EDF+ and DICOM, and as the table that it is."""
    rate, count = 500, 10_000
    stored = rng.integers(-4000, 4000, (count, 12)).astype("<i2")
    wfdb.wrsamp("twelve", fs=rate, units=["mV"] * 12, sig_name=LEADS, d_signal=stored.astype(int), fmt=["16"] * 12,
                adc_gain=[400.0] * 12, baseline=[12] * 12, write_dir=str(folder), comments=["made for a test"])
    beats = np.cumsum(rng.integers(300, 600, 15))
    wfdb.wrann("twelve", "atr", beats, ["N"] * 13 + ["+", "V"], subtype=rng.integers(-3, 100, 15), chan=rng.integers(0, 12, 15),
               num=rng.integers(0, 100, 15), aux_note=[""] * 13 + ["(AFIB", ""], write_dir=str(folder))
    with pyedflib.EdfWriter(str(folder / "twelve.edf"), 12, file_type=pyedflib.FILETYPE_EDFPLUS) as writer:
        writer.setSignalHeaders([
            {"label": lead, "dimension": "uV", "sample_frequency": rate, "physical_max": 8191.75, "physical_min": -8192.0,
             "digital_max": 32767, "digital_min": -32768, "transducer": "AgAgCl", "prefilter": "HP:0.05Hz"} for lead in LEADS])
        writer.writeSamples([np.ascontiguousarray(one) for one in stored.T.astype(np.int32)], digital=True)
        for beat in beats:
            writer.writeAnnotation(beat / rate, -1, "beat")
    (folder / "twelve.csv").write_text(
        "time," + ",".join(f"{lead} [mV]" for lead in LEADS) + "\n"
        + "".join(f"{n / rate}," + ",".join(f"{value / 400}" for value in row) + "\n" for n, row in enumerate(stored.tolist())))
    made = json.loads((FIXTURES / "dicom.json").read_text())
    (folder / "three.dcm").write_bytes(base64.b64decode(made["cases"][0]["file"]))
    return [folder / name for name in ("twelve.hea", "twelve.edf", "twelve.csv", "three.dcm")]


async def every_format_becomes_every_other(binary, web):
    rng, pairs, worst = np.random.default_rng(5), 0, 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "out").mkdir()
        for source in sources(folder, rng):
            three = source.name == "three.dcm"
            expected = pydicom.dcmread(source) if three else None
            if three:
                values = [column for column in expected.waveform_array(0).T]
            else:
                values = {".hea": read_wfdb, ".edf": read_edf, ".csv": read_csv}[source.suffix](source)[3]
            for ending, read in READERS.items():
                out = folder / "out" / f"{source.stem}_{source.suffix[1:]}.{ending}"
                result = await convert(binary, source, out)
                assert result.returncode == 0, (source, out, result)
                written = [pathlib.Path(line) for line in result.stdout.split()]
                labels, units, rate, own, *more = read(written[0])
                assert abs(rate - 500) < 1e-6, (out, rate)
                # The third channel of the small one has no unit, and so is no voltage.
                wanted = values[:2] if three and ending == "dcm" else values
                assert len(own) == len(wanted), out
                for label, one, other in zip(labels, own, wanted):
                    size = max(1, np.nanmax(np.abs(other)))
                    off = np.nanmax(np.abs(np.asarray(one)[:len(other)] - other)) / size
                    # The small one has samples of -32,768, which EDF and DICOM are written without, and a zero between
                    # two numbers, which WFDB has not: half a step at most, and it is said.
                    if three and off > 1e-9:
                        assert off < 0.5001 / 32_767, (ending, label, off)
                        assert f"{label}: rounded" in result.stderr or f"{label}: values are shifted" in result.stderr, result
                        continue
                    worst = max(worst, off)
                    assert off < 1e-9, (source.name, ending, label, off)
                    assert len(one) - len(other) < (1 if ending in ("csv", "hea", "dcm") else 500), (out, len(one))
                assert three or labels == LEADS, labels
                unit = "uV" if source.suffix == ".edf" else "mV"
                assert three or units is None or units == [unit] * 12, units
                if ending == "dcm":
                    assert more[0] == "TwelveLeadECG", more
                if source.suffix in (".hea", ".edf") and ending in ("edf", "bdf"):
                    assert len(more[0]) == 15, more
                if source.suffix == ".hea" and ending == "hea":
                    one, two = (wfdb.rdann(str(path.with_suffix("")), "atr") for path in (source, out))
                    for field in ("sample", "subtype", "chan", "num"):
                        assert (getattr(one, field) == getattr(two, field)).all(), (field, getattr(one, field), getattr(two, field))
                    assert one.symbol == two.symbol and one.aux_note == two.aux_note, (one.aux_note, two.aux_note)
                pairs += 1
    return f"{pairs} pairs, values within {worst:.1e}"


async def a_signal_called_annotations_is_opened(binary, web):
    made = json.loads((FIXTURES / "edf.json").read_text())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "legacy.edf").write_bytes(base64.b64decode(made["odd"]["legacy"]))
        with pyedflib.EdfReader(str(folder / "legacy.edf")) as reader:
            expected = [reader.readSignal(n) for n in range(2)]
        for ending in ("edf", "bdf"):
            out = folder / f"out.{ending}"
            result = await convert(binary, folder / "legacy.edf", out)
            assert result.returncode == 0 and "EDF Annotations" in result.stderr, result
            labels, _, rate, values, notes = read_edf(out)
            assert labels == ["EEG", "Annotations"] and rate == 4 and not notes, (labels, rate, notes)
            for own, other in zip(values, expected):
                assert np.allclose(own, other, rtol=0, atol=1e-9), (own, other)
    return "by pyedflib and MNE, as EDF and BDF"


async def annotations_alone_are_read_and_written(binary, web):
    cases = json.loads((FIXTURES / "edf.json").read_text())["noted"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number, case in enumerate(cases):
            source = folder / f"notes{number}.edf"
            source.write_bytes(base64.b64decode(case["file"]))
            said = await asyncio.to_thread(subprocess.check_output, [binary, "info", str(source)], text=True)
            assert all(text in said for _, _, text in case["notes"]) and "none" in said and "length" not in said, said
            for ending in ("edf", "bdf"):
                out = folder / f"out{number}.{ending}"
                result = await convert(binary, source, out)
                assert result.returncode == 0, result
                with pyedflib.EdfReader(str(out)) as reader:
                    assert reader.signals_in_file == 0
                    notes = [[a, None if b < 0 else b, c] for a, b, c in zip(*reader.readAnnotations())]
                other = mne.read_annotations(out)
                assert len(notes) == len(other) == len(case["notes"])
                for own, seen, wanted in zip(notes, zip(other.onset, other.duration, other.description), case["notes"]):
                    # EDF+ is written with six decimals of a second.
                    assert abs(own[0] - wanted[0]) < 1e-6 and own[1:] == wanted[1:], (own, wanted)
                    assert abs(seen[0] - wanted[0]) < 1e-6 and seen[1:] == (wanted[1] or 0, wanted[2]), (seen, wanted)
            result = await convert(binary, source, folder / f"out{number}.hea")
            assert result.returncode == 0, result
            marks = wfdb.rdann(str(folder / f"out{number}"), "atr")
            # wfdb takes a byte for a character.
            texts = [text.encode("latin-1").decode() for text in marks.aux_note]
            assert texts == [text for _, _, text in case["notes"]], texts
            assert np.allclose(marks.sample / marks.fs, [onset for onset, _, _ in case["notes"]], rtol=0, atol=1e-6), marks.fs
            for ending in ("csv", "dcm"):
                result = await convert(binary, source, folder / f"out.{ending}")
                assert result.returncode == 65 and "no signals, only 3 annotations" in result.stderr, result
            served = await asyncio.to_thread(
                subprocess.run, [binary, "serve", source, "--web", web, "--port", "0"], capture_output=True, text=True, timeout=PATIENCE)
            assert served.returncode == 65 and "no signals in it, only 3 annotations" in served.stderr, served
    return f"{len(cases)} files, by pyedflib, MNE and wfdb"


async def records_of_segments_are_read_as_one(binary, web):
    cases = json.loads((FIXTURES / "segments.json").read_text())["cases"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for case in cases:
            for file, data in case["files"].items():
                (folder / file).write_bytes(base64.b64decode(data))
            source = folder / f"{case['name']}.hea"
            expected = [np.array(values, dtype=float) for values in case["physical"]]
            if case["name"] != "gaps":
                read = wfdb.rdrecord(str(source.with_suffix("")), m2s=True, smooth_frames=False)
                assert all(np.array_equal(own, other, equal_nan=True) for own, other in zip(read.e_p_signal, expected))
            info = json.loads(await asyncio.to_thread(subprocess.check_output, [binary, "info", "--json", str(source)]))
            assert sorted(c["label"] for g in info["groups"] for c in g["channels"]) == sorted(case["labels"]), info
            assert info["groups"][0]["sampleCount"] == len(expected[0]) and info["checksums"] == "match", info
            out = folder / f"out_{case['name']}.hea"
            result = await convert(binary, source, out)
            assert result.returncode == 0, result
            written = wfdb.rdrecord(str(out.with_suffix("")), smooth_frames=False)
            for label, values in zip(case["labels"], expected):
                own = written.e_p_signal[written.sig_name.index(label)]
                assert np.allclose(own, values, rtol=0, atol=1e-9, equal_nan=True), (case["name"], label)
            edf = folder / f"out_{case['name']}.edf"
            result = await convert(binary, source, edf)
            assert result.returncode == 0, result
            with pyedflib.EdfReader(str(edf)) as reader:
                for channel, label in enumerate(reader.getSignalLabels()):
                    values = expected[case["labels"].index(label)]
                    own = reader.readSignal(channel)[:len(values)]
                    missing = reader.readSignal(channel, digital=True)[:len(values)] < reader.getDigitalMinimum(channel)
                    assert (missing == np.isnan(values)).all(), (case["name"], label)
                    assert np.allclose(own[~missing], values[~missing], rtol=0, atol=1e-9), (case["name"], label)
                assert sorted(reader.getSignalLabels()) == sorted(case["labels"])
            with Server(binary, web, source) as server:
                async with server.connect() as connection:
                    client = Client(connection)
                    await client.send(streams.hello())
                    served = None
                    while served is None:
                        for tag, payload in await client.receive():
                            if tag == streams.STREAM_SOURCE:
                                served = streams.Source(payload)
                    assert sorted(served.labels) == sorted(case["labels"]), served.labels
                server.stop()
        (folder / "lost.hea").write_text("lost/2 2 250 80\nfixed_1 40\nnone 40\n")
        (folder / "own.hea").write_text("own/1 2 250 80\nown 40\n")
        for file, words in (("lost", "there is no none.hea"), ("own", "name of the record itself")):
            result = await convert(binary, folder / f"{file}.hea", folder / "out.csv")
            assert result.returncode in (65, 66) and words in result.stderr, result
    return f"{len(cases)} layouts, by wfdb and pyedflib"


async def what_is_rounded_is_within_half_a_step(binary, web):
    rng, worst = np.random.default_rng(6), 0.0
    values = rng.normal(0, 1, (4000, 2)) * [1, 1e-5]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "in.csv").write_text(
            "time,II [mV],V1 [mV]\n" + "".join(f"{n / 250},{a!r},{b!r}\n" for n, (a, b) in enumerate(values.tolist())))
        for ending, read in READERS.items():
            out = folder / f"out.{ending}"
            result = await convert(binary, folder / "in.csv", out)
            assert result.returncode == 0, result
            for channel, own in enumerate(read(out)[3]):
                off = np.abs(np.asarray(own)[:4000] - values[:, channel]).max()
                # As told on standard error.
                told = [line for line in result.stderr.splitlines() if f"{('II', 'V1')[channel]}: rounded to steps of " in line]
                step = float(told[0].split("steps of ")[1].split()[0]) if told else 0
                assert (off == 0) == (ending == "csv") and off <= step * 0.500001, (ending, channel, off, step)
                worst = max(worst, off / step if step else 0)
    return f"{worst:.3f} of a step at most"


async def converting_ends_in_good_order(binary, web):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "in.csv").write_text("time,x\n" + "".join(f"{n / 1000},{n % 911 / 7}\n" for n in range(1_500_000)))
        out = folder / "out.edf"
        out.write_text("old")
        refused = await convert(binary, folder / "in.csv", out)
        assert refused.returncode == 73 and "already exists" in refused.stderr, refused
        process = subprocess.Popen([binary, "convert", "--force", str(folder / "in.csv"), str(out)], stderr=subprocess.PIPE, text=True)
        part = folder / "out.edf.part"

        def interrupt():
            # Where the file is seen: on a busy machine, going back to the loop first may take longer than the conversion.
            changed(folder, part.exists, "part", process)
            process.send_signal(signal.SIGINT)

        await asyncio.to_thread(interrupt)
        _, said = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
        assert process.returncode == 69 and "nothing was written" in said, (process.returncode, said)
        assert out.read_text() == "old" and sorted(path.name for path in folder.iterdir()) == ["in.csv", "out.edf"]
        for arguments, code in ((["none.hea", "a.csv"], 66), ([folder / "out.edf", "a.csv"], 65), ([folder / "in.csv", "a.png"], 64),
                                ([folder / "in.csv", folder / "no/a.edf"], 73), ([folder / "in.csv", folder / "a.dcm"], 65)):
            result = await convert(binary, *arguments)
            assert result.returncode == code and len(result.stderr.strip().splitlines()) <= 4, (arguments, result)
        info = json.loads(await asyncio.to_thread(subprocess.check_output, [binary, "info", "--json", str(folder / "in.csv")]))
        assert info["groups"][0]["sampleCount"] == 1_500_000 and info["groups"][0]["rateHertz"] == 1000, info
    return "interrupted, refused and missing"


async def a_file_that_cannot_be_played_stops_no_other(binary, web):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "good.csv").write_text("time,x\n" + "".join(f"{n / 100},{n % 7}\n" for n in range(2000)))
        (folder / "broken.edf").write_bytes(b"0       " + bytes(600))
        missing = folder / "missing.edf"
        with Server(binary, web, folder / "broken.edf", folder / "good.csv", missing) as server:
            sources, notices = {}, []
            async with server.connect() as connection:
                client = Client(connection)
                await client.send(streams.hello())
                # Who shows nothing is sent no notices.
                await client.send(streams.show(1, [0], 1000, 0, source=0))
                while len(sources) < 3 or len(notices) < 2:
                    for tag, payload in await client.receive():
                        if tag == streams.STREAM_SOURCE:
                            source = streams.Source(payload)
                            sources[source.number] = source
                        elif tag == NOTICE:
                            notices.append(payload.decode(errors="replace"))
            _, code = server.stop()
            said = server.process.stderr.read()
            assert code == 0, (code, said)
            # A page opens on the first, so that is the one that can be played.
            assert sources[0].labels == ["x"] and not sources[1].labels + sources[2].labels, sources
            assert "broken.edf" in sources[1].name and "cannot be played" in sources[1].detail, sources[1].detail
            assert "missing.edf" in sources[2].name, sources[2].name
            for file in ("broken.edf", "missing.edf"):
                assert [line for line in said.splitlines() if file in line], said
                assert [text for text in notices if file in text], notices
        alone = await asyncio.to_thread(
            subprocess.run, [binary, "serve", folder / "broken.edf", missing, "--web", web, "--port", "0"],
            capture_output=True, text=True, timeout=PATIENCE)
        assert alone.returncode == 65 and "broken.edf" in alone.stderr, alone
    return "one of three is served, none of two"


CHECKS = [a_file_that_cannot_be_played_stops_no_other, a_signal_called_annotations_is_opened, annotations_alone_are_read_and_written, records_of_segments_are_read_as_one, every_format_becomes_every_other, what_is_rounded_is_within_half_a_step, converting_ends_in_good_order]
