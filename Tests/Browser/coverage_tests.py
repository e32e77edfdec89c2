"""Coverage under fingers: the map moves with them, the pin stands where it was put, and what it reaches follows it."""
import re

import numpy as np
from controls import choice, control, field
from screen import Server, near, on

ACCENT = (0xFF, 0xB0, 0x20)


def hills(see, options):
    """A screen that shows the hills, all of what can be seen drawn."""
    server = Server(options, "demo:hills")
    screen = see(server)
    screen.chip_says("4 tiles")
    screen.settle()
    return server, screen


def free(screen, image):
    """The part of the picture on which nothing but the map is drawn."""
    height, width = image.shape[:2]
    return image[int(height * 0.3):int(height * 0.68), int(width * 0.1):int(width * 0.82)].astype(int)


def coloured(image):
    """Where losses are coloured: land is grey and water blue."""
    red, green, blue = (image[..., part].astype(int) for part in range(3))
    return (np.maximum(red, green) - blue > 34) & ~is_accent(image, 90)


def is_accent(image, tolerance=24):
    return np.abs(image[..., :3].astype(int) - ACCENT).max(axis=2) < tolerance


def pin(screen, part=1):
    """The middle of the pin's head, in points, looked for in the upper part of the screen."""
    image = screen.picture().pixels
    rows, columns = np.nonzero(is_accent(image[:int(part * len(image))], 12))
    assert len(rows) > 200 * screen.scale, "there is no pin"
    return columns.mean() / screen.scale, rows.mean() / screen.scale


def middle(mask, scale):
    rows, columns = np.nonzero(mask)
    return columns.mean() / scale, rows.mean() / scale


@on("phone", "tablet", browsers=("chromium",))
def test_the_map_moves_with_one_finger_and_scales_with_two(see, options):
    server, screen = hills(see, options)
    with server:
        width, height = screen.width, screen.height
        whole = screen.picture().pixels
        start = (width * 0.5, height * 0.5)
        screen.hand.drag(start, (width * 0.5 + 60, height * 0.5 + 40))
        screen.settle()
        moved = screen.picture().pixels
        # The picture is the same but for its place; a finger's way begins where it left its slop.
        best = shift(whole, moved, screen)
        assert best[0] < 6, best
        near(best[1] / screen.scale, 60, 6)
        near(best[2] / screen.scale, 40, 6)
        screen.hand.pinch(((width * 0.4, height * 0.45), (width * 0.25, height * 0.35)), ((width * 0.6, height * 0.55), (width * 0.75, height * 0.65)))
        screen.settle()
        near_picture = screen.picture().pixels
        assert np.abs(free(screen, near_picture) - free(screen, moved)).mean() > 8, "two fingers scale"
        # What a double tap does is tested where time is turned by hand.
        screen.press("0")
        screen.settle()
        again = screen.picture().pixels
        assert np.abs(free(screen, again) - free(screen, whole)).mean() < 4, "the whole is shown again"


def shift(before, after, screen):
    """How far a picture has moved: the place of the greatest correlation, and how much differs there."""
    a, b = (free(screen, image).mean(axis=2) for image in (before, after))
    a, b = a - a.mean(), b - b.mean()
    # Zeros around both, so that nothing wraps.
    size = [2 * side for side in a.shape]
    product = np.fft.irfft2(np.conj(np.fft.rfft2(a, size)) * np.fft.rfft2(b, size), size)
    dy, dx = np.unravel_index(product.argmax(), product.shape)
    dy, dx = (int(value - side if value > side / 2 else value) for value, side in zip((dy, dx), size))
    moved = np.roll(before, (dy, dx), (0, 1))
    return np.abs(free(screen, moved) - free(screen, after)).mean(), dx, dy


