"""Clients that talk nonsense, flood, stall or lie: each loses its own connection and disturbs no other."""

import asyncio
import base64
import os
import socket
import struct
import time

import websockets

from waits import PATIENCE
from wire import *

ALL_PLANES = 31
SOCKETS = 64
# How often a client that does not read says that it has drawn four rows.
PACE = 0.1


async def closed(connection, *frames, seconds=PATIENCE):
    """Sends frames; gives the code and the reason with which the server closes."""
    try:
        for frame in frames:
            await connection.send(frame)
            # What the server says meanwhile is read, before it resets a connection that only sends.
            await asyncio.sleep(0)
        while True:
            await asyncio.wait_for(connection.recv(), seconds)
    except websockets.ConnectionClosed as end:
        received = end.rcvd
        return (received.code, received.reason) if received else (None, "")


async def refuses_garbage(server):
    async with server.connect() as connection:
        code, reason = await closed(connection, hello(), os.urandom(3) + b"\xff" * 100)
    assert code == 1002, (code, reason)
    async with server.connect() as connection:
        code, reason = await closed(connection, hello(), struct.pack("<HH", 2, 37) + bytes(10))
    assert code == 1002 and "ends" in reason, (code, reason)
    return reason


async def refuses_text(server):
    async with server.connect() as connection:
        code, reason = await closed(connection, "hello")
    assert code == 1003, (code, reason)
    return reason


async def refuses_another_beginning(server):
    async with server.connect() as connection:
        code, reason = await closed(connection, show(1, SPECTRUM))
    assert code == 1002 and "Hello" in reason, (code, reason)
    async with server.connect() as connection:
        code, reason = await closed(connection, message(1, "H", 99))
    assert code == 1002 and "reload" in reason, (code, reason)
    return reason


async def refuses_large_messages(server):
    async with server.connect() as connection:
        code, reason = await closed(connection, hello(), hello() * 50)
    assert code == 1009, (code, reason)
    async with server.connect() as connection:
        await connection.send(hello())
        code, reason = await closed(connection, [b"\x00" * 200, b"\x00" * 200])
    assert code == 1009, (code, reason)
    return "1009 whole and in fragments"


async def takes_fragments(server):
    async with server.connect() as connection:
        data = hello()
        await connection.send([data[:1], data[1:4], data[4:]])
        answer = await asyncio.wait_for(connection.recv(), PATIENCE)
    assert next(parts(answer))[0] == WELCOME
    return "three fragments are one message"


async def stops_floods(server):
    async with server.connect() as connection:
        code, reason = await closed(connection, hello(), *[acknowledge(1, 0, 0, 0)] * 3000)
    assert code == 1008, (code, reason)
    async with server.connect() as connection:
        code, reason = await closed(connection, hello(), *[acknowledge(1, 0, 0, 0) * 18] * 100)
    assert code == 1008, (code, reason)
    return reason + ", one to a frame or many"


async def answers_values_out_of_range(server):
    async with server.greeted() as client:
        refused = [
            message(2, "HHBBHBIIdd", 1, 0, 1, 1, 0, 30, 500_000, 0, 88e6, 108e6),
            message(2, "HHBBHBIIdd", 1, 0, 1, 1, 2049, 30, 500_000, 0, 88e6, 108e6),
            message(2, "HHBBHBIIdd", 1, 0, 1, 1, 8, 30, 500_000, 0, float("nan"), 108e6),
            message(2, "HHBBHBIIdd", 1, 0, 1, 1, 8, 30, 500_000, 0, 108e6, 88e6),
            message(2, "HHBBHBIIdd", 1, 9, 1, 1, 8, 30, 500_000, 0, 88e6, 108e6),
            message(2, "HHBBHBIIdd", 1, 0, 2, 1, 8, 30, 60_000_001, 0, 88e6, 108e6),
            message(5, "HBd", 0, 0, float("inf")),
        ]
        for bad in refused:
            await client.send(bad)
        tags = [tag for tag, _ in await client.answered()]
        assert tags == [NOTICE] * len(refused), tags
        await client.send(show(2, SPECTRUM))
        await client.first(ROW)
    return f"{len(refused)} notices, then rows"


async def survives_extreme_views(server):
    async with server.greeted() as client, server.greeted() as other:
        await other.send(show(1, SPECTRUM, columns=64))
        bands = [(-1e15, 1e15), (1e14, 1e15), (88e6, 88e6 + 1e-7), (0.0, 5e-324), (98e6, 98e6 + 1)]
        for view, (low, high) in enumerate(bands, 1):
            for mode in (SPECTRUM, WATERFALL, METER):
                await client.send(message(2, "HHBBHBIIdd", view * 3 + mode, 0, mode, ALL_PLANES, 2048, 60, 100_000, 0, low, high))
                await client.send(message(6, "Hqq", view * 3 + mode, -(1 << 53), 1 << 53))
                await client.answered()
                # A row is made while this is shown.
                await other.rows(1, 2)
        await client.send(show(99, SPECTRUM))
        views = []

        async def look(tag, payload):
            if tag == ROW:
                views.append(Row(payload).view)

        await client.until(lambda: 99 in views, "row of the last view", look)
    return f"{len(bands)} bands in 3 modes"


