"""Home: the list of a server's sources, from which each is opened and to which every page returns."""
from screen import Server, on

#: The first row whose title is a text.
ROW = "[...document.querySelectorAll('#drawer .row')].find((row) => row.querySelector('b').textContent === {})"
#: How many different colours the thumbnail of a row has.
COLOURS = """(() => {
    const canvas = %s.querySelector('canvas');
    if (canvas.hidden || !canvas.width) return 0;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
})()"""


#: Which of several sources is chosen, by its row in the controls, which are open for that.
SHOWN = """(() => {
    const rows = [...document.querySelectorAll('#drawer h3')].find((head) => head.textContent === 'Source')?.nextSibling.children ?? [];
    if (rows.length === 0 && document.querySelector('#handle').ariaExpanded === 'false') document.querySelector('#handle').click();
    return [...rows].findIndex((row) => row.ariaChecked === 'true');
})()"""


def titles(screen):
    return screen.number("[...document.querySelectorAll('#drawer .row b')].map((title) => title.textContent)")


def row(screen, title):
    """The selector of a row, which gets a number of its own."""
    screen.wait(f"{ROW.format(repr(title))} !== undefined")
    screen.number(f"void ({ROW.format(repr(title))}.id = 'wanted')")
    return "#wanted"


def touch(screen, selector):
    left, top, width, height = screen.reach(selector)
    screen.hand.tap(left + width / 2, top + height / 2)


def go_home(screen):
    touch(screen, "#home")
    screen.wait("document.body.dataset.instrument === '4' && document.querySelectorAll('#drawer .row').length > 6")


def shows(screen, instrument):
    screen.wait(f"document.body.dataset.instrument === '{instrument}' && document.querySelector('#chip').dataset.tone === 'live'")


@on("phone", "tablet", "desk")
def test_home_lists_every_source_and_opens_it(see, options):
    with Server(options, "demo:", "demo:ecg", "demo:table", "demo:hills") as server:
        screen = see(server)
        go_home(screen)
        found = titles(screen)
        assert found[:4] == ["Simulated FM band", "Simulated ECG", "demo", "Terrain"], found
        assert found[-6:-3] == ["Simulated FM band", "Simulated ECG", "Simulated hills"], found
        # Signals come alive in their rows.
        for title in found[:2]:
            screen.wait(f"{COLOURS % ROW.format(repr(title))} > 3")
        screen.picture("browser-home")
        for title, instrument in (("Simulated ECG", 1), ("Simulated FM band", 0)):
            touch(screen, row(screen, title))
            shows(screen, instrument)
            go_home(screen)
        screen.close()


@on("phone")
def test_the_second_source_of_an_instrument_is_opened(see, options):
    with Server(options, "demo:", "demo:?seed=2") as server:
        screen = see(server)
        go_home(screen)
        names = titles(screen)
        assert len(names) == 8, names
        touch(screen, "#drawer .row:nth-of-type(2)")
        shows(screen, 0)
        screen.wait(f"{SHOWN} === 1")
        # Back and Forward, and a reload, keep the source as well as the instrument.
        screen.number("void history.back()")
        screen.wait("document.body.dataset.instrument === '4' && document.querySelectorAll('#drawer .row').length > 6")
        screen.number("void history.forward()")
        screen.wait(f"document.body.dataset.instrument === '0' && {SHOWN} === 1")
        screen.reload()
        screen.wait(f"document.body.dataset.instrument === '0' && {SHOWN} === 1")
        screen.close()


@on("phone", "desk")
def test_back_and_forward_lead_to_home_and_away(see, options):
    with Server(options, "demo:", "demo:ecg") as server:
        screen = see(server)
        go_home(screen)
        # To where the page began, too.
        screen.number("void history.back()")
        shows(screen, 0)
        screen.number("void history.forward()")
        screen.wait("document.body.dataset.instrument === '4' && document.querySelectorAll('#drawer .row').length > 6")
        touch(screen, row(screen, "Simulated ECG"))
        shows(screen, 1)
        screen.number("void history.back()")
        screen.wait("document.body.dataset.instrument === '4' && document.querySelectorAll('#drawer .row').length > 6")
        screen.number("void history.forward()")
        shows(screen, 1)
        # What this device makes by itself is left in the same way.
        go_home(screen)
        touch(screen, "#drawer .row:nth-last-of-type(4)")
        screen.wait("document.body.dataset.source !== 'server'")
        screen.number("void history.back()")
        screen.wait("document.body.dataset.source === 'server' && document.querySelectorAll('#drawer .row').length > 6")
        screen.close()


@on("phone")
def test_a_hidden_home_costs_nothing(see, options):
    with Server(options, "demo:") as server:
        screen = see(server)
        go_home(screen)
        received = screen.number("waveglass.receivedBytes")
        screen.wait(f"waveglass.receivedBytes > {received} + 300")
        # At most 5 kB a second for the one row in view.
        began, before = screen.number("[performance.now(), waveglass.receivedBytes]")
        screen.wait(f"performance.now() > {began} + 4000")
        now, after = screen.number("[performance.now(), waveglass.receivedBytes]")
        assert after - before <= 5000 * (now - began) / 1000 + 5000, (after - before, now - began)
        screen.close()
