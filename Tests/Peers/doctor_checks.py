"""`waveglass doctor` on this machine with things put wrong: each is found, and what it says to do puts it right."""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile

from record_checks import Receiver
from secure import ForeignAuthority, SecureServer, tool
from server import Server
from waits import PATIENCE

KEYS = {"check", "verdict", "found", "fix"}


class Patient:
    """A home of its own, and ports that are free unless someone takes them."""

    def __init__(self, binary, web, folder):
        self.binary, self.web, self.home = binary, web, pathlib.Path(folder)
        self.state = self.home / ".local/state/waveglass"
        with contextlib.ExitStack() as stack:
            self.port, self.lan = [
                stack.enter_context(socket.create_server(("127.0.0.1", 0))).getsockname()[1] for _ in range(2)]

    @property
    def environment(self):
        kept = {key: value for key, value in os.environ.items() if key not in ("XDG_STATE_HOME", "STATE_DIRECTORY")}
        return {**kept, "HOME": str(self.home)}

    def run(self, *options):
        command = [self.binary, "doctor", "--web", self.web, "--port", str(self.port), "--ca-port", str(self.lan),
                   "--recordings", str(self.home), *options]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, env=self.environment)

    def findings(self, *options):
        """What was found by name; text and exit code say the same."""
        result = self.run("--json", *options)
        report = json.loads(result.stdout)
        assert set(report) == {"version", "verdict", "findings"} and result.stderr == "", result
        assert all(set(finding) == KEYS for finding in report["findings"]), report
        verdicts = [finding["verdict"] for finding in report["findings"]]
        assert result.returncode == (1 if "problem" in verdicts else 0), result
        assert report["verdict"] == next(kind for kind in ("problem", "warning", "ok") if kind in verdicts or kind == "ok")
        for finding in report["findings"]:
            assert (finding["fix"] is None) == (finding["verdict"] == "ok"), finding
        return {finding["check"]: finding for finding in report["findings"]}

    def follow(self, finding):
        """Does what it says in a shell, up to the first remark."""
        return tool("sh", "-c", finding["fix"].split(";")[0], env=self.environment)


