"""Sizes of the sensors' screens: nothing cut, nothing on top of another, everything within a finger's reach."""
from layout_tests import Frame, Inspector, sized_browser
from screen import Screen, Server

SOURCES = ("demo:ecg", "demo:streams?count=8&rate=250")


def inspect(screen, frame, label):
    """Looks at every state of an instrument's page."""
    inspector = Inspector(screen, frame, label)
    page = screen.page
    page.reload()
    # The chip has all its words.
    screen.chip_says(" ms")
    inspector.look("live", canvas=True)
    screen.press("m")
    inspector.look("marked", canvas=True)
    screen.press(" ")
    screen.chip_says("Paused")
    inspector.look("paused", canvas=True)
    screen.open_drawer()
    inspector.look("drawer")
    screen.close_drawer()
    return inspector.problems


def check(playwright, options, percent, sizes):
    problems = []
    for source in SOURCES:
        with Server(options, source) as server, sized_browser(playwright, percent) as context:
            screen = Screen(None, server, context=context)
            frame = Frame(screen)
            for name in sizes:
                frame.become(name)
                problems += inspect(screen, frame, f"{source[5:8]}-{name}-{percent}")
    assert not problems, f"{len(problems)} problems:\n" + "\n".join(problems)


def test_streams_fit_at_100_percent(playwright, options):
    check(playwright, options, 100, ("phone", "phone-landscape", "tablet"))


def test_streams_fit_at_200_percent(playwright, options):
    check(playwright, options, 200, ("phone", "phone-landscape"))
