"""Chromium with what it trusts in a folder of its own."""

import asyncio
import contextlib
import os
import pathlib

from playwright.async_api import async_playwright

from secure import tool
from waits import PATIENCE


@contextlib.asynccontextmanager
async def chromium(home, *options):
    """Chromium with a profile and an NSS database of its own."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", env={**os.environ, "HOME": home},
            args=["--no-sandbox", "--disable-gpu-compositing", *options])
        yield await browser.new_page()
        await browser.close()


async def holds(page, condition):
    """Waits, frame by frame, until an expression is true in a page; Playwright's own way is what the page's policy forbids."""
    async with asyncio.timeout(PATIENCE):
        await page.evaluate(
            f"new Promise(resolve => {{ const look = () => ({condition}) ? resolve() : requestAnimationFrame(look); look() }})")


def make_database(home, root=None):
    database = pathlib.Path(home, ".pki/nssdb")
    database.mkdir(parents=True)
    tool("certutil", "-N", "-d", f"sql:{database}", "--empty-password")
    if root:
        tool("certutil", "-A", "-d", f"sql:{database}", "-t", "C,,", "-n", "Waveglass", "-i", str(root))
    return f"sql:{database}"
