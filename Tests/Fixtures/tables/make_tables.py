#!/usr/bin/env python3
"""Makes what the tests of tables are held against, with Python's own readers and writers.

times.csv: times as people write them, around the days on which clocks change, out of order and some twice, and beside each the microseconds since
1970 that Python's zoneinfo makes of it. rows.csv: rows as Python's csv module writes them.
"""
import csv
import datetime
import pathlib
import random
import zoneinfo

folder = pathlib.Path(__file__).parent
changes = [
    ("Europe/Berlin", 2024, 3, 31, 1), ("Europe/Berlin", 2024, 10, 27, 1), ("America/New_York", 2024, 3, 10, 6), ("America/New_York", 2024, 11, 3, 5),
    ("Australia/Lord_Howe", 2024, 4, 6, 15), ("Australia/Lord_Howe", 2024, 10, 5, 15), ("Pacific/Apia", 2011, 12, 30, 10), ("UTC", 1969, 12, 31, 23),
]
epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
rows = []
for zone, year, month, day, hour in changes:
    middle = datetime.datetime(year, month, day, hour, tzinfo=datetime.timezone.utc)
    for minutes in range(-90, 91, 15):
        local = (middle + datetime.timedelta(minutes=minutes, microseconds=abs(minutes) * 1001)).astimezone(zoneinfo.ZoneInfo(zone))
        rows.append((local.isoformat(), (local - epoch) // datetime.timedelta(microseconds=1)))
make = random.Random(6)
rows += make.sample(rows, 30)
make.shuffle(rows)
with open(folder / "times.csv", "w", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["time", "microseconds"])
    writer.writerows(rows)

cells = [
    ["plain", "a,b", 'say "no"', "two\nlines", "\r", "", " blank ", "=1+1", "é 漢", "'", ";", "\t"],
    [1, -9007199254740993, 0.1, 1e300, -2.5e-07, 1e16, None, "", '"', '""', ",", "end"],
]
with open(folder / "rows.csv", "w", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["a", "b,c", 'd"e', "f", "g", "h", "i", "j", "k", "l", "m", "n"])
    writer.writerows(cells)
