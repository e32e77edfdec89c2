"""ClickHouse as it is today, behind the part of its HTTP interface that a client needs.

PyPI's chdb-core is ClickHouse 26.9 itself, as a library: SQL, types, settings and what they refuse, formats, codes and texts of errors, system.processes and
KILL QUERY are its own, of one server without shards. Ours, after the documentation of the HTTP interface, are the requests and answers around it: headers,
statuses, users, readonly=2 for GET, and what a failure behind the first bytes of an answer looks like. A query's id is kept as its `log_comment`, for chdb
takes none; so queries of system.processes and KILL QUERY have `query_id` read as that.

    python3 Tests/Peers/chdb_server.py      prints its port
"""

import base64
import contextlib
import http.server
import json
import os
import re
import secrets
import subprocess
import sys
import tempfile
import urllib.parse
import uuid

from clickhouse import PASSWORDS, Shard

READONLY = {"reader": 1, "guest": 2}
# Of the interface, not of the engine.
PARAMETERS = {
    "query", "query_id", "database", "default_format", "user", "password", "quota_key", "wait_end_of_query", "buffer_size", "compress", "decompress",
    "session_id", "session_timeout", "session_check", "stacktrace", "role", "client_protocol_version"}
STATUSES = {
    194: 401, 192: 403, 193: 403, 497: 403, 516: 403, 159: 408, 223: 413, 48: 501, 209: 503, 76: 503} | dict.fromkeys(
    (6, 25, 26, 27, 36, 38, 41, 44, 53, 62, 72, 117), 400) | dict.fromkeys((46, 47, 50, 56, 60, 63, 73, 78, 81, 115), 404)
INSERT = re.compile(rb"\s*(INSERT\s+INTO\b.*?)\sFORMAT\s+(\w+)[ \t]*\r?\n?", re.DOTALL | re.IGNORECASE)
OF_QUERIES = re.compile(r"\s*(KILL\b|SELECT\b.*\bsystem\s*\.\s*processes\b)", re.DOTALL | re.IGNORECASE)


