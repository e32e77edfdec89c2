"""Two real shards of ClickHouse with tables that numpy knows row by row, and what of them must be seen on a screen."""
import atexit
import contextlib
import functools
import pathlib
import sys

import numpy as np
from data_tests import TRACE, Wire, grown
from screen import Server

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Peers"))
from clickhouse import Cluster  # noqa: E402
from clickhouse_columns import BLOCK, Column, definition, insert  # noqa: E402
from traces import drawn  # noqa: E402

ROWS = 24_000
NAMES = ("walk", "spikes", "sine", "load")
# Rows of the large table on each shard, and what its x counts from one to the next.
LARGE, LARGE_STEP = 3_000_000, 500


def known():
    """Columns in the order of x, in which rows stand at the same time, far apart, and without values; `place` tells them apart."""
    make = np.random.default_rng(5)
    steps = make.choice((0, 10, 10, 25, 70), ROWS)
    steps[ROWS // 3] = 40_000
    walk = make.normal(size=ROWS).cumsum()
    spikes = make.normal(size=ROWS) * 0.1
    spikes[make.integers(0, ROWS, 40)] += 25
    # Nothing at all, but for a lone row. A gap's rows stand alone at their times.
    gap = slice(ROWS // 2, ROWS // 2 + 400)
    steps[gap.start - 1:gap.stop + 2] = 10
    walk[gap] = np.nan
    walk[gap.start + 200] = 3
    missing = np.zeros(ROWS, bool)
    missing[2000:2300] = True
    steps[1999:2302] = 10
    words = np.array([b"idle", b"busy", b"error"])[np.minimum(2, make.integers(0, 10, ROWS) // 5 + (np.arange(ROWS) > 20_000))]
    return {
        "time": Column("DateTime", (1_600_000_000 + np.cumsum(steps)).astype(np.uint32)),
        "walk": Column("Float64", walk),
        "spikes": Column("Nullable(Float64)", spikes, missing),
        "sine": Column("Float64", np.sin(np.arange(ROWS) / 37) * 1e6 + 5e6),
        "load": Column("Int64", make.permutation(ROWS) * 7 - 50_000),
        "state": Column("String", words),
        "place": Column("UInt32", np.arange(ROWS, dtype=np.uint32)),
    }


@functools.cache
def shards():
    """Two shards with the tables of this module, for as long as tests run."""
    cluster = Cluster().__enter__()
    atexit.register(cluster.__exit__)
    columns = known()
    cluster.spread("known", definition(columns), "time", f"intDiv(toInt64(place), {BLOCK})")
    for place, shard in enumerate(cluster.shards):
        insert(shard, "known_local", {name: column.taken(lies() == place) for name, column in columns.items()})
    # So many rows that a picture of all of them takes a while; each shard has every other one.
    cluster.spread("large", "t Int64, saw Int32, noise Int32, slow Int32", "t")
    for place, shard in enumerate(cluster.shards):
        shard.query(
            "INSERT INTO large_local SELECT n * {step}, abs(n % 400000 - 200000) + n * 7919 % 1000, n * 104729 % 10007, intDiv(n, 1000)"
            " FROM (SELECT toInt64(number * 2 + {place}) AS n FROM numbers({rows}))".format(step=LARGE_STEP, place=place, rows=LARGE))
    return cluster


def large():
    """Ticks of the large table and its columns."""
    n = np.arange(2 * LARGE)
    return n * LARGE_STEP, {
        "saw": abs(n % 400_000 - 200_000) + n * 7919 % 1000, "noise": n * 104_729 % 10_007, "slow": n // 1000}


def lies():
    """On which shard each row lies."""
    return np.arange(ROWS) // BLOCK % 2


@contextlib.contextmanager
def known_table(see, options, says="of 24,000 rows"):
    """The known rows on a screen, drawn; gives the screen, what is said on its wire, and the columns."""
    with Server(options, shards().address("known", x="time", then="place")) as server:
        screen = see(server)
        wire = Wire(screen.page)
        screen.page.reload()
        screen.chip_says(says)
        yield screen, wire, known()


def numbers(columns, names=NAMES):
    return {name: columns[name].numbers for name in names}


def reduced(ticks, values, first, end, width):
    """Of very many rows those that can be seen: of each column of pixels the first, the last, and each lane's least and greatest."""
    edges = np.searchsorted(ticks, [first + -(-column * (end - first) // width) for column in range(width + 1)])
    places = {max(edges[0] - 1, 0), min(edges[-1], len(ticks) - 1)}
    for start, stop in zip(edges, edges[1:]):
        if start < stop:
            places |= {start, stop - 1}
            for lane in values.values():
                places |= {start + lane[start:stop].argmin(), start + lane[start:stop].argmax()}
    places = np.array(sorted(places))
    return ticks[places], {name: lane[places].astype(float) for name, lane in values.items()}


def check_lanes(screen, wire, values, ticks, numbered):
    """Every pixel of some lanes beside names and handle: the screen's, and those of all rows. `numbered` says which column of the table each is.

    Values that are None are of a lane that is passed over."""
    wire.is_answered()
    _, _, _, width, first, end = wire.view()
    part = slice(int(width * 0.82), int(width * 0.88))
    pixels = screen.picture("remote").pixels
    top, seen = head(screen), 0
    for name, column in zip(values, numbered):
        height, low, high = wire.lanes()[column]
        if values[name] is None:
            top += height
            continue
        # Those far outside light nothing, and would take long.
        near = slice(*np.clip(np.searchsorted(ticks, (first, end)) + (-3, 3), 0, len(ticks)))
        offset = values[name][~np.isnan(values[name])][0]
        image = drawn(values[name][near], low, high, height, first, end, width, ticks[near].tolist(), offset)
        expected = grown(image, int(screen.scale / 2))
        found = np.abs(pixels[top:top + height, :width, :3].astype(int) - TRACE).max(axis=2) < 24
        wrong = (expected != found)[:, part]
        where = np.where(wrong.any(axis=0))[0] + part.start
        assert not wrong.any(), f"{name}, {first} to {end}: {wrong.sum()} of {expected[:, part].sum()} pixels differ, in columns {where[:9]}"
        seen += expected[:, part].sum()
        top += height
    assert seen > 60, f"nothing is to be seen from {first} to {end}"


def head(screen):
    """The row of pixels where lanes begin."""
    end = screen.number("document.querySelector('#bar').offsetHeight")
    return round((end - 1) * screen.scale + 9 * screen.scale)


def check_known(screen, wire, columns, rows=slice(None)):
    """The first lanes of the known table, of all its rows or of some."""
    ticks = columns["time"].values.astype(np.int64)[rows]
    check_lanes(screen, wire, {name: values[rows] for name, values in numbers(columns, NAMES[:3]).items()}, ticks, (1, 2, 3))
