"""Who is let in, and who is not: pairing, roles, revocation, and what strangers try."""

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

import websockets

from guarded import GuardedServer, codes
from hostile_checks import raw, upgrade
from secure import SecureServer
from server import Server
from tls_checks import chromium
from wire import *

STEERING, CHANGED = 76, 4001
WRONG = "00000000"


async def status_of(connecting):
    try:
        async with connecting:
            return 101
    except websockets.InvalidStatus as refusal:
        return refusal.response.status_code


async def sees_rows(connection, seconds=0.6):
    client = Client(connection)
    await client.send(hello())
    await client.send(show(1, SPECTRUM))
    return any(tag == ROW for tag, _ in await client.collect(seconds))


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
        await asyncio.sleep(1.2)
        log = "".join(server.log)
        assert len(server.log) >= 4 and len(log) < 10_000, log
        for secret in (link, typed, typed.replace("-", ""), token, *shown, shown[1].replace("-", "")):
            assert secret.lower() not in log.lower(), secret
        said = "".join(server.output)
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
            assert status == 410 and "used already" in text, (status, text)
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
        await asyncio.sleep(int(headers["Retry-After"]) + 0.2)
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
            began = time.monotonic()
            server.devices("revoke", name)
            try:
                while True:
                    await asyncio.wait_for(connection.recv(), 3)
            except websockets.ConnectionClosed as end:
                assert end.rcvd.code == CHANGED, end
            seconds = time.monotonic() - began
            assert seconds < 2, seconds
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
            try:
                while True:
                    await asyncio.wait_for(connection.recv(), 1)
            except websockets.ConnectionClosed as end:
                assert end.rcvd.code == CHANGED, end
        assert json.loads(server.devices("list", "--json")) == []
        assert server.post("/unpair", "", cookie=other)[0] == 401
    return f"within {seconds:.1f} s by another process"


class Hand:
    def __init__(self, connection):
        self.client, self.steering, self.low = Client(connection), None, None

    async def begin(self):
        await self.client.send(hello())
        await self.client.send(show(1, SPECTRUM))
        await self.listen()
        return self

    async def listen(self, seconds=0.7):
        async def answer(tag, payload):
            if tag == STEERING:
                self.steering = struct.unpack_from("<HBHB", payload)
            elif tag == SOURCE:
                self.low, _ = struct.unpack_from("<dd", payload, 5)
            elif tag == ROW:
                await self.client.send(acknowledge(1, 1, 0, struct.unpack_from("<I", payload, 8)[0]))

        await self.client.collect(seconds, answer)

    async def command(self, format, *values):
        await self.client.send(message(5, format, *values))


async def viewers_look_and_nothing_else(binary, web):
    with GuardedServer(binary, web) as server:
        control = server.pair(server.codes()[0])
        viewer = server.pair(server.codes()[0])
        async with server.connect(control) as first, server.connect(viewer) as second:
            one, two = await Hand(first).begin(), await Hand(second).begin()
            assert one.steering[3] == 0 and two.steering[3] == 1, (one.steering, two.steering)
            before = one.low
            for format, *values in (
                ("HBdd", 0, 2, 433e6, 435e6), ("HB", 0, 5), ("HBdd", 0, 2, 433e6, 435e6), ("HBd", 0, 0, 20.0),
                ("HBd", 0, 1, 3.0),
            ):
                await two.command(format, *values)
            await asyncio.gather(one.listen(), two.listen())
            assert one.low == two.low == before, (one.low, two.low)
            assert one.steering[1] == two.steering[1] == 0, "taking control is refused, too"
            await one.command("HBdd", 0, 2, 433e6, 435e6)
            await asyncio.gather(one.listen(1.2), two.listen(1.2))
            assert abs(two.low - 433e6) < 2e4, two.low
        # More is allowed from another process: the socket ends, and the next one may.
        _, name = [device["name"] for device in json.loads(server.devices("list", "--json"))]
        async with server.connect(viewer) as connection:
            await Hand(connection).begin()
            server.devices("role", name, "control")
            try:
                while True:
                    await asyncio.wait_for(connection.recv(), 3)
            except websockets.ConnectionClosed as end:
                assert end.rcvd.code == CHANGED, end
        async with server.connect(viewer) as connection:
            hand = await Hand(connection).begin()
            assert hand.steering[3] == 0
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
        [binary, "devices", "invite"], env=server.environment, capture_output=True, text=True, timeout=10)
    assert missing.returncode == 69 and "--lan" in missing.stderr, missing
    return "invite, rename, role"


