"""Keys, wheel, typed fields and sliders."""
from screen import Screen, near


def test_keyboard_does_what_fingers_do(browser, demo):
    screen = Screen(browser, demo, has_touch=False, is_mobile=False, device_scale_factor=1, viewport={"width": 1280, "height": 800})
    whole = screen.band()
    screen.close_drawer()
    for _ in range(4):
        screen.press("+")
    zoomed = screen.band()
    near(zoomed[1] - zoomed[0], (whole[1] - whole[0]) / 1.25**4, 0.1)
    screen.close_drawer()
    screen.press(" ")
    screen.wait("document.querySelector('#chip').textContent.includes('Paused')")
    screen.press(" ")
    screen.press("2")
    screen.press("d")
    assert screen.page.get_attribute('[data-control="1"] >> text=Waterfall', "aria-checked") == "true"
    screen.page.focus("#handle")
    screen.page.keyboard.press("1")
    assert screen.page.get_attribute('[data-control="1"] >> text=Spectrum', "aria-checked") == "true"
    screen.page.keyboard.press("2")
    screen.press("?")
    assert screen.page.is_visible("#help")
    screen.page.keyboard.press("Escape")
    low, _ = screen.band()
    screen.page.focus('[data-control="2"] b:first-of-type')
    screen.page.keyboard.press("ArrowRight")
    near(screen.field(3) - low, 0.01, 0.011)
    screen.page.focus('[data-control="1"] button[tabindex="0"]')
    screen.page.keyboard.press("ArrowRight")
    assert screen.page.get_attribute('[data-control="1"] >> text=Meter', "aria-checked") == "true"
    screen.close()


def test_wheel_and_typed_fields(browser, demo):
    screen = Screen(browser, demo, has_touch=False, is_mobile=False, device_scale_factor=1, viewport={"width": 1280, "height": 800})
    screen.open_drawer()
    screen.page.fill('[data-control="3"] input', "95")
    screen.page.keyboard.press("Enter")
    screen.page.fill('[data-control="4"] input', "99.5 MHz")
    screen.page.keyboard.press("Enter")
    assert screen.band() == (95, 99.5)
    screen.page.fill('[data-control="4"] input', "lots")
    screen.page.keyboard.press("Enter")
    screen.page.wait_for_selector("#alert:not([hidden])")
    assert "not a frequency" in screen.page.inner_text("#alert")
    assert screen.band() == (95, 99.5)
    screen.page.click("#alert button")
    screen.page.mouse.move(500, 400)
    screen.page.keyboard.down("Control")
    screen.page.mouse.wheel(0, -200)
    screen.page.keyboard.up("Control")
    low, high = screen.band()
    near(high - low, 3, 0.05)
    screen.close()


def test_slider_is_touched(browser, demo):
    screen = Screen(browser, demo, reduced_motion="reduce")
    low, high = screen.band()
    box = screen.page.locator('[data-control="2"] .track').bounding_box()
    y = box["y"] + box["height"] / 2
    screen.hand.drag((box["x"] + 2, y), (box["x"] + 2 + box["width"] / 2, y))
    moved = screen.band()
    near(moved[0], (low + high) / 2, 0.3)
    assert moved[1] == high
    screen.close()
