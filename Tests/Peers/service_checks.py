"""The server as a service: what it says to its manager and to the log, and how it ends."""

import asyncio
import contextlib
import datetime
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time

import websockets

from guarded import GuardedServer
from record_checks import RATE, Receiver, data, load, until_recorded, validate
from secure import ForeignAuthority, SecureServer, tool
from server import Server
from waits import PATIENCE, halt, until_stuck, until_uncaught
from wire import *


class Manager:
    """The socket of a service manager, which is a path or behind @ a name of Linux's own."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self.socket.settimeout(PATIENCE)

    def hear(self):
        return dict(line.split("=", 1) for line in self.socket.recv(4096).decode().split("\n"))


class Service(Server):
    """A server with some variables of its own; keeps its log apart."""

    def __init__(self, binary, web, *options, **environment):
        super().__init__(binary, web, "demo:", *options)
        self.environment = {**os.environ, **environment}

    def log(self):
        self.stop()
        return self.process.stderr.read().splitlines()


async def tells_its_manager(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        for address in (f"{folder}/notify", f"@waveglass-{os.getpid()}"):
            manager = Manager(address)
            with Service(binary, web, NOTIFY_SOCKET=address, WATCHDOG_USEC="400000") as server:
                while (said := manager.hear()) == {"WATCHDOG": "1"}:
                    pass
                assert said["READY"] == "1" and server.address in said["STATUS"], said
                assert server.get("/")[0] == 200, "ready means ready"
                began = time.monotonic()
                beats = [manager.hear() for _ in range(5)]
                took = time.monotonic() - began
                assert all(beat == {"WATCHDOG": "1"} for beat in beats), beats
                # A busy machine is late.
                assert took < 5, f"{took:.2f} s for four halves of 0.4 s"
                # A server that hangs is silent, for longer than two beats are apart.
                halt(server.process)
                manager.socket.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        manager.hear()
                manager.socket.settimeout(0.5)
                try:
                    raise AssertionError(manager.hear())
                except TimeoutError:
                    pass
                manager.socket.settimeout(PATIENCE)
                server.process.send_signal(signal.SIGCONT)
                server.process.terminate()
                while (said := manager.hear()) == {"WATCHDOG": "1"}:
                    pass
                assert said == {"STOPPING": "1"} and server.process.wait(PATIENCE) == 0, said
        with Service(binary, web, NOTIFY_SOCKET=f"{folder}/gone") as server:
            assert server.get("/")[0] == 200
    return "READY, WATCHDOG while it lives, STOPPING; path and abstract name"


async def writes_lines_for_machines(binary, web):
    with Service(binary, web, "--log-format", "json", "--log-level", "debug") as server:
        async with server.connect() as connection:
            await connection.send(hello())
            await connection.send(show(1, SPECTRUM))
            await connection.recv()
        server.get("/..%2fetc")
        events = [json.loads(line) for line in server.log()]
    for event in events:
        assert event.keys() == {"time", "level", "message", "fields"}, event
        when = datetime.datetime.fromisoformat(event["time"])
        assert when.tzinfo and abs(when.timestamp() - time.time()) < 60, event
    said = {event["message"]: event for event in events}
    assert said["serving"]["level"] == "info" and said["serving"]["fields"]["address"] == f"{server.address}/"
    assert said["client connected"] == {**said["client connected"], "level": "debug", "fields": {"address": "127.0.0.1"}}
    assert said["client disconnected"]["fields"] == {"address": "127.0.0.1"} and said["stopping"]["level"] == "info"
    refused = said["refused"]
    assert refused["level"] == "notice" and refused["fields"] == {
        "address": "127.0.0.1", "reason": "path-climbs", "status": "404"}, refused
    order = [event["message"] for event in events]
    assert order.index("client connected") < order.index("client disconnected") < order.index("stopping"), order
    with Service(binary, web) as server:
        server.get("/..%2fetc")
        (line,) = server.log()
        assert re.fullmatch(
            r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z notice: refused address=127\.0\.0\.1 reason=path-climbs status=404",
            line), line
    with Service(binary, web, "--log-level", "warning") as server:
        server.get("/..%2fetc")
        assert server.log() == []
    for wrong in (("--log-format", "xml"), ("--log-level", "loud")):
        result = subprocess.run([binary, "serve", "demo:", *wrong], capture_output=True, text=True, timeout=PATIENCE)
        assert result.returncode == 64 and "is" in result.stderr, result
    return f"{len(events)} objects, each with time, level, message and fields"


async def the_journal_gets_levels(binary, web):
    """Standard error is what JOURNAL_STREAM names; a process that only inherited the variable writes as usual."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "journal")
        with path.open("wb") as journal:
            status = os.fstat(journal.fileno())
            for stream, expected in (
                    (f"{status.st_dev}:{status.st_ino}", r"<5>notice: refused address=127\.0\.0\.1 reason=path-climbs status=404"),
                    ("8:1", r"\d{4}-\S+Z notice: refused .*")):
                journal.truncate(0)
                with Service(binary, web, JOURNAL_STREAM=stream) as server:
                    pass
                process = subprocess.Popen(
                    [*server.command, "--port", "0"], stdout=subprocess.PIPE, stderr=journal, text=True,
                    env={**os.environ, "JOURNAL_STREAM": stream})
                server.port = int(process.stdout.readline().rsplit(":", 1)[1].strip("/\n"))
                server.get("/..%2fetc")
                process.terminate()
                assert process.wait(PATIENCE) == 0
                (line,) = path.read_text().lstrip("\0").splitlines()
                assert re.fullmatch(expected, line), line
    return "<5> for the journal alone"


