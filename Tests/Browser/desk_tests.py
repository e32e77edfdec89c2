"""Keys, wheel, typed fields and sliders."""
from controls import choice, control, field
from screen import Screen, Server, near, on


@on("desk")
def test_keyboard_does_what_fingers_do(see, demo):
    screen = see(demo)
    whole = screen.span()
    screen.close_drawer()
    for _ in range(4):
        screen.press("+")
    screen.until(lambda: near(screen.span(), whole / 1.25**4, 0.1))
    screen.close_drawer()
    screen.press(" ")
    screen.chip_says("Paused")
    screen.press(" ")
    screen.press("2")
    screen.press("d")
    assert screen.is_mode("Waterfall")
    screen.press("1", "#handle")
    assert screen.is_mode("Spectrum")
    screen.press("2", "#handle")
    screen.press("?")
    assert screen.number("document.querySelector('#help').open")
    screen.press("Escape", "#help button")
    assert not screen.number("document.querySelector('#help').open")
    low, _ = screen.band()
    screen.press("ArrowRight", control("slider", "Frequency, lower edge"))
    screen.until(lambda: near(screen.field("from") - low, 0.01, 0.0001))
    screen.press("ArrowRight", choice("View", "Waterfall"))
    assert screen.is_mode("Meter")
    screen.close()


@on("desk")
def test_wheel_and_typed_fields(see, demo):
    screen = see(demo)
    screen.open_drawer()
    screen.enter(field("from"), "95")
    screen.enter(field("to"), "99.5 MHz")
    assert screen.band() == (95, 99.5)
    screen.enter(field("to"), "lots")
    screen.wait("!document.querySelector('#alert').hidden")
    screen.says("#alert", "not a frequency")
    assert screen.band() == (95, 99.5)
    screen.click("#alert button")
    screen.close()


@on("desk", browsers=("chromium",))
def test_wheel_with_control_zooms(see, demo):
    screen = see(demo)
    whole = screen.span()
    screen.page.keyboard.down("Control")
    screen.wheel(300, 400, -2)
    screen.page.keyboard.up("Control")
    screen.until(lambda: near(screen.span(), whole / 1.5, 0.1))
    screen.close()


@on("desk")
def test_wheel_zooms_at_the_pointer(see, demo):
    screen = see(demo)
    low, high = screen.band()

    left, _, width, _ = screen.box("#plot")

    def zooms():
        screen.wheel(round(left + width / 4), 400, -1)
        screen.after_frames(10)
        assert screen.span() < 0.9 * (high - low)

    screen.until(zooms)
    # What is under the pointer stays there: a quarter of the way.
    now_low, now_high = screen.band()
    near(now_low + (now_high - now_low) / 4, low + (high - low) / 4, 0.02)
    screen.close()


@on("desk", browsers=("chromium",))
def test_shift_and_wheel_move_along_the_band(see, demo):
    screen = see(demo)
    screen.press("+")
    screen.settle()
    span, (low, _) = screen.span(), screen.band()

    def moves():
        screen.page.keyboard.down("Shift")
        screen.wheel(300, 400, 1)
        screen.page.keyboard.up("Shift")
        screen.after_frames(10)
        assert screen.band()[0] > low + 0.01 * span

    screen.until(moves)
    near(screen.span(), span, 0.02)
    screen.close()


@on("phone", "tablet")
def test_slider_is_touched(see, options):
    # A server of its own: the receiver is tuned far away.
    with Server(options, "demo:") as server:
        screen = see(server, reduced_motion="reduce")
        low, high = screen.band()
        # The track is what the receiver can be tuned to: the upper thumb widens the band from where it is.
        upper = control("slider", "Frequency, upper edge")
        end = screen.number(f"parseFloat({upper}.style.left) / 100")
        assert 0 < end < 1, end

        def way(left, top, width, height):
            start, middle = left + width * end + 2, top + height / 2
            return (start, middle), (start + (left + width - start) / 2, middle)

        screen.drag_on(upper.track, way)
        screen.until(lambda: far(screen, low, high))
        screen.close()


def far(screen, low, high):
    band = screen.band()
    assert near(band[0], low, 0.3) is None and band[1] > high + 50, band


def test_a_window_that_goes_to_a_finer_monitor_is_drawn_as_fine(browser, demo):
    # Chromium changes an emulated scale without its usual word, so both are made here.
    desk = {"viewport": {"width": 1200, "height": 800}, "device_scale_factor": 1, "is_mobile": False}
    context = browser.new_context(**desk)
    context.add_init_script("""{
        const match = globalThis.matchMedia.bind(globalThis);
        globalThis.scales = {};
        globalThis.matchMedia = (query) => (query.includes("resolution") ? (scales[query] = new EventTarget()) : match(query));
        globalThis.becomes = (scale) => {
            const before = scales[`(resolution: ${devicePixelRatio}dppx)`];
            Object.defineProperty(globalThis, "devicePixelRatio", { configurable: true, get: () => scale });
            before.dispatchEvent(new Event("change"));
        };
    }""")
    screen = Screen(None, demo, context=context, **desk)
    for scale in (2, 1, 3):
        screen.run("(scale) => becomes(scale)", scale)
        size = screen.number("[document.querySelector('#plot').width, document.querySelector('#plot').height]")
        *_, width, height = screen.box("#plot")
        assert size == [round(width * scale), round(height * scale)] and width == 1200, size
    screen.close()
