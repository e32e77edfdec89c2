"""Several transmitters, measured points and paths between any two places, under fingers."""
import pathlib
import tempfile

import numpy as np
from controls import choice, control, field
from coverage_tests import coloured, free, hills, is_accent, pin, says, words
from screen import near, on

ACCENT = (0xFF, 0xB0, 0x20)
BLUE = (0x66, 0x99, 0xFF)
DRAWER = "document.querySelector('#drawer').textContent"


def like(image, color, tolerance=14):
    return np.abs(image[..., :3].astype(int) - color).max(axis=2) < tolerance


def tip(screen, color):
    """The tip of a pin, in points: its head is higher where it is the selected one, and its circle has its colour."""
    mask = like(screen.picture().pixels, color)
    # The head is where most of the colour is within as little.
    side = int(22 * screen.scale)
    total = np.pad(mask.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    count = total[side:, side:] - total[:-side, side:] - total[side:, :-side] + total[:-side, :-side]
    assert count.max() > 0.5 * side * side, f"no pin of {color}"
    row, column = (np.argwhere(count > 0.99 * count.max()).mean(axis=0) + side / 2).astype(int)
    below = np.nonzero(mask[row:row + int(40 * screen.scale), column])[0].max()
    return float(column) / screen.scale, float(row + below) / screen.scale


# From the first transmitter to the second: beyond its circle, whose line would be held in place of the map.
ASIDE = (120, 90)


def pair(screen):
    """Two transmitters, put down with a finger: the second where the first was held to, as the page offers."""
    width, height = screen.width, screen.height
    screen.hand.hold(width * 0.42, height * 0.45)
    screen.chip_says(" ms")
    screen.settle()
    screen.hand.hold(width * 0.42 + ASIDE[0], height * 0.45 + ASIDE[1])
    screen.until(lambda: says(screen, "document.querySelector('#action').textContent", "Put B here, and A back"))
    screen.click("#action")
    screen.chip_says(" ms")
    screen.settle()


@on("phone", browsers=("chromium",))
def test_a_copied_link_opens_all_transmitters(see, options):
    server, screen = hills(see, options)
    with server:
        pair(screen)
        screen.open_drawer()
        screen.click(choice("Shown", "Overlap"))
        # Headless browsers have a clipboard of their own.
        screen.number("void (navigator.clipboard.writeText = (text) => Promise.resolve(window.copied = text))")
        screen.click(control("button", "Copy link"))
        screen.until(lambda: says(screen, DRAWER, "Link copied"))
        link = screen.number("window.copied")
        assert link.startswith(screen.number("location.origin")) and "&also=" in link and "&show=overlap" in link, link
        screen.until(lambda: says(screen, DRAWER, "Copy link"))
        screen.number("void (navigator.clipboard.writeText = () => Promise.reject())")
        screen.click(control("button", "Copy link"))
        screen.until(lambda: says(screen, DRAWER, "Copy the address from its bar"))
        screen.close_drawer()
        screen.settle()
        screen.until(lambda: says(screen, "location.href", link))
        before = screen.picture().pixels
        screen.reload()
        screen.chip_says(" ms")
        screen.settle()
        screen.open_drawer()
        screen.until(lambda: says(screen, DRAWER, "Remove B"))
        assert screen.is_checked(choice("Shown", "Overlap"))
        screen.close_drawer()
        screen.settle()
        after = screen.picture().pixels
        # But for the chip, which says how long computing took.
        low = int(140 * screen.scale)
        assert (np.abs(before[low:].astype(int) - after[low:]).max(axis=2) > 24).mean() < 0.004


@on("phone", "tablet", browsers=("chromium",))
def test_a_second_pin_stands_beside_the_first(see, options):
    server, screen = hills(see, options)
    with server:
        pair(screen)
        image = screen.picture(f"coverage-sites-{screen.width}").pixels
        assert like(image, ACCENT).sum() > 100 * screen.scale and like(image, BLUE).sum() > 100 * screen.scale
        first, second = tip(screen, ACCENT), tip(screen, BLUE)
        near(first[0], screen.width * 0.42, 3)
        near(first[1], screen.height * 0.45, 3)
        near(second[0] - first[0], ASIDE[0], 3)
        near(second[1] - first[1], ASIDE[1], 3)
        # The first is dragged by its head, the second stays.
        grip = (first[0], first[1] - 26)
        screen.hand.drag(grip, (grip[0] - 50, grip[1] + 40), steps=16)
        screen.settle()
        moved, stayed = tip(screen, ACCENT), tip(screen, BLUE)
        near(moved[0] - first[0], -50, 3)
        near(moved[1] - first[1], 40, 3)
        near(stayed[0], second[0], 3)
        near(stayed[1], second[1], 3)


@on("phone", browsers=("chromium", "webkit"))
def test_modes_colour_the_same_ground_otherwise(see, options):
    server, screen = hills(see, options)
    with server:
        pair(screen)
        screen.click("#chip")
        screen.settle()
        pictures = []
        for shown, name in (("Strongest", "strongest"), ("Best server", "server"), ("Overlap", "overlap")):
            screen.open_drawer()
            screen.click(choice("Shown", shown))
            screen.close_drawer()
            screen.settle()
            pictures.append(screen.picture(f"coverage-{name}-{screen.width}").pixels.astype(int))
        for a, b in ((0, 1), (1, 2), (0, 2)):
            assert np.abs(pictures[a] - pictures[b]).mean() > 4, "each mode has its own colours"
        # Best server: amber beside blue, and neither where the other is.
        server_map = pictures[1]
        amber = (server_map[..., 0] - server_map[..., 2] > 50) & (server_map[..., 1] > 60)
        blue = server_map[..., 2] - server_map[..., 0] > 50
        assert amber.mean() > 0.02 and blue.mean() > 0.02, (amber.mean(), blue.mean())
        assert np.nonzero(amber)[1].mean() < np.nonzero(blue)[1].mean(), "A is west of B"


@on("phone", "desk", browsers=("chromium",))
def test_measured_points_are_opened_compared_and_taken_away(see, options):
    server, screen = hills(see, options)
    with server, tempfile.TemporaryDirectory() as made:
        screen.open_drawer()
        screen.click(choice("Tile", "Marden"))
        screen.click(control("button", "Put it in the middle of the map"))
        screen.chip_says(" ms")
        place = screen.value("Latitude, longitude").replace("−", "-")
        latitude, longitude = (float(part) for part in place.split(","))
        generator = np.random.default_rng(3)
        table = pathlib.Path(made) / "points.csv"
        table.write_text("lat,lon,dBm\n" + "".join(
            f"{latitude + a:.6f},{longitude + b:.6f},{c:.1f}\n"
            for a, b, c in zip(generator.uniform(-0.05, 0.05, 3000), generator.uniform(-0.07, 0.07, 3000), generator.uniform(-120, -60, 3000))))
        with screen.page.expect_file_chooser() as chooser:
            screen.click(control("button", "Open a file: CSV or GPX"))
        chooser.value.set_files(str(table))
        screen.until(lambda: says(screen, DRAWER, "3000 points, 3000 with a level"))
        screen.until(lambda: says(screen, DRAWER, "Standard deviation"))
        screen.close_drawer()
        screen.settle()
        image = screen.picture(f"coverage-measured-{screen.width}").pixels
        # Edges in white, which nothing of the map is.
        assert (image.min(axis=2) > 245).sum() > 2000 * screen.scale, "points have an edge"
        screen.open_drawer()
        screen.click(control("button", "Take the points away"))
        screen.until(lambda: says(screen, DRAWER, "Open a file"))
        table.write_text("lat,lon,dBm\n46.8,10.1,loud\n")
        with screen.page.expect_file_chooser() as chooser:
            screen.click(control("button", "Open a file: CSV or GPX"))
        chooser.value.set_files(str(table))
        screen.until(lambda: says(screen, "document.querySelector('#alert').textContent", "Line 2: the level is no number"))


@on("phone", browsers=("chromium",))
def test_points_calibrate_the_map_when_asked_and_one_tap_takes_it_back(see, options):
    server, screen = hills(see, options)
    with server, tempfile.TemporaryDirectory() as made:
        screen.open_drawer()
        screen.click(choice("Tile", "Marden"))
        screen.click(control("button", "Put it in the middle of the map"))
        screen.chip_says(" ms")
        place = screen.value("Latitude, longitude").replace("−", "-")
        latitude, longitude = (float(part) for part in place.split(","))
        generator = np.random.default_rng(5)
        table = pathlib.Path(made) / "points.csv"
        table.write_text("lat,lon,dBm\n" + "".join(
            f"{latitude + a:.6f},{longitude + b:.6f},{c:.1f}\n"
            for a, b, c in zip(generator.uniform(-0.04, 0.04, 500), generator.uniform(-0.05, 0.05, 500), generator.uniform(-150, -140, 500))))
        with screen.page.expect_file_chooser() as chooser:
            screen.click(control("button", "Open a file: CSV or GPX"))
        chooser.value.set_files(str(table))
        screen.until(lambda: says(screen, DRAWER, "Error as it is"))
        screen.until(lambda: says(screen, DRAWER, "Error with "))
        words(screen, "calibrated", False)
        screen.close_drawer()
        screen.settle()
        physical = screen.picture().pixels.astype(int)
        screen.open_drawer()
        screen.click(control("switch", "Calibrate the map"))
        screen.wait(f"{control('switch', 'Calibrate the map')}.getAttribute('aria-checked') === 'true'")
        screen.close_drawer()
        screen.until(lambda: words(screen, "calibrated by "))
        screen.settle()
        calibrated = screen.picture(f"coverage-calibrated-{screen.width}").pixels.astype(int)
        part = np.abs(free(screen, calibrated) - free(screen, physical)).max(axis=2)
        assert (part > 20).mean() > 0.2, "the map has other colours"
        # It is said above the scale, and goes at a tap there.
        screen.hand.tap(60, screen.height - 149)
        screen.until(lambda: words(screen, "calibrated", False))
        screen.settle()
        again = screen.picture().pixels.astype(int)
        assert (np.abs(free(screen, again) - free(screen, physical)).max(axis=2) > 6).mean() < 0.01, "the physical map is back"
        screen.open_drawer()
        assert screen.attribute(control("switch", "Calibrate the map"), "aria-checked") == "false"


@on("phone", browsers=("chromium",))
def test_both_ends_of_the_path_are_dragged(see, options):
    server, screen = hills(see, options)
    with server:
        width, height = screen.width, screen.height
        screen.hand.hold(width * 0.3, height * 0.35)
        screen.chip_says(" ms")
        screen.click("#chip")
        screen.settle()
        x, y = pin(screen)
        # The pin's tip, from its head.
        tip = (x, y + 31)
        far = (tip[0] + 110, tip[1] + 20)
        screen.hand.tap(*far)
        screen.until(lambda: words(screen, "dB loss at"))
        screen.settle()
        before = screen.picture().pixels
        # The circle has gone above the sheet, which has the pin's colour, too.
        x, y = pin(screen, 0.68)
        tip = (x, y + 31)
        # The ring beside the pin, 44 points along the line.
        length = np.hypot(110, 20)
        ring = (tip[0] + 110 / length * 44, tip[1] + 20 / length * 44)
        screen.hand.drag(ring, (ring[0] - 10, ring[1] - 90), steps=16)
        screen.settle()
        after = screen.picture(f"coverage-path-{screen.width}").pixels
        now = pin(screen, 0.68)
        near(now[0], x, 2)
        near(now[1], y, 2)
        assert np.abs(after.astype(int) - before)[int(after.shape[0] * 0.72):].mean() > 1, "another profile is drawn"


@on("phone", browsers=("chromium",))
def test_names_of_tiles_and_places_are_whole(see, options):
    server, screen = hills(see, options)
    with server:
        screen.hand.hold(screen.width * 0.42, screen.height * 0.45)
        screen.chip_says(" ms")
        screen.open_drawer()
        for name in ("Marden", "Hollin", "Mere", "Askrigg"):
            lines = screen.number(
                f"(() => {{ const r = document.createRange(); r.selectNodeContents({choice('Tile', name)}); return r.getClientRects().length; }})()")
            assert lines == 1, "a tile's name stands on one line"
        room = screen.number(f"(({{ clientWidth, scrollWidth }}) => clientWidth - scrollWidth)({field('Latitude, longitude')})")
        assert room >= 0, "a place is not cut off"


@on("phone", browsers=("chromium",))
def test_models_are_offered_in_little_room(see, options):
    server, screen = hills(see, options)
    with server:
        screen.hand.hold(screen.width * 0.42, screen.height * 0.45)
        screen.chip_says(" ms")
        screen.open_drawer()
        section = control("radiogroup", "Computed by").row
        sizes = screen.number(f"[...{section}.querySelectorAll('button')].map((b) => [b.offsetWidth, b.offsetHeight])")
        assert len(sizes) == 8 and all(min(size) >= 44 for size in sizes), sizes
        high = screen.number(f"{section}.getBoundingClientRect().height")
        assert high < 0.33 * screen.height, f"all models take {high} points"
        broken = screen.number(
            f"[...{section}.querySelectorAll('button')].filter((b) => [...b.textContent.matchAll(/[A-Za-z]+/g)].some((word) => {{ "
            "const r = document.createRange(); r.setStart(b.firstChild, word.index); r.setEnd(b.firstChild, word.index + word[0].length); "
            "return r.getClientRects().length > 1; })).map((b) => b.textContent)")
        assert broken == [], "no word is broken"


@on("tablet", browsers=("chromium",))
def test_a_point_is_closed_beside_the_drawer(see, options):
    server, screen = hills(see, options)
    with server:
        screen.hand.hold(screen.width * 0.3, screen.height * 0.4)
        screen.chip_says(" ms")
        screen.hand.tap(screen.width * 0.3 + 60, screen.height * 0.4 + 20)
        screen.until(lambda: words(screen, " dB loss at "))
        screen.open_drawer()
        # The drawer slides in.
        screen.settle()
        left = screen.number("document.querySelector('#drawer').getBoundingClientRect().left")
        # The sheet is 252 points high.
        screen.hand.tap(left - 26, screen.height - 252 + 26)
        screen.until(lambda: words(screen, " dB loss at ", False))
