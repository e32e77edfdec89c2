"""New versions of the page: offered, taken, and never mixed with the old one."""
import time

from kept import kept, kept_site
from screen import SHOWS, Screen, root

#: What makes a new version.
TITLE = "index.html", 'app-title" content="Waveglass"', 'app-title" content="Waveglass, changed"'
#: The name that a version of the page has in its head.
NAME = "document.querySelector('[name=apple-mobile-web-app-title]')?.content"


def titled(screen, title):
    screen.wait(f"{NAME} === {title!r}")


def versions(screen, count):
    """Waits until as many versions of the page are kept."""
    screen.wait(f"caches.keys().then((names) => names.length === {count})")


def test_a_new_version_waits_for_the_tap(browser, options):
    with kept_site(browser, options) as (site, server, screen):
        site.change(TITLE)
        # The browser looks for what is new; what runs goes on.
        screen.page.evaluate("globalThis.isTheSamePage = true")
        screen.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        screen.page.wait_for_selector("#update:not([hidden])")
        rows = screen.number("waveglass.rows")
        screen.wait(f"waveglass.rows > {rows + 10}")
        assert screen.page.evaluate(NAME) == "Waveglass" and screen.number("globalThis.isTheSamePage")
        screen.show("offline-update")
        # A reload is not a new start: the old version stays until its last page is closed, or the tap.
        screen.page.reload()
        screen.page.wait_for_selector("#update:not([hidden])")
        assert screen.page.evaluate(NAME) == "Waveglass"
        box = screen.page.locator("#update button").bounding_box()
        screen.hand.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        titled(screen, "Waveglass, changed")
        versions(screen, 1)
        screen.problems.clear()
        screen.close()


def test_a_tap_counts_for_a_version_that_comes_just_after_it(browser, options):
    with kept_site(browser, options) as (site, server, screen):
        site.change(TITLE)
        update = "navigator.serviceWorker.getRegistration().then((found) => found.update())"
        screen.page.evaluate(update)
        screen.page.wait_for_selector("#update:not([hidden])")
        # The version that is tapped for hears nothing of it, as one that is being replaced.
        screen.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => { found.waiting.postMessage = () => {}; })")
        screen.page.click("#update button")
        site.change(("index.html", "Waveglass, changed", "Waveglass, changed again"))
        screen.page.evaluate(update)
        titled(screen, "Waveglass, changed again")
        screen.problems.clear()
        screen.close()


def test_other_tabs_go_on_with_their_version(browser, options):
    with kept_site(browser, options) as (site, server, screen):
        other = Screen(browser, server, context=screen.context)
        kept(other)
        site.change(TITLE, ("worker.js", "const now =", "globalThis.isNew = true;\nconst now ="))
        screen.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        screen.page.wait_for_selector("#update:not([hidden])")
        screen.page.click("#update button")
        titled(screen, "Waveglass, changed")
        # The other one runs on, offers to follow, and what it loads now is of its own version.
        other.page.wait_for_selector("#update:not([hidden])")
        versions(screen, 2)
        assert other.page.evaluate(NAME) == "Waveglass"
        for page, is_new in ((other, False), (screen, True)):
            # The one that was loaded anew has its new title before it hears a tap.
            page.wait(SHOWS)
            page.open_drawer()
            page.page.click("text=Another source, or this device")
            rows = page.number("waveglass.rows")
            page.page.click("#sources [value=simulated]")
            page.wait(f"document.querySelector('#sources').hidden && waveglass.rows > {rows + 5}")
            (worker,) = page.page.workers
            assert worker.evaluate("globalThis.isNew === true") == is_new, worker.url
            page.close_drawer()
        other.page.click("#update button")
        titled(other, "Waveglass, changed")
        versions(other, 1)
        # A version that is gone is not answered by another one's files.
        assert other.page.evaluate("fetch('worker.js?version=0').then((answer) => answer.status)") == 410
        screen.problems.clear()
        screen.close()


def test_an_update_needs_no_tap_once_all_pages_are_closed(browser, options):
    with kept_site(browser, options) as (site, server, screen):
        site.change(TITLE)
        screen.page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
        screen.page.wait_for_selector("#update:not([hidden])")
        # A page of another site sees how the browser's workers do.
        watcher = screen.context.new_page()
        session = screen.context.new_cdp_session(watcher)
        states = {}
        session.on("ServiceWorker.workerVersionUpdated", lambda told: states.update(
            {version["versionId"]: version["status"] for version in told["versions"]}))
        session.send("ServiceWorker.enable")
        screen.page.close()
        end = time.monotonic() + 90
        while "installed" in states.values() or "activated" not in states.values():
            assert time.monotonic() < end, states
            # What the browser reports is received while its page is asked something.
            watcher.evaluate("new Promise(requestAnimationFrame)")
        page = screen.context.new_page()
        page.goto(server.url)
        assert page.evaluate(NAME) == "Waveglass, changed"
        screen.context.close()


def test_nosw_shows_the_servers_own_files(browser, options):
    with kept_site(browser, options) as (site, server, screen):
        site.change(TITLE)
        screen.page.goto(server.url + "?nosw")
        assert screen.page.evaluate(NAME) == "Waveglass, changed"
        screen.wait("waveglass.rows > 3")
        registrations = "navigator.serviceWorker.getRegistrations().then((found) => found.length)"
        assert screen.page.evaluate(registrations) == 0
        assert screen.page.evaluate("caches.keys().then((names) => names.length)") == 0
        screen.page.goto(server.url)
        assert screen.page.evaluate(NAME) == "Waveglass, changed"
        screen.problems.clear()
        screen.close()


def test_only_the_pages_files_are_kept(browser, demo):
    screen = Screen(browser, demo, service_workers="allow")
    kept(screen)
    paths = screen.page.evaluate("""async () => {
        const [name] = await caches.keys();
        for (const path of ["/socket", "/pair", "/healthz", "/metrics"]) await fetch(path).catch(() => {});
        return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname).sort();
    }""")
    expected = ["/"] + [f"/{path.name}" for path in sorted((root / "Web").iterdir()) if path.name not in ("index.html", "sw.js")]
    assert paths == sorted(expected), paths
    screen.problems.clear()
    screen.close()
