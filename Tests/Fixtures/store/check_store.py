#!/usr/bin/env python3
"""Reads a store as Documentation/store.md describes it, and checks all that the page says of it.

Usage: python3 check_store.py [FILE.wgs]     (needs numpy)

Without a file it reads recording.wgs, which Swift wrote, and compares every sample with what it draws itself from the same seed. With one, or when
imported, it checks the format only. `read` gives the groups with their samples, and the notes.
"""
import pathlib
import struct
import sys
import zlib

import numpy as np

MAGIC = bytes.fromhex("89 57 47 53 0d 0a 1a 0a")
GROUP, RUN, SUMMARY, TIMES, VIEW, FILTERS, REMARK, CHECKPOINT = range(1, 9)
ENCODINGS = {1: "<f8", 2: "<f4", 3: "i1", 4: "<i2", 5: "<i4"}


class Fields:
    """Takes numbers and texts off a payload."""

    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.place)
        self.place += struct.calcsize("<" + form)
        return values if len(values) > 1 else values[0]

    def text(self):
        count = self.take("H")
        self.place += count
        return self.data[self.place - count:self.place].decode()


def padded(count):
    return (count + 7) // 8 * 8


def read_group(fields):
    number, exponent, _, count, rate = fields.take("HBBId")
    name, channels = fields.text(), []
    for _ in range(count):
        end = fields.take("I") + fields.place
        low, high, *scale = fields.take("6d")
        channels.append({"label": fields.text(), "unit": fields.text(), "low": low, "high": high, "scale": scale})
        fields.place = end
    return number, {"name": name, "rate": rate, "exponent": exponent, "channels": channels, "frames": {},
                    "runs": {}, "first": 0, "end": 0, "nodes": [], "chunks": [], "summaries": {}}


