"""A table that two shards of a real ClickHouse hold, under fingers: its pixels, rows and numbers are those that numpy wrote."""
import csv
import re
import struct

import numpy as np
from controls import control
from data_tests import TRACE, cells, grown, lit
from engine import ROWS, check_known, check_lanes, head, known_table, numbers
from screen import near, on

# Messages: a lane, a row, a range of rows, a page of them, a grid of cells.
SPANS, ROW, RANGE, PAGE, GRID = 132, 134, 135, 137, 140


def heard(wire, tag):
    wire.page.evaluate("0")
    found = [payload for kind, payload in wire.received if kind == tag]
    assert found, f"no message {tag}"
    return found


def told(payload):
    """A row's tick, and its cells as Python has them."""
    _, _, _, tick, first, count = struct.unpack_from("<HHqqHB", payload)
    assert first == 0
    at, found = struct.calcsize("<HHqqHB"), []
    for _ in range(count):
        kind = payload[at]
        at += 1
        if kind in (1, 2):
            found.append(struct.unpack_from("<q" if kind == 1 else "<d", payload, at)[0])
            at += 8
        elif kind == 3:
            length = struct.unpack_from("<H", payload, at)[0]
            found.append(payload[at + 2:at + 2 + length].decode())
            at += 2 + length
        else:
            assert kind == 0, kind
            found.append(None)
    return tick, found


def row(columns, place):
    """A row as a server has it."""
    found = []
    for column in columns.values():
        value = column.values[place].item()
        is_missing = column.missing is not None and column.missing[place]
        found.append(None if is_missing else value.decode() if isinstance(value, bytes) else value)
    return found


def same(found, expected):
    return len(found) == len(expected) and all(
        one == other or isinstance(other, float) and np.isnan(other) and (one is None or np.isnan(one)) for one, other in zip(found, expected))


def pan(screen, by):
    """Two fingers along."""
    middle, y = screen.width / 2, screen.height * 0.4
    screen.hand.pinch(((middle - 50 - by / 2, y), (middle - 50 + by / 2, y)), ((middle + 50 - by / 2, y), (middle + 50 + by / 2, y)),
        steps=6)


