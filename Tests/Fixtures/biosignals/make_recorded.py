#!/usr/bin/env python3
"""Writes what wfdb, pyedflib, MNE and pydicom read of real recordings, for `make test-recordings` to compare with.

Usage: python3 make_recorded.py FOLDER     (the recordings' `sensor` folder; needs those four; writes recorded.json beside itself)

A signal is its number of samples and the sum of (1 + place) x sample modulo 2^64: no sample may be off, nor lie elsewhere. Of
physical values there are forty for each signal; pyedflib's are MNE's, too.
"""
import json
import pathlib
import sys

import mne
import numpy as np
import pydicom
import pyedflib
import wfdb

HERE = pathlib.Path(__file__).parent


def digest(samples):
    samples = np.asarray(samples).astype(np.int64).astype(np.uint64)
    with np.errstate(over="ignore"):
        return [len(samples), str(int(np.sum(samples * np.arange(1, len(samples) + 1, dtype=np.uint64))))]


def some(name, unit, rate, values):
    """A signal's values at forty places, and how many there are."""
    values = np.asarray(values, float)
    return {"label": name, "unit": unit, "rate": float(rate), "count": len(values),
            "values": [None if np.isnan(v) else float(v) for v in values[[int(k * (len(values) - 1) / 39) for k in range(40)]]]}


def values_of_edf(path):
    """What pyedflib reads; MNE, which makes volts of it, must agree."""
    with pyedflib.EdfReader(str(path)) as reader:
        read = [some(reader.getLabel(n), reader.getPhysicalDimension(n), reader.getSampleFrequency(n), reader.readSignal(n))
                for n in range(reader.signals_in_file)]
        scales = {"uV": 1e-6, "mV": 1e-3}
        raw = (mne.io.read_raw_bdf if path.suffix == ".bdf" else mne.io.read_raw_edf)(path, preload=True, verbose="error")
        for n in range(reader.signals_in_file):
            other = raw.get_data(picks=[n])[0] / scales.get(reader.getPhysicalDimension(n), 1)
            assert np.allclose(other, reader.readSignal(n), rtol=0, atol=1e-9 * max(1, np.abs(other).max())), path
    return read


def main():
    folder = pathlib.Path(sys.argv[1])
    records = {}
    for name in ("100", "s0010_re"):
        records[f"wfdb/{name}.hea"] = [digest(one) for one in wfdb.rdrecord(str(folder / "wfdb" / name), physical=False).d_signal.T]
    # wfdb reads this one as physical values alone: formats differ in width.
    record = wfdb.rdrecord(str(folder / "wfdb/binformats"), physical=True, smooth_frames=False)
    missing = {"8": -200, "16": -32768, "24": -(1 << 23), "32": -(1 << 31), "61": -32768, "80": -128, "160": -32768, "212": -2048, "310": -512, "311": -512}
    records["wfdb/binformats.hea"] = [
        digest([missing[kind] if np.isnan(value) else round(value * gain + base) for value in one])
        for one, gain, base, kind in zip(record.e_p_signal, record.adc_gain, record.baseline, record.fmt)]
    values = {}
    for name in ("100", "s0010_re", "binformats"):
        record = wfdb.rdrecord(str(folder / "wfdb" / name), physical=True, smooth_frames=False)
        values[f"wfdb/{name}.hea"] = [some(a, b, record.fs, v) for a, b, v in zip(record.sig_name, record.units, record.e_p_signal)]
    marks = wfdb.rdann(str(folder / "wfdb/100"), "atr", return_label_elements=["label_store"])
    files = {}
    for path in sorted(folder.rglob("*.[eb]df")):
        name = str(path.relative_to(folder))
        try:
            with pyedflib.EdfReader(str(path)) as reader:
                files[name] = {"signals": [digest(reader.readSignal(n, digital=True)) for n in range(reader.signals_in_file)],
                               "notes": len(reader.readAnnotations()[0])}
            values[name] = values_of_edf(path)
        except OSError as error:
            print(f"{name}: {error}", file=sys.stderr)
    waves = {}
    for path in sorted(folder.rglob("*.dcm")):
        data = pydicom.dcmread(path)
        waves[str(path.relative_to(folder))] = [
            [digest(column) for column in np.frombuffer(item.WaveformData, "<i2").reshape(-1, item.NumberOfWaveformChannels).T]
            for item in data.WaveformSequence]
        values[str(path.relative_to(folder))] = [
            some(channel.ChannelSourceSequence[0].CodeMeaning, channel.ChannelSensitivityUnitsSequence[0].CodeValue,
                 item.SamplingFrequency, column)
            for n, item in enumerate(data.WaveformSequence)
            for channel, column in zip(item.ChannelDefinitionSequence, data.waveform_array(n).T)]
    made = {"madeBy": f"make_recorded.py, wfdb {wfdb.__version__}, pyedflib {pyedflib.__version__}, mne {mne.__version__}, "
                      f"pydicom {pydicom.__version__}",
            "records": records, "annotations": {"wfdb/100.atr": [digest(marks.sample), digest(marks.label_store)]},
            "edf": files, "dicom": waves, "values": values}
    (HERE / "recorded.json").write_text(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