async def says_what_sources_do(binary, web):
    with Receiver() as receiver:
        with Server(binary, web, receiver.source, log="info") as server:
            begun = server.logs("source=0", "state=delivering")
            assert " info: source " in begun, "what the log has by default is notices"
            receiver.close()
            silent = server.logs(" warning: source ", "state=silent")
            assert 'reason="127.0.0.1:' in silent, silent
            receiver.restart()
            again = server.logs(" notice: source ", "state=delivering")
            assert "reason" not in again, again
            assert server.stop()[1] == 0
            rest = [line for line in server.logged.all() if " info: " not in line]
        assert rest == [silent, again], rest
    return "silent is a warning, its end a notice, a good beginning nothing"


async def the_finest_log_holds_no_secret(binary, web):
    with GuardedServer(binary, web, "--log-level", "trace", "--log-format", "json") as server:
        link, typed = server.codes()
        token = server.pair(link)
        shown = server.codes()
        async with server.connect(token) as connection:
            await connection.send(hello())
            await connection.recv()
        for path in (f"/{token}?code={typed}", f"/..%2f{token}", "/pair", "/metrics", "/healthz"):
            server.get(path, Cookie=f"waveglass={token}", Referer=shown[0])
            server.get(path, Host=f"{token}.example")
        server.post("/pair", {"code": shown[1][:4] + "0000"}, cookie=token)
        server.post("/unpair", "", cookie=token)
        code = server.stop()[1]
        events = [json.loads(line) for line in server.logged.all()]
        text = "".join(server.log).lower()
        for secret in (link, typed, token, *shown, shown[1].replace("-", "")):
            assert secret.lower() not in text, secret
        (paired,) = [event for event in events if event["message"] == "device paired"]
        assert paired["level"] == "notice" and paired["fields"]["role"] == "control", paired
        assert code == 0 and len(events) > 20
    return f"{len(events)} events at trace"


