#!/usr/bin/env python3
"""Write containers.json: small tar archives, WAV files and .sdriq headers, and what other programs read from them.

Run in this folder: python3 make_containers.py. Needs numpy and scipy (made with 2.4.6 and 1.17.1; tarfile, wave, struct and
zlib of Python 3.11). The same file comes out every time.

Archives are kept as their blocks that are not zero, so that one that would be 100 GiB long fits.
"""
import io
import json
import struct
import tarfile
import wave
import zlib

import numpy
import scipy.io.wavfile

random = numpy.random.default_rng(20260602)


# tar

def entries(long_names):
    names = [("x.sigmf-meta", b'{"global":{}}'), ("x.sigmf-data", bytes(range(256)) * 3), ("empty", b""), ("exact", b"y" * 512)]
    if long_names:
        names += [("deep/" * 30 + "x.sigmf-meta", b"long"), ("n" * 300, b"longer"), ("\u00b5/\u20ac.sigmf-data", b"\x00\x01")]
    elif long_names is None:
        names += [("p" * 90 + "/" + "q" * 90, b"prefix")]
    return names


def info(name, size):
    member = tarfile.TarInfo(name)
    member.size = size
    member.mtime = 1780315200
    return member


def archive(form, long_names, common=None):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=form, pax_headers=common) as tar:
        folder = info("x", 0)
        folder.type = tarfile.DIRTYPE
        tar.addfile(folder)
        for name, data in entries(long_names):
            tar.addfile(info(name, len(data)), io.BytesIO(data))
        link = info("link", 0)
        link.type = tarfile.SYMTYPE
        link.linkname = "t" * (150 if long_names else 9)
        tar.addfile(link)
        tar.addfile(info("last", 3), io.BytesIO(b"end"))
    return file.getvalue()


def listing(data):
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        return [[
            member.name, "file" if member.isreg() else "folder" if member.isdir() else "other", member.offset_data,
            member.size if member.isreg() else 0,
        ] for member in tar.getmembers()]


def blocks(data):
    parts = {}
    for start in range(0, len(data), 512):
        block = data[start:start + 512]
        if any(block):
            parts[str(start)] = block.hex()
    return parts


def huge(form):
    """Headers alone of an archive with a dataset of 100 GiB."""
    size = 100 << 30
    first = info("big.sigmf-data", size)
    head = first.tobuf(format=form)
    second = info("big.sigmf-meta", 5)
    end = len(head) + size
    parts = blocks(head)
    parts.update({str(int(start) + end): block for start, block in blocks(second.tobuf(format=form) + b"{}   ".ljust(512, b"\0")).items()})
    return {
        "name": f"huge {form}", "blocks": parts, "size": end + 1024 + 1024,
        "members": [["big.sigmf-data", "file", len(head), size], ["big.sigmf-meta", "file", end + 512, 5]],
    }


def archives():
    made = []
    for name, form, long_names, common in [
        ("ustar", tarfile.USTAR_FORMAT, None, None), ("pax", tarfile.PAX_FORMAT, True, None),
        ("gnu", tarfile.GNU_FORMAT, True, None), ("v7-like", tarfile.USTAR_FORMAT, False, None),
        ("global", tarfile.PAX_FORMAT, False, {"comment": "\u00b5" * 300}),
    ]:
        data = archive(form, long_names, common)
        made.append({"name": name, "blocks": blocks(data), "size": len(data), "members": listing(data)})
    return made + [huge(tarfile.PAX_FORMAT), huge(tarfile.GNU_FORMAT)]


# WAV

def chunk(name, body):
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def riff(*chunks, head=b"RIFF", size=None):
    body = b"WAVE" + b"".join(chunks)
    return head + struct.pack("<I", len(body) if size is None else size) + body


