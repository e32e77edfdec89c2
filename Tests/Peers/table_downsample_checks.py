"""`waveglass downsample`: the rows that a literal transcription of the author's code keeps, along an x that is neither even nor in order."""
import asyncio
import csv
import math
import pathlib
import sqlite3
import tempfile

import numpy as np

THRESHOLD = 227


def lttb(x, y, threshold):
    """S. Steinarsson's code (flot-downsample), line by line, in plain Python."""
    count, every = len(y), (len(y) - 2) / (threshold - 2)
    chosen, a = [0], 0
    for bucket in range(threshold - 2):
        start = math.floor((bucket + 1) * every) + 1
        end = min(math.floor((bucket + 2) * every) + 1, count)
        mean_x = mean_y = 0.0
        for row in range(start, end):
            mean_x += x[row]
            mean_y += y[row]
        mean_x /= end - start
        mean_y /= end - start
        largest, kept = -1.0, None
        for row in range(math.floor(bucket * every) + 1, math.floor((bucket + 1) * every) + 1):
            area = abs((x[a] - mean_x) * (y[row] - y[a]) - (x[a] - x[row]) * (mean_y - y[a])) * 0.5
            if area > largest:
                largest, kept = area, row
        chosen.append(kept)
        a = kept
    return chosen + [count - 1]


async def waveglass(binary, *arguments):
    process = await asyncio.create_subprocess_exec(
        binary, *arguments, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
    out, err = await asyncio.wait_for(process.communicate(), 30)
    return process.returncode, out.decode(), err.decode()


async def downsample_keeps_what_the_authors_code_keeps(binary, web):
    random = np.random.default_rng(5)
    count = 7000
    x = random.exponential(1, count).cumsum()
    y = np.sin(x / 40) + random.standard_normal(count) * 0.1
    order = random.permutation(count)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "uneven.sqlite"
        with sqlite3.connect(path) as base:
            base.execute('CREATE TABLE t ("when, s" REAL, y REAL, word TEXT)')
            base.executemany("INSERT INTO t VALUES (?, ?, 'w')", ((float(x[row]), float(y[row])) for row in order))
            # A row without an x stands nowhere.
            base.execute("INSERT INTO t VALUES (NULL, 1e9, 'w')")
        base.close()
        out = pathlib.Path(folder) / "few.csv"
        code, _, error = await waveglass(
            binary, "downsample", str(path), "--x", "when, s", "--column", "y", "--lens", "lttb", "--threshold",
            str(THRESHOLD), "-o", str(out))
        assert code == 0, error
        header, *rows = csv.reader(out.open(newline=""))
        assert header == ["when, s", "y"]
        chosen = lttb(x.tolist(), y.tolist(), THRESHOLD)
        assert [(float(a), float(b)) for a, b in rows] == [(x[row], y[row]) for row in chosen]
        # By their numbers the rows are others: x counts.
        assert chosen != lttb(list(range(count)), y.tolist(), THRESHOLD)
        # Of a column of words the table's own order stays, and rows without an x are rows.
        code, text, error = await waveglass(
            binary, "downsample", str(path), "--x", "word", "--column", "y", "--lens", "everynth", "--threshold", "8000")
        lines = text.split()
        assert code == 0 and len(lines) == count + 2, (error, len(lines))
        assert [float(line.split(",")[1]) for line in lines[1:4]] == [y[row] for row in order[:3]]
        code, _, error = await waveglass(binary, "downsample", str(path), "--x", "x", "--column", "y")
        assert code != 0 and "x" in error
    return f"{THRESHOLD} of {count} rows along an uneven x, as in the author's code"


CHECKS = (downsample_keeps_what_the_authors_code_keeps,)
