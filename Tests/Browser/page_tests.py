"""The page around the instrument: paused, hidden, resized, without a server or a client."""
import os
import re
import subprocess
import tempfile

from controls import choice, fact
from screen import PATIENCE, Screen, Server, carrier, lit, near, on, phone, root, witness


def test_only_what_the_server_has_is_offered(browser, demo):
    screen = Screen(browser, demo)
    screen.open_drawer()
    screen.page.click("text=Another source, or this device")
    screen.page.wait_for_selector("#sources:not([hidden])")
    assert [screen.page.is_visible(f"#sources [value={value}]") for value in ("server", "sensors", "tables", "terrain")] == [True, False, False, False]
    screen.close()


def test_paused_costs_nothing(browser, demo):
    screen = Screen(browser, demo)
    screen.hand.tap(200, 400)
    screen.chip_says("Paused")
    screen.settle()
    before = screen.number("[waveglass.draws, waveglass.receivedBytes, waveglass.sentBytes]")
    witness(browser, demo)
    after = screen.number("[waveglass.draws, waveglass.receivedBytes, waveglass.sentBytes]")
    assert before == after, f"{before} became {after}"
    # Nor will it do anything by itself later, once it has said its hint for long enough.
    screen.wait("!waveglass.isAwake")
    assert screen.number("[waveglass.draws, waveglass.receivedBytes, waveglass.sentBytes]") == before
    screen.hand.tap(200, 400)
    screen.wait(f"waveglass.draws > {after[0] + 10}")
    screen.chip_says("Live")
    screen.close()


@on("phone", "tablet")
def test_tap_freezes_and_the_picture_survives_a_turn(see, demo):
    screen = see(demo)
    screen.hand.tap(200, 400)
    screen.chip_says("Paused")
    screen.settle()
    before = lit(screen.picture())
    screen.number("dispatchEvent(new Event('resize'))")
    screen.settle()
    assert lit(screen.picture()) > 0.9 * before > 0
    screen.resize(screen.height, screen.width)
    screen.until(lambda: shows(screen, "browser-turned"))
    screen.chip_says("Paused")
    screen.hand.tap(200, 200)
    screen.chip_says("Live")
    screen.close()


def shows(screen, name):
    assert lit(screen.picture(name)) > 0, "nothing is drawn"


def test_hidden_costs_nothing(browser, demo):
    screen = Screen(browser, demo)
    screen.page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))")
    screen.settle()
    before, draws = screen.number("[waveglass.receivedBytes, waveglass.draws]")
    witness(browser, demo)
    assert screen.number("[waveglass.receivedBytes, waveglass.draws]") == [before, draws]
    screen.page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    screen.wait(f"waveglass.receivedBytes > {before}")
    screen.close()


def test_several_sources_in_one_page(browser, options):
    with Server(options, "demo:", f"file:{carrier}?speed=5") as server:
        screen = Screen(browser, server, reduced_motion="reduce")
        screen.chip_says("simulated")
        screen.open_drawer()
        screen.click(choice("Source", re.compile("carrier.csv")))
        screen.wait("document.querySelector('#chip').textContent.includes('Playing 5× · 12:')")
        low, high = screen.band()
        near(low, 97.43, 0.01)
        screen.click(choice("Playback speed", "Stop"))
        screen.wait("document.querySelector('#chip').textContent.includes('Playback stopped')")
        screen.click(choice("Source", re.compile("Simulated")))
        screen.wait("document.querySelector('#chip').textContent.includes('simulated')")
        screen.close()


@on("phone")
def test_light_and_dark_follow_the_system(see, demo):
    for scheme, is_light in (("light", True), ("dark", False)):
        screen = see(demo, color_scheme=scheme)

        def fits():
            picture = screen.picture(f"browser-{scheme}")
            assert (picture.light(picture.width - 30, 30) > 0.8) == is_light

        screen.until(fits)
        screen.close()