def form(tag, channels, rate, bits, extensible=False):
    frame = channels * ((bits + 7) // 8)
    body = struct.pack("<HHIIHH", 0xFFFE if extensible else tag, channels, rate, rate * frame, frame, bits)
    if extensible:
        body += struct.pack("<HHIH", 22, bits, 3, tag) + bytes.fromhex("000000001000800000aa00389b71")
    return chunk(b"fmt ", body)


def time(year, month, weekday, day, hour, minute, second, millisecond):
    return struct.pack("<8H", year, month, weekday, day, hour, minute, second, millisecond)


def auxi(center=7_100_000):
    start, stop = time(2013, 1, 2, 1, 12, 34, 56, 789), time(2013, 1, 2, 1, 12, 35, 56, 789)
    return chunk(b"auxi", start + stop + struct.pack("<9I", center, 61_440_000, 0, 96_000, 0, 0, 0, 0, 0) + bytes(96))


def by_wave(width, channels, frames, rate=192_000):
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(width)
        out.setframerate(rate)
        out.writeframes(frames)
    return file.getvalue()


def by_scipy(samples, rate=2_400_000):
    file = io.BytesIO()
    scipy.io.wavfile.write(file, rate, samples)
    return file.getvalue()


def levels(data):
    """What scipy reads, as levels: 24 bits come at the top of 32."""
    rate, samples = scipy.io.wavfile.read(io.BytesIO(data))
    kind = samples.dtype
    if kind == numpy.uint8:
        read = (samples.astype("f8") - 127.5) / 127.5
    elif kind.kind == "i":
        read = samples.astype("f8") / 2.0 ** (8 * kind.itemsize - 1)
    else:
        read = samples.astype("f8")
    return rate, read.reshape(-1).tolist()


def waves():
    frames = random.bytes(48)
    pairs = random.normal(size=(6, 2)) * 0.3
    small = random.integers(-32768, 32768, (6, 2), dtype="i2")
    data = chunk(b"data", frames)
    ds64 = lambda size: chunk(b"ds64", struct.pack("<QQQI", size + 72, size, 0, 0))
    rf64 = lambda form, size: riff(ds64(size), form, b"data" + b"\xff" * 4 + frames, head=b"RF64", size=0xFFFFFFFF)
    files = [
        ("8 bit", by_wave(1, 2, frames), {}), ("16 bit", by_wave(2, 2, frames), {}), ("24 bit", by_wave(3, 2, frames), {}),
        ("32 bit", by_wave(4, 2, frames), {}), ("one channel", by_wave(2, 1, frames), {}), ("scipy 16 bit", by_scipy(small), {}),
        ("float", by_scipy(pairs.astype("f4")), {}), ("double", by_scipy(pairs), {}),
        ("extensible", riff(form(1, 2, 96_000, 24, True), data), {}),
        ("extensible float", riff(form(3, 2, 96_000, 32, True), chunk(b"data", pairs.astype("<f4").tobytes())), {}),
        ("auxi first", riff(form(1, 2, 96_000, 16), auxi(), data), {"center": 7.1e6}),
        ("auxi last", riff(form(1, 2, 96_000, 16), data, auxi()), {"center": 7.1e6}),
        ("odd chunk", riff(chunk(b"LIST", b"abc"), form(1, 2, 96_000, 16), data), {}),
        ("rf64", rf64(form(1, 2, 96_000, 16), 48), {}),
        ("bw64", b"BW64" + rf64(form(1, 2, 96_000, 16), 48)[4:], {"unread": True}),
        ("size 0", riff(form(1, 2, 96_000, 16), b"data" + b"\0" * 4 + frames), {"unread": True, "remarks": ["sizeUnknown"]}),
        ("size all ones", riff(form(1, 2, 96_000, 16), b"data" + b"\xff" * 4 + frames), {"unread": True, "remarks": ["sizeUnknown"]}),
        ("torn", riff(form(1, 2, 96_000, 16), chunk(b"data", frames + bytes(100)))[:-100], {"unread": True, "remarks": ["torn(missingByteCount: 100)"]}),
        ("torn in a sample", riff(form(1, 2, 96_000, 16), chunk(b"data", frames + bytes(98)))[:-97], {"unread": True, "remarks": ["torn(missingByteCount: 97)", "partialSample(byteCount: 1)"]}),
        ("auxi of text", riff(form(1, 2, 96_000, 16), chunk(b"auxi", "<?xml version='1.0'?>".encode("utf-16-le") * 2), data), {"remarks": ["auxiliaryUnreadable"]}),
    ]
    made = []
    for name, content, extra in files:
        plain = content
        if extra.pop("unread", False):
            rate_and_levels = levels(riff(form(1, 2, 96_000, 16), data))
        else:
            rate_and_levels = levels(plain)
        made.append({
            "name": name, "bytes": content.hex(), "rate": rate_and_levels[0], "levels": rate_and_levels[1],
            "remarks": extra.get("remarks", []), "center": extra.get("center"),
        })
    return made


def sdriq():
    made = []
    for rate, center, time, bits in [(2_400_000, 99_500_000, 1_556_236_800, 16), (48_000, 10_000_000_000, 1_780_315_200_250, 24), (1, 0, 0, 16)]:
        head = struct.pack("<IQQII", rate, center, time, bits, 0)
        made.append({"bytes": (head + struct.pack("<I", zlib.crc32(head))).hex(), "rate": rate, "center": center, "time": time, "bits": bits})
    return made


def main():
    with open("containers.json", "w") as file:
        json.dump({"archives": archives(), "waves": waves(), "sdriq": sdriq()}, file, separators=(",", ":"))
        file.write("\n")


if __name__ == "__main__":
    main()