async def checks_origin_and_host(server):
    for origin in ("http://evil.example", "null", "https://" + server.host):
        try:
            async with server.connect(origin=origin):
                raise AssertionError(f"{origin} was let in")
        except websockets.InvalidStatus as refusal:
            assert refusal.response.status_code == 403, refusal.response.status_code
    async with server.connect(origin=None) as connection:
        await connection.send(hello())
    status, _, _ = server.get("/", Host="evil.example")
    assert status == 421, status
    status, _, _ = server.get("/", Host=f"evil.example:{server.port}")
    assert status == 421, status
    reply = await raw(server, upgrade(host=f"evil.example:{server.port}"))
    assert reply.startswith(b"HTTP/1.1 421"), reply[:60]
    return "403 for foreign origins, 421 for foreign hosts"


def upgrade(host, extra=""):
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{extra}\r\n").encode()


async def raw(server, *data, seconds=PATIENCE, until=None):
    """Sends bytes over TCP and gives what comes back until the server closes, or until something has come of a connection that it keeps."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    for piece in data:
        writer.write(piece)
    received = b""
    try:
        async with asyncio.timeout(seconds):
            while not (until and until in received) and (piece := await reader.read(65536)):
                received += piece
    except ConnectionError:
        pass
    writer.close()
    return received


async def refuses_what_is_no_http(server):
    replies = [
        await raw(server, b"\x16\x03\x01\x02\x00" + os.urandom(200)),
        await raw(server, b"GET / HTTP/9.9\r\n\r\n"),
        await raw(server, b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n"),
        await raw(server, b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        await raw(server, b"GET /socket HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"),
    ]
    assert not any(b" 200 " in reply or b" 101 " in reply for reply in replies), replies
    return f"{len(replies)} refused"


async def refuses_unmasked_frames(server):
    reply = await raw(server, upgrade(server.host), b"\x82\x06" + hello())
    frame = reply.split(b"\r\n\r\n", 1)[1]
    assert frame[:1] == b"\x88" and struct.unpack(">H", frame[2:4])[0] == 1002, frame[:40]
    return frame[4:].decode()


async def limits_sockets(server):
    """All at once: what is refused is told so, and every socket that opens is served."""
    async def open_one():
        try:
            connection = await server.connect()
        except websockets.InvalidStatus as refusal:
            return refusal.response.status_code
        await connection.send(hello())
        answer = await asyncio.wait_for(connection.recv(), PATIENCE)
        assert next(parts(answer))[0] == WELCOME
        return connection

    async def open_again():
        """Opens one as soon as the server has seen that another is gone, which no message says: what is refused asks again."""
        end = time.monotonic() + PATIENCE
        while isinstance(found := await open_one(), int):
            assert found == 503 and time.monotonic() < end, found
        return found

    results = await asyncio.gather(*[open_one() for _ in range(110)])
    refused = [result for result in results if isinstance(result, int)]
    connections = [result for result in results if not isinstance(result, int)]
    assert set(refused) == {503}, refused
    assert len(connections) == SOCKETS - 1, len(connections)  # and the witness's
    await connections.pop().close()
    connections.append(await open_again())
    assert await open_one() == 503
    await asyncio.gather(*[connection.close() for connection in connections])
    # A request that asks for an upgrade and gets none gives its place back.
    await asyncio.gather(*[
        raw(server, upgrade(server.host).replace(b"-Version: 13", b"-Version: 7"), until=b"\r\n\r\n") for _ in range(SOCKETS + 6)])
    again = [await open_again() for _ in range(SOCKETS - 1)]
    assert await open_one() == 503
    await asyncio.gather(*[connection.close() for connection in again])
    return f"{len(connections)} of 110 at once beside another, 503 for {len(refused)}"


CHECKS = (
    refuses_garbage, refuses_text, refuses_another_beginning, refuses_large_messages, takes_fragments, stops_floods,
    answers_values_out_of_range, survives_extreme_views, checks_origin_and_host, refuses_what_is_no_http,
    refuses_unmasked_frames, limits_sockets,
)


async def drops_who_stops_reading(server):
    """Takes 30 s and more: run beside the others. Credit without reading fills every buffer on the way."""
    before = server.resident_megabytes
    loop = asyncio.get_running_loop()
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.setblocking(False)
    await loop.sock_connect(plain, ("127.0.0.1", server.port))
    await loop.sock_sendall(plain, upgrade(server.host))
    await loop.sock_recv(plain, 129)
    began = time.monotonic()
    for data in [hello(), show(1, SPECTRUM, planes=ALL_PLANES)]:
        await loop.sock_sendall(plain, masked(data))
    try:
        while (seconds := time.monotonic() - began) < PATIENCE:
            await loop.sock_sendall(plain, masked(acknowledge(1, 4, 0, 0)))
            await asyncio.sleep(PACE)
    except ConnectionError:
        pass
    plain.close()
    grown = server.resident_megabytes - before
    # A busy machine is late.
    assert 25 < seconds < 60, f"dropped after {seconds:.0f} s"
    assert grown < 150, f"{grown:.0f} MB"
    return f"dropped after {seconds:.0f} s"


def masked(data):
    key = os.urandom(4)
    return bytes([0x82, 0x80 | len(data)]) + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(data))


async def closes_connections_that_ask_nothing(server):
    """Takes 10 s: run beside the others."""
    began = time.monotonic()
    reply = await raw(server, b"GET / HTTP/1.1\r\nHost: ")
    seconds = time.monotonic() - began
    assert 8 < seconds < 25 and b" 200 " not in reply, (seconds, reply)
    return f"closed after {seconds:.0f} s"


SLOW_CHECKS = (drops_who_stops_reading, closes_connections_that_ask_nothing)