def read_run(fields, groups, place):
    number, _, count, sequence, previous, channel_count, _ = fields.take("HHIQQII")
    group = groups[number]
    assert channel_count == len(group["channels"]) and 0 < count
    chunk = sequence >> group["exponent"]
    assert (sequence + count - 1) >> group["exponent"] == chunk, "a run lies in one chunk"
    assert sequence >= group["end"] or not group["frames"], "numbers only grow"
    heads = [fields.take("BBHI4dQ") for _ in range(channel_count)]
    columns = []
    for channel, (encoding, has_bitmap, _, byte_count, *summary) in zip(group["channels"], heads):
        data = fields.data[fields.place:fields.place + byte_count]
        fields.place += byte_count
        there = np.ones(count, bool)
        if has_bitmap:
            there = np.unpackbits(np.frombuffer(data, "u1", (count + 7) // 8), bitorder="little")[:count].astype(bool)
            data = data[padded((count + 7) // 8):]
        values = np.full(count, np.nan)
        if encoding:
            raw = np.frombuffer(data, ENCODINGS[encoding], count).astype(float)
            assert len(data) == padded(count * np.dtype(ENCODINGS[encoding]).itemsize)
            zero, factor, divisor, offset = channel["scale"]
            values = (raw - zero) * factor / divisor + offset if encoding >= 3 else raw
        values = np.where(there, values, np.nan)
        check_summary(summary, values)
        columns.append(values)
    assert fields.place == len(fields.data), "nothing is left of a run"
    for index in range(count):
        group["frames"][sequence + index] = [column[index] for column in columns]
    chunks = group["chunks"]
    if chunks and chunks[-1][0] == chunk:
        assert previous == chunks[-1][1], "a run names the one before in its chunk"
        chunks.pop()
    else:
        assert previous == 0
    chunks.append((chunk, place))
    group["first"] = group["first"] if group["end"] else sequence
    group["end"] = sequence + count


def check_summary(summary, values):
    values = np.asarray(values, float)
    values = values[np.isfinite(values)]
    low, high, total, squares, count = summary
    assert count == values.size
    if not count:
        assert (low, high, total, squares) == (np.inf, -np.inf, 0, 0)
        return
    assert low == values.min() and high == values.max()
    assert np.isclose(total, values.sum(), rtol=1e-9, atol=1e-9) and np.isclose(squares, (values ** 2).sum(), rtol=1e-9)


def read_summary(fields, groups, place):
    number, level, _, channel_count, index, mask = fields.take("HBBIQQ")
    group = groups[number]
    entries = [entry for entry in range(64) if mask >> entry & 1]
    places = [fields.take("Q") for _ in range(len(entries) if level == 0 else 4)]
    shift = group["exponent"] + 2 * level
    numbers = np.array(sorted(group["frames"]), dtype=np.uint64)
    blocks = numbers >> np.uint64(shift)
    assert sorted({int(block) for block in blocks if int(block) >> 6 == index}) == [index * 64 + e for e in entries]
    for channel in range(channel_count):
        for entry in entries:
            inside = numbers[blocks == np.uint64(index * 64 + entry)]
            check_summary(fields.take("4dQ"), [group["frames"][int(n)][channel] for n in inside])
    assert fields.place == len(fields.data), "nothing is left of a summary"
    if level == 0:
        gone = [chunk for chunk in group["chunks"] if chunk[0] >> 6 == index]
        assert [(index * 64 + entry, at) for entry, at in zip(entries, places)] == gone
        group["chunks"] = [chunk for chunk in group["chunks"] if chunk not in gone]
    else:
        gone = [node for node in group["nodes"] if node[0] == level - 1 and node[1] >> 2 == index]
        assert {node[1] & 3: node[2] for node in gone} == {k: at for k, at in enumerate(places) if at}
        group["nodes"] = [node for node in group["nodes"] if node not in gone]
    group["nodes"].append((level, index, place))


def read_note(kind, fields):
    fields.take("Q")
    if kind == TIMES:
        group, sequence, time, rate, device, arrival = fields.take("H6xQqdqq")
        return {"kind": "times", "group": group, "sequence": sequence, "microseconds": time, "rate": rate,
                "device": device, "arrival": arrival}
    if kind == VIEW:
        window, speed, gain, mode, form, flags, count = fields.take("3dBBBxI")
        channels = [fields.take("HHIIIdd") for _ in range(count)]
        view = {"kind": "view", "window": window, "speed": speed, "gain": gain, "mode": mode, "form": form,
                "flags": flags, "channels": channels, "trigger": None, "bands": [], "mixtures": []}
        if fields.place < len(fields.data):
            view["trigger"] = fields.take("HHIdd")
            view["bands"] = [fields.take("HHdd") for _ in range(fields.take("I"))]
            view["mixtures"] = [(*fields.take("HHHHddd"), fields.text(), fields.text()) for _ in range(fields.take("I"))]
        return view
    if kind == FILTERS:
        group, channel, count, sequence = fields.take("HHIQ")
        return {"kind": "filters", "group": group, "channel": channel, "sequence": sequence,
                "stages": [fields.take("BBH4x4d") for _ in range(count)]}
    identifier, group, channel, sequence, count, delay, time, removed = fields.take("IHHQQdqQ")
    return {"kind": "remark", "identifier": identifier, "group": group, "channel": channel, "sequence": sequence,
            "count": count, "delay": delay, "microseconds": time, "removed": removed,
            "label": fields.text(), "comment": fields.text()}


def check_checkpoint(fields, groups, places, newest_note):
    note, count, closed = fields.take("QII")
    assert note == newest_note and count == len(groups)
    for group, place in zip(groups, places):
        at, first, end, received, node_count, chunk_count = fields.take("4QII")
        assert (at, first, end, received) == (place, group["first"], group["end"], len(group["frames"]))
        assert [fields.take("3Q") for _ in range(node_count)] == group["nodes"]
        assert [fields.take("2Q") for _ in range(chunk_count)] == group["chunks"]
    assert fields.place == len(fields.data)
    return bool(closed)


def read(data):
    """Groups with their frames, notes, and whether the recording was ended in order."""
    magic, version, _, size, identifier, _, checksum = struct.unpack_from("<8sHHIQII", data)
    assert magic == MAGIC and version == 1 and size == 32 and checksum == zlib.crc32(data[:28])
    salt = zlib.crc32(struct.pack("<Q", identifier))
    place, number, groups, places, notes, newest_note, closed = size, 0, [], [], [], 0, False
    while place < len(data):
        mark, kind, _, count, payload_sum, found, _, header_sum = struct.unpack_from("<4sHHIIQII", data, place)
        payload = data[place + 32:place + 32 + count]
        assert mark == b"WREC" and header_sum == zlib.crc32(data[place:place + 28], salt)
        assert len(payload) == count and payload_sum == zlib.crc32(payload, salt), f"byte {place}"
        assert found == number and not any(data[place + 32 + count:place + 32 + padded(count)])
        fields, closed = Fields(payload), False
        if kind == GROUP:
            order, group = read_group(fields)
            assert order == len(groups)
            groups.append(group)
            places.append(place)
        elif kind == RUN:
            read_run(fields, groups, place)
        elif kind == SUMMARY:
            read_summary(fields, groups, place)
        elif kind in (TIMES, VIEW, FILTERS, REMARK):
            assert struct.unpack_from("<Q", payload)[0] == newest_note
            notes.append(read_note(kind, fields))
            newest_note = place
        elif kind == CHECKPOINT:
            closed = check_checkpoint(fields, groups, places, newest_note)
        place, number = place + 32 + padded(count), number + 1
    return groups, notes, closed


def draws(state):
    """SplitMix64."""
    ones = (1 << 64) - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & ones
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & ones
        z = (z ^ z >> 27) * 0x94D049BB133111EB & ones
        yield z ^ z >> 31


def expected():
    """The frames of recording.wgs, as GoldenStoreTests.swift draws them."""
    random, sequence, ecg, light = draws(1), 1000, {}, {}
    for step in range(120):
        if step % 25 == 24:
            sequence += 20_000 if step == 74 else 37
        for _ in range((next(random) >> 60) + 1):
            draw, other = next(random) >> 52, next(random) >> 52
            first = np.nan if draw % 31 == 0 else (draw - 1024.0) / 200
            second = (other - 2048.0 + 2048) * (6.4 / 4095) - 3.2 if step < 60 else other / 3
            ecg[sequence] = [first, second]
            sequence += 1
        if step % 12 == 5:
            light[step] = [float(np.float32(step) * np.float32(0.1))]
    return [ecg, light]


def main():
    if len(sys.argv) > 1:
        groups, notes, closed = read(pathlib.Path(sys.argv[1]).read_bytes())
        for group in groups:
            print(f"{group['name']}: {len(group['frames'])} frames of {len(group['channels'])} channels")
        print(f"{len(notes)} notes; {'ended in order' if closed else 'broken off'}")
        return
    groups, notes, closed = read(pathlib.Path(__file__).with_name("recording.wgs").read_bytes())
    assert closed and [group["name"] for group in groups] == ["ECG", "light"]
    ecg, light = groups
    assert [channel["label"] for channel in ecg["channels"]] == ["I", "breath"]
    assert [channel["unit"] for channel in ecg["channels"]] == ["mV", "µV"] and ecg["rate"] == 250
    assert max(node[0] for node in ecg["nodes"]) >= 1, "summaries above summaries"
    count = 0
    for group, frames in zip(groups, expected()):
        assert sorted(group["frames"]) == sorted(frames)
        for number, frame in frames.items():
            assert np.array_equal(group["frames"][number], frame, equal_nan=True), number
            count += len(frame)
    assert [note["kind"] for note in notes] == ["times", "remark", "remark", "remark", "filters", "view"]
    assert notes[0]["microseconds"] == 1_700_000_000_000_000 and notes[0]["arrival"] == -2 ** 63
    assert notes[2]["label"] == "step 60" and notes[2]["delay"] == 2.5
    assert notes[4]["stages"][0][:3] == (2, 1, 2) and notes[4]["channel"] == 0xFFFF and notes[5]["speed"] == 25
    assert notes[5]["trigger"] == (0, 1, 3, 0.75, 0.5) and notes[5]["bands"] == [(1, 0, -3, 300)]
    assert notes[5]["mixtures"] == [(0, 2, 1, 0, 2, -1, 5, "2 × breath − I", "µV")]
    print(f"recording.wgs: {count} samples equal, all summaries, places and sums as the page says")


if __name__ == "__main__":
    main()
