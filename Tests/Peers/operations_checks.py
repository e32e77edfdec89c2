"""What an operator sees: whether it is well, how much it does; read by Prometheus' own library."""

import json
import os
import pathlib
import socket
import time

from prometheus_client.parser import text_string_to_metric_families

from guarded import GuardedServer
from record_checks import Receiver
from secure import SecureServer, tool
from server import Server
from wire import *


def scrape(text):
    """Families by name, as Prometheus' library reads them; every sample is of a family that says its kind."""
    families = {family.name: family for family in text_string_to_metric_families(text)}
    for family in families.values():
        assert family.type in ("counter", "gauge", "summary") and family.documentation, family
    return families


def metrics(server, **headers):
    status, answered, body = server.get("/metrics", **headers)
    assert status == 200, (status, body)
    assert answered["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8", answered["Content-Type"]
    assert answered["Cache-Control"] == "no-store"
    return scrape(body.decode())


def value(families, name, **labels):
    """The one sample of a name and labels; counters' families lack the ending of their samples."""
    family = families[name.removesuffix("_total")]
    found = [
        sample.value for sample in family.samples if sample.name == name and labels.items() <= sample.labels.items()]
    assert len(found) == 1, (name, labels, family.samples)
    return found[0]


def health(server, **headers):
    status, answered, body = server.get("/healthz", **headers)
    assert answered["Content-Type"] == "application/json" and answered["Cache-Control"] == "no-store"
    report = json.loads(body)
    assert (status == 200) == (report["status"] == "ok") and status in (200, 503), (status, report)
    return status, report


async def numbers_are_true(binary, web):
    with Server(binary, web, log="debug") as server:
        server.logs("source=0", "state=delivering")
        assert health(server)[0] == 200
        before = metrics(server)
        assert value(before, "waveglass_clients") == 0
        async with server.connect() as connection:
            client, rows = Client(connection), []

            async def answer(tag, payload):
                if tag == ROW:
                    rows.append(Row(payload))
                    await client.send(acknowledge(1, 1, 0, rows[-1].sequence))

            await client.send(hello())
            await client.send(show(1, SPECTRUM))
            await client.until(lambda: len(rows) > 30, "30 rows", answer)
            during = metrics(server)
            assert value(during, "waveglass_clients") == 1
            await client.send(show(2, NOTHING))
            await client.answered(answer)
            after = metrics(server)
            payload = client.bytes
        # What was sent is what came, row for row; of the bytes only the frames' headers are not counted.
        assert value(after, "waveglass_rows_sent_total") == len(rows)
        sent = value(after, "waveglass_sent_bytes_total")
        assert 0.99 * payload < sent < payload, (sent, payload)
        assert value(after, "waveglass_rows_skipped_total") == sum(row.skipped for row in rows)
        made = value(after, "waveglass_source_rows_total", source="0")
        assert len(rows) <= made - value(before, "waveglass_source_rows_total", source="0") + 1
        assert value(after, "waveglass_source_up", source="0") == 1
        assert value(after, "waveglass_source_state", source="0", state="delivering") == 1
        assert value(after, "waveglass_source_state", source="0", state="silent") == 0
        server.logs("client disconnected")
        assert value(metrics(server), "waveglass_clients") == 0
        assert value(after, "waveglass_client_connections_total") == 1
        # The system itself is asked about the process.
        pid = server.process.pid
        counted = len(os.listdir(f"/proc/{pid}/fd"))
        now = metrics(server)
        assert abs(value(now, "process_open_fds") - counted) <= 2, counted
        assert abs(value(now, "process_resident_memory_bytes") / 2**20 / server.resident_megabytes - 1) < 0.1
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        assert abs(value(now, "process_cpu_seconds_total") - ticks) < 0.2
        assert abs(time.time() - value(now, "process_start_time_seconds")) < 60
        (build,) = now["waveglass_build_info"].samples
        assert build.labels["version"] == tool(binary, "--version").strip()
        # A second look counts the first.
        again = metrics(server)
        assert value(again, "waveglass_http_responses_total", code="200") > value(
            now, "waveglass_http_responses_total", code="200")
        for path in ("/metrics", "/healthz"):
            status, headers, body = server.get(path, method="HEAD")
            assert status == 200 and body == b"" and int(headers["Content-Length"]) > 10
            status, headers, _ = server.get(path, method="POST")
            assert status == 405 and headers["Allow"] == "GET, HEAD", status
        assert server.get("/metrics", Host="other.example")[0] == 421
        refused = metrics(server)
        assert value(refused, "waveglass_refusals_total", reason="foreign-host") == 1
    return f"{len(rows)} rows and {payload} bytes counted as they came, {len(refused)} families"


async def health_says_what_is_wrong(binary, web):
    recording = pathlib.Path(__file__).resolve().parents[1] / "Fixtures/formats/tone.cu8"
    with Server(binary, web, f"file:{recording}?rate=2.4M&speed=0", log="info") as server:
        server.logs("source=0", "state=paused")
        status, report = health(server)
        assert status == 200 and report["sources"][0]["state"] == "paused", report
    with Receiver() as receiver:
        with Server(binary, web, receiver.source, "demo:", log="info") as server:
            for source in (0, 1):
                server.logs(f"source={source}", "state=delivering")
            status, report = health(server)
            assert status == 200, report
            assert [source["state"] for source in report["sources"]] == ["delivering"] * 2, report
            assert "R820T" in report["sources"][0]["name"] and report["version"], report
            receiver.close()
            server.logs("source=0", "state=silent")
            status, report = health(server)
            assert status == 503, report
            assert [source["state"] for source in report["sources"]] == ["silent", "delivering"], report
            assert f"127.0.0.1:{receiver.port}" in report["sources"][0]["reason"], report
            numbers = metrics(server)
            assert value(numbers, "waveglass_source_up", source="0") == 0
            assert value(numbers, "waveglass_source_up", source="1") == 1
            assert value(numbers, "waveglass_source_state", source="0", state="silent") == 1
            assert value(numbers, "waveglass_source_reconnects_total", source="0") == 0
            receiver.restart()
            # A notice: at the beginning it was not worth one.
            server.logs("notice: source", "source=0", "state=delivering")
            status, report = health(server)
            assert status == 200, report
            assert report["sources"][0]["state"] == "delivering" and "reason" not in report["sources"][0], report
            assert value(metrics(server), "waveglass_source_reconnects_total", source="0") == 1
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    with Server(binary, web, f"rtltcp://127.0.0.1:{port}", log="info") as server:
        status, report = health(server)
        assert status == 503 and report["sources"][0]["state"] == "starting", report
        server.logs("source=0", "state=silent")
        status, report = health(server)
        assert status == 503 and report["sources"][0]["state"] == "silent" and "cannot be reached" in report["sources"][0]["reason"], report
    return "paused and delivering 200; starting and silent 503, with the source's own words"


async def strangers_learn_no_numbers(binary, web):
    """Over the loopback of a server that wants pairing, as from another machine or through a proxy."""
    with GuardedServer(binary, web, "--log-level", "info") as server:
        brief = {"status": "ok"}
        server.logs("source=0", "state=delivering")
        assert health(server)[1] == brief, health(server)
        status, headers, text = server.get("/metrics")
        assert status == 401 and headers["WWW-Authenticate"] == "Waveglass-Pairing" and b"waveglass_" not in text, text
        control, viewer = server.pair(server.codes()[0]), server.pair(server.codes()[0])
        status, _, text = server.get("/metrics", Cookie=f"waveglass={viewer}")
        assert status == 403 and b"waveglass_" not in text, text
        assert health(server, Cookie=f"waveglass={viewer}")[1]["sources"][0]["state"] == "delivering"
        numbers = metrics(server, Cookie=f"waveglass={control}")
        assert value(numbers, "waveglass_pairings_total") == 2
        assert value(metrics(server, Cookie=f"waveglass={control}"), "waveglass_paired_devices") == 2
        assert value(numbers, "waveglass_refusals_total", reason="metrics-unpaired") == 1
        assert value(numbers, "waveglass_refusals_total", reason="metrics-viewer") == 1
        for secret in (control, viewer):
            assert secret not in server.get("/metrics", Cookie=f"waveglass={control}")[2].decode()
    with Server(binary, web, log="info") as server:
        server.logs("source=0", "state=delivering")
        assert health(server, X_Forwarded_For="1.2.3.4")[1] != brief, "no such header"
        for name in ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"):
            assert health(server, **{name: "1.2.3.4"})[1] == brief, name
            assert server.get("/metrics", **{name: "1.2.3.4"})[0] == 401, name
    with SecureServer(binary, web) as server:
        numbers = scrape(server.get("/metrics")[2].decode())
        left = value(numbers, "waveglass_certificate_expiry_timestamp_seconds") - time.time()
        assert 396 * 86_400 < left < 398 * 86_400, left
        for path in ("/healthz", "/metrics"):
            assert server.ask_offer(path)[0] == 404, "the authority's page has its certificate alone"
    return "strangers: ok or failing; viewers: no numbers; control and this machine: all"


CHECKS = (numbers_are_true, health_says_what_is_wrong, strangers_learn_no_numbers)