async def a_certificate_that_is_not_renewed_is_an_error(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        authority = ForeignAuthority(folder)
        chain, key = authority.issue("good")
        _, other = authority.issue("other")
        with SecureServer(binary, web, "--tls-cert", chain, "--tls-key", key) as server:
            pathlib.Path(key).write_bytes(pathlib.Path(other).read_bytes())
            line = await asyncio.to_thread(server.process.stderr.readline)
            assert re.fullmatch(r"\S+Z error: the certificate was not renewed reason=\".*is not the key.*\"\n", line), line
            assert server.stop()[1] == 0 and server.process.stderr.read() == "", "said once"
    return "said once, as an error"


async def a_recording_ends_well(binary, web):
    codes = []
    for how in (signal.SIGTERM, signal.SIGINT):
        with tempfile.TemporaryDirectory() as folder, Receiver() as receiver:
            output = pathlib.Path(folder) / "air"
            process = subprocess.Popen(
                [binary, "record", receiver.source, "-o", str(output)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                text=True)
            await asyncio.to_thread(until_recorded, process, output, RATE)
            began = time.monotonic()
            process.send_signal(how)
            said, complaint = await asyncio.to_thread(process.communicate, timeout=PATIENCE)
            seconds = time.monotonic() - began
            assert process.returncode == 0 and complaint == "" and "none lost" in said, (process.returncode, complaint)
            # A busy machine is late.
            assert seconds < 10, seconds
            validate(output)
            samples = load(output).read_samples()
            assert len(samples) * 2 == len(data(output)) > 0
            assert data(output) == receiver.content(receiver.place(data(output)), len(data(output))), "every byte up to the end"
            codes.append(f"{how.name} {seconds:.2f} s")
    return ", ".join(codes) + ": exit code 0, sigmf_validate says nothing"


async def says_goodbye_in_order(binary, web):
    """No new connection, then 1001 to every client, then the end; over TLS, too."""
    took = []
    for kind in (Server, SecureServer):
        with kind(binary, web) as server:
            async with contextlib.AsyncExitStack() as stack:
                clients = [await stack.enter_async_context(server.connect()) for _ in range(20)]
                for client in clients:
                    await client.send(hello())
                    await client.send(show(1, SPECTRUM))
                    await client.recv()

                async def end(client):
                    try:
                        while True:
                            await client.recv()
                    except websockets.ConnectionClosed as closed:
                        return closed.rcvd and closed.rcvd.code

                ends = [asyncio.create_task(end(client)) for client in clients]
                seconds, code = await asyncio.to_thread(server.stop)
                assert await asyncio.wait_for(asyncio.gather(*ends), PATIENCE) == [1001] * len(clients)
                # A busy machine is late.
                assert code == 0 and seconds < 10, (code, seconds)
                try:
                    socket.create_connection(("127.0.0.1", server.port), timeout=1)
                    raise AssertionError("it still listens")
                except ConnectionRefusedError:
                    pass
                took.append(seconds)
    return f"20 clients 1001 in {took[0]:.2f} s, over TLS in {took[1]:.2f} s"


def stuck(server):
    """A connection that asks for more than any buffer holds, and reads none of it."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        for _ in range(400):
            connection.send(f"GET /waveglass.wasm HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode())
    # Until it is busy with them: who has asked for nothing yet is not waited for.
    until_stuck(connection)
    return connection


def ended_twice(binary, web, how):
    """The exit code of a server that is asked to end while a client holds it up, and then once more."""
    with Server(binary, web, log="info") as server, contextlib.closing(stuck(server)):
        server.process.send_signal(signal.SIGTERM)
        # Both, since it lets go of one after the other.
        for number in (signal.SIGTERM, signal.SIGINT):
            until_uncaught(server.process, number)
        server.process.send_signal(how)
        return server.process.wait(PATIENCE)


async def waits_for_nobody_for_long(binary, web):
    with Server(binary, web) as server, contextlib.closing(stuck(server)):
        seconds, code = server.stop()
        # A busy machine is late.
        assert code == 0 and 0.5 < seconds < 10, (seconds, code)
    for how in (signal.SIGTERM, signal.SIGINT):
        # It waits 0.7 s for what is on its way, and then ends by itself with 0: on a busy machine the second signal may come too late for that.
        codes = []
        while len(codes) < 10 and codes[-1:] != [-how]:
            codes.append(ended_twice(binary, web, how))
        assert codes[-1] == -how and not set(codes[:-1]) - {0}, codes
    return f"{seconds:.2f} s at most for who does not read; a second signal ends it at once"


async def listens_where_no_interface_has_ipv6(binary, web):
    """As in many containers: there are sockets for IPv6, and no address but the loopback's."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", binary, "serve", "demo:", "--lan", "--port",
             "0", "--web", web], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "XDG_STATE_HOME": folder})
        line = process.stdout.readline()
        assert line.startswith("Waveglass is at https://"), line + process.stderr.read()
        process.terminate()
        assert process.wait(PATIENCE) == 0 and process.stderr.read() == ""
    return "it listens, and stops"


