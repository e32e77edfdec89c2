"""Chromium as the measurements use it: processor time by process, and the page's own counters."""
import os
import pathlib

ticks = os.sysconf("SC_CLK_TCK")
desk = {"viewport": {"width": 1366, "height": 1024}, "device_scale_factor": 1, "has_touch": False, "is_mobile": False}
arguments = ["--no-sandbox", "--disable-gpu-compositing"]


def processes(root):
    """A process and all that descend from it, by their numbers."""
    parents = {}
    for directory in pathlib.Path("/proc").iterdir():
        if directory.name.isdigit():
            try:
                parents[int(directory.name)] = int((directory / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    found = {root}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return found
        found |= more


def kind(pid):
    """What a process of Chromium does: browser, renderer, gpu-process, utility, zygote."""
    try:
        words = pathlib.Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").split()
    except OSError:
        return "gone"
    return next((word.split("=", 1)[1] for word in words if word.startswith("--type=")), "browser")


def seconds(pid):
    """Processor time of a process so far."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / ticks


def resident(pid):
    """Bytes of memory that a process has."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        return 1024 * int(status.split("VmRSS:")[1].split()[0])
    except (OSError, IndexError):
        return 0


class Browser:
    """A Chromium of its own, whose processes are known."""

    def __init__(self, playwright):
        self.known = processes(os.getpid())
        self.browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=arguments)

    @property
    def pids(self):
        return {pid for pid in processes(os.getpid()) - self.known if kind(pid) != "gone" and "chrom" in name(pid)}

    def processor(self):
        """Processor seconds so far, by what a process does."""
        spent = {}
        for pid in self.pids:
            spent[kind(pid)] = spent.get(kind(pid), 0) + seconds(pid)
        return spent

    def renderer_bytes(self):
        return sum(resident(pid) for pid in self.pids if kind(pid) == "renderer")


def name(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/comm").read_text()
    except OSError:
        return ""


def difference(after, before):
    return {what: after[what] - before.get(what, 0) for what in after}
