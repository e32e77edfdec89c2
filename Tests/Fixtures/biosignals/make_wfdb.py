#!/usr/bin/env python3
"""Writes WFDB records in every format, and what wfdb reads of them, for the tests to compare with.

Usage: python3 make_wfdb.py     (needs numpy and wfdb; writes wfdb.json beside itself)

Files are packed here from the specification (physionet.org/physiotools/wag) and read by wfdb: two independent ways.
"""
import base64
import json
import pathlib
import tempfile

import numpy as np
import wfdb

HERE = pathlib.Path(__file__).parent
BITS = {8: 8, 16: 16, 24: 24, 32: 32, 61: 16, 80: 8, 160: 16, 212: 12, 310: 10, 311: 10}


def pack(number, values):
    """Samples as a file holds them."""
    values = [int(value) for value in values]
    if number in (16, 24, 32):
        return b"".join((value & (1 << number) - 1).to_bytes(number // 8, "little") for value in values)
    if number == 61:
        return b"".join((value & 0xFFFF).to_bytes(2, "big") for value in values)
    if number == 8:
        return bytes(value & 0xFF for value in values)
    if number == 80:
        return bytes(value + 128 for value in values)
    if number == 160:
        return b"".join((value + 32768).to_bytes(2, "little") for value in values)
    data = b""
    if number == 212:
        for at in range(0, len(values), 2):
            one = values[at] & 0xFFF
            two = values[at + 1] & 0xFFF if at + 1 < len(values) else 0
            data += bytes([one & 0xFF, one >> 8 | two >> 8 << 4, two & 0xFF])
        return data
    for at in range(0, len(values), 3):
        a, b, c = ((values[at + k] & 0x3FF) if at + k < len(values) else 0 for k in range(3))
        if number == 310:
            data += ((c & 0x1F) << 11 | a << 1).to_bytes(2, "little") + (c >> 5 << 11 | b << 1).to_bytes(2, "little")
        else:
            data += (a | b << 10 | c << 20).to_bytes(4, "little")
    return data


def read(header, files, record="made"):
    """What wfdb makes of a record: the physical values of each signal."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / f"{record}.hea").write_text(header)
        for name, data in files.items():
            (path / name).write_bytes(data)
        physical = wfdb.rdrecord(str(path / record), physical=True, smooth_frames=False)
    return [[None if np.isnan(value) else float(value) for value in one] for one in physical.e_p_signal]


def case(name, header, files):
    return {"name": name, "header": header, "files": {key: base64.b64encode(data).decode() for key, data in files.items()},
            "physical": read(header, files)}


def main():
    rng = np.random.default_rng(11)
    cases = []
    for number, bits in BITS.items():
        for count in (1, 2, 3, 61):
            top = 2 ** (bits - 1) - 1
            steps = rng.integers(-top, top + 1, 2 * count)
            steps[: min(4, len(steps))] = [top, -top, 0, -1][: min(4, len(steps))]
            data = pack(number, steps)
            if number == 8:
                one, two = np.cumsum(steps[0::2]) + 7, np.cumsum(steps[1::2]) - 9
            else:
                one, two = steps[0::2], steps[1::2]
            sums = [int(np.int16(np.int64(x.sum()) & 0xFFFF if np.int64(x.sum()) & 0xFFFF < 32768
                                 else (np.int64(x.sum()) & 0xFFFF) - 65536)) for x in (one, two)]
            first = (7, -9) if number == 8 else (int(one[0]), int(two[0]))
            header = (f"made 2 250 {count}\nmade.dat {number} 200/mV {bits} 0 {first[0]} {sums[0]} 0 I\n"
                      f"made.dat {number} 1000(5)/uV {bits} 3 {first[1]} {sums[1]} 0 lead II\n")
            cases.append(case(f"format {number}, {count}", header, {"made.dat": data}))
    # Several rates in a file, skewed signals, a second file with an offset, a missing sample.
    frames = 40
    values = rng.integers(-2000, 2000, frames * 7)
    values[10] = -32768
    other = rng.integers(-100, 100, frames)
    header = (f"made 4 125.5/999(0) {frames} 12:30:05 24/12/2019\nmade.dat 16x4 200/mV\nmade.dat 16x1:3 40(-7)/mmHg 16 0\n"
              f"made.dat 16x2 0/NU 16 11 0 0 0 Pleth\nother.dat 80+5 10/C 8 0 0 0 0 temperature\n# aged 50\n#  note\n")
    cases.append(case("rates, skew, offset", header, {"made.dat": pack(16, values), "other.dat": b"hello" + pack(80, other)}))
    marks = []
    with tempfile.TemporaryDirectory() as folder:
        sample = np.cumsum(rng.integers(0, 3000, 300))
        sample[200:] += 5_000_000
        symbol = list(rng.choice(["N", "V", "+", '"', "A", "|"], 300))
        notes = [f"({n}" if n % 3 == 0 else "odd" if n % 7 == 0 else "" for n in range(300)]
        wfdb.wrann("made", "atr", sample, symbol, subtype=rng.integers(0, 5, 300), chan=rng.integers(0, 3, 300),
                   num=rng.integers(0, 9, 300), aux_note=notes, write_dir=folder)
        data = pathlib.Path(folder, "made.atr").read_bytes()
        back = wfdb.rdann(str(pathlib.Path(folder, "made")), "atr", return_label_elements=["label_store"])
        for n in range(len(back.sample)):
            marks.append([int(back.sample[n]), int(back.label_store[n]), int(back.subtype[n]), int(back.chan[n]), int(back.num[n]),
                          back.aux_note[n].rstrip("\0")])
    made = {"madeBy": f"make_wfdb.py, wfdb {wfdb.__version__}", "cases": cases,
            "annotations": {"file": base64.b64encode(data).decode(), "marks": marks}}
    (HERE / "wfdb.json").write_text(json.dumps(made, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
