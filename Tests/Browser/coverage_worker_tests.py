"""A worker computes coverage's maps; where there is none the page does it itself, and the map is the same."""
import numpy as np
from controls import choice, field
from coverage_tests import free
from screen import Screen, Server, phone


#: Counts the jobs that workers are given.
COUNT = """() => {
  const post = Worker.prototype.postMessage;
  globalThis.jobs = 0;
  Worker.prototype.postMessage = function (data, ...rest) {
    if (data.length > 100000) globalThis.jobs += 1;
    return post.call(this, data, ...rest);
  };
}"""


def map_of(screen):
    screen.page.evaluate(COUNT)
    screen.chip_says("4 tiles")
    screen.settle()
    screen.open_drawer()
    screen.click(choice("Tile", "Marden"))
    # The first map may be the page's own, where the worker is still being loaded.
    for place in ("46.8, 10.1", "46.79, 10.09"):
        screen.enter(field("Latitude, longitude"), place)
        screen.chip_says(" ms")
        screen.settle()
    taken = screen.text("#drawer")
    assert "ground" in taken and "rays and map" in taken, taken
    screen.close_drawer()
    screen.settle()
    return free(screen, screen.picture("browser-coverage-worker").pixels)


def test_a_worker_computes_the_map_that_the_page_would(browser, options):
    with Server(options, "demo:hills") as server:
        screen = Screen(browser, server)
        beside = map_of(screen)
        assert any("sweep.js" in worker.url for worker in screen.page.workers) and screen.number("jobs") > 0
        screen.close()
        context = browser.new_context(color_scheme="dark", service_workers="block", **phone)
        context.route("**/sweep.js*", lambda route: route.fulfill(status=404, body="gone"))
        screen = Screen(browser, server, context=context)
        alone = map_of(screen)
        assert not screen.page.workers and screen.number("jobs") == 0
        assert np.ptp(alone) > 100 and np.array_equal(alone, beside)
        screen.forgive()
        screen.close()