async def the_unit_is_hardened(binary, web):
    """systemd's own tools read the unit; its exposure by their measure, from 0 to 10."""
    deployment = pathlib.Path(__file__).resolve().parents[2] / "Deployment"
    text = (deployment / "waveglass.service").read_text()
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder, "waveglass.service")
        unit.write_text(text.replace("/usr/local/bin/waveglass", str(pathlib.Path(binary).resolve())))
        complaint = tool("systemd-analyze", "verify", "--man=no", str(unit))
        assert complaint == "", complaint
        wrong = unit.with_name("wrong.service")
        wrong.write_text(unit.read_text().replace("Type=notify", "Type=nonsense"))
        assert "nonsense" in tool("systemd-analyze", "verify", "--man=no", str(wrong)), "it looks closely"
        report = tool("systemd-analyze", "security", "--offline=true", str(unit))
        exposure = float(re.search(r"Overall exposure level for \S+: ([\d.]+)", report).group(1))
        assert exposure < 1.5, report
        bare = unit.with_name("bare.service")
        bare.write_text("[Service]\nExecStart=/bin/true\n")
        loose = float(re.search(r": ([\d.]+)", tool("systemd-analyze", "security", "--offline=true", str(bare))).group(1))
        assert loose > 9, loose
    tool("systemd-sysusers", "--dry-run", str(deployment / "waveglass.sysusers"))
    return f"no complaint, exposure {exposure} of 10 where an empty unit has {loose}"


async def a_trap_ends_with_few_words(binary, web):
    """What the unit has Swift's runtime write of a fault: where it was, without names, registers and memory, which take long."""
    text = (pathlib.Path(__file__).resolve().parents[2] / "Deployment" / "waveglass.service").read_text()
    setting = re.search(r"^Environment=SWIFT_BACKTRACE=(\S+)$", text, re.M).group(1)
    with Service(binary, web, SWIFT_BACKTRACE=setting) as server:
        began, said = time.monotonic(), []
        server.process.send_signal(signal.SIGILL)
        for line in server.process.stderr:
            said.append(line)
            if "Backtrace took" in line:
                break
        took = time.monotonic() - began
        # The second one is what the instruction that failed would do again.
        server.process.send_signal(signal.SIGILL)
        assert server.process.wait(10) == -signal.SIGILL
    log = "".join(said)
    assert "crashed" in log and re.search(r"^0x\w+–0x\w+ \w+ \S+", log, re.M), log
    assert not re.search(r"^(rip|rsp|x0|sp) 0x", log, re.M) and len(log) < 8000, log
    return f"{len(log)} bytes in {took:.1f} s"


CHECKS = (
    tells_its_manager, writes_lines_for_machines, the_journal_gets_levels, says_what_sources_do,
    the_finest_log_holds_no_secret, a_certificate_that_is_not_renewed_is_an_error, a_recording_ends_well, says_goodbye_in_order,
    waits_for_nobody_for_long, listens_where_no_interface_has_ipv6, the_unit_is_hardened, a_trap_ends_with_few_words)
