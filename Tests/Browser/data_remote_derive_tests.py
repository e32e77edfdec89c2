"""Columns that a finger makes of others over two shards of a real ClickHouse: their pixels and numbers are those that numpy makes."""
import numpy as np
from data_derive_tests import check_wishes, write
from data_remote_tests import ROW, heard, told
from engine import check_known, check_lanes, known_table, numbers
from screen import on

# Behind the seven columns of the table.
MADE = 7


@on("phone", browsers=("chromium",))
def test_a_formula_over_an_engine_is_a_lane_and_one_that_needs_neighbours_is_refused(see, options):
    with known_table(see, options) as (screen, wire, columns):
        screen.until(lambda: check_known(screen, wire, columns))
        times, values = columns["time"].values.astype(np.int64), numbers(columns)
        made = values["walk"] * 2 - values["load"] / 1000
        screen.open_drawer()
        text = screen.text("#drawer")
        assert "New column, such as abs(" in text and "Formulas with diff, lag or mean are not available" in text, text
        write(screen, "diff(walk)")
        screen.wait("!document.querySelector('#alert').hidden")
        said = screen.text("#alert span")
        assert "diff(walk)" in said and "need the neighbouring rows: not available over ClickHouse" in said, said
        screen.show("remote-derive-refused")
        write(screen, "walk*2 - load/1000")
        lanes = {"walk": values["walk"], "made": made, "spikes": values["spikes"]}
        # Right below the column that it came from.
        screen.until(lambda: check_lanes(screen, wire, lanes, times, (1, MADE, 2)))
        screen.show("remote-derived")
        y = screen.height * 0.4
        screen.hand.pinch(((180, y), (60, y)), ((220, y), (340, y)), steps=6)
        screen.until(lambda: check_lanes(screen, wire, lanes, times, (1, MADE, 2)))

        # Under the finger it is a number to the last bit.
        height = wire.lanes()[1][0] / screen.scale
        middle = screen.number("document.querySelector('#bar').offsetHeight") + 8 + 1.5 * height
        screen.hand.drag((120, middle), (180, middle))

        def is_read():
            tick, cells = told(heard(wire, ROW)[-1])
            place = cells[6]
            assert len(cells) == MADE + 1 and tick == times[place], (cells, tick)
            assert cells[MADE] == made[place], (cells, made[place])
            _, _, _, _, first, end = wire.view()
            assert abs((tick - first) / (end - first) - 180 / 390) < 0.05

        screen.until(is_read)
        screen.show("remote-derived-read")
        screen.open_drawer()
        # What it is to its left neighbour in the table is no question here; what two columns are to one another is.
        assert "Change from row to row" not in screen.text("#drawer")
        screen.click("text=\u00d7 walk*2 - load/1000")
        screen.until(lambda: check_wishes(screen, wire, (0, "diff(walk)"), (0, "walk*2 - load/1000"), (0, "")))
        screen.close_drawer()
        screen.until(lambda: check_lanes(screen, wire, {"walk": values["walk"], "spikes": values["spikes"]}, times, (1, 2)))
        screen.close()
