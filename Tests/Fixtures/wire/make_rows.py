#!/usr/bin/env python3
"""Makes rows.json: planes of levels coded by an encoder of its own, which tries every way and takes the shortest.

    make_rows.py           writes rows.json
    make_rows.py --check   decodes rows.json and the coded row of messages.hex by the reader in Tests/Peers

Each plane stands there as its levels, its bytes, and whether it is the shortest that the format allows; others are in
forms that an encoder need not choose. Needs numpy.
"""

import heapq
import json
import pathlib
import struct
import sys

import numpy

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parents[1] / "Peers"))
from planes import GAP, decode_plane  # noqa: E402

LONGEST = 10


def gamma(number):
    return "0" * (number.bit_length() - 1) + f"{number:b}"


def runs(states):
    text, start = "", 0
    for index in range(1, len(states) + 1):
        if index == len(states) or states[index] != states[start]:
            text += gamma(index - start)
            start = index
    return text


def package_merge(weights):
    """Lengths of the best code of at most LONGEST bits: L. L. Larmore and D. S. Hirschberg, doi:10.1145/79147.79150."""
    leaves = sorted((weight, (index,)) for index, weight in enumerate(weights))
    packages = []
    for _ in range(LONGEST):
        merged = list(heapq.merge(leaves, packages))
        packages = [
            (one[0] + two[0], one[1] + two[1]) for one, two in zip(merged[0::2], merged[1::2])]
    lengths = [0] * len(weights)
    for _, indices in merged[:2 * len(weights) - 2]:
        for index in indices:
            lengths[index] += 1
    return lengths


def canonical(lengths):
    codes, code, last = {}, 0, 0
    for length, bucket in sorted((length, bucket) for bucket, length in lengths.items()):
        code <<= length - last
        codes[bucket] = f"{code:0{length}b}"
        code, last = code + 1, length
    return codes


def coded(values, low_bits, spread=False):
    """Code and values as bits; nothing where there are too many buckets. `spread` makes one code of each length."""
    base = min(values)
    buckets = [(value - base) >> low_bits for value in values]
    count = max(buckets) + 1
    if count > 512:
        return None
    occurs = [False] * count
    weights = {}
    for bucket in buckets:
        occurs[bucket] = True
        weights[bucket] = weights.get(bucket, 0) + 1
    present = sorted(weights)
    text = f"{base & 0xFFFF:016b}{count - 1:09b}" + runs(occurs)
    codes = {present[0]: ""}
    if len(present) > 1:
        lengths = package_merge([weights[bucket] for bucket in present])
        if spread:
            lengths = [min(index + 1, len(present) - 1) for index in range(len(present))]
        last = 5
        for length in lengths:
            text += gamma(2 * (length - last) if length > last else 1 + 2 * (last - length))
            last = length
        codes = canonical(dict(zip(present, lengths)))
    for value, bucket in zip(values, buckets):
        low = (value - base) & ((1 << low_bits) - 1)
        text += codes[bucket] + (f"{low:0{low_bits}b}" if low_bits else "")
    return text


def encode(levels, modes=(0, 1, 2), widths=range(16), spread=False):
    """The shortest plane in the modes and widths allowed."""
    found = [b"\0" + struct.pack(f"<{len(levels)}h", *levels)] if 0 in modes else []
    data = [level for level in levels if level != GAP]
    has_gaps = len(data) < len(levels)
    gaps = ""
    if has_gaps:
        gaps = ("1" if levels[0] == GAP else "0") + runs([level == GAP for level in levels])
    for mode in set(modes) - {0}:
        values, head = data, gaps
        if mode == 2 and data:
            head += f"{data[0] & 0xFFFF:016b}"
            values = [(b - a + 32768) % 65536 - 32768 for a, b in zip(data, data[1:])]
        for low_bits in widths if values else [0]:
            text = coded(values, low_bits, spread) if values else ""
            if text is None:
                continue
            bits = head + text
            bits += "0" * (-len(bits) % 8)
            first = mode | (4 if has_gaps else 0) | low_bits << 4
            found.append(bytes([first]) + bytes(int(bits[at:at + 8], 2) for at in range(0, len(bits), 8)))
    return min(found, key=len)


def tenths(power):
    return [int(level) for level in numpy.rint(100 * numpy.log10(power))]


