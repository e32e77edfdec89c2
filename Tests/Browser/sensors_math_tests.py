"""Streams made of others and the spectrum of a stream, under fingers."""

import numpy as np
from controls import choice, control, field
from screen import Server, on


def lens(screen, row=0):
    """Where the lens of the topmost stream stands."""
    return 16, screen.number("document.querySelector('#bar').getBoundingClientRect().bottom") + 20 + row


def accent(screen, name, part):
    """Columns, in points, in which the accent's colour stands, in a part of the height."""
    picture = screen.picture(name).pixels.astype(int)
    height = picture.shape[0]
    rows = picture[int(height * part[0]):int(height * part[1])]
    found = (rows[..., 0] > 200) & (rows[..., 1] > 130) & (rows[..., 1] < 210) & (rows[..., 2] < 90)
    return np.where(found.sum(axis=0) > 0.25 * len(rows))[0] / screen.scale


@on("phone", "desk", browsers=("chromium",))
def test_a_lens_shows_a_spectrum_that_a_finger_reads(see, options):
    with Server(options, "demo:imu") as server:
        screen = see(server)
        screen.chip_says("Live")
        screen.wait("waveglass.rows > 30")
        place = f"spectrum-{screen.width}"
        tap = screen.hand.tap if screen.width != 1280 else screen.page.mouse.click
        tap(*lens(screen))
        screen.chip_says("Live")
        x, y = screen.width * 0.5, screen.height * 0.75
        tap(x, y)
        screen.until(lambda: stands(screen, place + "-read", x))
        assert "Paused" not in screen.chip(), "reading has held the picture still"
        if screen.width != 1280:
            screen.hand.drag((x, y), (screen.width * 0.7, y))
            screen.until(lambda: stands(screen, place + "-dragged", screen.width * 0.7))
        screen.close()


def stands(screen, name, x):
    found = accent(screen, name, (0.68, 0.92))
    assert len(found) and np.abs(found - x).min() < 12, (x, found)


@on("phone", browsers=("chromium",))
def test_a_difference_is_made_shown_and_removed(see, options):
    with Server(options, "demo:ecg") as server:
        screen = see(server)
        screen.chip_says("Live")
        screen.open_drawer()
        screen.click(control("button", "Make a stream of others: A − B, gain"))
        screen.comes(control("button", "Make it"))
        screen.click(choice("A", "V1"))
        screen.click(choice("B", "V2"))
        screen.until(lambda: said(screen, "V1 − V2"))
        # A scale has a unit of words.
        screen.click(choice("Operation", "Gain"))
        screen.until(lambda: said(screen, "1 × V1"))
        assert screen.attribute(field("Unit"), "inputmode") == "text"
        screen.show(f"make-{screen.width}")
        screen.click(choice("Operation", "A − B"))
        screen.click(control("button", "Make it"))
        screen.until(lambda: said(screen, "Remove V1 − V2"))
        screen.close_drawer()
        screen.wait(f"waveglass.rows > {screen.number('waveglass.rows')} + 30")
        screen.show(f"made-{screen.width}")
        screen.open_drawer()
        screen.click(control("button", "Remove V1 − V2"))
        screen.until(lambda: said(screen, "Remove", False))
        screen.close()


def said(screen, words, wanted=True):
    assert (words in screen.text("#drawer")) == wanted, screen.text("#drawer")
