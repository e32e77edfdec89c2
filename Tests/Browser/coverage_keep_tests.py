"""What of coverage outlives the page: files of the map, an address that opens it again; and where the device is."""
import contextlib
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import numpy as np
import rasterio
from controls import choice, control, field
from coverage_tests import coloured, free, hills, pin, says, says_not, words
from kept import kept as kept_page
from PIL import Image
from screen import Server, near, on, root

sys.path.insert(0, str(root / "Tests/Peers"))
from terrain_checks import Site

DRAWER = "document.querySelector('#drawer').textContent"
SIDE = 1201
PLACE = "46.52, 10.4"
# Frames after which the address has followed what is shown, which has to rest for 0.6 s.
ADDRESSED = 60

# Until all is kept that the page has handed to its shelf: what reads from there comes after what was to be written before.
SHELVED = """async () => {
    const done = (request) => new Promise((resolve, reject) => { [request.onsuccess, request.onerror] = [resolve, reject]; });
    const opening = indexedDB.open("waveglass-shelf", 1);
    await done(opening);
    await done(opening.result.transaction(["bytes", "uses"]).objectStore("uses").count());
    opening.result.close();
}"""


def tile(folder, name="N46E010"):
    """A tile of hills as HGT has it, 3 seconds of arc from post to post."""
    row, column = np.mgrid[0:SIDE, 0:SIDE]
    heights = 900 + 300 * np.sin(row / 19) * np.cos(column / 23) + 120 * np.sin((row + column) / 7)
    (pathlib.Path(folder) / f"{name}.hgt").write_bytes(heights.astype(">i2").tobytes())


@contextlib.contextmanager
def ground(see, options, *more, **settings):
    """A server of one tile, a page with the transmitter at a typed place, and the folder."""
    with tempfile.TemporaryDirectory() as folder:
        tile(folder)
        with Server(options, f"terrain:{folder}", *more) as server:
            screen = see(server, **settings)
            screen.chip_says("N46E010")
            screen.open_drawer()
            screen.enter(field("Latitude, longitude"), PLACE)
            screen.chip_says(" ms")
            yield screen, server, folder


def kept(screen, label):
    """What a button has the user keep: its name and bytes."""
    with screen.page.expect_download() as download:
        screen.click(control("button", label))
    return download.value.suggested_filename, pathlib.Path(download.value.path()).read_bytes()


def cover(options, folder, ending, *more, radius="6km"):
    path = pathlib.Path(folder) / f"map.{ending}"
    subprocess.run(
        [options.binary, "cover", "--terrain", folder, "--at", PLACE.replace(" ", ""), "--frequency", "915M",
         "--radius", radius, "-o", str(path), "--force", *more], check=True, capture_output=True, timeout=120)
    return path.read_bytes()


def raster(data):
    with rasterio.MemoryFile(data) as file, file.open() as opened:
        return opened.read(1), np.array(opened.transform)[:6], opened.crs.to_epsg()


def but_for_last_digits(values, wanted):
    """The page counts posts from a block's corner, `cover` from the tile's: what lies between two numbers is at times rounded otherwise."""
    difference = np.abs(values - wanted)
    assert difference.max() < 0.011 and (difference > 0.001).mean() < 0.001, (difference.max(), (difference > 0.001).sum())