@on("phone", "tablet", browsers=("chromium",))
def test_a_pin_is_put_down_and_the_map_follows_it(see, options):
    server, screen = hills(see, options)
    with server:
        width, height = screen.width, screen.height
        assert coloured(free(screen, screen.picture().pixels)).mean() < 0.01, "nothing is coloured yet"
        place = (width * 0.46, height * 0.52)
        screen.hand.hold(*place)
        screen.chip_says("915 MHz")
        screen.chip_says(" ms")
        # Diffraction's colours lie around the pin, so that their middle goes with it.
        screen.open_drawer()
        screen.click(choice("Computed by", "Diffraction"))
        screen.until(lambda: words(screen, "modelled by Diffraction"))
        screen.close_drawer()
        screen.settle()
        x, y = pin(screen)
        near(x, place[0], 3)
        # The tip is where the finger was; the head is above it.
        near(y, place[1] - 28, 9)
        image = screen.picture(f"coverage-{screen.width}").pixels
        before = coloured(image)
        assert before.mean() > 0.015, "what is reached is coloured"
        first = middle(before, screen.scale)
        screen.hand.drag((x, y), (x + 40, y - 70), steps=20)
        screen.settle()
        after = pin(screen)
        near(after[0], x + 40, 6)
        near(after[1], y - 70, 6)
        second = middle(coloured(screen.picture().pixels), screen.scale)
        near(second[0] - first[0], 40, 22)
        near(second[1] - first[1], -70, 30)


@on("phone", browsers=("chromium", "webkit"))
def test_a_tap_tells_of_the_path(see, options):
    server, screen = hills(see, options)
    with server:
        width, height = screen.width, screen.height
        screen.hand.hold(width * 0.46, height * 0.5)
        screen.chip_says(" ms")
        screen.click("#chip")
        screen.settle()
        x, y = pin(screen)
        screen.hand.tap(x + 70, y + 60)
        screen.until(lambda: words(screen, "dB loss at"))
        screen.settle()
        image = screen.picture(f"coverage-sheet-{screen.width}").pixels
        # A profile in the ground's colour, and the line of sight over it.
        sheet = image[int(image.shape[0] * 0.72):]
        assert is_accent(sheet, 40).sum() > 100 * screen.scale, "the line of sight is drawn"
        screen.press("Escape")
        screen.until(lambda: words(screen, "dB loss at", False))


def words(screen, text, is_there=True):
    assert (text in screen.number("document.querySelector('#reading').textContent")) == is_there, text


@on("phone", "desk", browsers=("chromium",))
def test_tile_then_pin_then_numbers(see, options):
    server, screen = hills(see, options)
    with server:
        drawer = "document.querySelector('#drawer').textContent"
        screen.open_drawer()
        assert "Pick a tile" in screen.number(drawer)
        assert screen.number(f"{field('Frequency')} === null")
        screen.click(choice("Tile", "Hollin"))
        screen.until(lambda: says(screen, drawer, "Put the transmitter on the map"))
        screen.click(control("button", "Put it in the middle of the map"))
        screen.chip_says("915 MHz")
        screen.enter(field("Frequency"), "0")
        screen.until(lambda: says(screen, drawer, "above zero"))
        screen.enter(field("Frequency"), "many")
        screen.until(lambda: says(screen, drawer, "no frequency"))
        screen.chip_says("915 MHz")
        screen.enter(field("Frequency"), "2.4 GHz")
        screen.chip_says("2.4 GHz")
        screen.enter(field("Frequency"), "60 GHz")
        screen.until(lambda: says(screen, drawer, "was made for 30 MHz to"))
        screen.enter(field("Latitude, longitude"), "46.75, 10.02")
        screen.until(lambda: words(screen, "transmitter at 46.75"))
        screen.chip_says(" ms")


def says(screen, where, text):
    assert text in screen.number(where), text


def bluish(image):
    """Where the map shows how sure it is: a single hue, which relief and contours do not have."""
    red, blue = image[..., 0].astype(int), image[..., 2].astype(int)
    return blue - red > 24