def read_picture(path):
    result = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path], capture_output=True, text=True, timeout=20)
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
        subprocess.run([binary, "devices", "invite"], stdout=other, env=server.environment, timeout=10, check=True)
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


async def refuses_requests_of_other_pages(binary, web):
    with GuardedServer(binary, web) as server:
        link, _ = server.codes()
        body = {"code": link}
        for origin in ("http://evil.example", "null", "https://" + server.host, f"http://localhost:{server.port}"):
            assert server.post("/pair", body, Origin=origin)[0] == 403, origin
            assert server.post("/unpair", "", Origin=origin)[0] == 403, origin
        for host in ("evil.example", f"evil.example:{server.port}", f"127.0.0.1.evil.example:{server.port}", "127.0.0.1"):
            assert server.post("/pair", body, Host=host)[0] == 421, host
            assert server.get("/pair", Host=host)[0] == 421, host
        # What a form of another page can send without asking.
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
            assert server.post("/pair", json.dumps(body), Content_Type=kind)[0] == 415, kind
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
            assert server.get("/pair", method=method)[0] == 405, method
        for broken in ("", "{}", "[]", "{", '{"code": 1}', '{"code": ""}', '{"code": "a", "role": "control"}', "\0", b"\xff" * 9):
            assert server.post("/pair", broken)[0] == 400, broken
        server.pair(link)
        for reason in ("foreign-origin", "foreign-host", "content-type", "pair-body"):
            assert len(server.refusals(reason)) == 1, (reason, server.log)
    return "403, 421, 415, 405, 400; the code still held"


def request(server, line="GET / HTTP/1.1", *headers, body=b""):
    lines = [line, f"Host: {server.host}", *headers]
    return "\r\n".join(lines).encode("latin1") + b"\r\n\r\n" + body


