#!/usr/bin/env python3
"""Write datatypes.json: bytes of every SigMF datatype and what other programs read from them.

Run in this folder: python3 make_datatypes.py. Needs sigmf (made with 1.14.0) and numpy (made with 2.4.6).

`sigmf` is what the package sigmf reads, `numpy` what the stated rule gives in double precision, rounded once to single:
both as the bits of single-precision numbers in hexadecimal. 24-bit rows, which SigMF does not know, have only the rule.
"""
import json
import os
import tempfile

import numpy
import sigmf

random = numpy.random.default_rng(20260601)
COUNT = 32


def values(kind, bits):
    """Components with the limits, the middle and what lies around it."""
    if kind == "f":
        edges = [0.0, -0.0, 1.0, -1.0, 0.5, -1.5, 1e-30, 65536.0]
        return numpy.concatenate([edges, random.normal(size=COUNT - len(edges))])
    low, high = (0, 2**bits - 1) if kind == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    middle = 2 ** (bits - 1) if kind == "u" else 0
    edges = [low, low + 1, high, high - 1, middle, middle - 1, middle + 1, middle + 3]
    return numpy.concatenate([edges, random.integers(low, high, COUNT - len(edges), dtype="i8" if low else "u8")])


def rule(kind, bits, stored):
    stored = numpy.asarray(stored, dtype="f8")
    if kind == "u":
        half = (2.0**bits - 1) / 2
        return ((stored - half) / half).astype("f4")
    return (stored if kind == "f" else stored / 2.0 ** (bits - 1)).astype("f4")


def bits_of(floats):
    return [f"{word:08x}" for word in numpy.asarray(floats, dtype="<f4").view("<u4")]


def by_sigmf(datatype, data):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.sigmf-data")
        with open(path, "wb") as file:
            file.write(data)
        info = {"core:datatype": datatype, "core:version": "1.2.6"}
        samples = sigmf.SigMFFile(data_file=path, global_info=info).read_samples()
    return bits_of(numpy.ascontiguousarray(samples).view("f4"))


def main():
    rows = []
    for domain in "cr":
        for kind, bits in [("f", 32), ("f", 64), ("i", 32), ("i", 16), ("u", 32), ("u", 16), ("i", 8), ("u", 8)]:
            for ending, order in [("_le", "<"), ("_be", ">")] if bits > 8 else [("", "<")]:
                datatype = f"{domain}{kind}{bits}{ending}"
                stored = values(kind, bits).astype(f"{order}{kind}{bits // 8}")
                data = stored.tobytes()
                rows.append({
                    "datatype": datatype, "bytes": data.hex(), "sigmf": by_sigmf(datatype, data),
                    "numpy": bits_of(rule(kind, bits, stored)),
                })
    stored = values("i", 24).astype("i4")
    for name, data in [
        ("ci24_le", b"".join(int(value).to_bytes(3, "little", signed=True) for value in stored)),
        ("ci24_be", b"".join(int(value).to_bytes(3, "big", signed=True) for value in stored)),
        ("ci24in32_le", stored.astype("<i4").tobytes()),
    ]:
        rows.append({"datatype": name, "bytes": data.hex(), "sigmf": None, "numpy": bits_of(rule("i", 24, stored))})
    with open("datatypes.json", "w") as file:
        json.dump(rows, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