@on("phone", "tablet", browsers=("chromium",))
def test_the_learned_models_tell_how_sure_they_are(see, options):
    server, screen = hills(see, options)
    with server:
        drawer = "document.querySelector('#drawer').textContent"
        screen.hand.hold(screen.width * 0.46, screen.height * 0.5)
        screen.chip_says(" ms")
        screen.click("#chip")
        screen.open_drawer()
        # Where it cannot be chosen, why is told.
        screen.click(choice("Computed by", "Diffraction"))
        screen.until(lambda: says(screen, drawer, "told by the learned models alone"))
        assert screen.number(f"{choice('Shown', 'How sure')} === null && {choice('Shown', 'Received level')} !== null")
        for model, sentence in (("Learned, no path", "no hill hides anything"), ("Learned", "corrected by what drive tests")):
            screen.click(choice("Computed by", model))
            screen.until(lambda: says(screen, drawer, sentence))
            # What receivers stand amid.
            screen.until(lambda: says(screen, drawer, "Open land"))
        screen.enter(field("Lowest level they need"), "-95")
        screen.chip_says(" ms")
        screen.click(choice("Shown", "Received level"))
        screen.close_drawer()
        screen.settle()
        level = free(screen, screen.picture().pixels)
        screen.open_drawer()
        screen.click(choice("Shown", "How sure"))
        screen.close_drawer()
        screen.settle()
        sure = free(screen, screen.picture(f"coverage-sure-{screen.width}").pixels)
        assert bluish(sure).mean() > bluish(level).mean() + 0.02, "it has its own colours"
        assert coloured(sure).mean() < 0.5 * coloured(level).mean(), "and not those of a level"
        screen.until(lambda: carries(screen, "&model=learned"))
        screen.until(lambda: carries(screen, "&show=sure"))
        x, y = pin(screen)
        screen.hand.tap(x + 70, y + 60)
        screen.until(lambda: words(screen, "modelled, give or take "))
        screen.settle()
        screen.show(f"coverage-sure-sheet-{screen.width}")
        screen.press("Escape")
        # By another model nothing is claimed.
        screen.open_drawer()
        screen.click(choice("Computed by", "Diffraction"))
        screen.until(lambda: says(screen, drawer, "told by the learned models alone"))
        screen.until(lambda: carries(screen, "&show=level"))
        assert screen.is_checked(choice("Shown", "Received level"))


def carries(screen, text):
    assert text in screen.number("location.hash"), screen.number("location.hash")


@on("phone", browsers=("chromium",))
def test_the_server_computes_the_same_map(see, options):
    server, screen = hills(see, options)
    with server:
        screen.hand.hold(screen.width * 0.46, screen.height * 0.5)
        screen.chip_says(" ms")
        screen.click("#chip")
        # What is said over the map goes by itself.
        screen.wait("!document.querySelector('#hint')?.textContent || document.querySelector('#hint').hidden")
        # A map that a finger has moved stays there, whatever the chip and the sheet take.
        screen.hand.drag((screen.width * 0.3, screen.height * 0.65), (screen.width * 0.3 + 24, screen.height * 0.65))
        screen.settle()
        here = told(screen)
        assert here[0], "the path's end has a loss"
        screen.open_drawer()
        assert screen.is_checked(choice("Computed", "On this device")), "what is quick is computed here"
        screen.click(choice("Computed", "On the server"))
        screen.chip_says(" ms on the server")
        screen.close_drawer()
        screen.settle()
        there = told(screen)
        assert there[0] == here[0], "the path's end has the same loss"
        assert np.array_equal(there[1], here[1]), f"the map has other pixels, by {np.abs(there[1] - here[1]).max()}"


def told(screen):
    """What is said of a path, and the map's pixels without it."""
    x, y = pin(screen)
    screen.hand.tap(x + 70, y + 60)
    screen.until(lambda: words(screen, "dB loss at"))
    reading = re.findall(r"([0-9.]+) dB loss at (\S+ k?m)", screen.number("document.querySelector('#reading').textContent"))
    screen.press("Escape")
    screen.until(lambda: words(screen, "dB loss at", False))
    screen.settle()
    return reading, free(screen, screen.picture().pixels)


@on("phone", browsers=("chromium",))
def test_a_map_that_is_slow_here_is_the_servers(see, options):
    server, screen = hills(see, options)
    with server:
        drawer = "document.querySelector('#drawer').textContent"
        screen.hand.hold(screen.width * 0.46, screen.height * 0.5)
        screen.chip_says(" ms")
        screen.open_drawer()
        screen.click(choice("Computed by", "Longley–Rice"))
        screen.until(lambda: says(screen, drawer, "computed on the server, "))
        assert screen.is_checked(choice("Computed", "On the server"))
        screen.chip_says(" %")
        # Whoever wants it here has it here; the server's is left.
        screen.click(choice("Computed", "On this device"))
        screen.until(lambda: says_not(screen, drawer, "computed on the server, "))
        screen.enter(field("Radius, as a number"), "1")
        screen.click(choice("Computed", "On the server"))
        screen.chip_says(" ms on the server")


def says_not(screen, where, text):
    assert text not in screen.number(where), text
