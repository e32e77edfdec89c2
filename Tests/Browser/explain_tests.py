"""Technical terms that explain themselves, and the facts that stay in sight."""
import time

from controls import control
from screen import Screen, on, phone

HOLD = control("switch", "Max hold")
LINE = "Keeps the highest level that each frequency has had"


def middle(screen, selector):
    left, top, width, height = screen.reach(selector)
    return left + width / 4, top + height / 2


@on("phone", "tablet")
def test_a_finger_that_rests_on_a_term_explains_it_and_presses_nothing(see, demo):
    screen = see(demo)
    screen.open_drawer()
    place = middle(screen, HOLD)
    assert LINE in screen.attribute(HOLD, "aria-description")
    screen.hand.hold(*place)
    screen.wait(f"!document.querySelector('#tip').hidden && document.querySelector('#tip').textContent.includes({LINE!r})")
    screen.after_frames(30)
    assert not screen.is_checked(HOLD), "the finger that read it pressed it"
    # The next tap presses again, and the line goes.
    screen.hand.tap(*middle(screen, HOLD))
    screen.until(lambda: assert_checked(screen))
    assert screen.number("document.querySelector('#tip').hidden")
    screen.close()


def assert_checked(screen):
    assert screen.is_checked(HOLD)


def test_terms_that_come_late_or_never_hold_nothing_up(browser, demo):
    def late(route):
        time.sleep(2)
        route.continue_()

    for answer, line in ((late, LINE), (lambda route: route.abort(), None)):
        context = browser.new_context(color_scheme="dark", service_workers="block", **phone)
        context.route("**/terms.js", answer)
        screen = Screen(browser, demo, context=context)
        screen.open_drawer()
        rows = screen.number("waveglass.rows")
        screen.wait(f"waveglass.rows > {rows + 60}")
        if line:
            screen.wait(f"[...document.querySelectorAll('[role=switch]')].some((one) => one.ariaDescription?.includes({line!r}))")
        else:
            assert screen.number("document.querySelectorAll('[data-term]').length") == 0
        screen.problems.clear()
        screen.close()


@on("phone", "desk", browsers=("chromium",))
def test_band_and_bandwidth_stay_in_sight(see, demo):
    screen = see(demo)

    def facts():
        return screen.number("[...document.querySelectorAll('#facts span')].map((fact) => [fact.textContent, fact.dataset.term ?? ''])")

    first = facts()
    assert first[0][0].endswith(" MHz") and first[1][0].startswith("RBW ") and first[1][1] == "RBW", first
    screen.mode("Meter")
    screen.wait("document.querySelector('#facts span:last-child').textContent === 'mean power'")
    left, top, width, height = screen.box("#facts")
    plot = screen.box("#plot")
    assert top >= plot[1] + plot[3] - 1 and top + height <= screen.height + 1, (screen.box("#facts"), plot)
    # The band's text follows it.
    screen.mode("Spectrum")
    screen.hand.pinch(((150, 400), (100, 400)), ((250, 404), (300, 404))) if screen.is_mobile else screen.press("+")
    screen.wait(f"document.querySelector('#facts span').textContent !== {first[0][0]!r}")
    screen.close()


@on("desk", browsers=("chromium",))
def test_a_pointer_that_rests_on_a_term_explains_it(see, demo):
    screen = see(demo)
    screen.open_drawer()
    left, top, width, height = screen.reach(HOLD)
    screen.page.mouse.move(left + width / 2, top + height / 2)
    screen.wait(f"!document.querySelector('#tip').hidden && document.querySelector('#tip').textContent.includes({LINE!r})")
    screen.page.mouse.move(left - 300, top)
    screen.wait("document.querySelector('#tip').hidden")
    screen.close()
