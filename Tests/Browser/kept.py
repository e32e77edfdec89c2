"""A page whose files are kept by its service worker, and files that a test may change."""
import contextlib
import pathlib
import shutil
import subprocess
import tempfile

from screen import Screen, Server, root


class Site:
    """A copy of the page's files that a test may change."""

    def __init__(self, options, folder):
        self.path = pathlib.Path(folder) / "Web"
        shutil.copytree(options.web, self.path)
        self.options = type(options)(**{**vars(options), "web": str(self.path)})

    def change(self, *changes):
        """Makes one new version: each change is a file's name, what it has, and what it gets instead."""
        for name, old, new in changes:
            path = self.path / name
            text = path.read_text()
            assert old in text
            path.write_text(text.replace(old, new))
        subprocess.run([str(root / ".ci/stamp"), str(self.path)], check=True)


def kept(screen):
    """Waits until the page's files are kept and the page is served from there."""
    screen.wait("navigator.serviceWorker.controller !== null")


@contextlib.contextmanager
def kept_site(browser, options):
    """A server with files of its own, and a page that is kept."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(options, folder)
        with Server(site.options, "demo:") as server:
            screen = Screen(browser, server, service_workers="allow")
            kept(screen)
            yield site, server, screen