def shortest():
    """Levels to be coded in the shortest way."""
    random = numpy.random.default_rng(2013)
    noise = 1e-9 * random.exponential(size=(2048, 4))
    yield "noise", tenths(noise[:, 0])
    yield "noise, the highest of four", tenths(noise[:1024].max(axis=1))
    tones = 1e-9 * random.gamma(16, 1 / 16, size=512)
    column = numpy.arange(512)
    for centre, power in ((60, 1e-3), (200, 1e-5), (400, 1e-2)):
        tones += power * 10 ** (-0.3 * numpy.minimum(40, abs(column - centre)))
    yield "noise averaged and tones", tenths(tones)
    smooth = 300 * numpy.sin(column / 40) - 800 + random.normal(size=512)
    yield "smooth", [int(level) for level in numpy.rint(smooth)]
    lost = tenths(noise[:256, 1])
    lost[:20] = lost[100:120] = [GAP] * 20
    lost[70] = lost[255] = GAP
    yield "gaps", lost
    yield "gaps but for one", [GAP] * 77 + [-512] + [GAP] * 22
    yield "gaps but for two", [GAP] * 30 + [-512] + [GAP] * 22 + [300]
    yield "gaps only", [GAP] * 2048
    yield "every other column a gap", [GAP if index % 2 else -700 - index for index in range(64)]
    yield "constant", [-1050] * 2048
    yield "steps", [-900 + 100 * (index // 32) for index in range(256)]
    yield "two levels in turn", [-32767 if index % 2 else 32767 for index in range(100)]
    yield "one column", [-1234]
    yield "one gap", [GAP]
    yield "anything", [int(level) for level in random.integers(-32768, 32768, size=100)]


def others():
    """Planes in forms that are allowed and never the shortest."""
    random = numpy.random.default_rng(2014)
    levels = tenths(1e-9 * random.exponential(size=60))
    yield "raw", encode(levels, modes=(0,))
    for low_bits in (0, 6, 15):
        yield f"{low_bits} plain bits", encode(levels, modes=(1,), widths=[low_bits])
    yield "differences with 7 plain bits", encode(levels, modes=(2,), widths=[7])
    wide = [int(level) for level in random.integers(-32767, 32768, size=60)]
    yield "differences that wrap", encode(wide, modes=(2,), widths=[7])
    yield "512 buckets", encode([0, 511, 7, 300, 511], modes=(1,), widths=[0])
    yield "a code of each length", encode([11 - index % 11 for index in range(40)], modes=(1,), widths=[0], spread=True)
    yield "one level as a difference", encode([-77], modes=(2,), widths=[0])
    yield "gaps only, as differences", encode([GAP] * 9, modes=(2,), widths=[0])


def check():
    rows = json.loads((here / "rows.json").read_text())
    for row in rows:
        data = bytes.fromhex(row["bytes"])
        assert decode_plane(data, 0, len(row["levels"])) == (row["levels"], len(data)), row["name"]
    planes = [
        lambda i: GAP if 10 <= i < 14 else -900 + i * i * 37 % 29, lambda i: -1000 + 3 * i + i % 3, lambda i: GAP,
        lambda i: -1234, lambda i: i * i * 7919 % 65535 - 32767,
    ]
    goldens = dict(line.split() for line in (here / "messages.hex").read_text().splitlines())
    message = bytes.fromhex(goldens["row-coded"])
    at, modes = 30, []
    for plane in planes:
        modes.append(message[at] & 3)
        levels, at = decode_plane(message, at, 48)
        assert levels == [plane(column) for column in range(48)], plane(0)
    assert at == len(message) and modes == [1, 2, 1, 1, 0], (at, modes)
    print(f"{len(rows)} planes and {len(planes)} of the golden row decode as they should")


def write():
    rows = []
    for name, levels in shortest():
        rows.append({"name": name, "isShortest": True, "levels": levels, "bytes": encode(levels).hex()})
    for name, data in others():
        columns = {"512 buckets": 5, "a code of each length": 40, "one level as a difference": 1}.get(name, 60)
        columns = 9 if name.startswith("gaps") else columns
        levels, end = decode_plane(data, 0, columns)
        assert end == len(data)
        rows.append({"name": name, "isShortest": False, "levels": levels, "bytes": data.hex()})
    lines = ",\n".join(json.dumps(row) for row in rows)
    (here / "rows.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    if "--check" not in sys.argv:
        write()
    check()
