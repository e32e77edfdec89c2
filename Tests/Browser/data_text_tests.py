"""Columns of texts under fingers: strips held to pixels, a text picked by a tap, kept alone and left out."""
import collections
import contextlib
import pathlib
import random
import sqlite3
import struct
import tempfile

import numpy as np
from data_tests import Wire
from screen import Server, on

ROWS = 24_000
# Okabe and Ito's colours, in the order in which the most frequent texts have them.
PALETTE = ((0x00, 0x72, 0xB2), (0xE6, 0x9F, 0x00), (0x00, 0x9E, 0x73), (0xD5, 0x5E, 0x00), (0x56, 0xB4, 0xE9), (0xCC, 0x79, 0xA7), (0xF0, 0xE4, 0x42))
OTHERS = {"dark": (0x6F, 0x7B, 0x8A), "light": (0x98, 0xA3, 0xAF)}


def words():
    """First half of them rain above much sun, then fog alone, and nothing in the last tenth."""
    make = random.Random(3)
    found = []
    for row in range(ROWS):
        part = row / ROWS
        if part > 0.9:
            found.append(None)
        elif part > 0.6:
            found.append("fog")
        else:
            found.append(make.choice(("sun",) * 6 + ("rain",) * 3 + (f"rare {make.randrange(500)}",)))
    return found


@contextlib.contextmanager
def database():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "words.sqlite"
        known = words()
        with contextlib.closing(sqlite3.connect(path)) as base:
            base.execute("CREATE TABLE t (value REAL, word TEXT)")
            base.executemany("INSERT INTO t VALUES (?, ?)", [(row % 700 / 7, word) for row, word in enumerate(known)])
            base.commit()
        yield str(path), known


def opened(see, server, **settings):
    screen = see(server, **settings)
    wire = Wire(screen.page)
    screen.page.reload()
    screen.chip_says("of 24,000 rows")
    screen.until(lambda: is_drawn(screen, wire))
    return screen, wire


def is_drawn(screen, wire):
    wire.is_answered()
    view = wire.view()[0]
    assert any(tag == 139 and struct.unpack_from("<H", payload)[0] == view for tag, payload in wire.received), "no strip of the newest view"


def lane(screen, wire):
    """Rows of pixels of the second lane, that of words."""
    top = screen.number("document.querySelector('#bar').offsetHeight")
    head = round((top - 1) * screen.scale + 9 * screen.scale)
    height = wire.lanes()[0][0]
    return head + height, height


def is_color(pixels, color):
    return np.abs(pixels.astype(int)[..., :3] - color).max(axis=-1) < 12


