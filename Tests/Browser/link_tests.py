"""The connection lost and found: a server out of reach, a phone that slept, a network that changed, a server started anew."""
import time

from gate import Gate
from screen import Screen, Server

LOST = "document.querySelector('#chip').dataset.tone === 'lost'"
LIVE = "document.querySelector('#chip').dataset.tone === 'live'"


def colours(picture):
    """The most colourful of some points of the plot: how far its red, green and blue lie apart."""
    points = ((x, y) for x in range(4, picture.width - 160, 16) for y in range(400, picture.height - 700, 37))
    return max(max(pixel) - min(pixel) for pixel in (picture.pixel(x, y)[:3] for x, y in points))


def brightness(picture):
    """How bright each line of the plot is."""
    return [
        max(picture.light(x, y) for x in range(400, picture.width - 160, 8))
        for y in range(300, picture.height - 700, 8)]


def test_server_out_of_reach_is_said_within_a_second(browser, options):
    with Server(options, "demo:") as server, Gate(server) as gate:
        screen = Screen(browser, gate)
        screen.mode("Waterfall")
        end = time.monotonic() + 30
        while colours(screen.picture()) < 60:
            assert time.monotonic() < end, "no waterfall"
            time.sleep(1)
        gate.is_shut = True
        began = time.monotonic()
        screen.wait(LOST, 3)
        took = time.monotonic() - began
        # A second, and a little for the machine that runs the test.
        assert took < 1.3, f"{took:.2f} s until it was said"
        picture = screen.picture("browser-lost")
        assert colours(picture) < 12, "what is no longer true is grey"
        before = brightness(picture)
        screen.hand.drag((200, 600), (200, 400))
        after = brightness(screen.picture())
        assert sum(abs(one - other) > 0.05 for one, other in zip(before, after)) > len(before) / 10, "it can be scrolled"
        # Long enough for another connection to be tried, which is swallowed, too.
        time.sleep(5)
        assert "No connection for" in screen.chip(), screen.chip()
        gate.is_shut = False
        screen.wait("document.querySelector('#chip').dataset.tone !== 'lost'", 15)
        screen.page.click("#chip")
        screen.wait(LIVE, 5)
        rows = screen.number("waveglass.rows")
        screen.wait(f"waveglass.rows > {rows + 4}", 10)
        screen.problems.clear()
        screen.close()


def test_connection_cut_goes_on_at_once(browser, options):
    with Server(options, "demo:") as server, Gate(server) as gate:
        screen = Screen(browser, gate)
        for _ in range(3):
            rows = screen.number("waveglass.rows")
            gate.cut()
            screen.wait(f"waveglass.rows > {rows + 10}", 10)
        screen.wait(LIVE)
        screen.problems.clear()
        screen.close()


def test_phone_that_slept_goes_on(browser, options):
    with Server(options, "demo:") as server, Gate(server) as gate:
        screen = Screen(browser, gate)
        session = screen.context.new_cdp_session(screen.page)
        session.send("Page.setWebLifecycleState", {"state": "frozen"})
        gate.is_shut = True
        time.sleep(2)
        gate.cut()
        gate.is_shut = False
        session.send("Page.setWebLifecycleState", {"state": "active"})
        rows = screen.number("waveglass.rows")
        screen.wait(f"waveglass.rows > {rows + 10}", 15)
        screen.wait(LIVE)
        screen.problems.clear()
        screen.close()


def test_another_network_is_tried_at_once(browser, options):
    with Server(options, "demo:") as server, Gate(server) as gate:
        screen = Screen(browser, gate)
        gate.is_shut = True
        screen.wait(LOST, 3)
        screen.context.set_offline(True)
        time.sleep(0.5)
        gate.is_shut = False
        rows = screen.number("waveglass.rows")
        screen.context.set_offline(False)
        began = time.monotonic()
        screen.wait(f"waveglass.rows > {rows + 5}", 10)
        took = time.monotonic() - began
        assert took < 4, f"{took:.1f} s"
        screen.problems.clear()
        screen.close()


def test_server_started_anew_leaves_a_gap(browser, options):
    server = Server(options, "demo:")
    port = server.port
    screen = Screen(browser, server)
    screen.mode("Waterfall")
    end = time.monotonic() + 30
    while min(brightness(screen.picture())[5:8]) < 0.3:
        assert time.monotonic() < end, "no waterfall"
        time.sleep(1)
    server.stop()
    screen.wait(LOST, 3)
    time.sleep(5)
    with Server(options, "demo:", port=port):
        screen.wait(LIVE, 15)
        time.sleep(6)
        lines = [light > 0.3 for light in brightness(screen.picture("browser-started-anew"))]
        # From the top: what is new, nothing, and what was before.
        first, gap = lines.index(True), lines.index(False, lines.index(True))
        assert True in lines[gap:], "what was seen before is gone"
        again = lines.index(True, gap)
        # Five seconds and some of sixty.
        share = (again - gap) / len(lines)
        assert first < 20 and 0.03 < share < 0.35, (first, gap, again, len(lines))
        screen.problems.clear()
        screen.close()
