"""What strangers try, and what they are told: forgery, smuggling, floods, paths that climb."""

import asyncio
import json
import os
import re
import subprocess
import time

from guarded import GuardedServer
from hostile_checks import raw, upgrade
from waits import PATIENCE


# How often a byte comes of a request that never ends.
PACE = 0.5


def request(server, line="GET / HTTP/1.1", *headers, body=b""):
    lines = [line, f"Host: {server.host}", *headers]
    return "\r\n".join(lines).encode("latin1") + b"\r\n\r\n" + body


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
        # Each takes its time to close; side by side, but fewer than one address may have open.
        ways = asyncio.Semaphore(20)

        async def answer(data):
            async with ways:
                return await raw(server, data)

        for what, reply in zip(bad, await asyncio.gather(*map(answer, bad.values()))):
            statuses = re.findall(rb"^HTTP/1.1 (\d+)", reply, re.M)
            assert statuses in ([b"400"], [b"413"] if what == "a length without end" else []), (what, reply)
            assert b"Connection: close" in reply and b"swift" not in reply.lower(), (what, reply)
        # A socket is opened by a GET without a body alone.
        for line, extra in (("POST /socket HTTP/1.1", "Content-Length: 4\r\n"), ("GET /socket HTTP/1.1", "Content-Length: 4\r\n"),
                            ("GET /socket HTTP/1.0", "")):
            data = upgrade(server.host, extra).replace(b"GET /socket HTTP/1.1", line.encode()) + b"abcd"
            assert b" 101 " not in await raw(server, data), line
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
        async def status(data):
            return (await raw(server, data))[9:12].decode()

        post = ("POST /pair HTTP/1.1", "Content-Type: application/json")
        floods = [
            ("431", request(server, "GET / HTTP/1.1", "X-A: " + "a" * 9000)),
            ("431", request(server, "GET / HTTP/1.1", *[f"X-{n}: {'a' * 1000}" for n in range(20)])),
            ("431", request(server, "GET / HTTP/1.1", *[f"X-{n}: b" for n in range(100)])),
            ("431", b"GET / HTTP/1.1\r\nX: " + b"a" * 2_000_000),
            ("414", request(server, f"GET /{'a' * 3000} HTTP/1.1")),
            ("431", request(server, f"GET /{'a' * 100_000} HTTP/1.1")),
            ("413", request(server, *post, "Content-Length: 1025", body=b" " * 1025)),
            ("413", request(server, *post, "Content-Length: 4000000000")),
            ("413", request(server, *post, "Transfer-Encoding: chunked", body=b"400\r\n" + b" " * 1024 + b"\r\n400\r\n" + b" " * 1024)),
            ("413", request(server, "POST / HTTP/1.1", "Content-Length: 1000000", body=b" " * 1_000_000))]
        statuses = await asyncio.gather(*[status(data) for _, data in floods])
        assert statuses == [expected for expected, _ in floods], statuses
        before = server.resident_megabytes
        many = [raw(server, b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"a" * 100) for n in range(2000))) for _ in range(40)]
        await asyncio.gather(*many)
        grown = server.resident_megabytes - before
        assert grown < 30, f"{grown:.0f} MB"
        for reason in ("headers-too-large", "target-too-long", "body-too-large"):
            assert len(server.refusals(reason)) == 1, (reason, server.log)
    return f"431, 414, 413; {grown:.0f} MB"


async def refuses_paths_that_climb(binary, web):
    with GuardedServer(binary, web) as server:
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
             f"{server.address}/../../../../etc/passwd"], capture_output=True, text=True, timeout=PATIENCE)
        assert curl.stdout == "404", curl
        assert len(server.refusals("path-climbs")) == 1, server.log
    return "17 paths, 404"


async def noticed(server, data):
    """The answer to a request once the server has seen that other connections are gone, which nothing says: what is refused asks again."""
    end = time.monotonic() + PATIENCE
    while (reply := await raw(server, data)).startswith(b"HTTP/1.1 429"):
        assert time.monotonic() < end, reply
    return reply


async def refuses_too_many_and_too_fast(binary, web):
    with GuardedServer(binary, web) as server:
        # Connections: those beyond the limit are told so, and the others go on.
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(64)]
        reply = await raw(server, request(server))
        assert reply.startswith(b"HTTP/1.1 429") and b"Retry-After: 5" in reply, reply
        closing = request(server, "GET / HTTP/1.1", "Connection: close")
        for _, writer in held[:2]:
            writer.close()
        assert (await noticed(server, closing)).startswith(b"HTTP/1.1 200")
        for _, writer in held:
            writer.close()
        reply = await noticed(server, request(server, "GET /pair HTTP/1.1") * 1000)
        statuses = [int(status) for status in re.findall(rb"^HTTP/1.1 (\d+)", reply, re.M)]
        assert 290 <= len(statuses) < 900 and set(statuses[:-1]) == {401} and statuses[-1] == 429, statuses
        # It waits as it is told to.
        await asyncio.sleep(int(re.findall(rb"Retry-After: (\d+)", reply)[0]))
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
            while not reading.done():
                assert time.monotonic() - began < PATIENCE, "it holds a connection"
                writer.write(piece)
                await asyncio.wait([reading], timeout=PACE)
            writer.close()
            return time.monotonic() - began, await reading

        ended = await asyncio.gather(
            drip(b"GET / HTTP/1.1\r\n", b"X: a\r\n"), drip(b"G", b""), drip(b"", b""),
            drip(request(server, "POST /pair HTTP/1.1", "Content-Type: application/json", "Content-Length: 900"), b" "),
            drip(request(server, "POST /pair HTTP/1.1", "Content-Type: application/json", "Transfer-Encoding: chunked"), b"1\r\n \r\n"))
        for seconds, reply in ended:
            # A busy machine is late.
            assert 8 < seconds < 25 and reply.startswith(b"HTTP/1.1 408"), (seconds, reply)
        assert len(server.refusals("too-slow")) == 1, server.log
    return f"{len(ended)} ways, 408 after {max(seconds for seconds, _ in ended):.0f} s"


CHECKS = (
    refuses_requests_of_other_pages, refuses_what_proxies_take_in_two_ways,
    refuses_floods_of_headers_and_bodies, refuses_paths_that_climb, refuses_too_many_and_too_fast,
    ends_what_comes_too_slowly)
