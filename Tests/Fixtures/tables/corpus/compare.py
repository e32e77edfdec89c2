#!/usr/bin/env python3
"""Prints what Waveglass and DuckDB make of the corpus of texts with columns, as a table of Markdown.

    compare.py WAVEGLASS         the program; needs duckdb (Benchmarks/data/requirements.txt)
    compare.py WAVEGLASS --why   says what is wrong as well

A file is read rightly where names, rows and values are those of its JSON: numbers as numbers, times as the same instant, texts as texts. Ours has
to say what it assumed as well: a note that is asked for and not there is wrong too. DuckDB reads with read_csv and its
sniffer, without options; its kinds (dates, times, booleans) are compared by value.
"""
import datetime
import decimal
import json
import math
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent


def same(value, true, kind):
    if true is None or value is None:
        return true is None and value is None
    if isinstance(value, bool):
        value = "TRUE" if value else "FALSE"
        return str(true).upper()[:1] == value[:1]
    if isinstance(true, str):
        if kind in ("real", "integer") and isinstance(value, float):
            return math.isinf(value) and true == "inf"
        return isinstance(value, str) and value == true
    if isinstance(value, datetime.datetime):
        # Times with a zone come in that of this process.
        if value.tzinfo:
            value = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        value = (value - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)
    elif isinstance(value, datetime.date):
        value = (value - datetime.date(1970, 1, 1)).days * 86_400_000_000
    if isinstance(value, decimal.Decimal):
        value = float(value)
    return isinstance(value, (int, float)) and math.isclose(value, true, rel_tol=1e-12)


def judge(names, rows, truth):
    """What is wrong; nothing where it is right."""
    if len(names) != len(truth["kinds"]):
        return f"{len(names)} columns, not {len(truth['kinds'])}"
    for name, true in zip(names, truth["names"]):
        if true is not None and name != true:
            return f"{name!r} for {true!r}"
    if len(rows) != len(truth["rows"]):
        return f"{len(rows)} rows, not {len(truth['rows'])}"
    for row, true in zip(rows, truth["rows"]):
        for value, wanted, kind in zip(row, true, truth["kinds"]):
            if not same(value, wanted, kind):
                return f"{value!r} for {wanted!r}"
    return ""


def ours(program, path, truth, folder):
    out = folder / "out.sqlite"
    made = subprocess.run([program, "import", str(path), "-o", str(out), "--force", "--json"], capture_output=True, text=True, timeout=60)
    if made.returncode:
        return made.stderr.strip().split("\n")[-1], []
    report = json.loads(made.stdout)
    base = sqlite3.connect(out)
    table = base.execute("SELECT name FROM sqlite_master WHERE name NOT LIKE 'waveglass_%'").fetchone()[0]
    rows = base.execute(f'SELECT * FROM "{table}"').fetchall()
    columns = report["format"]["columns"]
    wrong = judge([column["name"] for column in columns], rows, truth)
    kinds = [column["kind"] for column in columns]
    if not wrong and rows and kinds != truth["kinds"]:
        wrong = f"{kinds} for {truth['kinds']}"
    if not wrong:
        for words in truth["notes"]:
            if not any(all(word in note for word in words) for note in report["notes"]):
                wrong = f"no note of {words}"
    if not wrong and report["rejectCount"] != truth["rejects"]:
        wrong = f"{report['rejectCount']} put aside"
    return wrong, report["notes"]


def duck(path, truth):
    import duckdb
    try:
        result = duckdb.connect().execute("SELECT * FROM read_csv(?)", [str(path)])
        names = [column[0] for column in result.description]
        return judge(names, result.fetchall(), truth)
    except Exception as error:  # noqa: BLE001: whatever it says, the file was not read
        return str(error).split("\n")[0]


def main():
    import duckdb
    os.environ["TZ"] = "UTC"
    program, is_why = sys.argv[1], "--why" in sys.argv
    print(f"| file | written by, or holds | Waveglass | DuckDB {duckdb.__version__} |\n|---|---|---|---|")
    counts, reasons = [0, 0, 0], []
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(here.glob("*.csv")):
            truth = json.loads(path.with_suffix(".json").read_text())
            (mine, notes), theirs = ours(program, path, truth, pathlib.Path(folder)), duck(path, truth)
            counts = [counts[0] + 1, counts[1] + bool(mine), counts[2] + bool(theirs)]
            about = truth["about"].replace("|", "\\|")
            print(f"| {path.stem} | {about} | {'wrong' if mine else 'right'} | {'wrong' if theirs else 'right'} |")
            reasons.append(f"{path.stem}: {mine or 'right'} / {theirs or 'right'}; {' '.join(notes)}")
    print(f"| {counts[0]} files | | {counts[1]} wrong | {counts[2]} wrong |")
    if is_why:
        print("\n".join(reasons))


if __name__ == "__main__":
    main()
