"""Real clickhouse-server processes on loopback as a cluster of shards: Debian's 18.16, whose root tag is <yandex>.

Each shard has a folder, ports, settings and a log of queries of its own, so that it can be killed, held up and started again by itself. Users:
`default` without a password, `reader` whose profile is readonly=1 (no setting may be sent), `guest` with readonly=2 (settings may), `hurried` whose queries
end after 1 s, `fenced` who may look into no database but another one.
"""

import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from waits import PATIENCE, QUESTIONS_APART, listens

CLUSTER = "shards"
# So long after a query began its end is in the log, if it has one.
ENTRY_SECONDS = 15
PASSWORDS = {"default": "", "reader": "read only", "guest": "päss word&?/", "hurried": "", "fenced": ""}
PROFILES = {"default": "default", "reader": "read", "guest": "look", "hurried": "hurry", "fenced": "default"}

CONFIGURATION = """<?xml version="1.0"?>
<yandex>
  <logger><level>information</level><log>{folder}/server.log</log><errorlog>{folder}/errors.log</errorlog></logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>{http}</http_port>
  <https_port>{https}</https_port>
  <openSSL><server><certificateFile>{folder}/tls.crt</certificateFile><privateKeyFile>{folder}/tls.key</privateKeyFile>
    <verificationMode>none</verificationMode><cacheSessions>false</cacheSessions><disableProtocols>sslv2,sslv3</disableProtocols></server></openSSL>
  <tcp_port>{native}</tcp_port>
  <interserver_http_port>{inner}</interserver_http_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <max_connections>256</max_connections>
  <keep_alive_timeout>3</keep_alive_timeout>
  <max_concurrent_queries>100</max_concurrent_queries>
  <mark_cache_size>268435456</mark_cache_size>
  <path>{folder}/data/</path>
  <tmp_path>{folder}/scratch/</tmp_path>
  <user_files_path>{folder}/files/</user_files_path>
  <format_schema_path>{folder}/schemas/</format_schema_path>
  <users_config>{folder}/users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <timezone>UTC</timezone>
  <builtin_dictionaries_reload_interval>3600</builtin_dictionaries_reload_interval>
  <query_log>
    <database>system</database><table>query_log</table><flush_interval_milliseconds>1000</flush_interval_milliseconds>
  </query_log>
  <remote_servers><{cluster}>{shards}</{cluster}></remote_servers>
</yandex>
"""

USERS = """<?xml version="1.0"?>
<yandex>
  <profiles>
    <default><max_memory_usage>4000000000</max_memory_usage><log_queries>1</log_queries></default>
    <read><readonly>1</readonly><log_queries>1</log_queries></read>
    <look><readonly>2</readonly><log_queries>1</log_queries></look>
    <hurry><readonly>1</readonly><log_queries>1</log_queries><max_execution_time>1</max_execution_time></hurry>
  </profiles>
  <quotas><free><interval><duration>3600</duration></interval></free></quotas>
  <users>{users}</users>
</yandex>
"""

USER = """
    <{name}>
      <password><![CDATA[{password}]]></password>
      <networks><ip>::1</ip><ip>127.0.0.1</ip></networks>
      <profile>{profile}</profile><quota>free</quota>{databases}
    </{name}>"""


class Refused(Exception):
    """What a server answers to a query that failed."""

    def __init__(self, status, text):
        super().__init__(text.strip()[:500])
        self.status = status
        # "Code: 60, e.displayText() = …"; nothing else begins so.
        self.code = int(text.split("Code: ", 1)[1].split(",")[0].split(".")[0]) if "Code: " in text else None


#: A name for each port that this process may use, now or later: other processes look for ports at the same time.
reserved = []


def free_ports(count):
    """Ports below those that the kernel hands out for connections, which no other test takes: a shard that starts again must find its own free."""
    ports = []
    while len(ports) < count:
        port = random.randrange(12_000, 30_000)
        name = socket.socket(socket.AF_UNIX)
        try:
            name.bind(f"\0waveglass-test-port-{port}")
            socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            name.close()
            continue
        reserved.append(name)
        ports.append(port)
    return ports


