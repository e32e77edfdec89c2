"""A server that other machines reach over TLS, and certificates that are not ours, made by openssl."""

import contextlib
import hashlib
import http.client
import os
import pathlib
import re
import signal
import socket
import ssl
import subprocess
import tempfile
import time

import websockets

from waits import PATIENCE


def tool(*arguments, fails=False, **options):
    """Runs a foreign program; gives all that it says."""
    options.setdefault("timeout", PATIENCE)
    result = subprocess.run(
        arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    assert fails or result.returncode == 0, f"{arguments}: {result.stdout}"
    assert not fails or result.returncode != 0, f"{arguments} did not fail: {result.stdout}"
    return result.stdout


class SecureServer:
    """Runs `waveglass serve --lan` on free ports, with a home of its own, until the block ends."""

    def __init__(self, binary, web, *options, home=None):
        self.folder = None if home else tempfile.TemporaryDirectory(prefix="waveglass-")
        self.home = pathlib.Path(home or self.folder.name)
        self.command = [binary, "serve", "demo:", "--web", web, "--lan", "--port", "0", *options]

    @property
    def environment(self):
        kept = {key: value for key, value in os.environ.items() if key != "XDG_STATE_HOME"}
        return {**kept, "HOME": str(self.home)}

    def __enter__(self):
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        self.page = self.said("Waveglass is at ")
        self.port = int(re.search(r":(\d+)/$", self.page).group(1))
        if "--tls-cert" in self.command:
            self.names = self.said("The certificate is for ").rstrip(".").split(", ")
            return self
        self.offer = self.said("Devices trust it after a visit to ")
        self.offer_port = int(re.search(r":(\d+)/$", self.offer).group(1))
        self.fingerprint = self.said("Its SHA-256 fingerprint is ")
        self.root = self.home / "root.pem"
        der = self.ask_offer("/waveglass.crt")[2]
        assert hashlib.sha256(der).hexdigest().upper() == self.fingerprint.replace(":", "")
        self.root.write_text(ssl.DER_cert_to_PEM_cert(der))
        return self

    def said(self, beginning):
        line = self.process.stdout.readline()
        assert line.startswith(beginning), line + self.process.stderr.read()
        return line.removeprefix(beginning).strip()

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)

    def stop(self):
        """Stops it; gives the seconds that it took and the exit code."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        return time.monotonic() - began, code

    @property
    def authority(self):
        return self.home / ".local/state/waveglass/authority.pem"

    @property
    def trust(self):
        """What a client needs that trusts the root and nothing else."""
        return ssl.create_default_context(cafile=str(self.root))

    def connect(self, host="localhost", **options):
        options.setdefault("origin", f"https://{host}:{self.port}")
        options.setdefault("ssl", self.trust)
        options.setdefault("open_timeout", PATIENCE)
        return websockets.connect(
            f"wss://{host}:{self.port}/socket", compression=None, max_size=1 << 18, ping_interval=None, **options)

    def get(self, path, host="localhost", **headers):
        """A request that checks the certificate: status, headers and body."""
        connection = http.client.HTTPSConnection(host, self.port, timeout=PATIENCE, context=self.trust)
        with contextlib.closing(connection):
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def ask_offer(self, path, method="GET", **headers):
        """A plain request to the page that hands out the authority."""
        connection = http.client.HTTPConnection("localhost", self.offer_port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def served(self):
        """The serial number of the certificate that a new connection is served with."""
        with socket.create_connection(("localhost", self.port), timeout=PATIENCE) as plain:
            with self.trust.wrap_socket(plain, server_hostname="localhost") as secure:
                return secure.getpeercert()["serialNumber"]


class ForeignAuthority:
    """A certificate authority by openssl."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.root = self.folder / "foreign.pem"
        tool("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Foreign", "-days", "2",
             "-keyout", f"{self.folder}/foreign.key", "-out", str(self.root), "-addext", "keyUsage=critical,keyCertSign")

    def issue(self, name, *key, days=2, hosts="DNS:localhost,IP:127.0.0.1", usage="serverAuth"):
        """A certificate and its key, of the kind that openssl's options name."""
        base = self.folder / name
        request, extensions = f"{base}.csr", f"{base}.ext"
        pathlib.Path(extensions).write_text(f"subjectAltName={hosts}\nextendedKeyUsage={usage}\n")
        tool("openssl", "req", "-new", *(key or ("-newkey", "rsa:2048")), "-nodes", "-subj", f"/CN={name}",
             "-keyout", f"{base}.key", "-out", request)
        tool("openssl", "x509", "-req", "-in", request, "-CA", str(self.root), "-CAkey", f"{self.folder}/foreign.key",
             "-CAcreateserial", "-days", str(days), "-extfile", extensions, "-out", f"{base}.pem")
        return f"{base}.pem", f"{base}.key"


def forge(server, folder, hosts):
    """A certificate for any hosts, by who has stolen the key of the server's own authority: chain and key."""
    folder = pathlib.Path(folder)
    blocks = re.findall(r"-----BEGIN.*?-----END[^\n]*-----\n", server.authority.read_text(), re.S)
    (folder / "issuer.pem").write_text(blocks[1])
    (folder / "issuer.key").write_text(blocks[2])
    (folder / "forged.ext").write_text(f"subjectAltName={hosts}\nextendedKeyUsage=serverAuth\n")
    tool("openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
         "/CN=forged", "-keyout", f"{folder}/forged.key", "-out", f"{folder}/forged.csr")
    tool("openssl", "x509", "-req", "-in", f"{folder}/forged.csr", "-CA", f"{folder}/issuer.pem", "-CAkey",
         f"{folder}/issuer.key", "-CAcreateserial", "-days", "2", "-extfile", f"{folder}/forged.ext",
         "-out", f"{folder}/forged.pem")
    chain = folder / "chain.pem"
    chain.write_text((folder / "forged.pem").read_text() + blocks[1])
    return str(chain), f"{folder}/forged.key"