@on("phone", "tablet")
def test_server_gone_and_back(see, options):
    server = Server(options, "demo:")
    screen = see(server)
    port = server.port
    server.stop()
    screen.chip_says("No connection")
    picture = screen.picture("browser-gone")
    _, top, _, height = screen.box("#plot")
    y = round((top + 0.9 * height) * screen.scale)
    assert max(picture.light(x, y) for x in range(0, picture.width, 2)) > 0.05, "the picture is gone"
    with Server(options, "demo:", port=port):
        screen.chip_says("Live")
        draws = screen.number("waveglass.draws")
        screen.wait(f"waveglass.draws > {draws + 10}")
        screen.forgive()
        screen.close()


@on("phone")
def test_a_choice_that_was_asked_for_stays_when_the_server_is_back(see, options):
    """Else it goes from under the finger, and the tap meets what is below it."""
    server = Server(options, "demo:")
    screen = see(server)
    screen.open_drawer()
    screen.click("#drawer .help:nth-last-child(2)")
    screen.wait("!document.querySelector('#sources').hidden")
    port = server.port
    server.stop()
    screen.chip_says("No connection")
    with Server(options, "demo:", port=port):
        screen.chip_says("Live")
        screen.after_frames(6)
        assert not screen.number("document.querySelector('#sources').hidden"), "it went by itself"
        screen.click("#sources [value=close]")
        screen.wait("document.querySelector('#sources').hidden")
        screen.forgive()
        screen.close()


@on("phone", "desk")
def test_a_long_state_moves_nothing(see, demo):
    """The bar keeps its height, and what has no room in it is cut with an ellipsis: a finger on its way meets what it aimed at."""
    screen = see(demo)
    screen.open_drawer()

    def boxes():
        return [screen.box(selector) for selector in ("#bar", "#home", "#plot", "#drawer", "#handle")]

    before = boxes()
    screen.number("document.querySelector('#chip span').firstChild.data = 'behind the newest spectrum by many seconds '.repeat(9)")
    assert boxes() == before
    left, _, width, _ = screen.box("#chip")
    assert left + width <= screen.width - 12
    screen.close()


# Counts the messages that say who steers and how many look, as the page reads them.
COUNT_STEERING = """() => {
    const steering = 76;
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
    globalThis.steeringMessages = 0;
    Object.defineProperty(MessageEvent.prototype, "data", {
        get() {
            const data = get.call(this);
            const frame = new DataView(data instanceof ArrayBuffer ? data : new ArrayBuffer(0));
            for (let at = 0; at + 4 <= frame.byteLength; at += 4 + frame.getUint16(at + 2, true)) {
                if (frame.getUint16(at, true) === steering) globalThis.steeringMessages += 1;
            }
            return data;
        },
    });
}"""


@on("phone", "tablet")
def test_the_handle_is_pulled_as_well_as_tapped(see, demo):
    screen = see(demo)

    def pull(by):
        screen.wait("!['#drawer', '#handle'].some((one) => document.querySelector(one).getAnimations().length)")
        left, top, width, height = screen.box("#handle")
        x, y = left + width / 2, top + height / 2
        screen.hand.drag((x, y), (x + by, y))

    # Away from where it opens it does nothing.
    for by, is_open in ((20, False), (-60, True), (-60, True), (20, False), (-20, True)):
        pull(by)
        screen.wait(f"document.querySelector('#handle').ariaExpanded === '{str(is_open).lower()}'")
        screen.after_frames(6)
        assert screen.is_open() == is_open, by
    screen.close()


@on("phone", browsers=("chromium",))
def test_a_row_that_goes_moves_no_button_from_under_a_finger(see, options):
    """A row says how many look, and goes when the other screen does; a drawer that is not scrolled cannot make up for it."""
    with Server(options, "demo:") as server:
        other = see(server)
        screen = see(server)
        screen.open_drawer()
        row = fact("Control")
        screen.wait(f"{row}?.textContent.includes('2 watching')")
        selector = "#drawer .help:nth-last-child(2)"
        left, top, width, height = screen.reach(selector)
        screen.run(COUNT_STEERING)
        screen.hand._send(("touchStart", [(left + width / 2, top + height / 2)]))
        other.close()
        screen.wait("globalThis.steeringMessages > 0")
        screen.after_frames(6)
        assert screen.box(selector)[1] == top, "it went from under the finger"
        screen.hand._send(("touchEnd", []))
        screen.wait("!document.querySelector('#sources').hidden")
        screen.wait(f"{row} === null")
        screen.close()


