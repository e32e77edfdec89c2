"""Who is let in: pairing, roles, revocation, and what the log says of it."""

import asyncio
import json
import os
import pathlib
import pty
import re
import stat
import struct
import subprocess
import tempfile
import time

from guarded import GuardedServer, codes, sees_rows, status_of
from hostile_checks import closed, raw
from secure import SecureServer
from server import Server
from waits import PATIENCE
from wire import *

STEERING, CHANGED = 76, 4001
LOOKING, PAIRED = 1, 2
WRONG = "00000000"


async def pairs_by_either_code(binary, web):
    with GuardedServer(binary, web) as server:
        status, _, text = server.get("/pair")
        assert status == 401 and b"Type the code" in text, (status, text)
        assert server.get("/")[0] == 200 and server.get("/waveglass.wasm")[0] == 200, "the page itself is no secret"
        assert await status_of(server.connect()) == 401
        link, typed = server.codes()
        assert len(link) == 26 and re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", typed)
        status, headers, text = server.post("/pair", {"code": link})
        assert (status, text) == (200, "control\n"), (status, text)
        cookie = headers["Set-Cookie"]
        assert re.fullmatch(r"waveglass=[0-9a-f]{64}; HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000", cookie), cookie
        first = cookie[10:74]
        async with server.connect(first) as connection:
            assert await sees_rows(connection)
        # A new code is shown, which is another one; it is taken as people type it.
        again = server.codes()
        assert again[0] != link and again[1] != typed
        second = server.pair(again[1].replace("-", " ").lower())
        assert second != first and server.get("/pair", Cookie=f"waveglass={second}")[2] == b"viewer\n"
        devices = json.loads(server.devices("list", "--json"))
        assert [device["role"] for device in devices] == ["control", "viewer"], devices
        for name in ("devices.json", "invitations.json"):
            path = server.state / name
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            for secret in (link, typed.replace("-", ""), first, second):
                assert secret not in path.read_text(), "only digests are kept"
    return "the first controls, the second looks"


async def secrets_are_not_in_the_log(binary, web):
    """Everything that is refused and everything that goes well; then all that was said is searched."""
    with GuardedServer(binary, web) as server:
        link, typed = server.codes()
        token = server.pair(link)
        for code in (link, typed, WRONG, "x" * 2000, "\r\nSet-Cookie: a=b"):
            server.post("/pair", {"code": code}, cookie=token)
        server.get(f"/{link}?code={typed}&token={token}", Cookie=f"waveglass={token}", Referer=link)
        server.get("/..%2f" + token, Cookie=f"waveglass={token}")
        server.get(f"/{token}", Host=f"{token}.example")
        await raw(server, f"GET /{token} HTTP/1.1\r\nCookie : waveglass={token}\r\n\r\n".encode())
        server.devices("revoke", "--all")
        server.get("/socket", Cookie=f"waveglass={token}")
        server.post("/unpair", "", cookie=token)
        shown = server.codes()
        assert server.stop()[1] == 0
        log = "".join(server.logged.all())
        assert len(server.log) >= 4 and len(log) < 10_000, log
        for secret in (link, typed, typed.replace("-", ""), token, *shown, shown[1].replace("-", "")):
            assert secret.lower() not in log.lower(), secret
        said = "".join(server.said.all())
        assert token not in said and said.count(link) == 1 and said.count(typed) == 1
        assert all(re.fullmatch(r"[\x20-\x7e]+\n", line) for line in server.log), server.log
        assert "Fatal" not in log and ".swift" not in log, log
    return f"{len(server.log)} lines"


async def refuses_codes_that_no_longer_hold(binary, web):
    with GuardedServer(binary, web) as server:
        link, typed = server.codes()
        server.pair(link)
        for code in (link, typed):
            status, _, text = server.post("/pair", {"code": code})
            assert status == 410 and "already used" in text, (status, text)
        status, _, text = server.post("/pair", {"code": "0" * 26})
        assert status == 403 and "wrong" in text, (status, text)
        # Ten minutes go by in the file.
        link, _ = server.codes()
        path = server.state / "invitations.json"
        kept = json.loads(path.read_text())
        for invitation in kept["invitations"]:
            invitation["created"] -= 601
        path.write_text(json.dumps(kept))
        status, _, text = server.post("/pair", {"code": link})
        assert status == 410 and "expired" in text, (status, text)
        assert server.codes()[0] != link, "a new one is shown"
        for reason in ("pair-used", "pair-wrong", "pair-expired"):
            assert len(server.refusals(reason)) == 1, (reason, server.log)
    return "410 used, 403 wrong, 410 expired, each logged once"