def said(failure):
    """A failure's text as a server has it, and its code."""
    text = str(failure).removeprefix("Streaming query failed: ")
    found = re.match(r"Code: (\d+)\.", text)
    return text, int(found[1]) if found else 1002


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def log_message(self, *_):
        pass

    def handle(self):
        # Whoever no longer wants an answer closes the connection.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def do_GET(self):
        self.answer(b"")

    def do_POST(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        body = b""
        while count := int(self.rfile.readline(), 16):
            body += self.rfile.read(count)
            self.rfile.readline()
        self.rfile.readline()
        self.answer(body)

    def answer(self, body):
        url = urllib.parse.urlsplit(self.path)
        given = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        text = given.get("query", "").encode()
        text = text + b"\n" + body if text and body else text or body
        self.id = given.get("query_id") or str(uuid.uuid4())
        if not text.strip():
            return self.whole(200, b"Ok.\n")
        user, password = self.credentials(given)
        if PASSWORDS.get(user) != password:
            return self.refuse(f"Code: 516. DB::Exception: {user}: Authentication failed: password is incorrect, or there is no user with such name.\n."
                               " (AUTHENTICATION_FAILED)")
        with contextlib.closing(self.server.engine.connect(self.server.folder)) as connection:
            try:
                self.settle(connection, given, user)
                self.run(connection, given, text)
            except (RuntimeError, self.server.engine.ChdbError) as failure:
                self.refuse(failure)

    def credentials(self, given):
        user, password = self.headers.get("X-ClickHouse-User"), self.headers.get("X-ClickHouse-Key", "")
        if user is not None:
            # Bytes of UTF-8, which Python's headers hold as Latin-1.
            return user.encode("latin-1").decode(), password.encode("latin-1").decode()
        scheme, _, value = self.headers.get("Authorization", "").partition(" ")
        if scheme == "Basic":
            user, _, password = base64.b64decode(value).decode().partition(":")
            return user, password
        return given.get("user", "default"), given.get("password", "")

    def settle(self, connection, given, user):
        """A connection of its own bears what a request sets."""
        quoted = lambda value: "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        # The library reads an expression alone as a query; a server does not.
        connection.query(f"SET implicit_select = 0, log_comment = {quoted(self.id)}")
        if database := given.get("database") or self.headers.get("X-ClickHouse-Database"):
            connection.query("USE `" + database.replace("`", "\\`") + "`")
        if user in READONLY:
            connection.query(f"SET readonly = {READONLY[user]}")
        settings = [f"{name} = {quoted(value)}" for name, value in given.items() if name not in PARAMETERS and not name.startswith("param_")]
        if settings:
            connection.query("SET " + ", ".join(settings))
        if self.command == "GET" and user not in READONLY and "readonly" not in given:
            connection.query("SET readonly = 2")

    def run(self, connection, given, text):
        insert = INSERT.match(text)
        if insert:
            with connection.send_insert(insert[1].decode(), insert[2].decode()) as rows:
                rows.append(text[insert.end():])
                rows.finish()
            return self.whole(200, b"")
        text = text.decode()
        if OF_QUERIES.match(text):
            text = re.sub(r"\bquery_id\b", "Settings['log_comment']", text)
        form = given.get("default_format") or self.headers.get("X-ClickHouse-Format") or "TabSeparated"
        parameters = {name.removeprefix("param_"): value for name, value in given.items() if name.startswith("param_")}
        if given.get("wait_end_of_query") == "1" or not re.match(r"\s*(SELECT|WITH)\b", text, re.IGNORECASE):
            result = connection.query(text, form, params=parameters or None)
            return self.whole(200, result.bytes(), {"read_rows": str(result.rows_read()), "read_bytes": str(result.bytes_read())})
        self.stream(connection.send_query(text, form, params=parameters or None))

    def stream(self, parts):
        """An answer as it comes; a failure before its first bytes is an answer with a status."""
        parts = iter(parts)
        part = next(parts, None)
        tag = "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(16))
        self.begin(200, {"Transfer-Encoding": "chunked", "X-ClickHouse-Exception-Tag": tag})
        try:
            while part is not None:
                self.part(part.bytes())
                part = next(parts, None)
        except (RuntimeError, self.server.engine.ChdbError) as failure:
            text = self.versioned(said(failure)[0])
            self.part(f"\r\n__exception__\r\n{tag}\r\n".encode() + text + f"{len(text)} {tag}\r\n__exception__\r\n".encode())
            # No last part: the answer has an end, but not a good one.
            self.close_connection = True
            return
        self.wfile.write(b"0\r\n\r\n")

    def part(self, octets):
        if octets:
            self.wfile.write(f"{len(octets):x}\r\n".encode() + octets + b"\r\n")
            self.wfile.flush()

    def begin(self, status, headers):
        self.send_response(status)
        for name, value in ({
                "X-ClickHouse-Server-Display-Name": "chdb", "X-ClickHouse-Query-Id": self.id, "X-ClickHouse-Timezone": "UTC"} | headers).items():
            self.send_header(name, value)
        self.end_headers()

    def whole(self, status, octets, summary=None, headers=None):
        self.begin(status, (headers or {}) | {"Content-Length": str(len(octets)), "X-ClickHouse-Summary": json.dumps(summary or {})})
        self.wfile.write(octets)

    def versioned(self, text):
        return f"{text} (version {self.server.version} (official build))\n".encode()

    def refuse(self, failure):
        text, number = said(failure)
        self.whole(STATUSES.get(number, 500), self.versioned(text), headers={"X-ClickHouse-Exception-Code": str(number)})


def serve():
    os.environ["TZ"] = "UTC"
    import chdb

    with tempfile.TemporaryDirectory(prefix="chdb") as folder, http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        # The engine lives as long as one connection does.
        with contextlib.closing(chdb.connect(folder)) as first:
            server.daemon_threads, server.engine, server.folder = True, chdb, folder
            server.version = first.query("SELECT version()", "TabSeparated").bytes().decode().strip()
            print(server.server_port, flush=True)
            server.serve_forever()


class Chdb(Shard):
    """Runs this file until the block ends; asked like a shard of a cluster."""

    def __init__(self):
        self.folder = None

    def __enter__(self):
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", sys.executable, __file__], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.http = int(self.process.stdout.readline())
        return self

    def __exit__(self, *_):
        self.kill()
        self.process.stdout.close()

    def address(self, table, user="default", database="default", **parameters):
        """As `waveglass open` takes it."""
        options = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        return f"clickhouse://{user}@127.0.0.1:{self.http}/{database}/{table}{options}"


if __name__ == "__main__":
    serve()
