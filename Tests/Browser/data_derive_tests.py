"""Columns that a finger makes of others: typed, or by one tap; every pixel held to numpy's values."""
import struct

import numpy as np
from data_tests import NAMES, grown, known_table, shown
from screen import on
from traces import drawn

DERIVED = 5
# Behind the words of a lane, which are longer where values are missing, and left of the handle.
BESIDE = 0.83, 0.88


def check_wishes(screen, wire, *expected):
    """What the page has asked to be made: number, formula."""
    screen.number("0")
    found = []
    for tag, payload in wire.sent:
        if tag == 41:
            _, number, count = struct.unpack_from("<HBH", payload)
            found.append((number, payload[5 + count + 2:].decode()))
    assert found == list(expected), found


def check_lanes(screen, wire, lanes):
    """Lanes from the top down: their columns and the values that they must have."""
    wire.is_answered()
    _, _, _, width, first, end = wire.view()
    part = slice(*(int(width * edge) for edge in BESIDE))
    for lane, (column, values) in enumerate(lanes):
        height, low, high = wire.lanes()[column]
        expected = grown(drawn(values, low, high, height, first, end, width), int(screen.scale / 2))
        wrong = (expected != shown(screen, lane, height, width))[:, part]
        assert expected[:, part].sum() > 50, f"lane {lane}: nothing is to be seen there"
        assert not wrong.any(), f"lane {lane}, rows {first} to {end}: {wrong.sum()} of {expected[:, part].sum()} pixels differ"


def write(screen, formula):
    """Types into the field as one does: a tap, keys, Enter."""
    field = screen.page.get_by_label("New column", exact=False)
    field.scroll_into_view_if_needed()
    field.tap() if screen.width < 1000 else field.click()
    field.fill("")
    screen.page.keyboard.type(formula)
    screen.page.keyboard.press("Enter")


@on("phone", "desk", browsers=("chromium",))
def test_a_typed_formula_is_a_lane_of_its_own(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.open_drawer()
        write(screen, "walk + wlak")
        screen.wait("!document.querySelector('#alert').hidden")
        said = screen.text("#alert span")
        assert "byte 8" in said and "'wlak' is not in the table" in said, said
        screen.show(f"data-derive-fault-{screen.width}")
        write(screen, "diff(walk)")
        step = np.diff(columns["walk"], prepend=np.nan)
        # Right below the column that it came from.
        lanes = [(0, columns["walk"]), (DERIVED, step), *((place, columns[NAMES[place]]) for place in (1, 2, 3))]
        screen.until(lambda: check_lanes(screen, wire, lanes))
        screen.show(f"data-derived-{screen.width}")
        for _ in range(5):
            screen.press("+")
        screen.until(lambda: check_lanes(screen, wire, lanes))
        screen.open_drawer()
        screen.page.get_by_text("\u00d7 diff(walk)").scroll_into_view_if_needed()
        screen.show(f"data-derive-drawer-{screen.width}")
        screen.click("text=\u00d7 diff(walk)")
        screen.until(lambda: check_wishes(screen, wire, (0, "walk + wlak"), (0, "diff(walk)"), (0, "")))
        screen.close()


@on("phone", browsers=("chromium",))
def test_one_tap_makes_a_column_that_reads_and_orders(see, options):
    with known_table(see, options) as (screen, wire, columns):
        height = wire.lanes()[1][0] / screen.scale
        head = screen.number("document.querySelector('#bar').offsetHeight") + 8
        screen.hand.drag((100, head + 1.5 * height), (260, head + 1.5 * height))
        screen.open_drawer()
        screen.page.get_by_text("Change from row to row of spikes").scroll_into_view_if_needed()
        screen.show("data-derive-choices")
        screen.click("text=Change from row to row of spikes")
        screen.until(lambda: check_wishes(screen, wire, (0, "diff(spikes)")))
        step = np.diff(columns["spikes"], prepend=np.nan)

        def is_read():
            # Behind the table's five columns stands the new one, of the row's raw cells.
            screen.number("0")
            payload = [payload for tag, payload in wire.received if tag == 134][-1]
            _, _, key, tick, _, count = struct.unpack_from("<HHqqHB", payload)
            assert count == 6, count
            assert struct.unpack("<d", payload[-8:])[0] == step[tick], tick

        screen.hand.drag((120, head + 1.5 * height), (270, head + 1.5 * height))
        screen.until(is_read)
        screen.show("data-derived-read")
        # Its ring orders the rows by it.
        tall = wire.lanes()[DERIVED][0] / screen.scale
        screen.hand.tap(18, head + 2 * tall + 12)
        screen.chip_says("by diff(spikes)")
        screen.until(wire.is_answered)
        place = np.where(~np.isnan(step))[0]
        order = place[np.argsort(step[place], kind="stable")]
        ordered = np.append(step[order], np.nan)

        def is_ordered():
            wire.is_answered()
            _, _, _, width, first, end = wire.view()
            top, low, high = wire.lanes()[DERIVED]
            expected = grown(drawn(ordered, low, high, top, first, end, width, offset=step[1]), int(screen.scale / 2))
            part = slice(*(int(width * edge) for edge in BESIDE))
            chip = screen.number("document.querySelector('#bar').offsetHeight")
            above = round((chip - 1) * screen.scale + 9 * screen.scale)
            pixels = screen.picture("data-derived-order").pixels.astype(int)[above:above + top, :width]
            # The column that orders has the accent's colour.
            lit = (pixels[..., 0] > 200) & (pixels[..., 2] < 90)
            wrong = (expected != lit)[:, part]
            assert expected[:, part].sum() > 50 and not wrong.any(), (wrong.sum(), expected[:, part].sum())

        screen.until(is_ordered)
        screen.show("data-derived-order")
        screen.close()
