"""TLS by programs that are not ours: curl, OpenSSL and Python. None of them skips verification."""

import asyncio
import contextlib
import os
import pathlib
import re
import socket
import ssl
import stat
import subprocess
import tempfile

import websockets

from hostile_checks import closed, upgrade
from secure import ForeignAuthority, SecureServer, forge, tool
from waits import PATIENCE, Lines
from wire import *

CURL_CANNOT_CONNECT, CURL_NOT_VERIFIED = 35, 60


def curl(server, *options, host="localhost", root=True):
    """Asks for the page; gives curl's exit code, the status and what it says."""
    trust = ["--cacert", str(server.root)] if root else []
    result = subprocess.run(
        ["curl", "--silent", "--show-error", "--globoff", "--max-time", "10", *trust, *options, "--output", os.devnull,
         "--write-out", "%{http_code}", f"https://{host}:{server.port}/"], capture_output=True, text=True, timeout=PATIENCE)
    return result.returncode, result.stdout, result.stderr


def has_ipv6_loopback():
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6) as probe:
        probe.bind(("::1", 0))
        return True
    return False


def to_loopback(server, name):
    return "--resolve", f"{name}:{server.port}:127.0.0.1"


async def curl_trusts_the_authority_alone(binary, web):
    machine = socket.gethostname().lower().split(".")[0]
    is_named = machine != "localhost" and re.fullmatch(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?", machine)
    with SecureServer(binary, web) as server:
        for version in ("1.2", "1.3"):
            code, status, text = curl(server, f"--tlsv{version}", "--tls-max", version)
            assert (code, status) == (0, "200"), (version, code, text)
        for host in (machine, f"{machine}.local") if is_named else ():
            code, status, text = curl(server, *to_loopback(server, host), host=host)
            assert (code, status) == (0, "200"), (host, code, text)
        for host in ("127.0.0.1", "[::1]") if has_ipv6_loopback() else ("127.0.0.1",):
            code, status, text = curl(server, host=host)
            assert (code, status) == (0, "200"), (host, code, text)
        for old in ("1.0", "1.1"):
            code, _, text = curl(server, "--tlsv1.0", "--tls-max", old, "--ciphers", "DEFAULT@SECLEVEL=0")
            assert code == CURL_CANNOT_CONNECT and "protocol version" in text, (old, code, text)
        code, _, text = curl(server, root=False)
        assert code == CURL_NOT_VERIFIED, (code, text)
        for name in ("bank.example", f"{machine}x", "local"):
            code, _, text = curl(server, *to_loopback(server, name), host=name)
            assert code == CURL_NOT_VERIFIED, (name, code, text)
    return "TLS 1.2 and 1.3; not 1.0, 1.1, another name, or without the root"


async def openssl_finds_no_fault(binary, web):
    with SecureServer(binary, web) as server, tempfile.TemporaryDirectory() as folder:
        base = ["openssl", "s_client", "-connect", f"localhost:{server.port}", "-CAfile", str(server.root)]
        said = tool(*base, "-showcerts", "-x509_strict", "-verify_return_error", "-verify_hostname", "localhost")
        assert "Verify return code: 0 (ok)" in said, said
        chain = re.findall(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", said, re.S)
        assert len(chain) == 2, "the root is not sent"
        leaf, issuer = pathlib.Path(folder, "leaf.pem"), pathlib.Path(folder, "issuer.pem")
        leaf.write_text(chain[0])
        issuer.write_text(chain[1])
        verify = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", str(server.root)]
        tool(*verify, "-untrusted", str(issuer), "-verify_ip", "127.0.0.1", str(leaf))
        text = tool("openssl", "x509", "-in", str(leaf), "-noout", "-text")
        begin, end = (
            ssl.cert_time_to_seconds(tool("openssl", "x509", "-in", str(leaf), "-noout", f"-{which}").split("=")[1].strip())
            for which in ("startdate", "enddate"))
        assert (end - begin) / 86400 <= 397 and "TLS Web Server Authentication" in text and "CA:FALSE" in text, text
        # Weak ways of TLS 1.2 are not spoken: no forward secrecy, no authenticated encryption.
        for cipher in ("AES128-SHA", "AES128-GCM-SHA256", "ECDHE-ECDSA-AES128-SHA"):
            tool(*base, "-tls1_2", "-cipher", f"{cipher}:@SECLEVEL=0", fails=True)
        tool(*base, "-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256")
        # Who has stolen the key of the authority vouches for no other site.
        for hosts in ("DNS:bank.example", "IP:8.8.8.8"):
            forged, _ = forge(server, folder, hosts)
            said = tool(*verify, "-untrusted", str(issuer), forged, fails=True)
            assert "permitted subtree violation" in said, said
        forged, _ = forge(server, folder, "DNS:localhost")
        tool(*verify, "-untrusted", str(issuer), forged)
    return f"-x509_strict, {(end - begin) / 86400:.0f} days, constraints hold"


async def rows_come_over_wss(binary, web):
    with SecureServer(binary, web) as server:
        async with server.connect() as connection:
            client = Client(connection)
            await client.send(hello())
            await client.send(show(1, SPECTRUM))
            rows = await client.rows(1, 4)
            assert max(rows[0].values) > min(rows[0].values)
            for origin in ("http://localhost", f"http://localhost:{server.port}", "https://bank.example", "null"):
                try:
                    async with server.connect(origin=origin):
                        raise AssertionError(f"{origin} was let in")
                except websockets.InvalidStatus as refusal:
                    assert refusal.response.status_code == 403, refusal.response.status_code
            assert server.get("/")[0] == 200
            for host in ("bank.example", f"bank.example:{server.port}", f"localhost:{server.port + 1}", "8.8.8.8"):
                status, _, _ = server.get("/", Host=host)
                assert status == 421, (host, status)
            try:
                async with server.connect(ssl=ssl.create_default_context()):
                    raise AssertionError("trusted without the root")
            except ssl.SSLCertVerificationError:
                pass
            # Who speaks no TLS is not answered.
            reader, writer = await asyncio.open_connection("localhost", server.port)
            writer.write(f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
            answer = await asyncio.wait_for(reader.read(), PATIENCE)
            assert b"HTTP/" not in answer, answer
            writer.close()
            # A client that takes nothing in any more does not hold up the end.
            deaf = server.trust.wrap_socket(socket.create_connection(("localhost", server.port)), server_hostname="localhost")
            deaf.send(upgrade(f"localhost:{server.port}"))
            assert deaf.recv(64).startswith(b"HTTP/1.1 101")
            seconds, code = await asyncio.to_thread(server.stop)
            deaf.close()
            # A busy machine is late.
            assert code == 0 and seconds < 10, (code, seconds)
            assert (await closed(connection))[0] == 1001
        # What was refused above, and nothing else.
        assert all("refused" in line for line in server.process.stderr.read().splitlines())
    return f"{len(rows)} rows, stopped in {seconds:.2f} s"


async def the_offer_is_the_root_and_nothing_else(binary, web):
    with SecureServer(binary, web) as server:
        status, headers, page = server.ask_offer("/")
        assert status == 200 and headers["Content-Type"] == "text/html; charset=utf-8"
        assert server.fingerprint.encode() in page.replace(b"<wbr>", b"") and b"<script" not in page
        assert f'<a href="https://localhost:{server.port}/">'.encode() in page
        page = server.ask_offer("/", Host=f"127.0.0.1:{server.offer_port}")[2]
        assert f'<a href="https://127.0.0.1:{server.port}/">'.encode() in page
        assert b"Certificate Trust Settings" in page and b"CA certificate" in page
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; style-src 'sha256-") and "script" not in policy, policy
        status, headers, certificate = server.ask_offer("/waveglass.crt")
        assert status == 200 and headers["Content-Type"] == "application/x-x509-ca-cert"
        assert b"PRIVATE" not in certificate
        assert server.ask_offer("/waveglass.crt", method="HEAD")[0::2] == (200, b"")
        for path in ("/index.html", "/main.js", "/socket", "/authority.pem", "/../authority.pem", "/%2e%2e/x", "/healthz"):
            assert server.ask_offer(path)[0] == 404, path
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            assert server.ask_offer("/", method=method)[0] == 404, method
        assert server.ask_offer("/socket", Upgrade="websocket", Connection="Upgrade")[0] == 404
        for host in ("bank.example", f"bank.example:{server.offer_port}", f"localhost:{server.port}"):
            assert server.ask_offer("/", Host=host)[0] == 421, host
        for path, mode in ((server.authority, 0o600), (server.authority.parent, 0o700)):
            assert stat.S_IMODE(path.stat().st_mode) == mode, path
    return f"{len(page)} + {len(certificate)} bytes"


async def a_restart_keeps_the_authority(binary, web):
    with tempfile.TemporaryDirectory() as home:
        with SecureServer(binary, web, home=home) as server:
            first, serial = server.fingerprint, server.served()
        with SecureServer(binary, web, home=home) as server:
            assert server.fingerprint == first and server.served() != serial
        server.authority.chmod(0o620)
        refused = subprocess.run(server.command, capture_output=True, text=True, env=server.environment, timeout=PATIENCE)
        assert refused.returncode == 77 and "chmod" in refused.stderr, refused
        server.authority.chmod(0o600)
        server.authority.write_text("nothing")
        refused = subprocess.run(server.command, capture_output=True, text=True, env=server.environment, timeout=PATIENCE)
        assert refused.returncode == 65 and "Remove it" in refused.stderr, refused
        assert server.authority.read_text() == "nothing"
        server.authority.unlink()
        with SecureServer(binary, web, home=home) as server:
            assert server.fingerprint != first
    return "the same root, another certificate"


async def takes_certificates_of_others(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        foreign = ForeignAuthority(folder)
        kinds = {
            "rsa": ("-newkey", "rsa:2048"), "p256": ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
            "p384": ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:secp384r1"), "ed25519": ("-newkey", "ed25519")}
        for name, key in kinds.items():
            chain, key = foreign.issue(name, *key)
            with SecureServer(binary, web, "--tls-cert", chain, "--tls-key", key) as server:
                server.root = foreign.root
                assert server.names == ["localhost", "127.0.0.1"], server.names
                code, status, text = curl(server)
                assert (code, status) == (0, "200"), (name, code, text)
        chain, key = foreign.issue("one")
        _, other = foreign.issue("two")
        old, old_key = foreign.issue("old", days=-1)
        locked = f"{folder}/locked.key"
        tool("openssl", "pkey", "-in", key, "-aes256", "-passout", "pass:x", "-out", locked)
        pathlib.Path(folder, "broken.pem").write_text(pathlib.Path(chain).read_text()[:300])
        for code, words, certificate, secret in (
            (65, "is not the key", chain, other), (65, "expired", old, old_key), (65, "passphrase", chain, locked),
            (65, "no readable PEM certificate", f"{folder}/broken.pem", key), (65, "no usable PEM private key", chain, chain),
            (66, "no such file", f"{folder}/none", key), (66, "no such file", chain, f"{folder}/none"),
        ):
            command = [binary, "serve", "demo:", "--web", web, "--lan", "--port", "0"]
            result = subprocess.run(
                [*command, "--tls-cert", certificate, "--tls-key", secret], capture_output=True, text=True, timeout=PATIENCE)
            assert result.returncode == code and words in result.stderr and result.stdout == "", (words, result)
    return f"{', '.join(kinds)}; 7 faults named"


async def a_new_certificate_is_served_without_a_restart(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        foreign = ForeignAuthority(folder)
        (chain, key), (next_chain, next_key) = foreign.issue("one"), foreign.issue("two")
        with SecureServer(binary, web, "--tls-cert", chain, "--tls-key", key) as server:
            server.root = foreign.root
            before = server.served()
            async with server.connect() as connection:
                client = Client(connection)
                await client.send(hello())
                os.replace(next_key, key)
                os.replace(next_chain, chain)
                log = Lines(server.process.stderr)
                await asyncio.to_thread(log.until, lambda lines: any("a new certificate" in line for line in lines), "new certificate")
                assert server.served() != before
                # The old connection goes on.
                await client.send(show(1, SPECTRUM))
                await client.rows(1, 1)
    return "and open connections go on"


async def who_stays_silent_is_dropped(binary, web):
    with SecureServer(binary, web) as server:
        async def silent(port, *data):
            reader, writer = await asyncio.open_connection("localhost", port)
            for piece in data:
                writer.write(piece)
            began = asyncio.get_running_loop().time()
            await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
            return asyncio.get_running_loop().time() - began

        # Before the handshake, within it, and before a request on the open port.
        seconds = await asyncio.gather(
            silent(server.port), silent(server.port, b"\x16\x03\x01\x02\x00\x01"), silent(server.offer_port),
            silent(server.offer_port, b"GET / HT"))
    # A busy machine is late.
    assert all(8 < second < 25 for second in seconds), seconds
    return f"after {max(seconds):.0f} s"


async def beyond_the_loopback_nothing_is_plain(binary, web):
    for host in ("0.0.0.0", "::", "192.168.0.1"):
        result = subprocess.run(
            [binary, "serve", "demo:", "--web", web, "--host", host], capture_output=True, text=True, timeout=PATIENCE)
        assert result.returncode == 64 and "--lan" in result.stderr, result
    with tempfile.TemporaryDirectory() as home:
        result = subprocess.run(
            [binary, "serve", "demo:", "--web", web, "--lan", "--host", "198.51.100.7", "--port", "0"],
            env={**os.environ, "XDG_STATE_HOME": home}, capture_output=True, text=True, timeout=PATIENCE)
        assert result.returncode == 68, result
        with SecureServer(binary, web, home=home) as server:
            command = [*server.command, "--ca-port", str(server.offer_port)]
            result = subprocess.run(command, capture_output=True, text=True, env=server.environment, timeout=PATIENCE)
            assert result.returncode == 69 and "--ca-port" in result.stderr and result.stdout == "", result
    return "exit codes 64, 68 and 69"


CHECKS = (
    curl_trusts_the_authority_alone, openssl_finds_no_fault, rows_come_over_wss,
    the_offer_is_the_root_and_nothing_else, a_restart_keeps_the_authority, takes_certificates_of_others,
    a_new_certificate_is_served_without_a_restart, who_stays_silent_is_dropped,
    beyond_the_loopback_nothing_is_plain)