async def refuses_what_proxies_take_in_two_ways(binary, web):
    """Request smuggling: one answer, 400, and the end; never a second request in what follows."""
    with GuardedServer(binary, web) as server:
        inner = request(server, "GET /pair HTTP/1.1")
        post = "POST /pair HTTP/1.1"
        bad = {
            "a length beside chunks": request(server, post, "Content-Length: 6", "Transfer-Encoding: chunked", body=b"0\r\n\r\n" + inner),
            "chunks beside a length": request(server, post, "Transfer-Encoding: chunked", "Content-Length: 6", body=b"0\r\n\r\n" + inner),
            "two lengths": request(server, post, "Content-Length: 3", "Content-Length: 4", body=b"abcd" + inner),
            "one length twice": request(server, post, "Content-Length: 3", "Content-Length: 3", body=b"abc" + inner),
            "a list of lengths": request(server, post, "Content-Length: 3, 3", body=b"abc" + inner),
            "a length with a sign": request(server, post, "Content-Length: +3", body=b"abc" + inner),
            "a negative length": request(server, post, "Content-Length: -3", body=b"abc" + inner),
            "a hexadecimal length": request(server, post, "Content-Length: 0x3", body=b"abc" + inner),
            "a length without end": request(server, post, "Content-Length: " + "9" * 40, body=b"abc" + inner),
            "another coding": request(server, post, "Transfer-Encoding: identity", body=b"0\r\n\r\n" + inner),
            "an unknown coding": request(server, post, "Transfer-Encoding: xchunked", body=b"0\r\n\r\n" + inner),
            "two codings": request(server, post, "Transfer-Encoding: gzip, chunked", body=b"0\r\n\r\n" + inner),
            "chunked twice": request(server, post, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body=b"0\r\n\r\n" + inner),
            "chunked not last": request(server, post, "Transfer-Encoding: chunked, identity", body=b"0\r\n\r\n" + inner),
            "a hidden coding": request(server, post, "Transfer-Encoding:\x0bchunked", body=b"0\r\n\r\n" + inner),
            "chunks in HTTP/1.0": request(server, "POST /pair HTTP/1.0", "Transfer-Encoding: chunked", body=b"0\r\n\r\n" + inner),
            "a chunk that is no number": request(server, post, "Transfer-Encoding: chunked", body=b"ZZ\r\nabc\r\n0\r\n\r\n" + inner),
            "a chunk of 2^68": request(server, post, "Transfer-Encoding: chunked", body=b"FFFFFFFFFFFFFFFFF\r\nabc" + inner),
            "a chunk with bare line feeds": request(server, post, "Transfer-Encoding: chunked", body=b"3\nabc\n0\n\n" + inner),
            "a chunk longer than it says": request(server, post, "Transfer-Encoding: chunked", body=b"3\r\nabcX\r\n0\r\n\r\n" + inner),
            "a chunk's extension with a line feed": request(server, post, "Transfer-Encoding: chunked", body=b"3;a\nb\r\nabc\r\n0\r\n\r\n" + inner),
            "a folded header": request(server, "GET / HTTP/1.1", "X-A: b\r\n c"),
            "a folded coding": request(server, post, "Transfer-Encoding:\r\n chunked", body=b"0\r\n\r\n" + inner),
            "a bare line feed": request(server, "GET / HTTP/1.1", "X-A: b\nX-B: c"),
            "bare line feeds alone": request(server).replace(b"\r", b""),
            "a bare carriage return": request(server, "GET / HTTP/1.1", "X-A: b\rX-B: c"),
            "a blank before the colon": request(server, post, "Content-Length : 3", body=b"abc" + inner),
            "a blank before the first header": request(server).replace(b"Host", b" Host"),
            "a header without a colon": request(server, "GET / HTTP/1.1", "XA"),
            "a header without a name": request(server, "GET / HTTP/1.1", ": b"),
            "a zero in a header": request(server, "GET / HTTP/1.1", "X-A: a\0b"),
            "two hosts": request(server, "GET / HTTP/1.1", f"Host: {server.host}"),
            "two different hosts": request(server, "GET / HTTP/1.1", "Host: evil.example"),
            "no host": b"GET / HTTP/1.1\r\n\r\n",
            "a whole address": request(server, "GET http://evil.example/ HTTP/1.1"),
            "a host as target": request(server, "CONNECT evil.example:80 HTTP/1.1"),
            "a blank in the target": request(server, "GET /a b HTTP/1.1"),
            "an unknown method": request(server, "FOO / HTTP/1.1"),
            "HTTP/2 without asking": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        }
        for what, data in bad.items():
            reply = await raw(server, data, seconds=2)
            statuses = re.findall(rb"^HTTP/1.1 (\d+)", reply, re.M)
            assert statuses in ([b"400"], [b"413"] if what == "a length without end" else []), (what, reply)
            assert b"Connection: close" in reply and b"swift" not in reply.lower(), (what, reply)
        # A socket is opened by a GET without a body alone.
        for line, extra in (("POST /socket HTTP/1.1", "Content-Length: 4\r\n"), ("GET /socket HTTP/1.1", "Content-Length: 4\r\n"),
                            ("GET /socket HTTP/1.0", "")):
            data = upgrade(server.host, extra).replace(b"GET /socket HTTP/1.1", line.encode()) + b"abcd"
            assert b" 101 " not in await raw(server, data, seconds=1), line
        assert len(server.refusals("malformed")) == 1, server.log
        # Chunks as they should be are taken.
        link, _ = server.codes()
        body = json.dumps({"code": link}).encode()
        data = request(server, post, "Content-Type: application/json", "Transfer-Encoding: chunked", "Connection: close",
                       body=b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
        assert (await raw(server, data)).startswith(b"HTTP/1.1 200"), "well-formed chunks"
    return f"{len(bad)} ways"


async def refuses_floods_of_headers_and_bodies(binary, web):
    with GuardedServer(binary, web) as server:
        async def status(data, seconds=3):
            return (await raw(server, data, seconds=seconds))[9:12].decode()

        assert await status(request(server, "GET / HTTP/1.1", "X-A: " + "a" * 9000)) == "431"
        assert await status(request(server, "GET / HTTP/1.1", *[f"X-{n}: {'a' * 1000}" for n in range(20)])) == "431"
        assert await status(request(server, "GET / HTTP/1.1", *[f"X-{n}: b" for n in range(100)])) == "431"
        assert await status(b"GET / HTTP/1.1\r\nX: " + b"a" * 2_000_000) == "431"
        assert await status(request(server, f"GET /{'a' * 3000} HTTP/1.1")) == "414"
        assert await status(request(server, f"GET /{'a' * 100_000} HTTP/1.1")) == "431"
        post = ("POST /pair HTTP/1.1", "Content-Type: application/json")
        assert await status(request(server, *post, "Content-Length: 1025", body=b" " * 1025)) == "413"
        assert await status(request(server, *post, "Content-Length: 4000000000")) == "413"
        assert await status(request(server, *post, "Transfer-Encoding: chunked", body=b"400\r\n" + b" " * 1024 + b"\r\n400\r\n" + b" " * 1024)) == "413"
        assert await status(request(server, "POST / HTTP/1.1", "Content-Length: 1000000", body=b" " * 1_000_000)) == "413"
        before = server.resident_megabytes
        many = [raw(server, b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"a" * 100) for n in range(2000)), seconds=2) for _ in range(40)]
        await asyncio.gather(*many)
        grown = server.resident_megabytes - before
        assert grown < 30, f"{grown:.0f} MB"
        for reason in ("headers-too-large", "target-too-long", "body-too-large"):
            assert len(server.refusals(reason)) == 1, (reason, server.log)
    return f"431, 414, 413; {grown:.0f} MB"


