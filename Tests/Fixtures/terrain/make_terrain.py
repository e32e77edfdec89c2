"""Writes terrain.json: small DTED and HGT files made by struct, and the heights that were put into them.

    python3 Tests/Fixtures/terrain/make_terrain.py [--digests FOLDER]

With --digests it reads the tiles in FOLDER by numpy instead, and writes digests.json: what a naive reading of each gives.
"""

import argparse
import base64
import gzip
import io
import json
import pathlib
import struct
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
VOID = -32768


def angle(value, degrees, letters, decimals):
    tenths = round(abs(value) * 36000)
    seconds = f"{tenths // 10 % 60:02}" + (f".{tenths % 10}" if decimals else "")
    return f"{tenths // 36000:0{degrees}}{tenths // 600 % 60:02}{seconds}{letters[value < 0]}"


def dted(south, west, lat_tenths, lon_tenths, rows, accuracy="0030"):
    """rows: lists of heights from north to south, None for a void; MIL-PRF-89020B, by hand."""
    count, lines = len(rows), len(rows[0])
    uhl = (f"UHL1{angle(west, 3, 'EW', False)}{angle(south, 3, 'NS', False)}{lon_tenths:04}{lat_tenths:04}{accuracy}"
           f"U  {'':12}{lines:04}{count:04}0").ljust(80)
    dsi = ("DSIU".ljust(59) + "DTED0").ljust(141) + "E96WGS84"
    dsi = dsi.ljust(185) + angle(south, 2, "NS", True) + angle(west, 3, "EW", True)
    dsi = dsi.ljust(264) + f"0000000.0{lat_tenths:04}{lon_tenths:04}{count:04}{lines:04}00"
    data = (uhl + dsi.ljust(648) + "ACC".ljust(2700)).encode()
    assert len(data) == 3428
    for line in range(lines):
        record = struct.pack(">B3sHH", 0xAA, line.to_bytes(3, "big"), line, 0)
        for row in reversed(rows):
            height = row[line]
            record += struct.pack(">H", 0xFFFF if height is None else height if height >= 0 else 0x8000 | -height)
        data += record + struct.pack(">I", sum(record))
    return data


def hgt(rows):
    return b"".join(struct.pack(">h", VOID if height is None else height) for row in rows for height in row)


def hills(rows, columns, seed):
    """Heights of both signs, extremes, zeros and voids among them."""
    made = [[(seed * 7919 + row * 104729 + column * 1299709) % 9001 - 500 for column in range(columns)] for row in range(rows)]
    made[0][0], made[0][-1], made[-1][0], made[-1][-1] = 32767, -1, -15999, 0
    made[1][1] = made[rows // 2][columns - 1] = None
    return made


def case(name, data, rows, south, west, lat, lon):
    return {
        "name": name, "file": base64.b64encode(data).decode(), "south": south, "west": west,
        "latitudeStep": lat, "longitudeStep": lon, "rows": len(rows), "columns": len(rows[0]),
        "heights": [VOID if height is None else height for row in rows for height in row]}


class Stream(io.RawIOBase):
    """What cannot be gone back in, so that sizes are written behind the data."""
    def __init__(self):
        self.bytes = b""

    def writable(self):
        return True

    def write(self, data):
        self.bytes += bytes(data)
        return len(data)


def zipped(members, method=zipfile.ZIP_DEFLATED, stream=False):
    target = Stream() if stream else io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        archive.comment = b"made by zipfile"
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, method)
    return target.bytes if stream else target.getvalue()


