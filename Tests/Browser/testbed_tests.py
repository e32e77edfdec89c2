"""The test bed: sliders, the run and its end, under fingers and in pixels."""

import numpy as np
from controls import control
from screen import Screen, on, tablet


def open_testbed(screen):
    screen.number("document.querySelector('#sources').hidden = false")
    screen.click("#sources [value=testbed]")
    screen.wait("document.body.dataset.source === 'testbed' && document.body.dataset.instrument === '1'")
    rows = screen.number("waveglass.rows")
    screen.wait(f"waveglass.rows > {rows + 30}")


def colour(screen, *wanted, name=None):
    """How many pixels of the panel, below the streams, are of a colour."""
    picture = screen.picture(name).pixels.astype(int)
    panel = picture[int(picture.shape[0] * 0.56):int(picture.shape[0] * 0.9), :int(picture.shape[1] * 0.62)]
    return int((np.abs(panel - np.array(wanted)).max(axis=2) < 12).sum())


def slide(screen, name, share):
    """Drags a slider's thumb to a share of its track."""
    def way(left, top, width, height):
        return (left + width * 0.5, top + height / 2), (left + width * share, top + height / 2)

    screen.drag_on(control("slider", name).track, way, steps=4, rest=False)


def has_measured(screen):
    assert colour(screen, 0x6F, 0xC0, 0xFF, name="browser-testbed") > 50


@on("phone")
def test_the_test_bed_steps_by_itself_and_is_cancelled(see, demo):
    screen = see(demo)
    open_testbed(screen)
    screen.chip_says("simulated")
    screen.says("#action", "Test this device")
    # The study's marks are there before anything is measured, what this device does is not.
    assert colour(screen, 0xFF, 0xB2, 0x24) > 100 and colour(screen, 0x6F, 0xC0, 0xFF) == 0
    left, top, width, height = screen.box("#action")
    screen.hand.tap(left + width / 2, top + height / 2)
    screen.until(lambda: has(screen.text("#action"), "Cancel · step 2 of 14"))
    screen.until(lambda: has_measured(screen))
    screen.hand.tap(left + width / 2, top + height / 2)
    screen.until(lambda: has(screen.text("#action"), "Test again"))
    # As many streams as the last step had that was measured by then.
    screen.wait("/test cancelled: [0-9]+ streams?, 1000 Hz/.test(document.querySelector('#reading').textContent)")
    screen.close()


def comes_nothing(screen):
    rows = screen.number("waveglass.rows")
    screen.after_frames(20)
    return screen.number("waveglass.rows") == rows


def test_sliders_set_streams_rate_and_view_rate(browser, demo):
    screen = Screen(browser, demo, **tablet)
    # Where there is room beside the charts the drawer is open.
    open_testbed(screen)
    slide(screen, "Streams", 1)
    screen.until(lambda: has(screen.text(control("slider", "Streams").row), "256"))
    slide(screen, "Data rate", 0)
    screen.until(lambda: has(screen.text(control("slider", "Data rate").row), "10 Hz"))
    slide(screen, "View rate", 0)
    screen.until(lambda: has(screen.text(control("slider", "View rate").row), "1 a second"))
    # What was made before is on its way yet.
    screen.until(lambda: comes_nothing(screen))
    # A frame a second, and no more: two groups, a message a second of each, of which four may have been on their way.
    rows, began = screen.number("[waveglass.rows, performance.now()]")
    screen.wait(f"waveglass.rows >= {rows + 8}")
    took = screen.number("performance.now()") - began
    assert took > 900, f"8 messages within {took:.0f} ms"
    screen.says("#drawer", "simulated, made on this device")
    screen.says("#drawer", "12.9 s with 13 streams")
    # Another source has no button at its foot.
    screen.close_drawer()
    screen.number("document.querySelector('#sources').hidden = false")
    screen.click("#sources [value=ecg]")
    screen.wait("document.body.dataset.source === 'ecg'")
    screen.until(lambda: has(screen.attribute("#action", "hidden") is not None, True))
    screen.close()


def has(text, part):
    assert text == part or part is not True and part in text, text