async def guessing_ends_the_typed_code(binary, web):
    with GuardedServer(binary, web) as server:
        link, typed = server.codes()
        answers = [server.post("/pair", {"code": f"0000000{count}"}) for count in range(5)]
        assert [status for status, _, _ in answers] == [403] * 5, answers
        status, headers, text = server.post("/pair", {"code": typed})
        assert status == 429 and 1 <= int(headers["Retry-After"]) <= 20, (status, text)
        assert f"wait {headers['Retry-After']} s" in text, text
        kept = json.loads((server.state / "invitations.json").read_text())["invitations"]
        assert [invitation["state"] for invitation in kept] == ["guessed"], kept
        # It waits as it is told to.
        await asyncio.sleep(int(headers["Retry-After"]))
        # The code in the address cannot be guessed, and holds.
        assert server.pair(link)
        assert len(server.refusals("pair-too-often")) == 1 and len(server.refusals("pair-wrong")) == 1
    return "five tries, then 429; the link still holds"


async def revocation_closes_sockets_at_once(binary, web):
    with GuardedServer(binary, web) as server:
        token = server.pair(server.codes()[0])
        other = server.pair(server.codes()[0])
        name, left = [device["name"] for device in json.loads(server.devices("list", "--json"))]
        async with server.connect(token) as connection, server.connect(other) as untouched:
            assert await sees_rows(connection) and await sees_rows(untouched)
            server.devices("revoke", name)
            began = time.monotonic()
            assert (await closed(connection))[0] == CHANGED
            seconds = time.monotonic() - began
            # It looks once a second; a busy machine is late.
            assert seconds < 5, seconds
            await untouched.ping()
        assert await status_of(server.connect(token)) == 401
        status, headers, text = server.get("/pair", Cookie=f"waveglass={token}")
        assert status == 401 and b"was ended" in text and "Max-Age=0" in headers["Set-Cookie"], (status, text)
        assert "no device is called" in server.devices("revoke", name, code=66)
        # The browser gives its token back itself.
        async with server.connect(other) as connection:
            assert await sees_rows(connection)
            status, headers, _ = server.post("/unpair", "", cookie=other)
            assert status == 200 and "waveglass=;" in headers["Set-Cookie"], status
            assert (await closed(connection))[0] == CHANGED
        assert json.loads(server.devices("list", "--json")) == []
        assert server.post("/unpair", "", cookie=other)[0] == 401
    return f"within {seconds:.1f} s by another process"


class Hand:
    """A client that tunes, or tries to, and all frequencies that it was told of."""

    def __init__(self, connection):
        self.client, self.steering, self.lows = Client(connection), None, []

    async def begin(self):
        await self.client.send(hello())
        await self.client.send(show(1, SPECTRUM))
        await self.until(lambda: self.steering and self.lows, "steering")
        return self

    async def take(self, tag, payload):
        if tag == STEERING:
            self.steering = struct.unpack_from("<HBHB", payload)
        elif tag == SOURCE:
            self.lows.append(struct.unpack_from("<d", payload, 5)[0])
        elif tag == ROW:
            await self.client.send(acknowledge(1, 1, 0, struct.unpack_from("<I", payload, 8)[0]))

    async def until(self, holds, what):
        await self.client.until(holds, what, self.take)

    async def command(self, format, *values):
        await self.client.send(message(5, format, *values))


async def viewers_look_and_nothing_else(binary, web):
    with GuardedServer(binary, web) as server:
        control = server.pair(server.codes()[0])
        viewer = server.pair(server.codes()[0])
        async with server.connect(control) as first, server.connect(viewer) as second:
            one, two = await Hand(first).begin(), await Hand(second).begin()
            assert one.steering[3] == PAIRED and two.steering[3] == PAIRED | LOOKING, (one.steering, two.steering)
            for format, *values in (
                ("HBdd", 0, 2, 868e6, 870e6), ("HB", 0, 5), ("HBdd", 0, 2, 868e6, 870e6), ("HBd", 0, 0, 20.0),
                ("HBd", 0, 1, 3.0),
            ):
                await two.command(format, *values)
            await two.client.answered(two.take)
            await one.client.answered(one.take)
            assert one.steering[1] == two.steering[1] == 0, "taking control is refused, too"
            await one.command("HBdd", 0, 2, 433e6, 435e6)
            for hand in (one, two):
                await hand.until(lambda: abs(hand.lows[-1] - 433e6) < 2e4, "the first one's frequency")
                # Nothing of what the second one wanted came in between.
                assert not any(abs(low - 868e6) < 5e6 for low in hand.lows), hand.lows
        # More is allowed from another process: the socket ends, and the next one may.
        _, name = [device["name"] for device in json.loads(server.devices("list", "--json"))]
        async with server.connect(viewer) as connection:
            await Hand(connection).begin()
            server.devices("role", name, "control")
            assert (await closed(connection))[0] == CHANGED
        async with server.connect(viewer) as connection:
            hand = await Hand(connection).begin()
            assert hand.steering[3] == PAIRED
    return "five commands refused; the role is changed while it runs"


