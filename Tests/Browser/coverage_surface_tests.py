"""Trees and roofs on the screen: where a model of the surface is, what lies behind it, and the map without it."""
import contextlib
import json
import pathlib
import re
import subprocess
import tempfile

import numpy as np
from controls import choice, field
from coverage_keep_tests import holds
from coverage_tests import pin, says, words
from screen import Server, near, on

DRAWER = "document.querySelector('#drawer').textContent"
SIDE = 1201
LATITUDE, LONGITUDE = 46.52, 10.4
#: Degrees of longitude in a kilometre there.
KILOMETRE = 1 / 76.72


@contextlib.contextmanager
def wooded(see, options, **settings):
    """A flat country, and a model of a part of it: a wood of 25 m that stands 1 to 1.6 km east of the transmitter."""
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        (folder / "ground").mkdir()
        (folder / "surface").mkdir()
        heights = np.full((SIDE, SIDE), 100)
        (folder / "ground" / "N46E010.hgt").write_bytes(heights.astype(">i2").tobytes())

        def column(kilometres):
            return round((LONGITUDE + kilometres * KILOMETRE - 10) * (SIDE - 1))

        known = np.full((SIDE, SIDE), -32768)
        known[:, column(0.6):column(2)] = 100
        known[:, column(1):column(1.6)] = 125
        (folder / "surface" / "N46E010.hgt").write_bytes(known.astype(">i2").tobytes())
        (folder / "surface" / "N46E011.hgt").write_bytes(b"broken")
        with Server(options, f"terrain:{folder}/ground?surface={folder}/surface") as server:
            screen = see(server, **settings)
            screen.chip_says("N46E010")
            screen.open_drawer()
            screen.enter(field("Latitude, longitude"), f"{LATITUDE}, {LONGITUDE}")
            screen.chip_says(" ms")
            screen.enter(field("Radius, as a number"), "4")
            screen.chip_says("4 km")
            yield screen, folder


def read(screen):
    """What the screen says of the path that is read: its loss in decibels, and its length in kilometres."""
    found = re.search(r"([0-9.]+) dB loss at ([0-9.]+) km", screen.number("document.querySelector('#reading').textContent"))
    assert found, "a path is read"
    return float(found.group(1)), float(found.group(2))


def path(options, folder, place, *more):
    """What the command line says of the same path."""
    done = subprocess.run(
        [options.binary, "path", "--terrain", folder / "ground", f"{LATITUDE},{LONGITUDE}", place, "--frequency", "915M",
         "--tx-height", "30", "--rx-height", "1.5", "--model", "p1812", "--json", *more],
        check=True, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)["lossDecibels"]


@on("phone", "tablet", browsers=("chromium",))
def test_what_lies_behind_a_wood_hears_less(see, options):
    with wooded(see, options) as (screen, folder):
        screen.until(lambda: says(screen, DRAWER, "Trees and roofs"))
        screen.until(lambda: says(screen, DRAWER, "% of the map; elsewhere the ground counts"))
        assert "N46E011.hgt: " in screen.number(DRAWER), "what cannot be read is in the list"
        # P.1812 is what the command line has, too.
        screen.click(choice("Computed by", "ITU-R P.1812"))
        screen.chip_says(" ms")
        screen.close_drawer()
        screen.click("#chip")
        screen.wait("!document.querySelector('#hint')?.textContent || document.querySelector('#hint').hidden")
        screen.settle()
        screen.until(lambda: words(screen, "trees and roofs in part of the map"))
        screen.show(f"coverage-surface-{screen.width}")
        # Its tip is where the transmitter stands; the path goes due east, behind the wood.
        x, y = pin(screen)
        screen.hand.tap(x + 0.3 * min(screen.width, screen.height), y + 28)
        screen.until(lambda: words(screen, "trees and roofs known on "))
        screen.settle()
        screen.show(f"coverage-surface-sheet-{screen.width}")
        hidden, kilometres = read(screen)
        assert 2 < kilometres < 4, "the path ends behind the wood"
        place = f"{LATITUDE},{LONGITUDE + kilometres * KILOMETRE:.5f}"
        expected = path(options, folder, place, "--surface", folder / "surface")
        bare = path(options, folder, place)
        assert expected > bare + 6, (expected, bare)
        near(hidden, expected, 2.5)
        # A touch of what is said over the map switches; the path that is read follows.
        screen.hand.tap(*switch(screen))
        screen.until(lambda: words(screen, "without trees and roofs"))
        screen.settle()
        screen.until(lambda: words(screen, "trees and roofs known on ", False))
        near(read(screen)[0], bare, 2.5)
        screen.hand.tap(*switch(screen))
        screen.until(lambda: words(screen, "trees and roofs known on "))
        screen.settle()
        near(read(screen)[0], hidden, 0.5)
        # The address tells that they are left out, and opens it so.
        screen.hand.tap(*switch(screen))
        screen.until(lambda: holds(screen, "&trees=no"))
        screen.reload()
        screen.until(lambda: words(screen, "without trees and roofs"))
        screen.until(lambda: holds(screen, "&trees=no"))


def switch(screen):
    """Where the dot of what switches trees and roofs is, in points, looked for by its colour."""
    image = screen.picture().pixels[..., :3].astype(int)
    mask = np.abs(image - (0x6F, 0xB2, 0x7E)).max(axis=2) < 10
    mask[:, int(60 * screen.scale):] = False
    rows, columns = np.nonzero(mask)
    assert len(rows) > 20 * screen.scale, "there is no switch"
    return columns.mean() / screen.scale, rows.mean() / screen.scale
