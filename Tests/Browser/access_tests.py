"""What axe-core finds on the pages: names, roles, contrast, and order of headings."""
from axe_playwright_python.sync_playwright import Axe
from screen import Screen, Server, desk, phone

AXE = Axe()
#: Each instrument by its name in the address, with the end of the tab's title.
INSTRUMENTS = {"waveglass": "Spectrum", "sensors": "Sensors", "data": "Data", "coverage": "Coverage", "home": "Home"}


def faults(screen, state):
    """The violations that axe finds, each in one line."""
    found = AXE.run(screen.page).response["violations"]
    return [
        f"{state}: {fault['id']} ({fault['impact']}): {node['target']} {node['failureSummary'].splitlines()[1].strip()}"
        for fault in found for node in fault["nodes"]]


def check(browser, options, scheme):
    found = []
    with Server(options, "demo:", "demo:ecg", "demo:table", "demo:hills") as server:
        for settings in (phone, desk):
            screen = Screen(browser, server, **settings, color_scheme=scheme)
            for name, title in INSTRUMENTS.items():
                state = f"{title}, {scheme}, {screen.width}"
                draws = screen.number("waveglass.draws")
                screen.number(f"void (location.hash = '#{name}:')")
                screen.wait(f"document.title.endsWith('{title} · Waveglass') && document.querySelector('#chip').dataset.tone !== 'lost'")
                if name != "home":
                    screen.wait(f"waveglass.draws > {draws} + 2")
                found += faults(screen, state)
                if name != "home":
                    screen.open_drawer()
                    # With the line of a term that a pointer or a finger has asked for.
                    screen.number("void Object.assign(document.querySelector('#tip'), { hidden: false, textContent: 'A line.' })")
                    found += faults(screen, f"{state}, controls")
                    screen.number("document.querySelector('#help').showModal()")
                    found += faults(screen, f"{state}, help")
                    screen.page.keyboard.press("Escape")
                    screen.close_drawer()
            screen.number("document.querySelector('#pairing').hidden = false")
            found += faults(screen, f"pairing, {scheme}, {screen.width}")
            screen.close()
    assert not found, f"{len(found)} violations:\n" + "\n".join(found)


def test_axe_finds_nothing_in_the_dark(browser, options):
    check(browser, options, "dark")


def test_axe_finds_nothing_in_the_light(browser, options):
    check(browser, options, "light")