async def refuses_paths_that_climb(binary, web):
    with GuardedServer(binary, web) as server, open(pathlib.Path(web, "index.html"), "rb") as page:
        secret = server.state / "devices.json"
        server.pair(server.codes()[0])
        depth = "/".join([".."] * 12)
        for path in (
            "/../index.html", "/%2e%2e/index.html", "/%2E%2E%2Findex.html", "/..%2findex.html", "/..\\index.html", "/..%5cindex.html",
            "/%252e%252e%252findex.html", "/.%00./index.html", "/index.html%00.js", "/./index.html", "//index.html", "/..;/index.html",
            "/%c0%ae%c0%ae/index.html", f"/{depth}{secret}", f"/{depth}/etc/passwd", "/.git/config", "/pair/../index.html",
        ):
            data = f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\nConnection: close\r\n\r\n".encode()
            reply = await raw(server, data)
            assert reply.startswith(b"HTTP/1.1 404"), (path, reply[:80])
            assert b"tokenSHA256" not in reply and b"root:" not in reply, path
        curl = subprocess.run(
            ["curl", "--silent", "--path-as-is", "--output", os.devnull, "--write-out", "%{http_code}",
             f"{server.address}/../../../../etc/passwd"], capture_output=True, text=True, timeout=10)
        assert curl.stdout == "404", curl
        assert len(server.refusals("path-climbs")) == 1, server.log
    return "17 paths, 404"


