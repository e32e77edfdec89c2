"""The connection lost and found: a server out of reach, a phone that slept, a network that changed, a server started anew."""

from gate import Gate
from screen import Screen, Server, phone, witness

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


# Measures for how long nothing had come when the page said so. Of the page's own clock only so much counts as it could have acted upon.
SILENCE = """() => {
    let messages = 0, silence = 0, last = performance.now();
    const chip = document.querySelector("#chip");
    setInterval(() => {
        const now = performance.now();
        silence += Math.min(25, now - last);
        last = now;
        if (waveglass.messages !== messages) [messages, silence] = [waveglass.messages, 0];
        if (chip.dataset.tone === "lost") globalThis.silence ??= silence;
    }, 10);
}"""


def silence(screen, gate):
    """Shuts the gate; gives the milliseconds after which the page says so."""
    screen.run(SILENCE)
    gate.is_shut = True
    screen.wait("globalThis.silence > 0")
    return screen.number("silence")


def has_waterfall(screen):
    assert colours(screen.picture()) >= 60, "no waterfall"


def test_server_out_of_reach_is_said_within_a_second(browser, options):
    with Server(options, "demo:") as server, Gate(server) as gate:
        screen = Screen(browser, gate)
        screen.mode("Waterfall")
        screen.until(lambda: has_waterfall(screen))
        took = silence(screen, gate)
        # A second, and a little for the machine that runs the test.
        assert took < 1300, f"{took:.0f} ms until it was said"
        picture = screen.picture("browser-lost")
        assert colours(picture) < 12, "what is no longer true is grey"
        before = brightness(picture)
        screen.hand.drag((200, 600), (200, 400))
        after = brightness(screen.picture())
        assert sum(abs(one - other) > 0.05 for one, other in zip(before, after)) > len(before) / 10, "it can be scrolled"
        # Another connection is tried, which is swallowed, too.
        screen.wait(f"sockets.length > {screen.number('sockets.length')}")
        screen.chip_says("No connection · for")
        gate.is_shut = False
        screen.wait("document.querySelector('#chip').dataset.tone !== 'lost'")
        screen.page.click("#chip")
        screen.wait(LIVE)
        rows = screen.number("waveglass.rows")
        screen.wait(f"waveglass.rows > {rows + 4}")
        screen.problems.clear()
        screen.close()


def test_connection_cut_goes_on_at_once(browser, options):
    with Server(options, "demo:") as server, Gate(server) as gate:
        screen = Screen(browser, gate)
        for _ in range(3):
            rows = screen.number("waveglass.rows")
            gate.cut()
            screen.wait(f"waveglass.rows > {rows + 10}")
        screen.wait(LIVE)
        screen.problems.clear()
        screen.close()


def test_phone_that_slept_goes_on(browser, options):
    with Server(options, "demo:") as server, Gate(server) as gate:
        screen = Screen(browser, gate)
        session = screen.context.new_cdp_session(screen.page)
        session.send("Page.setWebLifecycleState", {"state": "frozen"})
        gate.is_shut = True
        # The server goes on meanwhile.
        witness(browser, server, 60)
        gate.cut()
        gate.is_shut = False
        session.send("Page.setWebLifecycleState", {"state": "active"})
        rows = screen.number("waveglass.rows")
        screen.wait(f"waveglass.rows > {rows + 10}")
        screen.wait(LIVE)
        screen.problems.clear()
        screen.close()


# How many connections the page has tried whenever its window hears that there is a network: its listeners are called in the order in which they were
# added, so this one before the page's own where it is added before the page is loaded.
TRIES = "globalThis.tries = []; addEventListener('online', () => tries.push(sockets.length));"


def test_another_network_is_tried_at_once(browser, options):
    with Server(options, "demo:") as server, Gate(server) as gate:
        context = browser.new_context(color_scheme="dark", service_workers="block", **phone)
        context.add_init_script(TRIES)
        screen = Screen(browser, gate, context=context)
        screen.number("addEventListener('online', () => tries.push(sockets.length))")
        gate.is_shut = True
        screen.wait(LOST)
        screen.context.set_offline(True)
        screen.wait("!navigator.onLine")
        gate.is_shut = False
        rows = screen.number("waveglass.rows")
        screen.context.set_offline(False)
        screen.wait("tries.length === 2")
        before, after = screen.number("tries")
        assert after == before + 1, "no connection is tried at once"
        screen.wait(f"waveglass.rows > {rows + 5}")
        screen.problems.clear()
        screen.close()


def is_bright(screen):
    assert min(brightness(screen.picture())[5:8]) >= 0.3, "no waterfall"


def has_gap(screen, seconds):
    """Checks that from the top there is what is new, nothing for about as many seconds of the sixty, and what was before."""
    lines = [light > 0.3 for light in brightness(screen.picture("browser-started-anew"))]
    assert True in lines, "no waterfall"
    first = lines.index(True)
    assert False in lines[first:], "no gap"
    gap = lines.index(False, first)
    assert True in lines[gap:], "what was seen before is gone"
    again = lines.index(True, gap)
    missing = 60 * (again - gap) / len(lines)
    assert first < 20 and 0.4 * seconds < missing < 2 * seconds + 8, (first, gap, again, len(lines), seconds)


def test_server_started_anew_leaves_a_gap(browser, options):
    server = Server(options, "demo:")
    port = server.port
    screen = Screen(browser, server)
    screen.mode("Waterfall")
    screen.until(lambda: is_bright(screen))
    server.stop()
    screen.wait(LOST)
    lost = screen.number("performance.now()")
    screen.wait("/for ([5-9]|[0-9]{2}) s/.test(document.querySelector('#chip').textContent)")
    with Server(options, "demo:", port=port):
        screen.wait(LIVE)
        away = (screen.number("performance.now()") - lost) / 1000
        screen.until(lambda: has_gap(screen, away))
        screen.problems.clear()
        screen.close()