@on("phone", browsers=("chromium",))
def test_maps_kept_from_the_page_are_those_of_cover(see, options):
    with ground(see, options) as (screen, _, folder):
        screen.enter(field("Radius, as a number"), "6")
        screen.chip_says("6 km · ")
        screen.settle()
        # Outside of what may be, a radius is refused in place.
        for text in ("1001", "0", "far"):
            screen.enter(field("Radius, as a number"), text)
            screen.until(lambda: says(screen, DRAWER, "Not taken"))
        screen.chip_says("6 km · ")
        for shown, more, column, name in (
                ("Path loss", (), "loss_dB", "loss"), ("Received level", ("--eirp", "34"), "level_dBm", "level")):
            screen.click(choice("Shown", shown))
            stem = f"{name}_915MHz_6km_46.52000N_10.40000E"
            given, data = kept(screen, "GeoTIFF")
            assert given == f"{stem}.tif", given
            values, transform, code = raster(data)
            wanted, there, _ = raster(cover(options, folder, "tif", *more))
            assert code == 4326 and np.abs(transform - there).max() < 1e-12, (transform, there)
            assert values.shape == wanted.shape and np.array_equal(np.isnan(values), np.isnan(wanted))
            but_for_last_digits(values[np.isfinite(values)], wanted[np.isfinite(wanted)])

            given, data = kept(screen, "PNG with a world file (zip)")
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                assert packed.testzip() is None and packed.namelist() == [f"{stem}.png", f"{stem}.pgw"], packed.namelist()
                picture = Image.open(io.BytesIO(packed.read(f"{stem}.png"))).convert("RGBA")
                steps = np.array([float(line) for line in packed.read(f"{stem}.pgw").split()])
            alpha = np.array(picture)[:, :, 3]
            assert ((alpha > 0) == np.isfinite(values)).all() or name == "level", "nothing is drawn where there is nothing"
            near(steps[0], transform[0], 1e-9)
            assert steps[1] == steps[2] == 0, steps
            near(steps[4], transform[2] + transform[0] / 2, 1e-9)
            near(steps[5], transform[5] + transform[4] / 2, 1e-9)

            given, data = kept(screen, "KMZ for earth viewers")
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                assert given == f"{stem}.kmz" and packed.namelist() == ["doc.kml", "map.png"], packed.namelist()
                assert Image.open(io.BytesIO(packed.read("map.png"))).size == picture.size

            given, data = kept(screen, "Lines every 10 dB (GeoJSON)")
            lines, others = (json.loads(text)["features"] for text in (data, cover(options, folder, "geojson", *more)))
            assert given == f"{stem}.geojson" and len(lines) == len(others) >= 3
            for one, other in zip(lines, others):
                assert one["properties"] == other["properties"]
                a, b = (sum(len(part) for part in feature["geometry"]["coordinates"]) for feature in (one, other))
                assert a == b, (a, b)

            given, data = kept(screen, "Table of all posts (CSV)")
            rows = list(csv.DictReader(io.StringIO(data.decode())))
            assert given == f"{stem}.csv" and len(rows) == np.isfinite(values).sum()
            table, other = (
                [line.split(",") for line in text.decode().splitlines()] for text in (data, cover(options, folder, "csv", *more)))
            assert table[0] == other[0] and column in table[0]
            assert [row[:2] for row in table] == [row[:2] for row in other]
            but_for_last_digits(*(np.array([float(row[2]) for row in rows[1:]]) for rows in (table, other)))
        screen.show("coverage-keep")
        screen.close()


def address(screen):
    return screen.number("location.hash")


@on("phone", "desk", browsers=("chromium", "webkit"))
def test_the_address_opens_the_same_scene(see, options):
    server, screen = hills(see, options)
    with server:
        assert address(screen) == "#coverage:", "nothing is picked yet"
        screen.open_drawer()
        screen.click(choice("Tile", "Mere"))
        screen.until(lambda: starts(screen, "#coverage:tile="))
        screen.enter(field("Latitude, longitude"), "46.79, 10.09")
        screen.chip_says(" ms")
        screen.enter(field("Frequency"), "433.92 MHz")
        screen.enter(field("Radius, as a number"), "4.5")
        screen.enter(field("Transmitting antenna, above ground"), "12.5")
        screen.enter(field("Radiated power (EIRP)"), "27")
        screen.enter(field("Lowest level they need"), "-105")
        screen.click(choice("Shown", "Received level"))
        screen.chip_says("433.92 MHz · 4.5 km · ")
        screen.close_drawer()
        screen.press("+")
        screen.press("ArrowLeft")
        screen.until(lambda: holds(screen, "&show=level&map="))
        screen.settle(ADDRESSED)
        before, text = screen.picture().pixels, address(screen)
        for name in ("&at=46.79,10.09&", "&mhz=433.92&", "&km=4.5&", "&tx=12.5&", "&dbm=27&", "&need=-105&"):
            assert name in text, (name, text)
        screen.reload()
        screen.chip_says("433.92 MHz · 4.5 km · ")
        screen.settle()
        assert differ(before, screen.picture().pixels) < 0.002
        screen.open_drawer()
        for name, value in (
                ("Frequency", "433.92"), ("Radius, as a number", "4.5"), ("Transmitting antenna, above ground", "12.5"),
                ("Radiated power (EIRP)", "27"), ("Lowest level they need", "−105"), ("Latitude, longitude", "46.79000, 10.09000")):
            found = screen.value(name)
            assert found == value, (name, found)
        assert screen.is_checked(choice("Shown", "Received level"))
        screen.settle(ADDRESSED)
        assert address(screen) == text, "what was opened is what is told"