def check_strip(screen, wire, known, theme="dark"):
    """Column by column of pixels, what stands in the strip beside the legend is what Counter counts."""
    is_drawn(screen, wire)
    top, height = lane(screen, wire)
    _, _, _, width, first, end = wire.view()
    picture = screen.picture(f"data-texts-{screen.width}").pixels[top:top + height]
    names = [word for word, _ in collections.Counter(word for word in known if word is not None).most_common(7)]
    seen = [is_color(picture, color) for color in (*PALETTE[:len(names)], OTHERS[theme])]
    # Where fog is alone the strip is as high as it can be.
    rows = np.where(is_color(picture, PALETTE[names.index("fog")])[:, int(width * 0.75)])[0]
    assert len(rows), "no fog"
    strip = slice(rows.min(), rows.max() + 1)
    tall = rows.max() + 1 - rows.min()
    assert tall > 0.25 * height, (tall, height)
    buckets = min(512, width)
    wrong = 0
    for column in range(0, int(width * 0.88), 7):
        bucket = int((column + 0.5) * buckets / width)
        low, high = (-(-(first * buckets + bucket_ * (end - first)) // buckets) for bucket_ in (bucket, bucket + 1))
        counts = collections.Counter(word for word in known[low:high])
        total = sum(counts.values())
        for name, image in enumerate(seen):
            count = counts[names[name]] if name < len(names) else sum(count for word, count in counts.items() if word is not None and word not in names)
            # Bytes and whole pixels: each is off by one at most.
            wrong += abs(image[strip, column].sum() - tall * count / total) > tall / 255 + 1.01
    assert not wrong, f"{wrong} shares differ"
    return names, top, height, rows


@on("phone", "desk", browsers=("chromium",))
def test_a_strip_of_texts_has_the_shares_of_its_rows(see, options):
    with database() as (path, known), Server(options, path) as server:
        for theme in ("dark", "light"):
            screen, wire = opened(see, server, color_scheme=theme)
            screen.until(lambda: check_strip(screen, wire, known, theme))
            if theme == "dark":
                # Scaled along x the colours stay.
                for _ in range(2):
                    screen.press("+")
                screen.until(lambda: check_strip(screen, wire, known, theme))
                assert wire.view()[-1] - wire.view()[-2] < ROWS / 2
            screen.close()


@on("phone", browsers=("chromium",))
def test_a_tap_on_a_text_keeps_its_rows_or_leaves_them_out(see, options):
    with database() as (path, known), Server(options, path) as server:
        screen, wire = opened(see, server)
        names, top, height, rows = screen.until(lambda: check_strip(screen, wire, known))
        # On the colour of fog, where nothing else is: it is picked, and the row beneath is read.
        middle = (top + (rows.min() + rows.max()) / 2) / screen.scale
        screen.hand.tap(300, middle)

        def is_read():
            wire.page.evaluate("0")
            assert any(tag == 134 for tag, _ in wire.received)

        screen.until(is_read)
        screen.show("data-texts-picked")
        # The two choices stand over the strip, side by side.
        screen.hand.tap(40, middle)

        def kept():
            wire.page.evaluate("0")
            filters = [payload for tag, payload in wire.sent if tag == 38]
            assert filters
            return filters[-1]

        assert screen.until(kept) == struct.pack("<HBBHBBH", 0, 1, 3, 1, 1, 0, 3) + b"fog"
        screen.chip_says(f"{known.count('fog'):,} of 24,000 rows")
        screen.chip_says("filtered")
        # What is said of the columns is said of these rows.
        first, end = (known.index("fog"), ROWS - known[::-1].index("fog"))
        values = [row % 700 / 7 for row in range(first, end) if known[row] == "fog"]

        def are_told():
            wire.page.evaluate("0")
            payload = [payload for tag, payload in wire.received if tag == 135][-1]
            rows, count = struct.unpack_from("<QB", payload, 4)
            column, missing, *found = struct.unpack_from("<HQdddd", payload, 13)
            assert (rows, count, column, missing) == (len(values), 1, 0, 0)
            assert np.allclose(found[:3], [min(values), max(values), np.mean(values)], rtol=1e-6), found
            at = 13 + 42 + 18
            at += 1 + 4 * payload[at]
            texts, column, missing, count = struct.unpack_from("<BHQB", payload, at)
            counts = struct.unpack_from(f"<{count}Q", payload, at + 12)
            assert (texts, column, missing) == (1, 1, 0)
            assert counts == tuple(len(values) if name == "fog" else 0 for name in names), (names, counts)

        screen.until(are_told)
        screen.show("data-texts-kept")
        # The chip in the drawer takes it away.
        screen.open_drawer()
        screen.click("text=word: only fog")
        screen.chip_says("of 24,000 rows")
        # The same in the drawer: what stands in the row under the line is left out.
        screen.press("Escape")
        screen.press("Escape")
        screen.hand.drag((60, middle), (280, middle))
        screen.open_drawer()
        screen.click("text=Leave out rows with word fog")
        screen.chip_says(f"{ROWS - known.count('fog'):,} of 24,000 rows")
        screen.close()


@on("phone", browsers=("chromium",))
def test_a_name_of_texts_is_dragged_and_never_pinned(see, options):
    with database() as (path, known), Server(options, path) as server:
        screen, wire = opened(see, server)
        top, height = lane(screen, wire)
        x, y = 60, (top + 30) / screen.scale
        screen.hand.drag((x, y), (x, y - 0.7 * height / screen.scale))
        head = top - height

        def is_first():
            picture = screen.picture("data-texts-first").pixels[head:head + height]
            assert is_color(picture, PALETTE[0]).mean() > 0.02
            return True

        screen.until(is_first)
        screen.hand.drag((x, (head + 30) / screen.scale), (x, (head - 60) / screen.scale))
        assert "by word" not in screen.chip()
        screen.close()
