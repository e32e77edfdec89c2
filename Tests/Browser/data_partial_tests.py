"""Reading a long table is stopped: what is there says that it is partial, and is resumed or discarded."""
import contextlib
import pathlib
import tempfile

from controls import control
from screen import Server, on

BLOCK, BLOCKS = 1000, 4000
ROWS = BLOCK * BLOCKS


@contextlib.contextmanager
def stopped(see, options):
    """A screen on which the import of a long file was stopped."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "long.csv"
        block = "".join(f"{row},{row % 7}.25,word {row % 13},{row * row % 1009},{row / 8},{row % 2},{row * 3}\n" for row in range(BLOCK))
        with path.open("w") as file:
            file.write("a,b,c,d,e,f,g\n")
            for _ in range(BLOCKS):
                file.write(block)
        with Server(options, str(path)) as server:
            screen = see(server)
            # Once there are rows to be kept.
            screen.wait("document.querySelector('#chip').textContent.match(/[1-9][\\d,]* rows/) && !document.querySelector('#action').hidden")
            screen.click("#action")
            screen.chip_says("partial")
            yield screen


def rows(screen):
    return int(screen.number("document.querySelector('#chip').textContent.match(/([\\d,]+) rows/)[1]").replace(",", ""))


@on("phone", browsers=("chromium",))
def test_a_stopped_import_is_resumed(see, options):
    with stopped(see, options) as screen:
        assert 0 < rows(screen) < ROWS
        screen.open_drawer()
        screen.click(control("button", "Resume reading"))
        screen.close_drawer()
        screen.chip_says(f"{ROWS:,} rows")
        screen.wait("!document.querySelector('#chip').textContent.includes('partial') && document.querySelector('#action').hidden")


@on("phone", browsers=("chromium",))
def test_a_stopped_import_is_discarded(see, options):
    with stopped(see, options) as screen:
        screen.open_drawer()
        screen.click(control("button", "Discard what has been read"))
        screen.wait(f"{control('button', 'Discard what has been read')} === null")
        assert screen.number(f"{control('button', 'Read the table')} !== null")
        screen.close_drawer()
        screen.show("discarded")