@on("phone", "desk", browsers=("chromium", "webkit"))
def test_what_is_typed_stays_while_the_drawer_changes(see, options):
    server, screen = hills(see, options)
    with server:
        screen.open_drawer()
        screen.click(choice("Tile", "Mere"))
        screen.enter(field("Latitude, longitude"), "46.79, 10.09")
        screen.chip_says(" ms")
        screen.enter(field("Transmitting antenna, above ground"), "0")
        screen.until(lambda: says(screen, DRAWER, "Not taken"))
        # As if typed, without an end: then a line of the drawer above goes.
        power = field("Radiated power (EIRP)")
        screen.number(f"void (window.field = {power}, field.focus(), field.value = '27.')")
        screen.number(f"""(() => {{
            const height = {field("Transmitting antenna, above ground")};
            height.value = "12";
            height.dispatchEvent(new Event("change"));
        }})()""")
        screen.until(lambda: says_not(screen, DRAWER, "Not taken"))
        assert screen.number(f"window.field === {power} && document.activeElement === {power}")
        assert screen.number(f"{power}.value") == "27."
        # Once it is left, it is taken.
        screen.number(f"void ({power}.value = '27.5', {power}.dispatchEvent(new Event('change')))")
        screen.until(lambda: holds(screen, "&tx=12&rx=1.5&dbm=27.5&"))
        assert screen.number(f"{power}.value") == "27.5"


def starts(screen, text):
    assert address(screen).startswith(text), address(screen)


def holds(screen, text):
    assert text in address(screen), address(screen)


@on("phone", browsers=("chromium",))
def test_the_address_opens_its_model(see, options):
    server, screen = hills(see, options)
    with server:
        screen.open_drawer()
        screen.click(choice("Tile", "Marden"))
        screen.until(lambda: starts(screen, "#coverage:tile="))
        tile = address(screen).removeprefix("#coverage:").split("&")[0]

        def opened(more):
            # A page is loaded anew by an address that somebody has put there.
            screen.reload(f"void (location.hash = 'coverage:{tile}&at=46.79,10.09&mhz=869.5&km=4{more}')")

        opened("&model=p1812&time=10&places=90")
        screen.chip_says("869.5 MHz · 4 km · ")
        screen.open_drawer()
        screen.until(lambda: says(screen, DRAWER, "troposcatter and ducting"))
        for name, value in (("Time with no greater loss", "10"), ("Places with no greater loss", "90")):
            found = screen.value(name)
            assert found == value, (name, found)
        screen.until(lambda: holds(screen, "&model=p1812&time=10&places=90"))
        # What a later version may know is as ever; what cannot be is refused in words.
        opened("&model=raytraced")
        screen.chip_says("869.5 MHz · 4 km · ")
        screen.open_drawer()
        screen.until(lambda: says(screen, DRAWER, "what the ground hides"))
        opened("&model=p1812&time=90")
        screen.until(lambda: says(screen, "document.querySelector('#alert').textContent", "number that cannot be"))


@on("phone", browsers=("chromium", "webkit"))
def test_the_default_model_is_named_and_an_old_address_keeps_its_own(see, options):
    with ground(see, options) as (screen, _, _folder):
        # A new map is made by the learned model, and the address names it.
        screen.until(lambda: words(screen, "modelled by Learned"))
        screen.until(lambda: holds(screen, "&model=learned"))
        tile = address(screen).removeprefix("#coverage:").split("&")[0]
        # Outside its limits it is P.1812; the map says which limit was left, and how far P.1812 was off.
        screen.enter(field("Frequency"), "2400")
        screen.chip_says("2.4 GHz")
        screen.until(lambda: words(screen, "modelled by ITU-R P.1812, since Learned was made for 400 MHz to 2 GHz"))
        screen.until(lambda: words(screen, "without clutter 30 to 35 dB optimistic in towns (London)"))
        screen.until(lambda: holds(screen, "&model=p1812"))
        screen.click(choice("Clutter along the path", "Urban, 15 m"))
        screen.until(lambda: words(screen, "with clutter: Urban, 15\u00a0m, 7 to 9 dB optimistic in London"))
        screen.until(lambda: holds(screen, "&model=p1812&clutter=urban"))
        screen.click(choice("Clutter along the path", "None"))
        screen.until(lambda: words(screen, "without clutter"))
        screen.close_drawer()
        screen.settle()
        screen.show(f"coverage-default-{screen.width}")
        # An address from before models were always named means what it meant then.
        screen.reload(f"void (location.hash = 'coverage:{tile}&at=46.52,10.4&mhz=869.5&km=4&tx=30&rx=1.5&dbm=34&need=-120')")
        screen.chip_says("869.5 MHz · 4 km · ")
        screen.until(lambda: words(screen, "modelled by Diffraction"))
        screen.until(lambda: words(screen, "without clutter 30 to 35 dB optimistic in towns (London)"))
        screen.until(lambda: holds(screen, "&model=diffraction"))


