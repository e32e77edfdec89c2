"""Makes the files of measured points that the tests read, and measured.json: what Python's csv and xml read of them.

    python3 Tests/Fixtures/measured/make_measured.py
    python3 Tests/Fixtures/measured/make_measured.py --digests ../shared/data/coverage/ofcom/raw

The second writes digests.json: what numpy reads of drive tests that the project does not ship.

Nothing of these was measured: places and levels are drawn from a seed.
"""
import csv
import gzip
import io
import json
import pathlib
import random
import sys
import xml.etree.ElementTree as tree

here = pathlib.Path(__file__).resolve().parent
random.seed(20)


def points(count, digits=6):
    return [(round(46.8 + random.uniform(-0.05, 0.05), digits), round(10.1 + random.uniform(-0.05, 0.05), digits),
             round(random.uniform(-128, -35), 2)) for _ in range(count)]


def write(name, text, mode="utf-8"):
    (here / name).write_bytes(text.encode(mode))


def rows(name, mark, columns, first=0, decimal=".", encoding="utf-8-sig"):
    """What csv reads: latitude, longitude and level by their column's number."""
    text = (here / name).read_text(encoding)
    found = []
    for row in list(csv.reader(io.StringIO(text), delimiter=mark, skipinitialspace=True))[first:]:
        if not row or row[0].startswith("#"):
            continue
        cells = [row[column].strip().replace(decimal, ".") if column is not None and column < len(row) else "" for column in columns]
        if not cells[0] or not cells[1]:
            continue
        level = cells[2].lower().removesuffix("dbm").strip()
        found.append([float(cells[0]), float(cells[1]), float(level) if level and level != "nan" else None])
    return found


def drive_test():
    """Nine lines of what the site was like, then names of columns with blanks behind the commas."""
    head = ["Site name: Nowhere ,,,,", "Site latitude (deg): 46.8 ,,,,", "Site longitude (deg): 10.1 ,,,,", "Frequency (MHz): 915.95 ,,,,",
            "Tx antenna height (m): 17 ,,,,", "Adjusted e.i.r.p. (dBm): 47.3 ,,,,", "Rx antenna height (m): 1.5 ,,,,",
            "System noise floor (dBm): -124 ,,,,", "Number of records: 60 ,,,,",
            "Date (dd.mm.yyyy), Time (hh:mm:ss), Rx Latitude (deg), Rx Longitude (deg), Local mean measurement (dBm) "]
    body = [f"01.09.2017, 09:{index:02d}:11,{lat},{lon},{level:g}" for index, (lat, lon, level) in enumerate(points(60))]
    write("drive.csv", "\r\n".join(head + body) + "\r\n")
    return rows("drive.csv", ",", (2, 3, 4), first=10)


def phone():
    """Semicolons, decimal commas, quotes, a byte order mark; rows without a fix and without a level."""
    lines = ["\ufeff\"Time\";\"Longitude\";\"Latitude\";\"Altitude (m)\";\"Tx power (dBm)\";\"RSSI [dBm]\";\"Note\""]
    for index, (lat, lon, level) in enumerate(points(40, 5)):
        text = lambda value: str(value).replace(".", ",")
        place = f"\"{text(lon)}\";\"{text(lat)}\"" if index % 7 != 3 else "\"\";\"\""
        lines.append(f"\"12:00:{index:02d}\";{place};412,5;20;{text(level) if index % 5 else ''};\"here; there\"")
    write("phone.csv", "\n".join(lines) + "\n")
    return rows("phone.csv", ";", (2, 1, 5), first=1, decimal=",")


def tabs():
    """Tabs, a remark, levels with their unit, nan for none."""
    lines = ["# made by hand", "node\tlat\tlng\trx level"]
    for index, (lat, lon, level) in enumerate(points(25)):
        lines.append(f"n{index}\t{lat}\t{lon}\t{'nan' if index == 3 else f'{level} dBm'}")
    write("tabs.tsv", "\n".join(lines))
    return rows("tabs.tsv", "\t", (1, 2, 3), first=2)


def bare():
    """No names at all; exponents, signs, the other side of the date line."""
    lines = [f"{lat},{lon},{level},{index}" for index, (lat, lon, level) in enumerate(points(12))]
    lines += ["4.68e1,+1.01e1,-9.9e1,0", "-12.5,359.5,-100,1", "90,-180,-101,2"]
    write("bare.csv", "\n".join(lines) + "\n")
    return [[lat, lon - 360 if lon >= 180 else lon, level] for lat, lon, level in rows("bare.csv", ",", (0, 1, 2))]


