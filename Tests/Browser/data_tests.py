"""Tables under fingers: every pixel held to all rows, drawn by a renderer that shares nothing with ours; rows read, and put in order."""
import contextlib
import csv
import pathlib
import sqlite3
import struct
import sys
import tempfile

import numpy as np
from controls import control
from screen import Server, near, on

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Peers"))
from traces import drawn  # noqa: E402

ROWS = 30_000
NAMES = ("walk", "spikes", "sine", "steps")
TRACE = (0x6F, 0xC0, 0xFF)


def shapes():
    random = np.random.default_rng(11)
    walk = random.standard_normal(ROWS).cumsum()
    spikes = random.standard_normal(ROWS) * 0.1
    spikes[random.integers(0, ROWS, 40)] += 25
    sine = np.sin(np.arange(ROWS) / 37) * 1e6 + 5e6
    steps = random.integers(0, 7, ROWS // 500 + 1).repeat(500)[:ROWS].astype(float)
    # Gaps, one of them with a lone row within it.
    walk[9000:9400] = np.nan
    walk[9200] = 3
    steps[random.integers(0, ROWS, 60)] = np.nan
    return dict(zip(NAMES, (walk, spikes, sine, steps)))


@contextlib.contextmanager
def database():
    """A database of known rows; gives its path and its columns."""
    columns = shapes()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "known.sqlite"
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("CREATE TABLE t (walk REAL, spikes REAL, sine REAL, steps REAL, word TEXT)")
            base.executemany(
                "INSERT INTO t VALUES (?, ?, ?, ?, ?)",
                ([None if np.isnan(value) else float(value) for value in row] + [f"word {number}"]
                 for number, row in enumerate(zip(*columns.values()))))
            base.commit()
        yield path, columns


class Wire:
    """What the page and the server say to each other."""

    def __init__(self, page):
        self.sent, self.received = [], []
        self.page = page
        page.on("websocket", self.listen)

    def listen(self, socket):
        socket.on("framesent", lambda payload: self.sent.extend(split(payload)))
        socket.on("framereceived", lambda payload: self.received.extend(split(payload)))

    def view(self):
        """Of the newest view: its number, the order, the column that orders, columns of pixels, first and last tick."""
        view, _, *rest = struct.unpack("<HHBHHqq", [payload for tag, payload in self.sent if tag == 33][-1])
        return view, *rest

    def lanes(self):
        """Height and values at the edges of each lane."""
        found = {}
        for tag, payload in self.sent:
            if tag == 34:
                column, _, _, height, is_overview, low, high = struct.unpack("<HBHHBdd", payload)
                if not is_overview:
                    found[column] = height, low, high
        return found

    def is_answered(self):
        # What has come is told while the page is asked something.
        self.page.evaluate("0")
        assert any(tag == 133 and struct.unpack("<H", payload)[0] == self.view()[0] for tag, payload in self.received)


@contextlib.contextmanager
def known_table(see, options):
    """The known rows on a screen, drawn; gives the screen, what is said on its wire, and the columns."""
    with database() as (path, columns), Server(options, str(path)) as server:
        screen = see(server)
        wire = Wire(screen.page)
        screen.page.reload()
        screen.chip_says("of 30,000 rows")
        screen.until(wire.is_answered)
        yield screen, wire, columns


def split(frame):
    at = 0
    while at < len(frame):
        tag, count = struct.unpack_from("<HH", frame, at)
        yield tag, bytes(frame[at + 4:at + 4 + count])
        at += 4 + count


def grown(image, by):
    """The pen is as much higher than a row on each side."""
    found = image.copy()
    for step in range(1, by + 1):
        found[step:] |= image[:-step]
        found[:-step] |= image[step:]
    return found


def shown(screen, lane, height, width):
    """What is lit on the screen in a lane."""
    top = screen.number("document.querySelector('#bar').offsetHeight")
    scale = screen.scale
    head = round((top - 1) * scale + 9 * scale)
    pixels = screen.picture(f"data-{screen.width}-{lane}").pixels.astype(int)[head + lane * height:head + (lane + 1) * height]
    return (np.abs(pixels[..., :3] - TRACE).max(axis=2) < 24)[:, :width]


def check_pixels(screen, wire, columns):
    wire.is_answered()
    _, _, _, width, first, end = wire.view()
    # Beside the names, and left of the handle.
    part = slice(int(width * 0.77), int(width * 0.88))
    for lane, name in enumerate(NAMES):
        height, low, high = wire.lanes()[lane]
        expected = grown(drawn(columns[name], low, high, height, first, end, width), int(screen.scale / 2))
        found = shown(screen, lane, height, width)
        wrong = (expected != found)[:, part]
        assert expected[:, part].sum() > 50, f"{name}: nothing is to be seen there"
        assert not wrong.any(), f"{name}, rows {first} to {end}: {wrong.sum()} of {expected[:, part].sum()} pixels differ"


@on("phone", "tablet", "desk", browsers=("chromium",))
def test_no_pixel_differs_from_that_of_all_rows(see, options):
    with database() as (path, columns), Server(options, str(path)) as server:
        screen = see(server)
        wire = Wire(screen.page)
        screen.page.reload()
        screen.chip_says("of 30,000 rows")
        screen.press("d")
        screen.press("d")
        screen.until(lambda: check_pixels(screen, wire, columns))
        # From twenty rows in a column of pixels to many columns for a row.
        for _ in range(3):
            for _ in range(5):
                screen.press("+")
            screen.until(lambda: check_pixels(screen, wire, columns))
        screen.close()


@on("phone", browsers=("chromium",))
def test_a_finger_reads_the_row_as_the_table_has_it(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.hand.drag((100, 250), (300, 250))

        def is_read():
            rows = [payload for tag, payload in wire.received if tag == 134]
            assert rows
            _, _, key, tick, first, count = struct.unpack_from("<HHqqHB", rows[-1])
            near(tick, 300 / 390 * ROWS, 0.01 * ROWS)
            assert (first, count) == (0, 5) and key == tick + 1
            at = struct.calcsize("<HHqqHB")
            for name in NAMES:
                kind = rows[-1][at]
                if np.isnan(columns[name][tick]):
                    assert kind == 0
                    at += 1
                else:
                    assert kind == 2 and struct.unpack_from("<d", rows[-1], at + 1)[0] == columns[name][tick], name
                    at += 9
            assert rows[-1][at + 3:].decode() == f"word {tick}"
            # The line of the accent's colour stands where the row does.
            picture = screen.picture("data-read").pixels.astype(int)
            orange = (picture[600:1800, :, 0] > 200) & (picture[600:1800, :, 2] < 90)
            line = np.where(orange.mean(axis=0) > 0.5)[0]
            assert len(line) and abs(line.mean() / screen.scale - (tick + 0.5) / ROWS * 390) < 2

        screen.until(is_read)
        screen.close()


@on("phone", "desk")
def test_a_ring_orders_the_rows_by_its_column(see, options):
    with Server(options, "demo:table") as server:
        screen = see(server)
        screen.chip_says("of 200,000 rows")
        screen.chip_says("simulated")
        head = screen.number("document.querySelector('#bar').offsetHeight") + 8
        tap = screen.page.mouse.click if screen.width == 1280 and hasattr(screen, "page") else screen.hand.tap
        # The third lane is the walk.
        tap(18, head + 2 * 84 + 12)
        screen.chip_says("by walk")
        tap(18, head + 12)
        screen.wait("!document.querySelector('#chip').textContent.includes('by walk')")
        screen.close()


@on("phone", browsers=("chromium",))
def test_what_is_no_table_is_said(see, options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "broken.sqlite"
        path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        with Server(options, str(path)) as server:
            screen = see(server)
            screen.wait("!document.querySelector('#alert').hidden")
            said = screen.text("#alert span")
            assert said.startswith("broken.sqlite: "), said
            screen.chip_says("Not open")
            screen.close()


@on("phone", browsers=("chromium",))
def test_marked_rows_are_told_and_can_be_kept_alone(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.hand.hold(100, 250, then=(300, 250))
        screen.wait("document.querySelector('#action').textContent.includes('rows marked')")

        def is_told():
            screen.number("0")
            payload = [payload for tag, payload in wire.received if tag == 135][-1]
            asked = [payload for tag, payload in wire.sent if tag == 37][-1]
            request, _, _, start, end = struct.unpack("<HHHqq", asked)
            assert struct.unpack_from("<H", payload)[0] == request
            near(start, 100 / 390 * ROWS, 0.01 * ROWS)
            near(end, 300 / 390 * ROWS, 0.01 * ROWS)
            rows, count = struct.unpack_from("<QB", payload, 4)
            assert (rows, count) == (end - start, 4)
            for place, name in enumerate(NAMES):
                column, missing, *found = struct.unpack_from("<HQdddd", payload, 13 + 42 * place)
                values = columns[name][start:end]
                seen = values[~np.isnan(values)]
                assert column == place and missing == len(values) - len(seen)
                expected = [seen.min(), seen.max(), seen.mean(), seen.std(ddof=1)]
                # Values are kept as single-precision differences.
                assert np.allclose(found, expected, rtol=1e-6, atol=1e-6 * (seen.max() - seen.min())), (name, found, expected)
            at = 13 + 42 * 4
            column, low, high, bins = struct.unpack_from("<HddB", payload, at)
            counts = struct.unpack_from(f"<{bins}I", payload, at + 19)
            values = columns[NAMES[column]][start:end]
            assert sum(counts) == (~np.isnan(values)).sum() and bins == 48
            expected = np.histogram(values[~np.isnan(values)], bins=bins, range=(low, high))[0]
            # A value at an edge may fall to either side in single precision.
            assert np.abs(np.array(counts) - expected).sum() < 0.01 * sum(counts)
            return rows

        rows = screen.until(is_told)
        screen.show("data-marked")
        start, end = struct.unpack_from("<qq", [payload for tag, payload in wire.sent if tag == 37][-1], 6)
        screen.click("#action")
        with screen.page.expect_download() as download:
            screen.click("text=Export the marked rows as CSV")
        with open(download.value.path(), newline="") as file:
            header, *lines = csv.reader(file)
        assert header == [*NAMES, "word"] and len(lines) == rows
        for number, line in enumerate(lines):
            values = [float(cell) if cell else np.nan for cell in line[:4]]
            assert np.array_equal(values, [columns[name][start + number] for name in NAMES], equal_nan=True), number
            assert line[4] == f"word {start + number}"
        screen.open_drawer()
        screen.click("text=Keep only these rows")
        screen.close_drawer()
        screen.chip_says(f"{rows:,} of 30,000 rows")
        screen.chip_says("filtered")
        screen.open_drawer()
        screen.show("data-kept")
        screen.click(control("button", f"× {rows:,} rows"))
        screen.close_drawer()
        screen.chip_says("of 30,000 rows")
        screen.close()


@on("phone", browsers=("chromium",))
def test_another_table_is_drawn_with_its_own_ranges(see, options):
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, low in (("near", 0), ("far", 20_000)):
            paths.append(pathlib.Path(folder) / f"{name}.csv")
            rows = "".join(f"{low + row % 97},{row}\n" for row in range(3000))
            paths[-1].write_text(f"saw,{name}\n{rows}")
        with Server(options, *map(str, paths)) as server:
            screen = see(server)
            wire = Wire(screen.page)
            screen.page.reload()
            screen.chip_says("3,000 rows")

            def is_drawn(low):
                wire.is_answered()
                height, first, end = wire.lanes()[0]
                assert first < low < low + 96 < end < low + 120, (first, end)
                _, _, _, width, *_ = wire.view()
                # The saw fills its lane, beside the names and left of the handle.
                part = shown(screen, 0, height, width)[:, int(width * 0.77):int(width * 0.88)]
                assert part.any(axis=0).all() and part.any(axis=1).mean() > 0.7, part.mean()

            screen.until(lambda: is_drawn(0))
            for place, low in ((1, 20_000), (0, 0), (1, 20_000)):
                screen.open_drawer()
                screen.page.get_by_role("radiogroup", name="Table").get_by_role("radio").nth(place).tap()
                screen.close_drawer()
                screen.until(lambda: is_drawn(low))
            screen.show("data-another-table")
            screen.close()


@on("phone", browsers=("chromium",))
def test_two_lenses_are_compared_with_their_pixel_errors(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.open_drawer()
        screen.page.get_by_role("radiogroup", name="Compared with").get_by_text("LTTB", exact=True).tap()
        screen.close_drawer()

        def are_compared():
            wire.is_answered()
            view, _, _, width, first, end = wire.view()
            found = {}
            for tag, payload in wire.received:
                if tag == 132:
                    of, column, flags, height, _, rows, wrong, count = struct.unpack_from("<HHBHQQIH", payload)
                    if of == view and not flags & 1:
                        edges = np.frombuffer(payload, "<i2", 2 * count, struct.calcsize("<HHBHQQIH"))
                        found[column, bool(flags & 8)] = height, wrong, lit(edges[::2], edges[1::2], height)
            for (column, is_second), (height, wrong, image) in found.items():
                _, low, high = wire.lanes()[column]
                exact = drawn(columns[NAMES[column]], low, high, height, first, end, width)
                assert (image != exact).sum() == wrong, (column, is_second)
                assert (wrong > 0) == is_second
            assert {column for column, is_second in found if is_second} == {0, 1, 2, 3}
            screen.show("data-compared")

        screen.until(are_compared)
        screen.close()


@on("phone", browsers=("chromium",))
def test_two_columns_are_seen_over_one_another(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.open_drawer()
        screen.click("text=Show two columns over one another")

        def is_shown(across, upright):
            screen.number("0")
            told = [struct.unpack("<HHHHHHdddd", payload) for tag, payload in wire.sent if tag == 43][-1]
            request, _, x, y, width, height, x_low, x_high, y_low, y_high = told
            assert (NAMES[x], NAMES[y]) == (across, upright)
            parts = [payload for tag, payload in wire.received if tag == 140 and struct.unpack_from("<H", payload)[0] == request]
            grid = np.zeros((height, width), np.int64)
            for part in parts:
                _, _, columns_, rows_, first, inside, outside, missing, r, lines = struct.unpack_from("<HHHHHQQQdH", part)
                grid[first:first + lines] = cells(part[struct.calcsize("<HHHHHQQQdH"):], lines * width).reshape(lines, width)
            assert parts and grid.sum() == inside
            xs, ys = columns[across], columns[upright]
            both = ~np.isnan(xs) & ~np.isnan(ys)
            assert missing == (~both).sum() and outside == both.sum() - inside
            assert abs(r - np.corrcoef(xs[both], ys[both])[0, 1]) < 1e-6
            expected = np.histogram2d(ys[both], xs[both], bins=(height, width), range=((y_low, y_high), (x_low, x_high)))[0][::-1]
            # A value at an edge may fall to either side in single precision.
            assert np.abs(grid - expected).sum() <= 0.002 * inside
            return grid, width, height

        grid, width, height = screen.until(lambda: is_shown("walk", "spikes"))
        screen.show("data-scatter")

        def is_drawn():
            # A cell is 6 by 6 pixels and some: where rows lie is lit.
            top = screen.number("document.querySelector('#bar').offsetHeight")
            head = round((top - 1) * screen.scale + 9 * screen.scale)
            pixels = screen.picture("data-scatter").pixels.astype(int)
            tall = 844 * 3 - 34 * 3 - 26 * 3 - head
            right, low = int(width * 0.5), int(height * 0.3)
            checked = 0
            for row in range(low, height):
                for column in range(right, int(width * 0.85)):
                    y = head + (row + 0.5) * tall / height
                    x = (column + 0.5) * 1170 / width
                    lit = pixels[int(y), int(x), :3].max() > 40
                    assert lit == (grid[row, column] > 0), (row, column, grid[row, column], pixels[int(y), int(x)])
                    checked += lit
            assert checked > 100

        screen.until(is_drawn)
        # Marked values become filters of both columns.
        screen.hand.hold(100, 300, then=(300, 500))
        screen.click("text=Values marked")
        screen.click("text=Keep only rows with the marked values")

        def are_kept():
            screen.number("0")
            kinds = [payload[3] for tag, payload in wire.sent if tag == 38]
            assert kinds == [1, 1]

        screen.until(are_kept)
        screen.chip_says("filtered")
        screen.show("data-scatter-kept")
        screen.close()


def cells(payload, count):
    """Counts of cells: numbers of seven bits a byte, a zero followed by how many more there are."""
    found, at = [], 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = payload[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while len(found) < count:
        value = number()
        found += [value] if value else [0] * (1 + number())
    assert len(found) == count and at == len(payload)
    return np.array(found)


def lit(tops, bottoms, height):
    """A picture of spans."""
    rows = np.arange(height)[:, None]
    return (rows >= tops) & (rows < bottoms) & (tops != -32768)
