#!/usr/bin/env python3
"""Write opened.json: recordings as whole files, and the numbers that other programs read from them.

Run in this folder: python3 make_opened.py. Needs sigmf, numpy and scipy (made with 1.14.0, 2.4.6 and 1.17.1). The same file
comes out every time.

A case is some files, which of them is opened, one channel, and its components as single-precision numbers. Of SigMF the
package sigmf reads them, of WAV scipy, of the rest numpy. Offset binary is read unscaled and scaled by our own rule, which
Documentation/Spectrum/formats.md gives: sigmf puts zero half a step lower.
"""
import base64
import io
import json
import pathlib
import struct
import tarfile
import tempfile
import zlib

import numpy
import scipy.io.wavfile
import sigmf

from make_containers import by_scipy, by_wave

random = numpy.random.default_rng(20260703)
COUNT = 67


def stored(kind, bits, count):
    """Components as they are stored, the limits among them."""
    if kind == "f":
        values = random.normal(size=count)
        values[:4] = 0.0, -0.0, 1.0, -1.5
        return values
    low, high = (0, 2**bits - 1) if kind == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    values = random.integers(low, high, count, dtype="i8" if low else "u8", endpoint=True)
    values[:4] = low, high, (low + high) // 2, (low + high) // 2 + 1
    return values


def offset_levels(values, bits):
    """Levels of offset binary by our rule, in the arithmetic that it states."""
    half = (2.0**bits - 1) / 2
    if bits == 8:
        return (values.astype("f4") - numpy.float32(half)) * numpy.float32(1 / half)
    return ((values.astype("f8") - half) / half).astype("f4")


def components(samples):
    return numpy.ascontiguousarray(samples).view("f4").astype("<f4")


def case(name, files, levels, channel=0, opened=None):
    return {
        "name": name, "files": {file: base64.b64encode(data).decode() for file, data in files.items()},
        "open": opened or next(iter(files)), "channel": channel,
        "levels": base64.b64encode(numpy.asarray(levels, dtype="<f4").tobytes()).decode(),
    }


# SigMF

def metadata(datatype, captures, **more):
    fields = {"core:datatype": datatype, "core:version": "1.2.6", "core:sample_rate": 1e6}
    fields.update({f"core:{name}": value for name, value in more.items()})
    return json.dumps({
        "global": fields, "annotations": [],
        "captures": [{f"core:{name}": value for name, value in capture.items()} for capture in captures]}).encode()


def by_sigmf(files, opened, datatype, captures, channel=0):
    """What sigmf reads, capture after capture."""
    is_offset = datatype[1] == "u"
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            (pathlib.Path(folder) / name).write_bytes(data)
        recording = sigmf.fromfile(str(pathlib.Path(folder) / opened), autoscale=not is_offset)
        parts = []
        for index in range(captures):
            part = recording.read_samples_in_capture(index)
            parts.append(components(part[:, channel] if part.ndim > 1 else part))
    levels = numpy.concatenate(parts)
    if not is_offset:
        return levels
    bits = int(datatype[2:].split("_")[0])
    if bits == 32:
        # sigmf rounds them to single precision before they are scaled.
        order = ">" if datatype.endswith("_be") else "<"
        return offset_levels(numpy.frombuffer(next(iter(files.values())), dtype=f"{order}u4"), bits)
    return offset_levels(levels, bits)


def dtype(datatype):
    order = ">" if datatype.endswith("_be") else "<"
    bits = int(datatype[2:].split("_")[0])
    return datatype[1], bits, f"{order}{datatype[1]}{bits // 8}"


def samples_of(datatype, frames):
    kind, bits, form = dtype(datatype)
    return stored(kind, bits, frames * (2 if datatype[0] == "c" else 1)).astype(form).tobytes()


def pair(name, datatype, data, captures, channel=0, opened="sigmf-meta", **more):
    files = {"x.sigmf-data": data, "x.sigmf-meta": metadata(datatype, captures, **more)}
    levels = by_sigmf(files, "x.sigmf-meta", datatype, len(captures), channel)
    return case(name, files, levels, channel, f"x.{opened}")


def pairs():
    for turn, datatype in enumerate(
            f"{domain}{kind}{ending}" for domain in "cr" for kind in ("f32", "f64", "i32", "i16", "u32", "u16", "i8", "u8")
            for ending in (("_le", "_be") if kind[1:] != "8" else ("",))):
        opened = ("sigmf-meta", "sigmf-data")[turn % 2]
        yield pair(datatype, datatype, samples_of(datatype, COUNT), [{"sample_start": 0}], opened=opened)