@on("phone", browsers=("chromium",))
def test_an_address_that_cannot_be_opened_is_refused_in_words(see, options):
    server, screen = hills(see, options)
    alert = "document.querySelector('#alert').textContent"
    with server:
        for scene, text in (
                ("tile=Nowhere", "tile that is not here: Nowhere"), ("at=10,10", "where no tile is"),
                ("at=46.8,10.1&km=1e9", "cannot be read"), ("at=46.8,10.1&km=5000", "number that cannot be"), ("%25%%", "cannot be read")):
            screen.reload(f"void (location.hash = 'coverage:{scene}')")
            screen.until(lambda: says(screen, alert, text))
            screen.chip_says("4 tiles")
            # It is not opened again.
            screen.until(lambda: is_empty(screen))
        screen.close()


def is_empty(screen):
    assert address(screen) == "#coverage:", address(screen)


@on("phone", browsers=("chromium",))
def test_the_transmitter_goes_where_the_device_is(see, options):
    place = {"latitude": 46.8, "longitude": 10.08, "accuracy": 14}
    server = Server(options, "demo:hills")
    with server:
        screen = see(server, permissions=["geolocation"], geolocation=place)
        screen.chip_says("4 tiles")
        screen.settle()
        screen.open_drawer()
        screen.click(choice("Tile", "Marden"))
        screen.comes(control("button", "Where I am"))
        screen.click(control("button", "Where I am"))
        screen.until(lambda: words(screen, "transmitter at 46.80000, 10.08000"))
        screen.until(lambda: says(screen, DRAWER, "known to 14 m"))
        screen.settle()
        screen.show("coverage-position")
        alert = "document.querySelector('#alert').textContent"

        def asked_again(text):
            screen.click(control("button", "Where I am"))
            screen.after_frames(10)
            says(screen, alert, text)

        # For ten seconds the page is content with the position before.
        screen.context.set_geolocation({**place, "accuracy": 2400})
        screen.until(lambda: asked_again("known to 2.4 km only"))
        screen.context.set_geolocation({"latitude": 50, "longitude": 8.5, "accuracy": 30})
        screen.until(lambda: asked_again("no tile where you are, 50.00000, 8.50000 (± 30 m)"))
        assert words(screen, "transmitter at 46.80000, 10.08000") is None
        screen.context.clear_permissions()
        screen.click(control("button", "Where I am"))
        screen.until(lambda: says(screen, DRAWER, "may not know where the device is"))
        screen.close()


@on("phone", "desk", browsers=("chromium",))
def test_a_missing_tile_is_got_by_a_button(see, options):
    with tempfile.TemporaryDirectory() as folder, Site({}) as site:
        tile(folder, "N46E011")
        data = (pathlib.Path(folder) / "N46E011.hgt").read_bytes()
        site.files, site.pause, site.cut_at = {"/N46E011.hgt": data}, 0.2, len(data) // 2
        (pathlib.Path(folder) / "N46E011.hgt").unlink()
        with ground(see, options, "--terrain-url", f"{site.url}/{{name}}.hgt") as (screen, _, folder):
            screen.enter(field("Latitude, longitude"), "46.5, 11.2")
            screen.until(lambda: says(screen, DRAWER, "Get the tile here, N46E011"))
            assert "127.0.0.1" in screen.number(DRAWER)
            screen.close_drawer()
            screen.show(f"coverage-get-{screen.width}")
            screen.click("#action")
            action = "document.querySelector('#action').textContent"
            screen.until(lambda: says(screen, action, " % · stop"))
            screen.show(f"coverage-coming-{screen.width}")
            # What is stopped is kept, and goes on where it was.
            screen.click("#action")
            screen.until(lambda: says(screen, action, "Get the tile here"))
            site.pause = 0
            screen.click("#action")
            screen.open_drawer()
            screen.comes(choice("Tile", "N46E011"))
            screen.until(lambda: is_hidden(screen, "#action"))
            assert (pathlib.Path(folder) / "N46E011.hgt").read_bytes() == data
            screen.enter(field("Latitude, longitude"), "46.5, 11.2")
            screen.until(lambda: words(screen, "transmitter at 46.5"))
            screen.chip_says(" ms")
            # What the site does not have is said.
            screen.enter(field("Latitude, longitude"), "10, 10")
            screen.until(lambda: says(screen, DRAWER, "Get the tile here, N10E010"))
            screen.click(control("button", "Get the tile here, N10E010"))
            screen.until(lambda: says(screen, "document.querySelector('#alert').textContent", "no such file"))
            screen.close()


