#!/usr/bin/env python3
"""Writes WFDB records of several segments by wfdb, and what wfdb reads of them as one, for the tests to compare with.

Usage: python3 make_segments.py     (needs numpy and wfdb; writes segments.json beside itself)
"""
import base64
import datetime
import json
import pathlib
import tempfile

import numpy as np
import wfdb

HERE = pathlib.Path(__file__).parent
START = datetime.datetime(2019, 12, 24, 23, 59, 58)


def segment(folder, rng, name, rate, count, signals):
    """A record; signals are (name, unit, format, gain, baseline, samples in a frame)."""
    tops = {"16": 32_767, "212": 2047, "80": 127, "24": 8_388_607}
    missing = {"16": -32_768, "212": -2048, "80": -128, "24": -8_388_608}
    samples = []
    for _, _, form, _, _, width in signals:
        own = rng.integers(-tops[form], tops[form] + 1, count * width)
        own[rng.integers(0, len(own), 2)] = missing[form]
        samples.append(own)
    wfdb.wrsamp(
        name, fs=rate, sig_name=[one[0] for one in signals], units=[one[1] for one in signals], e_d_signal=samples,
        fmt=[one[2] for one in signals], adc_gain=[one[3] for one in signals], baseline=[one[4] for one in signals],
        samps_per_frame=[one[5] for one in signals], write_dir=folder)


def whole(folder, name, rate, signal_count, segments, comments=None):
    """The header of a record of segments, which are (name, frames)."""
    record = wfdb.MultiRecord(
        record_name=name, n_sig=signal_count, fs=rate, sig_len=sum(count for _, count in segments), base_time=START.time(),
        base_date=START.date(), seg_name=[one for one, _ in segments], seg_len=[count for _, count in segments], comments=comments)
    record.n_seg = len(segments)
    record.wrheader(write_dir=folder)


def case(folder, name, segments=None):
    """All files of a record, and the values that wfdb makes of them as one record.

    Of a fixed layout wfdb reads no empty segments: where these are given, it reads segment by segment.
    """
    if segments is None:
        record = wfdb.rdrecord(str(pathlib.Path(folder, name)), m2s=True, smooth_frames=False)
        assert record.base_datetime == START
        values = record.e_p_signal
    else:
        parts = [None if one == "~" else wfdb.rdrecord(str(pathlib.Path(folder, one)), smooth_frames=False) for one, _ in segments]
        record = parts[0]
        values = [np.concatenate([part.e_p_signal[n] if part else np.full(count, np.nan) for part, (_, count) in zip(parts, segments)])
                  for n in range(record.n_sig)]
    return {
        "name": name, "rate": record.fs, "labels": record.sig_name,
        "physical": [[None if np.isnan(value) else float(value) for value in one] for one in values],
        "files": {path.name: base64.b64encode(path.read_bytes()).decode() for path in sorted(pathlib.Path(folder).iterdir())}}


def fixed(rng):
    """All segments have the same signals; their steps, zeros and formats differ."""
    with tempfile.TemporaryDirectory() as folder:
        segment(folder, rng, "fixed_1", 250, 40, [("II", "mV", "16", 200.0, 0, 1), ("ABP", "mmHg", "16", 12.5, -40, 1)])
        segment(folder, rng, "fixed_2", 250, 31, [("II", "mV", "212", 100.0, 12, 1), ("ABP", "mmHg", "212", 12.5, -40, 1)])
        segment(folder, rng, "fixed_3", 250, 1, [("II", "mV", "80", 200.0, 0, 1), ("ABP", "mmHg", "80", 12.5, -40, 1)])
        whole(folder, "fixed", 250, 2, [("fixed_1", 40), ("fixed_2", 31), ("fixed_3", 1), ("fixed_1", 40)])
        one = case(folder, "fixed")
        segments = [("fixed_1", 40), ("~", 25), ("fixed_2", 31), ("fixed_3", 1), ("~", 7), ("fixed_1", 40), ("~", 5)]
        whole(folder, "gaps", 250, 2, segments, comments=["aged 50"])
        return [one, case(folder, "gaps", segments)]


def variable(rng):
    """Each segment has some of the signals of a layout, in an order of its own, at two rates."""
    two, abp, pleth = ("II", "mV", "16", 250.0, 5, 4), ("ABP", "mmHg", "16", 20.0, -1000, 1), ("PLETH", "NU", "16", 1023.0, 0, 1)
    with tempfile.TemporaryDirectory() as folder:
        segment(folder, rng, "variable_1", 62.5, 33, [two, abp])
        segment(folder, rng, "variable_2", 62.5, 20, [pleth, abp, two])
        segment(folder, rng, "variable_3", 62.5, 12, [abp])
        # Signals of format 0 have a description alone; wfdb writes none.
        pathlib.Path(folder, "variable_layout.hea").write_text(
            "variable_layout 4 62.5 0\n~ 0x4 250(5)/mV 16 0 0 0 0 II\n~ 0 20(-1000)/mmHg 16 0 0 0 0 ABP\n"
            "~ 0 1/NU 16 0 0 0 0 RESP\n~ 0 1023(0)/NU 16 0 0 0 0 PLETH\n")
        whole(folder, "variable", 62.5, 4, [
            ("variable_layout", 0), ("~", 10), ("variable_1", 33), ("~", 3), ("variable_2", 20), ("variable_3", 12), ("variable_1", 33)])
        wfdb.wrann("variable", "atr", np.array([10, 44, 110]), ["N", "V", "+"], chan=np.array([0, 1, 3]), aux_note=["", "", "(AFIB"],
                   write_dir=folder)
        return case(folder, "variable")


def main():
    rng = np.random.default_rng(25)
    made = {"madeBy": f"make_segments.py, wfdb {wfdb.__version__}", "cases": fixed(rng) + [variable(rng)]}
    (HERE / "segments.json").write_text(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