@on("phone")
def test_the_drawer_has_its_rows_with_the_click_that_opens_it(see, demo):
    """Not a moment later, when a quick finger would already meet an empty drawer."""
    screen = see(demo)
    count = "document.querySelectorAll('#drawer > :not(.help)').length"
    assert screen.number(count) == 0
    # Heard after all listeners of the page.
    screen.number(f"addEventListener('click', () => {{ globalThis.rowsAtClick ??= {count}; }})")
    screen.open_drawer()
    assert screen.number("globalThis.rowsAtClick") > 3
    screen.close()


def test_missing_client_says_what_to_do(browser, demo):
    context = browser.new_context(**phone)
    page = context.new_page()
    page.route("**/waveglass.wasm*", lambda route: route.fulfill(status=404, body="gone"))
    page.goto(demo.url)
    page.wait_for_selector("#alert:not([hidden])")
    assert "could not be loaded" in page.inner_text("#alert")
    context.close()


def test_a_paired_device_can_be_unpaired(browser, options):
    with tempfile.TemporaryDirectory() as folder:
        table = f"{folder}/table.csv"
        with open(table, "w") as file:
            file.write("a,b\n" + "".join(f"{n},{n * 7 % 5}\n" for n in range(100)))
        server = subprocess.Popen(
            [options.binary, "serve", "--web", options.web, "--port", "0", "--require-pairing", "demo:", "demo:ecg",
             "demo:hills", f"table:{table}"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "XDG_STATE_HOME": folder})
        try:
            said = line = server.stdout.readline()
            while line and " type " not in line:
                line = server.stdout.readline()
                said += line
            url = re.search(r"http://\S+?/", said).group(0)
            code = re.search(r"type (\S+)", said).group(1)
            context = browser.new_context(color_scheme="dark", service_workers="block", **phone)
            page = context.new_page()
            page.goto(url)
            page.wait_for_selector("#pairing:not([hidden])")
            if Screen.keeps_pictures:
                page.screenshot(path=root / "out/pairing.png")
            page.fill("#pairing-code", code)
            page.click("#pairing button")
            page.wait_for_selector("#pairing", state="hidden")
            page.wait_for_selector("#chip[data-tone=live]")
            # It is offered in every instrument, and so is the help for that one.
            help_shown = """[...document.querySelectorAll('#help > [data-of]')]
                .filter((part) => part.getClientRects().length > 0).map((part) => part.dataset.of).join()"""
            for instrument, name in ((3, "coverage"), (2, "data"), (1, "sensors"), (0, "waveglass")):
                page.evaluate(f"void (location.hash = '#{name}:')")
                page.wait_for_selector(f"body[data-instrument='{instrument}']", state="attached")
                page.wait_for_selector("#handle")
                page.click("#handle")
                page.wait_for_selector("text=Unpair this device")
                page.click("text=All keys and gestures")
                page.wait_for_selector("#help[open]")
                assert page.evaluate(help_shown) == str(instrument)
                page.evaluate("document.getElementById('help').close()")
            page.click("text=Unpair this device")
            page.wait_for_selector("text=Press again")
            if Screen.keeps_pictures:
                page.screenshot(path=root / "out/unpair.png")
            page.click("text=Press again")
            page.wait_for_selector("#pairing:not([hidden])")
            assert "Type the code" in page.inner_text("#pairing")
            assert context.cookies() == []
            # And it stays out.
            page.reload()
            page.wait_for_selector("#pairing:not([hidden])")
            context.close()
        finally:
            server.terminate()
            server.wait(PATIENCE)
