"""The authority in NSS and in Chromium."""

import asyncio
import pathlib
import re
import ssl
import tempfile

from playwright.async_api import Error

from browser import chromium, holds, make_database
from secure import SecureServer, forge, tool


async def fails_in(page, url):
    try:
        await page.goto(url)
    except Error as error:
        return re.search(r"net::\w+", str(error)).group(0)
    raise AssertionError(f"{url} was opened")


async def nss_and_chromium_trust_it(binary, web):
    with SecureServer(binary, web) as server, tempfile.TemporaryDirectory() as folder:
        trusting, wary = f"{folder}/trusting", f"{folder}/wary"
        database = make_database(trusting, server.root)
        make_database(wary)
        said = tool("openssl", "s_client", "-connect", f"localhost:{server.port}", "-CAfile", str(server.root), "-showcerts")
        for number, text in enumerate(re.findall(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", said, re.S)):
            path = pathlib.Path(folder, f"{number}.pem")
            path.write_text(text)
            tool("certutil", "-A", "-d", database, "-t", ",,", "-n", f"sent {number}", "-i", str(path))
        assert "is valid" in tool("certutil", "-V", "-d", database, "-u", "V", "-n", "sent 0", "-e")
        forged_chain, forged_key = forge(server, folder, "DNS:bank.example")
        tool("certutil", "-A", "-d", database, "-t", ",,", "-n", "forged", "-i", f"{folder}/forged.pem")
        said = tool("certutil", "-V", "-d", database, "-u", "V", "-n", "forged", "-e", fails=True)
        assert "permitted" in said, said

        url = f"https://localhost:{server.port}/"
        async with chromium(wary) as page:
            assert await fails_in(page, url) == "net::ERR_CERT_AUTHORITY_INVALID"
        async with chromium(trusting, "--host-resolver-rules=MAP *.example 127.0.0.1") as page:
            problems = []
            page.on("console", lambda message: message.type == "error" and problems.append(message.text))
            page.on("pageerror", lambda error: problems.append(str(error)))
            sockets = []
            page.on("websocket", lambda opened: sockets.append(opened.url))
            await page.goto(url)
            await holds(page, "waveglass.messages > 5 && waveglass.draws > 3")
            assert await page.evaluate("isSecureContext"), "a page of a secure origin"
            assert sockets == [f"wss://localhost:{server.port}/socket"], sockets
            assert not problems, problems
            # Rows by address, too; a name that is not in the certificate is refused.
            await page.goto(f"https://127.0.0.1:{server.port}/")
            assert await fails_in(page, f"https://bank.example:{server.port}/") == "net::ERR_CERT_COMMON_NAME_INVALID"
            # Even a stolen key of the authority vouches for no other site.
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(forged_chain, forged_key)
            thief = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0, ssl=context)
            port = thief.sockets[0].getsockname()[1]
            refusal = await fails_in(page, f"https://bank.example:{port}/")
            assert refusal.startswith("net::ERR_CERT"), refusal
            thief.close()
    return f"wss in a secure context; a forged certificate: {refusal}"


CHECKS = (nss_and_chromium_trust_it,)
