"""The page that pairs, in Chromium."""

import tempfile

from browser import chromium, holds
from guarded import GuardedServer, codes


async def shows_rows(page, more_than=0):
    await holds(page, f"waveglass.rows > {more_than} && waveglass.draws > 0")


async def says(page, words):
    await holds(page, f"document.querySelector('#pairing [role=status]')?.innerText.includes('{words}')")
    assert await page.is_visible("#pairing input")


async def the_page_takes_the_code_out_of_its_address(binary, web):
    with GuardedServer(binary, web) as server, tempfile.TemporaryDirectory() as home:
        async with chromium(home) as page:
            asked, problems = [], []
            page.on("request", lambda request: asked.append(request.url))
            page.on("pageerror", lambda error: problems.append(str(error)))
            # The page is what it was before the code was in its address, in its history too.
            link, _ = server.codes()
            await page.goto(f"{server.address}/#pair={link}")
            await shows_rows(page)
            assert await page.evaluate("location.href") == server.address + "/#waveglass:"
            assert asked[1].endswith("/pair.js") and asked.count(f"{server.address}/pair") == 1, asked
            assert not any(link in url for url in asked), asked
            assert await page.evaluate("history.length") <= 2 and await page.evaluate("document.cookie") == ""
            assert not await page.is_visible("#pairing")
            # Once paired, it is let in without a code; when that ends, it says so.
            await page.goto(server.address)
            await shows_rows(page)
            server.devices("revoke", "--all")
            await says(page, "pairing was ended")
            # What is typed: wrong, then right.
            _, typed = server.codes()
            await page.fill("#pairing input", "0000-0000")
            await page.click("#pairing button")
            await says(page, "wrong")
            rows = await page.evaluate("waveglass.rows")
            await page.fill("#pairing input", typed.lower())
            await page.press("#pairing input", "Enter")
            await shows_rows(page, rows)
            assert not await page.is_visible("#pairing")
            # A code that is scanned while the page is open.
            shown = server.devices("invite", "--role", "viewer")
            link, _ = codes(shown.splitlines())
            async with page.expect_event("load"):
                await page.evaluate(f"location.hash = '#pair={link}'")
            await holds(page, "document.querySelector('#chip').innerText.includes('looking only')")
            assert await page.evaluate("location.href") == server.address + "/#waveglass:"
            await page.click("#handle")
            # Nothing of it can be read before it has begun to open.
            await holds(page, "document.querySelector('#drawer').innerText")
            drawer = await page.inner_text("#drawer")
            assert "This device was paired to look only" in drawer and "Take control" not in drawer, drawer
            assert not problems, problems
    return "by link, typed, revoked, and scanned again"


CHECKS = (the_page_takes_the_code_out_of_its_address,)
