"""Sizes of the screens of tables and coverage: their sheets are whole, however large the user's text is."""
from layout_tests import Frame, Inspector, sized_browser
from screen import Screen, Server


def tables(inspector, screen, frame):
    screen.chip_says("rows")
    screen.settle()
    inspector.look("table", canvas=True)
    screen.hand.tap(frame.width * 0.5, frame.height * 0.5)
    screen.settle()
    inspector.look("row", canvas=True)
    screen.press("Escape")
    screen.open_drawer()
    inspector.look("drawer")
    screen.close_drawer()


def coverage(inspector, screen, frame):
    screen.chip_says("4 tiles")
    screen.settle()
    inspector.look("tiles")
    screen.press("m")
    screen.settle()
    inspector.look("transmitter", canvas=True)


def point(inspector, screen, frame):
    coverage(inspector, screen, frame)
    # Below the pin, and within the radius on the lowest screen.
    screen.hand.tap(frame.width * 0.5 + 4, frame.height * 0.5 + 34)
    screen.wait("document.querySelector('#reading').textContent.includes('loss at')")
    screen.settle()
    inspector.look("point", canvas=True)
    screen.open_drawer()
    inspector.look("drawer")
    screen.close_drawer()


def check(playwright, options, source, percent, sizes, states):
    problems = []
    with Server(options, source) as server:
        for name in sizes:
            with sized_browser(playwright, percent) as context:
                screen = Screen(None, server, context=context)
                frame = Frame(screen)
                frame.become(name)
                screen.page.reload()
                inspector = Inspector(screen, frame, f"{source[5:]}-{name}-{percent}")
                states(inspector, screen, frame)
                problems += inspector.problems
    assert not problems, f"{len(problems)} problems:\n" + "\n".join(problems)


def test_tables_fit_at_100_percent(playwright, options):
    check(playwright, options, "demo:table", 100, ("phone", "phone-landscape", "tablet"), tables)


def test_tables_fit_at_200_percent(playwright, options):
    check(playwright, options, "demo:table", 200, ("phone", "phone-landscape"), tables)


def test_coverage_fits_at_100_percent(playwright, options):
    check(playwright, options, "demo:hills", 100, ("phone", "phone-landscape", "tablet"), point)


def test_coverage_fits_at_200_percent(playwright, options):
    check(playwright, options, "demo:hills", 200, ("phone", "phone-landscape"), point)