async def finds_a_taken_port(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        patient = Patient(binary, web, folder)
        assert patient.findings()["port"] == {
            "check": "port", "verdict": "ok", "found": f"{patient.port} is free", "fix": None}
        thief = subprocess.Popen(
            [sys.executable, "-c",
             f"import socket, sys; s = socket.create_server(('127.0.0.1', {patient.port})); print(1, flush=True); sys.stdin.read()"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            thief.stdout.readline()
            found = patient.findings()["port"]
            assert found["verdict"] == "problem" and f"(process {thief.pid})" in found["found"], found
            assert found["fix"].endswith(f"kill {thief.pid}"), found
            other = int(found["fix"].split("--port ")[1].split(",")[0])
            refused = tool(binary, "serve", "demo:", "--web", web, "--port", str(patient.port), fails=True)
            assert "is in use" in refused, refused
            # Both ways that it says are ways.
            process = subprocess.Popen(
                [binary, "serve", "demo:", "--web", web, "--port", str(other)], stdout=subprocess.PIPE, text=True)
            assert f":{other}/" in process.stdout.readline()
            process.terminate()
            process.wait(PATIENCE)
            tool("sh", "-c", found["fix"].split(": ")[-1])
            thief.wait(PATIENCE)
            assert patient.findings()["port"]["verdict"] == "ok"
        finally:
            thief.kill()
            thief.wait()
        with Server(binary, web) as server:
            patient.port = server.port
            found = patient.findings()["port"]
            assert found["verdict"] == "ok" and f"process {server.process.pid}" in found["found"], found
    return "the program is named; another port, and ending it, both work"


async def finds_open_keys_and_folders(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        with SecureServer(binary, web, home=folder) as server:
            authority = server.authority
        patient = Patient(binary, web, folder)
        well = patient.findings()
        assert "key" not in well and well["state"]["verdict"] == well["certificate"]["verdict"] == "ok", well
        assert server.fingerprint in well["certificate"]["found"], well
        fixes = []
        for path, check, mode, right in (
                (authority, "key", 0o644, 0o600), (authority.parent, "state", 0o755, 0o700),
                (authority.parent, "state", 0o777, 0o700)):
            path.chmod(mode)
            found = patient.findings()[check]
            assert found["verdict"] == "problem" and str(path) in found["found"], found
            text = patient.run().stdout
            assert f"problem  {check}" in text and "fix: " + found["fix"] in text, text
            patient.follow(found)
            assert path.stat().st_mode & 0o777 == right
            assert patient.findings().get(check, {"verdict": "ok"})["verdict"] == "ok"
            fixes.append(found["fix"].split()[0])
        authority.write_bytes(b"nonsense")
        found = patient.findings()["certificate"]
        assert found["verdict"] == "problem" and "damaged" in found["found"], found
        tool("sh", "-c", found["fix"].split(":")[0])
        assert patient.findings()["certificate"]["verdict"] == "ok"
        with SecureServer(binary, web, home=folder):
            pass
    return "a key of mode 644, folders of 755 and 777, a damaged authority"


async def finds_certificates_that_do_not_hold(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        patient, authority = Patient(binary, web, folder), ForeignAuthority(folder)
        host = tool("hostname").strip().lower()
        chain, key = authority.issue("good", days=100, hosts=f"DNS:localhost,DNS:{host}")
        pair = ("--tls-cert", chain, "--tls-key", key)
        well = patient.findings(*pair)
        assert well["certificate"]["verdict"] == well["names"]["verdict"] == "ok", well
        soon, other = authority.issue("soon", days=10, hosts="DNS:radio.example.org")
        found = patient.findings("--tls-cert", soon, "--tls-key", other)
        assert found["certificate"]["verdict"] == found["names"]["verdict"] == "warning", found
        assert "radio.example.org" in found["names"]["found"], found
        expired, expired_key = authority.issue("expired", days=-1)
        found = patient.findings("--tls-cert", expired, "--tls-key", expired_key)["certificate"]
        assert found["verdict"] == "problem" and "expired on" in found["found"] and "renew" in found["fix"], found
        refused = tool(binary, "serve", "demo:", "--web", web, "--lan", "--port", "0", "--tls-cert", expired, "--tls-key",
                       expired_key, fails=True, env=patient.environment)
        assert "expired on" in refused, refused
        # Put in the place of the old one, as it says.
        os.replace(chain, expired)
        os.replace(key, expired_key)
        assert patient.findings("--tls-cert", expired, "--tls-key", expired_key)["certificate"]["verdict"] == "ok"
        found = patient.findings("--tls-cert", expired, "--tls-key", other)["certificate"]
        assert found["verdict"] == "problem" and "is not the key" in found["found"], found
        assert patient.run("--tls-cert", expired).returncode == 64
    return "good, ending, for another name, expired, of another key"


async def finds_receivers_and_full_disks(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        patient = Patient(binary, web, folder)
        with Receiver() as receiver:
            found = patient.findings(receiver.source)["rtl_tcp"]
            assert found["verdict"] == "ok" and "R820T" in found["found"], found
        found = patient.findings(f"rtltcp://127.0.0.1:{receiver.port}")["rtl_tcp"]
        assert found["verdict"] == "problem" and f"-p {receiver.port}" in found["fix"], found
        simulator = subprocess.Popen(
            [binary, "simulate", "rtltcp", "--port", str(receiver.port)], stdout=subprocess.PIPE, text=True)
        simulator.stdout.readline()
        assert patient.findings(f"rtltcp://localhost:{receiver.port}")["rtl_tcp"]["verdict"] == "ok"
        simulator.kill()
        simulator.wait()
        with socket.create_server(("127.0.0.1", 0)) as mute:
            found = patient.findings(f"rtltcp://127.0.0.1:{mute.getsockname()[1]}")["rtl_tcp"]
            assert found["verdict"] == "warning" and "one client" in found["found"], found
        assert patient.run("usb:0").returncode == 64
        # A page that was not built, and one whose files are there.
        assert patient.findings("--web", str(patient.home))["page"]["verdict"] == "problem"
        version = (pathlib.Path(web) / "files.js").read_text().split('version: "')[1].split('"')[0]
        found = patient.findings()
        assert version in found["page"]["found"] and found["page"]["verdict"] == "ok", found["page"]
        assert found["browser"]["verdict"] == "ok" and found["clock"]["verdict"] != "problem", found
        # Small file systems of their own, in a namespace that is gone afterwards.
        verdicts = {}
        for size in ("50m", "500m", "2g"):
            script = f'mount -t tmpfs -o size={size} none {folder}/disk && exec "$@"'
            (patient.home / "disk").mkdir(exist_ok=True)
            result = subprocess.run(
                ["unshare", "--mount", "sh", "-c", script, "sh", binary, "doctor", "--json", "--web", web, "--port",
                 str(patient.port), "--ca-port", str(patient.lan), "--recordings", f"{folder}/disk"],
                capture_output=True, text=True, timeout=60, env=patient.environment)
            (disk,) = [item for item in json.loads(result.stdout)["findings"] if item["check"] == "recordings"]
            verdicts[size] = disk["verdict"]
        assert verdicts == {"50m": "problem", "500m": "warning", "2g": "ok"}, verdicts
        before = sorted(patient.home.rglob("*"))
        patient.run()
        assert sorted(patient.home.rglob("*")) == before, "it changes nothing"
    return "there, gone, taken, mute; 50 MB, 500 MB and 2 GB of disk"


CHECKS = (
    finds_a_taken_port, finds_open_keys_and_folders, finds_certificates_that_do_not_hold, finds_receivers_and_full_disks)