async def refuses_too_many_and_too_fast(binary, web):
    with GuardedServer(binary, web) as server:
        # Connections: those beyond the limit are told so, and the others go on.
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(64)]
        reply = await raw(server, request(server), seconds=2)
        assert reply.startswith(b"HTTP/1.1 429") and b"Retry-After: 5" in reply, reply
        for _, writer in held[:2]:
            writer.close()
        await asyncio.sleep(0.2)
        assert (await raw(server, request(server, "GET / HTTP/1.1", "Connection: close"))).startswith(b"HTTP/1.1 200")
        for _, writer in held:
            writer.close()
        await asyncio.sleep(0.2)
        reply = await raw(server, request(server, "GET /pair HTTP/1.1") * 1000, seconds=20)
        statuses = [int(status) for status in re.findall(rb"^HTTP/1.1 (\d+)", reply, re.M)]
        assert 290 <= len(statuses) < 900 and set(statuses[:-1]) == {401} and statuses[-1] == 429, statuses
        wait = int(re.findall(rb"Retry-After: (\d+)", reply)[0])
        await asyncio.sleep(wait + 0.2)
        assert server.get("/")[0] == 200
        assert len(server.refusals("too-fast")) == len(server.refusals("too-many-connections")) == 1, server.log
    return f"429 for the 65th connection and the request after {len(statuses) - 1} at once"


async def ends_what_comes_too_slowly(binary, web):
    """Takes 10 s. One byte now and then, in the headers or in the body, holds no connection."""
    with GuardedServer(binary, web) as server:
        async def drip(begin, piece):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            began = time.monotonic()
            writer.write(begin)
            reading = asyncio.create_task(reader.read())
            while not reading.done() and time.monotonic() - began < 20:
                writer.write(piece)
                await asyncio.wait([reading], timeout=0.5)
            writer.close()
            return time.monotonic() - began, await reading

        ended = await asyncio.gather(
            drip(b"GET / HTTP/1.1\r\n", b"X: a\r\n"), drip(b"G", b""), drip(b"", b""),
            drip(request(server, "POST /pair HTTP/1.1", "Content-Type: application/json", "Content-Length: 900"), b" "),
            drip(request(server, "POST /pair HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked"), b"1\r\n \r\n"))
        for seconds, reply in ended:
            assert 8 < seconds < 13 and reply.startswith(b"HTTP/1.1 408"), (seconds, reply)
        assert len(server.refusals("too-slow")) == 1, server.log
    return f"{len(ended)} ways, 408 after {max(seconds for seconds, _ in ended):.0f} s"


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
            capture_output=True, text=True, timeout=10)
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


async def shows_rows(page, more_than=0):
    async with asyncio.timeout(10):
        while not await page.evaluate(f"waveglass.rows > {more_than} && waveglass.draws > 0"):
            await asyncio.sleep(0.05)


async def says(page, words):
    async with asyncio.timeout(10):
        while words not in await page.inner_text("#pairing [role=status]"):
            await asyncio.sleep(0.05)
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
            assert await page.evaluate("location.href") == server.address + "/"
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
            await page.evaluate(f"location.hash = '#pair={link}'")
            async with asyncio.timeout(10):
                while "looking only" not in await page.inner_text("#chip"):
                    await asyncio.sleep(0.05)
            assert await page.evaluate("location.href") == server.address + "/"
            await page.click("#handle")
            # Nothing of it can be read before it has begun to open.
            async with asyncio.timeout(10):
                while not (drawer := await page.inner_text("#drawer")):
                    await asyncio.sleep(0.05)
            assert "This device was paired to look only" in drawer and "Take control" not in drawer, drawer
            assert not problems, problems
    return "by link, typed, revoked, and scanned again"


CHECKS = (
    the_page_takes_the_code_out_of_its_address, pairs_by_either_code, secrets_are_not_in_the_log, refuses_codes_that_no_longer_hold, guessing_ends_the_typed_code,
    revocation_closes_sockets_at_once, viewers_look_and_nothing_else, invites_across_processes, a_camera_reads_the_code,
    refuses_requests_of_other_pages, refuses_what_proxies_take_in_two_ways, refuses_floods_of_headers_and_bodies,
    refuses_paths_that_climb, refuses_too_many_and_too_fast, ends_what_comes_too_slowly, needs_no_pairing_on_the_loopback,
    over_tls_the_cookie_is_bound_to_the_host)