@on("phone", "tablet", "desk", browsers=("chromium",))
def test_no_pixel_of_an_engines_table_differs_from_that_of_all_rows(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.until(lambda: check_known(screen, wire, columns))
        whole = wire.view()[-2:]
        if screen.width == 1280:
            for _ in range(4):
                screen.press("+")
            screen.until(lambda: check_known(screen, wire, columns))
            assert wire.view()[-1] - wire.view()[-2] < 0.3 * (whole[1] - whole[0])
        else:
            y = screen.height * 0.4
            screen.hand.pinch(((180, y), (60, y)), ((220, y), (340, y)), steps=6)
            screen.until(lambda: check_known(screen, wire, columns))
            first = wire.view()[-2:]
            assert first[1] - first[0] < 0.5 * (whole[1] - whole[0])
            # To the right and back: another part of the rows, and the same again.
            pan(screen, -150)
            screen.until(lambda: check_known(screen, wire, columns))
            assert wire.view()[-2] > first[0]
            pan(screen, 150)
            screen.until(lambda: check_known(screen, wire, columns))
            # From many rows in a column of pixels to many columns of pixels for a row.
            for _ in range(2):
                screen.hand.pinch(((190, y), (50, y)), ((210, y), (350, y)), steps=6)
            screen.until(lambda: check_known(screen, wire, columns))
            close = wire.view()[-2:]
            assert close[1] - close[0] < 0.02 * (whole[1] - whole[0])
            screen.hand.pinch(((40, y), (190, y)), ((360, y), (210, y)), steps=6)
            screen.until(lambda: check_known(screen, wire, columns))
            assert wire.view()[-1] - wire.view()[-2] > 4 * (close[1] - close[0])
        screen.press("Home")
        screen.until(lambda: check_known(screen, wire, columns))
        assert wire.view()[-2:] == whole
        screen.close()


@on("phone", browsers=("chromium",))
def test_fingers_read_an_engines_rows_and_take_them_along(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.until(lambda: check_known(screen, wire, columns))
        times = columns["time"].values.astype(np.int64)
        screen.hand.drag((100, 250), (250, 250))

        def is_read():
            tick, found = told(heard(wire, ROW)[-1])
            _, _, _, width, first, end = wire.view()
            near(tick, first + 250 / 390 * (end - first), 0.01 * (end - first))
            place = np.searchsorted(times, tick)
            assert times[place] == tick and same(found, row(columns, place)), (found, row(columns, place))
            picture = screen.picture("remote-read").pixels.astype(int)
            orange = (picture[600:1800, :, 0] > 200) & (picture[600:1800, :, 2] < 90)
            line = np.where(orange.mean(axis=0) > 0.5)[0]
            assert len(line) and abs(line.mean() - (tick - first) / (end - first) * width) < 2 * screen.scale

        screen.until(is_read)
        # The rows themselves, from the one under the line on.
        screen.open_drawer()
        screen.click("text=Show the rows themselves")
        screen.close_drawer()

        def are_listed():
            _, _, first, count, _, total = struct.unpack("<HHQBQQ", heard(wire, PAGE)[-1])
            rows = [told(payload) for payload in heard(wire, ROW)[-count:]]
            assert total == ROWS and count > 10
            for place, (tick, found) in enumerate(rows, first):
                assert tick == times[place] and same(found, row(columns, place)), place
            screen.show("remote-rows")

        screen.until(are_listed)
        screen.open_drawer()
        screen.click("text=Show the columns again")
        screen.close_drawer()
        # Held, then dragged: rows are marked, and told of.
        screen.hand.hold(100, 250, then=(300, 250))
        screen.wait("document.querySelector('#action').textContent.includes('rows marked')")

        def are_told():
            payload = heard(wire, RANGE)[-1]
            asked = [payload for tag, payload in wire.sent if tag == 37][-1]
            request, _, _, start, end = struct.unpack("<HHHqq", asked)
            rows, count = struct.unpack_from("<QB", payload, 4)
            inside = slice(*np.searchsorted(times, (start, end)))
            assert struct.unpack_from("<H", payload)[0] == request and rows == inside.stop - inside.start > 1000
            assert count == 6
            for place in range(count):
                column, missing, *found = struct.unpack_from("<HQdddd", payload, 13 + 42 * place)
                name = list(columns)[column]
                values = columns[name].numbers[inside] * (1e6 if name == "time" else 1)
                values = values[~np.isnan(values)]
                assert missing == rows - len(values)
                expected = [values.min(), values.max(), values.mean(), values.std(ddof=1)]
                assert np.allclose(found, expected, rtol=1e-9), (name, found, expected)
            at = 13 + 42 * count
            column, low, high, bins = struct.unpack_from("<HddB", payload, at)
            values = columns[list(columns)[column]].numbers[inside]
            expected = np.histogram(values[~np.isnan(values)], bins=bins, range=(low, high))[0]
            assert np.abs(np.array(struct.unpack_from(f"<{bins}I", payload, at + 19)) - expected).sum() <= 2
            return inside

        inside = screen.until(are_told)
        screen.show("remote-marked")
        screen.click("#action")
        with screen.page.expect_download() as download:
            screen.click("text=Export the marked rows as CSV")
        with open(download.value.path(), newline="") as file:
            header, *lines = csv.reader(file)
        assert header == list(columns) and len(lines) == inside.stop - inside.start
        for place, line in enumerate(lines, inside.start):
            found = [cell if name == "state" else float(cell) if cell else None for name, cell in zip(columns, line)]
            assert same(found, row(columns, place)), (line, row(columns, place))
        screen.close()


@on("phone", browsers=("chromium",))
def test_an_engines_rows_are_kept_ordered_and_laid_over_one_another(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.until(lambda: check_known(screen, wire, columns))
        screen.open_drawer()
        text = screen.text("#drawer")
        # What needs every row on one machine is not there, and why is.
        for absent in ("Compared with", "Change from row to row", "Costs"):
            assert absent not in text, absent
        lenses = screen.page.get_by_role("radiogroup", name="Drawn by").get_by_role("radio")
        assert lenses.all_inner_texts() == ["M4 (exact)", "MinMax", "MinMaxLTTB", "Mean"], lenses.all_inner_texts()
        assert "Not here" in text and "need every row on one machine" in text and "Refuse" not in text
        values = numbers(columns)

        # In the order of another column's values.
        order = np.argsort(values["load"])
        screen.page.get_by_role("radiogroup", name="Order by").get_by_text("load", exact=True).tap()
        screen.page.get_by_role("radiogroup", name="Along x").get_by_text("Its values").tap()
        screen.close_drawer()
        screen.chip_says("over load")

        def is_ordered():
            _, kind, column, *_ = wire.view()
            assert (kind, column) == (2, 4)
            check_lanes(
                screen, wire, {"load": None, "walk": values["walk"][order]}, values["load"][order].astype(int), (4, 1))

        screen.until(is_ordered)
        screen.open_drawer()
        screen.page.get_by_role("radiogroup", name="Order by").get_by_text("Along time", exact=True).tap()
        # Two columns over one another: every row in its cell, and rows kept by the values of both.
        screen.click("text=Show two columns over one another")

        def is_counted():
            screen.number("0")
            request, _, x, y, width, height, *edges = struct.unpack(
                "<HHHHHHdddd", [payload for tag, payload in wire.sent if tag == 43][-1])
            assert [list(columns)[column] for column in (x, y)] == ["walk", "spikes"]
            across, upright = (columns[list(columns)[column]].numbers for column in (x, y))
            grid, begin = np.zeros((height, width), np.int64), struct.calcsize("<HHHHHQQQdH")
            for part in heard(wire, GRID):
                of, _, _, _, first, inside, _, missing, related, lines = struct.unpack_from("<HHHHHQQQdH", part)
                if of == request:
                    grid[first:first + lines] = cells(part[begin:], lines * width).reshape(lines, width)
            both = ~np.isnan(across) & ~np.isnan(upright)
            expected = np.histogram2d(
                upright[both], across[both], bins=(height, width), range=(edges[2:], edges[:2]))[0][::-1]
            assert missing == (~both).sum() and 0 < grid.sum() == inside == expected.sum(), (grid.sum(), inside, expected.sum())
            assert abs(related - np.corrcoef(across[both], upright[both])[0, 1]) < 1e-9
            # A value at an edge may fall to either side where it is rounded.
            assert np.abs(grid - expected).sum() <= 0.002 * inside
            screen.show("remote-scatter")

        screen.until(is_counted)
        screen.close_drawer()
        screen.hand.hold(100, 300, then=(250, 772))
        screen.click("text=Values marked")
        screen.click("text=Keep only rows with the marked values")

        def are_kept():
            screen.number("0")
            kept = np.ones(ROWS, bool)
            filters = [payload for tag, payload in wire.sent if tag == 38]
            assert len(filters) == 2
            for payload in filters:
                _, _, kind, column, low, high = struct.unpack("<HBBHdd", payload)
                assert kind == 1
                kept &= (columns[list(columns)[column]].numbers >= low) & (columns[list(columns)[column]].numbers <= high)
            return kept

        kept = screen.until(are_kept)
        assert 100 < kept.sum() < 0.9 * ROWS, kept.sum()
        screen.click("text=Show the columns again")
        screen.close_drawer()
        screen.chip_says("filtered")
        screen.chip_says(f"{kept.sum():,} of 24,000 rows")
        screen.until(lambda: check_known(screen, wire, columns, kept))
        # A tap on a colour picks a text; what it offers first is to keep that alone.
        states = columns["state"].values
        screen.open_drawer()
        for column in ("walk", "spikes"):
            screen.click(control("button", re.compile(f"^× {column} ")))
        screen.close_drawer()
        screen.chip_says("of 24,000 rows")

        def error():
            # The green of the third most frequent text.
            pixels = screen.picture("remote-texts").pixels[:, int(screen.width * 0.95 * screen.scale), :3].astype(int)
            found = np.where(np.abs(pixels - (0x00, 0x9E, 0x73)).max(axis=1) < 12)[0]
            assert len(found) > 20
            return found.mean() / screen.scale

        y = screen.until(error)
        screen.hand.tap(0.95 * 390, y)
        screen.until(lambda: heard(wire, ROW))
        screen.hand.tap(40, y)
        screen.chip_says(f"{(states == b'error').sum():,} of 24,000 rows")
        screen.until(lambda: check_known(screen, wire, columns, states == b"error"))
        screen.open_drawer()
        screen.click("text=state: only error")
        screen.chip_says("of 24,000 rows")
        screen.close()


def check_lens(screen, wire, lens):
    """What was told of the newest view through a lens is what is seen of the first lanes; gives the pixels that these get wrong."""
    screen.number("0")
    view, _, _, width, first, end = wire.view()
    asked = {}
    for tag, payload in wire.sent:
        if tag == 34:
            column, by, _, _, is_overview, *_ = struct.unpack("<HBHHBdd", payload)
            asked.update({} if is_overview else {column: by})
    told, bands = {}, {}
    for payload in heard(wire, SPANS):
        of, column, flags, height, drawn, rows, wrong, count = struct.unpack_from("<HHBHQQIH", payload)
        if of == view and not flags & 0b11001:
            edges = np.frombuffer(payload, "<i2", 2 * count, struct.calcsize("<HHBHQQIH"))
            (bands if flags & 2 else told)[column] = lit(edges[::2], edges[1::2], height), wrong, drawn, rows
    assert all(asked[column] == lens and column in told for column in (1, 2, 3)), (asked, told.keys(), view)
    assert (set(bands) >= {1, 2, 3}) == (lens == 5), bands.keys()
    pixels, top, off = screen.picture(f"remote-lens-{lens}").pixels.astype(int), head(screen), 0
    part = slice(int(width * 0.82), int(width * 0.88))
    for column in (1, 2, 3):
        image, wrong, drawn, rows = told[column]
        assert 0 < drawn < rows, (column, drawn, rows)
        found = np.abs(pixels[top:top + len(image), :width, :3] - TRACE).max(axis=2) < 24
        # Below the text that says how many pixels are off.
        seen = slice(len(image) * 2 // 5, None), part
        differing = (grown(image, int(screen.scale / 2)) != found)[seen]
        assert image[seen].any() and not differing.any(), (lens, column, differing.sum())
        top, off = top + len(image), off + wrong
    return off


@on("phone", browsers=("chromium",))
def test_an_engines_lanes_are_seen_through_lenses(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.until(lambda: check_known(screen, wire, columns))
        exact = screen.picture("remote-exact").pixels
        off, seen = {}, {}
        for name, lens in (("MinMax", 1), ("Mean", 5), ("MinMaxLTTB", 2)):
            screen.open_drawer()
            screen.page.get_by_role("radiogroup", name="Drawn by").get_by_text(name, exact=True).tap()
            screen.close_drawer()
            off[name] = screen.until(lambda: check_lens(screen, wire, lens))
            seen[name] = screen.picture("remote-lens").pixels
        assert 0 < off["MinMax"] < off["MinMaxLTTB"] and off["Mean"] > 1000, off
        pictures = [exact, *seen.values()]
        for place, one in enumerate(pictures):
            for other in pictures[place + 1:]:
                assert (one != other).any(axis=2).mean() > 0.001, off
        # Where every column of pixels has a few rows, a line through the least and the greatest is all but that of all.
        screen.open_drawer()
        screen.page.get_by_role("radiogroup", name="Drawn by").get_by_text("MinMax", exact=True).tap()
        screen.close_drawer()
        y = screen.height * 0.4
        screen.hand.pinch(((180, y), (30, y)), ((220, y), (370, y)), steps=6)
        assert screen.until(lambda: check_lens(screen, wire, 1)) < off["MinMax"]
        screen.press("Home")
        assert screen.until(lambda: check_lens(screen, wire, 1)) == off["MinMax"]
        screen.open_drawer()
        screen.page.get_by_role("radiogroup", name="Drawn by").get_by_text("M4 (exact)").tap()
        screen.close_drawer()
        screen.until(lambda: check_known(screen, wire, columns))
        screen.close()
