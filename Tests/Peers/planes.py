"""Planes of levels as a third party would decode them: from Documentation/wire.md alone, bit by bit."""

import struct

GAP = -32768


class Bits:
    """A string of bits, the highest of each byte first."""

    def __init__(self, data):
        self.text = "".join(f"{byte:08b}" for byte in data)
        self.at = 0

    def number(self, count):
        assert self.at + count <= len(self.text), "the plane runs over the end"
        self.at += count
        return int(self.text[self.at - count:self.at] or "0", 2)

    def gamma(self):
        zeros = 0
        while self.number(1) == 0:
            zeros += 1
        return 1 << zeros | self.number(zeros)

    def runs(self, total, state):
        """States of `total` things, of which runs alternate."""
        states = []
        while len(states) < total:
            run = self.gamma()
            assert len(states) + run <= total, "a run is too long"
            states += [state] * run
            state = not state
        return states


def signed(number):
    return (number + 32768) % 65536 - 32768


def read_code(bits):
    """Buckets by their code, as texts of bits."""
    occurs = bits.runs(bits.number(9) + 1, True)
    buckets = [bucket for bucket, is_there in enumerate(occurs) if is_there]
    if len(buckets) == 1:
        return {"": buckets[0]}
    lengths, length = [], 5
    for _ in buckets:
        change = bits.gamma()
        length += change // 2 if change % 2 == 0 else -(change // 2)
        assert 1 <= length <= 10, length
        lengths.append(length)
    assert sum(2 ** -length for length in lengths) == 1, "the code is not complete"
    codes, code, last = {}, 0, 0
    for length, bucket in sorted(zip(lengths, buckets)):
        code <<= length - last
        codes[f"{code:0{length}b}"] = bucket
        code, last = code + 1, length
    return codes


def decode_plane(data, at, columns):
    """The levels of a plane that begins at a byte, and where the next begins."""
    first = data[at]
    mode, has_gaps, low_bits = first & 3, bool(first & 4), first >> 4
    assert not first & 8
    if mode == 0:
        assert first == 0
        return list(struct.unpack_from(f"<{columns}h", data, at + 1)), at + 1 + 2 * columns
    assert mode in (1, 2), mode
    bits = Bits(data[at + 1:])
    gaps = bits.runs(columns, bits.number(1) == 1) if has_gaps else [False] * columns
    count = gaps.count(False)
    values = []
    if mode == 2 and count:
        values.append(bits.number(16))
    if len(values) < count:
        base, codes = bits.number(16), read_code(bits)
    while len(values) < count:
        code = ""
        while code not in codes:
            code += str(bits.number(1))
        value = base + (codes[code] << low_bits) + bits.number(low_bits)
        values.append(values[-1] + value if mode == 2 else value)
    levels = iter(values)
    return [GAP if gap else signed(next(levels)) for gap in gaps], at + 1 + (bits.at + 7) // 8