class Shard:
    """One server of a cluster."""

    process = None

    def __init__(self, folder, ports):
        self.folder = pathlib.Path(folder)
        self.http, self.native, self.inner, self.https = ports

    def configure(self, shards):
        for name in ("data", "scratch", "files", "schemas"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        # For localhost, by nobody whom this machine trusts.
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
             "-days", "2", "-keyout", f"{self.folder}/tls.key", "-out", f"{self.folder}/tls.crt"], check=True, capture_output=True)
        replicas = "".join(
            f"<shard><replica><host>127.0.0.1</host><port>{shard.native}</port></replica></shard>" for shard in shards)
        (self.folder / "config.xml").write_text(CONFIGURATION.format(
            folder=self.folder, http=self.http, https=self.https, native=self.native, inner=self.inner, cluster=CLUSTER, shards=replicas))
        self.let_in()

    def let_in(self, **changed):
        """Has users and passwords from now on; a server that runs takes note within 2 s or so."""
        fence = {"fenced": "\n      <allow_databases><database>elsewhere</database></allow_databases>"}
        made = USERS.format(users="".join(
            USER.format(name=name, password=password, profile=PROFILES[name], databases=fence.get(name, ""))
            for name, password in (PASSWORDS | changed).items()))
        # At once, since the server may look just now; and of another second than before, since it looks at whole ones.
        old, new = self.folder / "users.xml", self.folder / "users.new"
        new.write_text(made)
        if old.exists():
            later = max(new.stat().st_mtime, old.stat().st_mtime + 2)
            os.utime(new, (later, later))
        new.rename(old)

    def start(self, wait=True):
        binary = shutil.which("clickhouse-server", path=os.environ.get("PATH", "") + ":/usr/sbin")
        assert binary, "clickhouse-server is not installed"
        with open(self.folder / "output", "ab") as output:
            # A check that is killed leaves no server behind.
            self.process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", binary, f"--config-file={self.folder}/config.xml"],
                cwd=self.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        if wait:
            self.wait()

    def wait(self):
        """Until it answers; slow machines take long."""
        try:
            listens(self.http, self.process)
        except AssertionError:
            raise AssertionError("clickhouse-server does not start: " + (self.folder / "output").read_text(errors="replace")[-2000:]) from None
        self.query("SELECT 1", timeout=PATIENCE)

    def signal(self, which):
        if self.process and self.process.poll() is None:
            self.process.send_signal(which)

    def stop(self):
        """As an administrator stops it; connections that are open hold it up for a while."""
        self.end(signal.SIGTERM)

    def kill(self):
        self.end(signal.SIGKILL)

    def end(self, which):
        if not self.process:
            return
        self.resume()
        self.signal(which)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(PATIENCE)

    def pause(self):
        """It holds its connections, takes new ones by the kernel's doing, and answers nothing."""
        self.signal(signal.SIGSTOP)

    def resume(self):
        self.signal(signal.SIGCONT)

    def restart(self, wait=True):
        self.kill()
        self.start(wait)

    def query(self, sql, body=None, user="default", timeout=120, **settings):
        """The answer's bytes; with a body, the query is of one that inserts it."""
        if body is None:
            body = sql.encode()
        else:
            settings["query"] = sql
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.http}/?" + urllib.parse.urlencode(settings), data=body, headers={
                "Content-Type": "application/octet-stream"} | credentials(user))
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.read()
        except urllib.error.HTTPError as failure:
            with failure:
                raise Refused(failure.code, failure.read().decode(errors="replace")) from None

    def rows(self, sql, **options):
        """Lines of texts, as TabSeparated writes them."""
        answer = self.query(sql + " FORMAT TabSeparated", **options).decode()
        return [tuple(line.split("\t")) for line in answer.splitlines()]

    def value(self, sql, **options):
        (value,), = self.rows(sql, **options)
        return value

    def underway(self):
        """Queries that run, this one not among them: id and text."""
        return self.rows("SELECT query_id, query FROM system.processes WHERE query NOT LIKE '%system.processes%'")

    def logged(self, condition="1", columns="query_id, read_rows, result_rows, result_bytes, query", waits=True):
        """Finished queries, from the server's own log.

        An answer can be here before its entry is there: what has begun is waited for to have ended, but not for ever, since who is killed never ends.
        """
        begun = ("SELECT query_id FROM system.query_log WHERE query NOT LIKE '%system.query_log%' GROUP BY query_id HAVING max(type) = 1"
                 f" AND (max(event_time) > now() - {ENTRY_SECONDS} OR query_id IN (SELECT query_id FROM system.processes))")
        end = time.monotonic() + PATIENCE
        while True:
            self.query("SYSTEM FLUSH LOGS")
            if not waits or not (left := self.rows(begun)):
                break
            assert time.monotonic() < end, left
            time.sleep(QUESTIONS_APART)
        return self.rows(f"SELECT {columns} FROM system.query_log WHERE type != 1 AND ({condition}) ORDER BY event_time, query_start_time")


def credentials(user):
    """Headers that say who asks; only `default` needs none."""
    if user == "default":
        return {}
    # Names and passwords are bytes of UTF-8 to the server; a header is a text of Latin-1 to Python.
    return {"X-ClickHouse-User": user, "X-ClickHouse-Key": PASSWORDS[user].encode().decode("latin-1")}


class Cluster:
    """Shards 0, 1, … until the block ends; what is asked of the cluster is asked of shard 0."""

    def __init__(self, count=2, folder=None):
        self.count, self.given = count, folder

    def __enter__(self):
        self.folder = None if self.given else tempfile.TemporaryDirectory(prefix="clickhouse")
        root = pathlib.Path(self.given or self.folder.name)
        ports = free_ports(4 * self.count)
        self.shards = [Shard(root / str(place), ports[4 * place:4 * place + 4]) for place in range(self.count)]
        try:
            for shard in self.shards:
                shard.configure(self.shards)
                shard.start(wait=False)
            for shard in self.shards:
                shard.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # Nothing in them is kept.
        for shard in self.shards:
            shard.kill()
        if self.folder:
            self.folder.cleanup()

    def address(self, table, user="default", shard=0, database="default", **parameters):
        """As `waveglass open` takes it."""
        options = "?" + urllib.parse.urlencode(parameters) if parameters else ""
        return f"clickhouse://{user}@127.0.0.1:{self.shards[shard].http}/{database}/{table}{options}"

    def query(self, sql, shard=0, **options):
        return self.shards[shard].query(sql, **options)

    def everywhere(self, sql):
        """Without ZooKeeper there is no ON CLUSTER."""
        return [shard.query(sql) for shard in self.shards]

    def rows(self, sql, shard=0, **options):
        return self.shards[shard].rows(sql, **options)

    def value(self, sql, shard=0, **options):
        return self.shards[shard].value(sql, **options)

    def underway(self):
        return [query for shard in self.shards for query in shard.underway()]

    def spread(self, name, columns, order, key="rand()", engine="MergeTree()", database="default"):
        """`name_local` on each shard, and `name` that distributes over them, both on each."""
        self.everywhere(f"CREATE TABLE {database}.{name}_local ({columns}) ENGINE = {engine} ORDER BY {order}")
        self.everywhere(
            f"CREATE TABLE {database}.{name} AS {database}.{name}_local"
            f" ENGINE = Distributed({CLUSTER}, {database}, {name}_local, {key})")
