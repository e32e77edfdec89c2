#!/usr/bin/env python3
"""Makes csv.json: texts with columns, and what Python reads of them.

    make_csv.py           writes csv.json
    make_csv.py --check   makes it anew and compares

`texts` are taken apart by the csv module: the rows, and the line that each begins on. `columns` are texts of one kind, and
what Python's int, float and datetime make of them: whole numbers, the bits of doubles, or microseconds since 1970.
"""

import csv
import datetime
import io
import json
import pathlib
import random
import struct
import sys

here = pathlib.Path(__file__).resolve().parent
target = here / "csv.json"
random.seed(6)

MISSING = ["", "NA", "N/A", "nan", "NaN", "null", "NULL", "None", "\\N", "-", "?", "#N/A", "  "]


def read(text, separator, quote):
    """The rows that are not empty, with their first lines; None where a quote is not closed."""
    source = io.StringIO(text, newline="")
    reader = csv.reader(source, delimiter=separator, quotechar=quote)
    rows, line = [], 1
    for row in reader:
        if row:
            rows.append([line, row])
        line = reader.line_num + 1
    # A quote that is not closed takes in what follows.
    longer = list(csv.reader(io.StringIO(text + "\nend", newline=""), delimiter=separator, quotechar=quote))
    return rows if longer[-1] == ["end"] else None


HAND = [
    'a,b\n1,2\n', 'a,b\r\n1,2\r\n3,4', 'a,b\r1,2\r', '\n\na,b\n\n1,2\n\n', '"a","b"\n"1","2"\n',
    '"a ""quoted""",b\n"x\ny",2\n', 'a,b\n,\n"",""\n', 'a,b\n1\n1,2,3\n4,5\n', 'a,b\n 1 , 2 \n', 'a,b\n"x"y,2\n',
    'a,b\nx"y,2\n', 'a,b\n"x""",""""\n', 'ä,b\n\U0001f600,"é"\n', 'a,b\n1,2', 'a,b\n1,', '"a\r\nb",c\r\n1,2\r\n', 'a\n1\n\n2\n',
    'a,b\n=1+2,"=HYPERLINK(""x"")"\n', "a,b\n1,'2'\n", ',\n,\n', 'a,b\n"1\n2\n3",4\n5\n6,7\n', '"a",b\n"1","x"" y"z"\n',
]


def texts():
    cases = []
    for text in HAND:
        cases.append([text, ",", '"'])
    signs = ["a", "b", "1", "2", ".", " ", '"', '"', '""', ",", ",", ",", "\n", "\n", "\r\n", "ä", ";", "\t"]
    while len(cases) < 400:
        separator = random.choice([",", ";", "\t", "|"])
        quote = random.choice(['"', '"', "'"])
        text = "".join(random.choice(signs) for _ in range(random.randint(1, 40)))
        text = text.replace(",", separator) if separator != "," else text
        text = text.replace('"', quote)
        cases.append([text, separator, quote])
    made = []
    for text, separator, quote in cases:
        rows = read(text, separator, quote)
        if rows is not None:
            made.append({"text": text, "separator": separator, "quote": quote, "rows": rows})
    return made


def bits(value):
    # SQLite has no negative zero.
    return struct.unpack("<q", struct.pack("<d", value))[0]


def number():
    kind = random.randrange(8)
    if kind == 0:
        return repr(random.uniform(-1e3, 1e3))
    if kind == 1:
        return f"{random.gauss(0, 1):.{random.randint(0, 12)}f}"
    if kind == 2:
        return f"{random.gauss(0, 1) * 10 ** random.randint(-300, 300):.{random.randint(0, 17)}e}"
    if kind == 3:
        return str(random.randint(-10**15, 10**15))
    if kind == 4:
        return f"{random.randint(0, 99)}.{random.randint(0, 10**18 - 1):018d}"
    if kind == 5:
        return random.choice(["0", "-0.0", "+1.5", ".5", "5.", "1E5", "inf", "-Infinity", " 2.5 ", "1e-320", "00.5"])
    if kind == 6:
        return str(random.getrandbits(64))
    return f"{random.randint(-999, 999)}.{random.randint(0, 9999):04d}"


def columns():
    made = []
    # Whole numbers, to the ends of 64 bits.
    cells = [str(n) for n in (0, 1, -1, 2**63 - 1, -(2**63), 2**53 + 1, -(2**53) - 1)]
    cells += [str(random.randint(-10 ** random.randint(1, 18), 10 ** random.randint(1, 18))) for _ in range(200)]
    cells += MISSING[:8]
    made.append({"kind": "integer", "cells": cells, "values": [None if c in MISSING else int(c) for c in cells]})
    for comma in (False, True):
        cells = [number() for _ in range(400)] + ["0.1"] * 100 + MISSING
        values = [None if c in MISSING else bits(float(c) + 0.0) for c in cells]
        if comma:
            cells = [c.replace(".", ",") for c in cells]
        made.append({"kind": "real", "decimalComma": comma, "cells": cells, "values": values})
    # Dates.
    def instant(zone=0):
        start = datetime.datetime(1970, 1, 1)
        return start + datetime.timedelta(microseconds=random.randint(-2 * 10**15, 4 * 10**15))
    forms = [
        ("y/m/d", "%Y-%m-%d", 86400 * 10**6), ("y/m/d", "%Y-%m-%d %H:%M:%S", 10**6), ("y/m/d", "%Y-%m-%dT%H:%M:%S.%fZ", 1),
        ("y/m/d", "%Y/%m/%d %H:%M", 60 * 10**6), ("y/m/d", "%Y-%m-%dT%H:%M:%S+0000", 10**6), ("d/m/y", "%d/%m/%Y", 86400 * 10**6),
        ("d/m/y", "%d.%m.%Y %H:%M:%S", 10**6), ("m/d/y", "%m/%d/%Y %H:%M", 60 * 10**6), ("m/d/y", "%m/%d/%y %I:%M %p", 60 * 10**6),
        ("y/m/d", "zone", 10**6),
    ]
    for order, form, step in forms:
        cells, values = [], []
        for _ in range(60):
            when = instant()
            micro = (when - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)
            micro -= micro % step
            when = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=micro)
            if form == "zone":
                minutes = random.randint(-14 * 4, 14 * 4) * 15
                local = when + datetime.timedelta(minutes=minutes)
                sign = "-" if minutes < 0 else "+"
                cells.append(f"{local:%Y-%m-%dT%H:%M:%S}{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}")
            else:
                if "%y" in form:
                    when = when.replace(year=1969 + when.year % 100)
                    micro = (when - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)
                cells.append(when.strftime(form))
            values.append(micro)
        made.append({"kind": "date", "order": order, "cells": cells, "values": values})
    for unit, scale in (("seconds", 1), ("milliseconds", 10**3), ("microseconds", 10**6), ("nanoseconds", 10**9)):
        values = [random.randint(10**9 * scale, 2 * 10**9 * scale) for _ in range(50)]
        made.append({"kind": unit, "cells": [str(v) for v in values], "values": values})
    return made


text = json.dumps({"texts": texts(), "columns": columns()}, ensure_ascii=True, indent=0) + "\n"
if "--check" in sys.argv:
    sys.exit(0 if target.read_text() == text else "csv.json is not what make_csv.py makes")
target.write_text(text)