async def invites_across_processes(binary, web):
    with GuardedServer(binary, web) as server, tempfile.TemporaryDirectory() as folder:
        server.codes()
        picture = f"{folder}/code.png"
        text = server.devices("invite", "--role", "control", "--name", "Ana’s \"phone\"", "--qr", picture)
        link, _ = codes(text.splitlines())
        assert stat.S_IMODE(os.stat(picture).st_mode) == 0o600
        server.pair(link)
        server.devices("rename", "ana’s \"phone\"", "Bench")
        assert "Bench  control" in server.devices(), server.devices()
        assert server.devices("rename", "nobody", "x", code=66)
    missing = subprocess.run(
        [binary, "devices", "invite"], env=server.environment, capture_output=True, text=True, timeout=PATIENCE)
    assert missing.returncode == 69 and "--lan" in missing.stderr, missing
    return "invite, rename, role"


def read_picture(path):
    result = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path], capture_output=True, text=True, timeout=PATIENCE)
    return result.stdout.strip()


def draw(lines, dark, path):
    """Half blocks as a terminal shows them, into an image: `dark` are those that are drawn in black."""
    rows = []
    for line in lines:
        rows.append([(character in "█▀") == dark for character in line])
        rows.append([(character in "█▄") == dark for character in line])
    scale, width = 6, len(rows[0]) * 6
    pixels = b"".join(bytes(0 if cell else 255 for cell in row for _ in range(scale)) * scale for row in rows)
    pathlib.Path(path).write_bytes(b"P5 %d %d 255\n" % (width, len(rows) * scale) + pixels)


async def a_camera_reads_the_code(binary, web):
    """zbar reads the file, the text as a pipe gets it, and the text as a terminal gets it."""
    with tempfile.TemporaryDirectory() as folder, GuardedServer(binary, web, "--qr", f"{folder}/code.png") as server:
        lines = server.wait(lambda lines: lines)
        link = next(line for line in lines if "#pair=" in line).strip()
        assert link.startswith(server.address + "/#pair=")
        assert read_picture(f"{folder}/code.png") == link
        blocks = [line for line in lines if line and set(line) <= set("█▀▄ ")]
        draw(blocks, False, f"{folder}/pipe.pgm")
        assert read_picture(f"{folder}/pipe.pgm") == link
        terminal, other = pty.openpty()
        subprocess.run([binary, "devices", "invite"], stdout=other, env=server.environment, timeout=PATIENCE, check=True)
        os.close(other)
        text = b""
        try:
            while piece := os.read(terminal, 65536):
                text += piece
        except OSError:
            pass
        os.close(terminal)
        lines = text.decode().splitlines()
        link = next(line for line in lines if "#pair=" in line).strip()
        # Black on white is said for every line, whatever the terminal's colours are.
        blocks = [line for line in lines if line.startswith("\x1b[30;107m") and line.endswith("\x1b[0m")]
        draw([line.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m") for line in blocks], True, f"{folder}/tty.pgm")
        assert read_picture(f"{folder}/tty.pgm") == link
    return f"{len(blocks)} lines"


async def needs_no_pairing_on_the_loopback(binary, web):
    """But behind anything that says it passes requests on, for these come from anywhere."""
    with Server(binary, web) as server:
        status, _, text = server.get("/pair")
        assert (status, text) == (200, b"control\n"), (status, text)
        for header in ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"):
            assert server.get("/pair", **{header: "203.0.113.9"})[0] == 401, header
            connecting = server.connect(additional_headers={header: "203.0.113.9"})
            assert await status_of(connecting) == 401, header
    return "401 for what is passed on"


async def over_tls_the_cookie_is_bound_to_the_host(binary, web):
    with SecureServer(binary, web, "--require-pairing") as server:
        line = ""
        while "#pair=" not in line:
            line = server.process.stdout.readline()
        assert line.strip().startswith(server.page + "#pair="), line
        jar = server.home / "jar"
        result = subprocess.run(
            ["curl", "--silent", "--show-error", "--cacert", str(server.root), "--cookie-jar", str(jar), "--include",
             "--json", json.dumps({"code": line.strip().split("#pair=")[1]}), f"https://localhost:{server.port}/pair"],
            capture_output=True, text=True, timeout=PATIENCE)
        cookie = re.search(r"^set-cookie: (.*)$", result.stdout, re.M | re.I).group(1).strip()
        assert re.fullmatch(r"__Host-waveglass=[0-9a-f]{64}; Secure; HttpOnly; SameSite=Strict; Path=/; Max-Age=\d+", cookie), cookie
        headers = {"Cookie": cookie.split(";")[0]}
        async with server.connect(additional_headers=headers) as connection:
            assert await sees_rows(connection)
        assert await status_of(server.connect()) == 401
        # Without its prefix the cookie is anyone's on this host.
        assert server.get("/pair", Cookie=headers["Cookie"].removeprefix("__Host-"))[0] == 401
        assert server.get("/pair", Cookie=headers["Cookie"] + "; " + headers["Cookie"])[0] == 401
    return "__Host-, Secure"


CHECKS = (
    pairs_by_either_code, secrets_are_not_in_the_log, refuses_codes_that_no_longer_hold,
    guessing_ends_the_typed_code, revocation_closes_sockets_at_once, viewers_look_and_nothing_else,
    invites_across_processes, a_camera_reads_the_code, needs_no_pairing_on_the_loopback,
    over_tls_the_cookie_is_bound_to_the_host)