def is_hidden(screen, selector):
    assert screen.number(f"document.querySelector({selector!r}).hidden")


@on("phone", browsers=("chromium",))
def test_without_a_server_the_last_map_is_there(see, options):
    with tempfile.TemporaryDirectory() as folder:
        tile(folder)
        server = Server(options, f"terrain:{folder}")
        screen = see(server, service_workers="allow", reduced_motion="reduce")
        screen.chip_says("N46E010")
        screen.open_drawer()
        screen.enter(field("Latitude, longitude"), PLACE)
        screen.enter(field("Frequency"), "433.92 MHz")
        screen.chip_says("433.92 MHz · ")
        screen.close_drawer()
        kept_page(screen)
        # The whole would lie elsewhere below a chip of two lines.
        screen.press("+")
        screen.wait("document.querySelector('#hint').hidden")
        screen.settle(ADDRESSED)
        screen.run(SHELVED)
        screen.until(lambda: holds(screen, "&mhz=433.92"))
        screen.until(lambda: holds(screen, "&map="))
        before = screen.picture("coverage-before").pixels
        server.stop()
        # From the home screen there is no address.
        for there in (screen.number("location.href"), server.url):
            screen.page.goto("about:blank")
            screen.page.goto(there)
            screen.chip_says("what is kept here")
            screen.until(lambda: words(screen, "transmitter at 46.52000, 10.40000"))
            screen.settle()
            # Longer than the page waits for a server before it offers another source.
            screen.wait("performance.now() > 4000")
            assert screen.number("document.querySelector('#sources').hidden"), "another source need not be chosen"
            screen.wait("document.querySelector('#hint').hidden")
            screen.until(lambda: is_same(before, screen.picture("coverage-kept")))
        # The pin moves, and its map is computed of what is kept.
        x, y = pin(screen)
        screen.hand.drag((x, y), (x + 40, y - 70), steps=20)
        screen.settle()
        assert coloured(free(screen, screen.picture("coverage-kept-moved").pixels)).mean() > 0.015
        moved = screen.number("document.querySelector('#reading').textContent")
        assert "transmitter at 46.5" in moved and "46.52000" not in moved, moved
        # A file that was replaced has another content: nothing of it is shown as it was, then and without the server again.
        before = screen.picture().pixels
        (pathlib.Path(folder) / "N46E010.hgt").write_bytes(np.full((SIDE, SIDE), 700, ">i2").tobytes())
        flat = Server(options, f"terrain:{folder}", port=server.port)
        screen.wait("!document.querySelector('#chip').textContent.includes('No connection')")
        screen.settle()
        screen.press("0")
        screen.press("+")
        # A page that is opened without a server shows what its address tells, of what is kept.
        screen.settle(ADDRESSED)
        screen.run(SHELVED)
        screen.until(lambda: holds(screen, "&map="))
        replaced = screen.picture("coverage-replaced").pixels
        assert differ(before, replaced) > 0.05
        flat.stop()
        screen.reload(shows="globalThis.waveglass?.draws > 1")
        screen.chip_says("what is kept here")
        screen.settle()
        screen.until(lambda: is_same(replaced, screen.picture("coverage-replaced-kept")))
        # As long as no server answers, each try to reach it is told, and nothing else.
        screen.abandon()
        others = [text for text in screen.problems if "ERR_CONNECTION_REFUSED" not in text and "WebSocket connection to" not in text]
        assert not others, others


def is_same(before, picture):
    """What is kept is read piece by piece, and between two pieces a page may rest."""
    share = differ(before, picture.pixels)
    assert share < 0.002, f"{share:.1%} of the pixels differ"


def differ(before, after):
    """The share of pixels below the chip that differ."""
    head = int(0.15 * before.shape[0])
    return (np.abs(after[head:].astype(int) - before[head:]).max(axis=2) > 24).mean()
