"""The proxies that the documentation describes, as it configures them."""

import contextlib
import json
import os
import pathlib
import re
import socket
import ssl
import subprocess
import tempfile

import websockets

from secure import ForeignAuthority, tool
from waits import PATIENCE, listens
from wire import *


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def documented(language):
    """The configuration that the documentation gives for a proxy."""
    text = (pathlib.Path(__file__).resolve().parents[2] / "Documentation/lan.md").read_text()
    return re.search(rf"```{language}\n(.*?)```", text, re.S).group(1)


def nginx(folder, chain, key, port, upstream):
    server = documented("nginx").replace("443", f"127.0.0.1:{port}").replace("/etc/ssl/radio.pem", chain)
    server = server.replace("/etc/ssl/radio.key", key).replace("127.0.0.1:8080", f"127.0.0.1:{upstream}")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    path = pathlib.Path(folder, "nginx.conf")
    path.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}\nhttp {{ access_log off;\n{paths}{server}}}\n")
    return ["nginx", "-e", f"{folder}/log", "-c", str(path)]


def caddy(folder, chain, key, port, upstream):
    site = documented("caddy").replace("127.0.0.1:8080", f"127.0.0.1:{upstream}")
    site = site.replace("example.org {", f"example.org:{port} {{\n  bind 127.0.0.1\n  tls {chain} {key}")
    path = pathlib.Path(folder, "Caddyfile")
    path.write_text("{\n  admin off\n  auto_https disable_redirects\n}\n" + site)
    return ["caddy", "run", "--config", str(path), "--adapter", "caddyfile"]


async def documented_proxies_pass_on(binary, web):
    name = "radio.example.org"
    for proxy in (nginx, caddy):
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            foreign = ForeignAuthority(folder)
            chain, key = foreign.issue("radio", hosts=f"DNS:{name}")
            port, upstream = free_port(), free_port()
            server = subprocess.Popen(
                [binary, "serve", "demo:", "--web", web, "--port", str(upstream), "--behind-proxy", f"https://{name}:{port}"],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "XDG_STATE_HOME": folder})
            stack.callback(server.wait, PATIENCE)
            stack.callback(server.terminate)
            assert server.stdout.readline() == f"Waveglass is at https://{name}:{port}/\n"
            assert server.stdout.readline() == f"The proxy forwards to http://127.0.0.1:{upstream}/\n"
            command = proxy(folder, chain, key, port, upstream)
            process = subprocess.Popen(
                command, env={**os.environ, "HOME": folder}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(process.wait, PATIENCE)
            stack.callback(process.terminate)
            listens(port, process)
            trust = ssl.create_default_context(cafile=str(foreign.root))

            # Who comes through a proxy is a stranger until paired.
            while not (line := server.stdout.readline()).startswith("  https://"):
                pass
            code = json.dumps({"code": line.strip().split("#pair=")[1]})
            jar = f"{folder}/jar"
            said = tool("curl", "--silent", "--cacert", str(foreign.root), "--resolve", f"{name}:{port}:127.0.0.1",
                        "--cookie-jar", jar, "--json", code, f"https://{name}:{port}/pair")
            assert said == "control\n", said
            cookie = pathlib.Path(jar).read_text().split()[-1]

            def connect(origin, cookie=cookie):
                return websockets.connect(
                    f"wss://{name}:{port}/socket", host="127.0.0.1", port=port, ssl=trust, origin=origin,
                    additional_headers={"Cookie": f"__Host-waveglass={cookie}"}, compression=None, open_timeout=PATIENCE)

            async with connect(f"https://{name}:{port}") as connection:
                client = Client(connection)
                await client.send(hello())
                await client.send(show(1, SPECTRUM))
                await client.rows(1, 1)
            for origin in ("https://evil.example", f"http://{name}:{port}", f"http://127.0.0.1:{upstream}"):
                try:
                    async with connect(origin):
                        raise AssertionError(f"{origin} was let in")
                except websockets.InvalidStatus as refusal:
                    assert refusal.response.status_code == 403, refusal.response.status_code
            try:
                async with connect(f"https://{name}:{port}", cookie="0" * 64):
                    raise AssertionError("a stranger was let in")
            except websockets.InvalidStatus as refusal:
                assert refusal.response.status_code == 401, refusal.response.status_code
            for host, status in ((f"{name}:{port}", "200"), (f"127.0.0.1:{upstream}", "200"), ("evil.example", "421")):
                said = tool("curl", "--silent", "--output", os.devnull, "--write-out", "%{http_code}", "--header",
                            f"Host: {host}", f"http://127.0.0.1:{upstream}/")
                assert said == status, (host, said)
    return "nginx and Caddy as documented"


CHECKS = (documented_proxies_pass_on,)