def captures():
    three = [{"sample_start": 0}, {"sample_start": 30, "frequency": 2e6}, {"sample_start": 31, "frequency": 3e6}]
    yield pair("three captures", "ci16_be", samples_of("ci16_be", 100), three)
    # Headers that are no samples lie before two of the captures, and a rest behind the last.
    first, second = samples_of("cu8", 50), samples_of("cu8", 40)
    data = b"HEADER" + first + b"HEAD" + second + b"REST"
    headed = [{"sample_start": 0, "header_bytes": 6}, {"sample_start": 50, "header_bytes": 4}]
    yield pair("headers", "cu8", data, headed, trailing_bytes=4)
    for datatype, count in (("ci16_le", 3), ("rf32_be", 2), ("cu8", 4)):
        data = samples_of(datatype, COUNT * count)
        for channel in (0, count - 1):
            yield pair(
                f"channel {channel} of {count}, {datatype}", datatype, data, [{"sample_start": 0}], channel,
                num_channels=count)


def archives():
    for datatype, form in (("cu8", tarfile.USTAR_FORMAT), ("ci16_le", tarfile.PAX_FORMAT), ("cf64_be", tarfile.GNU_FORMAT)):
        data = samples_of(datatype, 70)
        members = {"x/x.sigmf-meta": metadata(datatype, [{"sample_start": 0}, {"sample_start": 9}]), "x/x.sigmf-data": data}
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w", format=form) as tar:
            for name, content in members.items():
                member = tarfile.TarInfo(name)
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
        files = {"x.sigmf": file.getvalue()}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "x.sigmf"
            path.write_bytes(files["x.sigmf"])
            recording = sigmf.fromarchive(str(path), autoscale=datatype[1] != "u")
            levels = components(recording.read_samples())
        if datatype == "cu8":
            levels = offset_levels(levels, 8)
        yield case(f"archive of {datatype}", files, levels)


# WAV

def chunk(name, body):
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def rf64(data):
    form = struct.pack("<HHIIHH", 1, 2, 96_000, 96_000 * 4, 4, 16)
    body = b"WAVE" + chunk(b"ds64", struct.pack("<QQQI", len(data) + 72, len(data), 0, 0)) + chunk(b"fmt ", form)
    return b"RF64" + b"\xff" * 4 + body + b"data" + b"\xff" * 4 + data


def wave_levels(data):
    """What scipy reads; 24 bits come at the top of 32."""
    _, samples = scipy.io.wavfile.read(io.BytesIO(data))
    samples = samples.reshape(-1)
    if samples.dtype == numpy.uint8:
        return offset_levels(samples, 8)
    if samples.dtype.kind == "i":
        return (samples.astype("f8") / 2.0 ** (8 * samples.dtype.itemsize - 1)).astype("f4")
    return samples.astype("f4")


def waves():
    data = random.bytes(4 * 3 * 2 * 24)
    floats = stored("f", 64, 2 * COUNT).reshape(-1, 2)
    made = [(f"{8 * width}", by_wave(width, 2, data, 96_000)) for width in (1, 2, 3, 4)]
    made += [("24, one channel", by_wave(3, 1, data, 96_000)), ("float", by_scipy(floats.astype("f4"), 96_000)),
             ("double", by_scipy(floats, 96_000)), ("RF64", rf64(data))]
    for name, content in made:
        yield case(f"WAV, {name}", {"x.wav": content}, wave_levels(content))


# The rest

def others():
    for bits, form in ((16, "<i2"), (24, "<i4")):
        values = stored("i", bits, 2 * COUNT).astype(form)
        head = struct.pack("<IQQII", 48_000, 7_100_000, 1_600_000_000, bits, 0)
        content = head + struct.pack("<I", zlib.crc32(head)) + values.tobytes()
        read = numpy.frombuffer(content, dtype=form, offset=32).astype("f8") / 2.0 ** (bits - 1)
        yield case(f"sdriq, {bits} bit", {"x.sdriq": content}, read)
    for ending, datatype in ((".cu8", "cu8"), (".cs8", "ci8"), (".cs16", "ci16_le"), (".cf32", "cf32_le")):
        kind, bits, form = dtype(datatype)
        content = samples_of(datatype, COUNT)
        read = numpy.frombuffer(content, dtype=form)
        levels = offset_levels(read, 8) if kind == "u" else read.astype("f8") / (2.0 ** (bits - 1) if kind == "i" else 1)
        yield case(f"bare {ending}", {f"x{ending}": content}, levels)


def main():
    cases = [one for family in (pairs, captures, archives, waves, others) for one in family()]
    with open("opened.json", "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in cases) + "\n]\n")


if __name__ == "__main__":
    main()