def places():
    write("places.csv", "name,latitude,longitude\n" + "".join(f"p,{lat},{lon}\n" for lat, lon, _ in points(5)))
    return rows("places.csv", ",", (1, 2, None), first=1)


GPX = "http://www.topografix.com/GPX/1/1"


def track():
    """Waypoints, a track, a route; levels in every place in which they are told, and numbers that are none."""
    body = []
    for index, (lat, lon, level) in enumerate(points(40)):
        inside = [
            f"<cmt>{level} dBm</cmt>", f"<desc>rx {level}dBm at noon</desc>", f"<name>P{index}</name><cmt>{level}</cmt>",
            f"<name>{index}</name><desc>a bench</desc>", f"<extensions><x:rssi>{level}</x:rssi><x:speed>12.5</x:speed></extensions>",
            f"<extensions><x:cell power='high'><x:RxLevel> {level} </x:RxLevel></x:cell></extensions>",
            f"<ele>417.25</ele><desc>3</desc><cmt><![CDATA[{level} DBM <b>]]></cmt>", "", "<name>-50</name>",
            f"<!-- <cmt>-1 dBm</cmt> --><name>{level} dBm</name>",
        ][index % 10]
        name = ("wpt", "trkpt", "rtept")[index % 3]
        text = f'<{name} lon="{lon}" lat=\'{lat}\'>{inside}</{name}>' if inside else f'<{name} lat="{lat}"\n  lon="{lon}"/>'
        body.append({"wpt": text, "trkpt": f"<trk><trkseg>\n{text}\n</trkseg></trk>", "rtept": f"<rte>{text}</rte>"}[name])
    write("track.gpx", f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE gpx>\n<gpx version="1.1" creator="tests" xmlns="{GPX}" xmlns:x="urn:x">\n'
          + "<metadata><desc>-1 dBm</desc><bounds minlat='0' minlon='0' maxlat='1' maxlon='1'/></metadata>\n" + "\n".join(body) + "\n</gpx>\n")
    return elements("track.gpx")


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def elements(name):
    """What ElementTree reads, in the order of the file."""
    import re
    found = []
    for point in tree.parse(here / name).getroot().iter():
        if not isinstance(point.tag, str) or point.tag.split("}")[-1] not in ("wpt", "trkpt", "rtept"):
            continue
        level = None
        for child in point.iter():
            if not isinstance(child.tag, str) or child is point or not child.text:
                continue
            unit = re.search(r"([-+]?[0-9.]+) *dbm", child.text, re.I)
            if unit:
                level = float(unit.group(1))
                break
            tag = child.tag.split("}")[-1].lower()
            if level is None and any(part in tag for part in ("cmt", "desc", "rssi", "rsrp", "dbm", "level", "power", "signal")):
                level = number(child.text)
        found.append([float(point.get("lat")), float(point.get("lon")), level])
    return found


def digests(folder):
    """Counts and sums of each drive test: latitudes and longitudes in 1e-7 degrees, levels in 0.01 dBm."""
    import numpy
    found = []
    for path in sorted(pathlib.Path(folder).glob("*.csv.gz")):
        lines = gzip.open(path, "rt").read().splitlines()
        first = next(index for index, line in enumerate(lines) if line.startswith("Date"))
        noise = next(float(line.split(":")[1].split(",")[0]) for line in lines[:first] if "noise" in line)
        table = numpy.genfromtxt(lines[first + 1:], delimiter=",", usecols=(-3, -2, -1), dtype=float)
        whole = numpy.rint(table * (1e7, 1e7, 100)).astype(int)
        weights = numpy.arange(len(whole)) % 1009 + 1
        found.append({"file": path.name, "count": len(whole), "noise": noise, "latitudes": int(whole[:, 0].sum()),
                      "longitudes": int(whole[:, 1].sum()), "levels": int(whole[:, 2].sum()),
                      "weighted": int((whole[:, 2] * weights).sum())})
    (here / "digests.json").write_text(json.dumps(found, indent=1) + "\n")


if sys.argv[1:2] == ["--digests"]:
    digests(sys.argv[2])
    sys.exit()
files = {"drive.csv": drive_test(), "phone.csv": phone(), "tabs.tsv": tabs(), "bare.csv": bare(), "places.csv": places(), "track.gpx": track()}
(here / "measured.json").write_text(json.dumps(files, indent=None, separators=(",", ":")).replace("]],", "]],\n") + "\n")
for name, found in files.items():
    print(name, len(found), sum(level is not None for *_, level in found))