def zips(square, small):
    """Archives by what they are; all with a tile hold `square`, N51E000.hgt, or `small`, a DTED file."""
    tile, bomb = [("N51E000.hgt", square)], zipped([("N51E000.hgt", bytes(300_000))])
    # The directory says that it unpacks to 98 bytes.
    place = bomb.rindex(b"PK\x01\x02")
    bomb = bomb[:place + 24] + struct.pack("<I", 98) + bomb[place + 28:]
    large = zipped(tile)
    place = large.rindex(b"PK\x01\x02")
    large = large[:place + 24] + struct.pack("<I", 0x7FFFFFFF) + large[place + 28:]
    locked = zipped(tile)
    place = locked.rindex(b"PK\x01\x02")
    locked = locked[:place + 8] + b"\1\0" + locked[place + 10:]
    damaged = zipped(tile, zipfile.ZIP_STORED)
    damaged = damaged.replace(square, square[:-1] + bytes([square[-1] ^ 1]))
    made = {
        "deflated": zipped(tile), "stored": zipped(tile, zipfile.ZIP_STORED), "streamed": zipped(tile, stream=True),
        "folder": zipped([("dem/", b""), ("dem/readme.txt", b"SRTM"), ("dem/N51E000.hgt", square)]),
        "dted": zipped([("n10_e020.dt1", small)]), "two": zipped(tile + [("N51E001.hgt", square)]),
        "none": zipped([("readme.txt", b"SRTM")]), "bzip2": zipped(tile, zipfile.ZIP_BZIP2), "bomb": bomb, "large": large,
        "locked": locked, "damaged": damaged}
    return {name: base64.b64encode(data).decode() for name, data in made.items()}


def make():
    small, zone, southern, square = hills(5, 5, 1), hills(121, 61, 2), hills(5, 5, 3), hills(7, 7, 4)
    files = {
        "dted": [
            case("n10_e020", dted(10, 20, 9000, 9000, small), small, 10, 20, 0.25, 0.25),
            # From 50 to 70 degrees meridians are twice as far apart.
            case("n50_w001", dted(50, -1, 300, 600, zone), zone, 50, -1, 1 / 120, 1 / 60),
            case("s34_w071", dted(-34, -71, 9000, 9000, southern, "NA  "), southern, -34, -71, 0.25, 0.25),
        ],
        "hgt": [
            case("S34W071", hgt(southern), southern, -34, -71, 0.25, 0.25),
            case("N51E000", hgt(square), square, 51, 0, 1 / 6, 1 / 6),
        ],
        "zips": zips(hgt(square), dted(10, 20, 9000, 9000, small)),
    }
    (HERE / "terrain.json").write_text(json.dumps(files, separators=(",", ":")) + "\n")


def heights(path, data):
    import numpy
    if ".hgt" in path.name:
        side = round((len(data) / 2) ** 0.5)
        return numpy.frombuffer(data, ">i2").reshape(side, side).astype(int)
    lines, posts = int(data[47:51]), int(data[51:55])
    records = numpy.frombuffer(data[3428:], numpy.uint8).reshape(lines, 12 + 2 * posts)
    words = records[:, 8:-4].reshape(lines, posts, 2).astype(int)
    words = words[:, :, 0] * 256 + words[:, :, 1]
    values = numpy.where(words == 0xFFFF, VOID, numpy.where(words >= 0x8000, 0x8000 - words, words))
    return values.T[::-1]


def digests(folder):
    found = []
    for path in sorted(folder.glob("*.gz")):
        values = heights(path, gzip.decompress(path.read_bytes()))
        flat = values.reshape(-1)
        known = flat != VOID
        found.append({
            "file": path.name, "rows": values.shape[0], "columns": values.shape[1], "voids": int((~known).sum()),
            "low": int(flat[known].min()), "high": int(flat[known].max()), "sum": int(flat[known].sum()),
            # By the place too, so that a mirrored tile differs.
            "weighted": int(sum(int(value) * (index % 1009 + 1) for index, value in enumerate(flat) if value != VOID)),
            "northWest": int(flat[0]), "southEast": int(flat[-1])})
    (HERE / "digests.json").write_text(json.dumps(found, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--digests", type=pathlib.Path)
    options = parser.parse_args()
    digests(options.digests) if options.digests else make()


if __name__ == "__main__":
    main()
