"""An X server without a monitor, whose touchscreen is worked by these tests: what it tells programs, a real one would."""
import pathlib
import select
import socket
import struct
import subprocess
import tempfile

width, height = 2560, 2640
# Xorg's own driver for tests ("man inputtest") takes events from a socket.
configuration = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
  Option "BlankTime" "0"
EndSection
Section "Device"
  Identifier "device"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 1-1000
  VertRefresh 1-1000
  Modeline "all" 60 {across} {down}
EndSection
Section "Screen"
  Identifier "screen"
  Device "device"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Modes "all"
  EndSubSection
EndSection
Section "InputDevice"
  Identifier "touchscreen"
  Driver "inputtest"
  Option "DeviceType" "Touch"
  Option "SocketPath" "{folder}/touchscreen"
EndSection
Section "InputDevice"
  Identifier "mouse"
  Driver "inputtest"
  Option "DeviceType" "PointerAbsolute"
  Option "SocketPath" "{folder}/mouse"
EndSection
Section "InputDevice"
  Identifier "keyboard"
  Driver "inputtest"
  Option "DeviceType" "Keyboard"
  Option "SocketPath" "{folder}/keyboard"
EndSection
Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
  InputDevice "touchscreen"
  InputDevice "mouse" "CorePointer"
  InputDevice "keyboard" "CoreKeyboard"
EndSection
"""


class Display:
    """An X server of its own; `name` is what programs need in DISPLAY."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="waveglass-")
        folder = pathlib.Path(self.folder.name)
        (folder / "xorg.conf").write_text(configuration.format(
            across=" ".join(str(width + more) for more in (0, 8, 16, 24)),
            down=" ".join(str(height + more) for more in (0, 2, 4, 8)), folder=folder))
        # A seat of its own, so that it asks for no virtual terminal; its end when these tests are killed, and with it that of what it shows.
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "TERM", "Xorg", "-displayfd", "1", "-config", folder / "xorg.conf", "-logfile", folder / "log", "-noreset", "-nolisten", "tcp",
             "-seat", "waveglass", "-novtswitch", "-sharevts"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline().strip() if select.select([self.process.stdout], [], [], 60)[0] else ""
        if not line:
            self.__exit__()
            raise RuntimeError("Xorg did not start:\n" + (folder / "log").read_text())
        self.name = f":{line}"
        self.touchscreen, self.mouse = Touchscreen(folder / "touchscreen"), Mouse(folder / "mouse")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()


class Device:
    """What Xorg's driver for tests takes over a socket, in version 1.1 of its protocol."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        # Xorg listens there before it says which display it is.
        self.socket.connect(str(path))
        self.send(0, struct.pack("=HH", 1, 1), answer=12)

    def send(self, kind, payload, answer=0):
        self.socket.sendall(struct.pack("=II", 8 + len(payload), kind) + payload)
        return self.socket.recv(answer, socket.MSG_WAITALL) if answer else b""

    def tell(self, kind, *payloads):
        """Returns when the X server has taken all. They are sent at once, so that no busy machine makes a hold of a tap."""
        self.socket.sendall(b"".join(struct.pack("=II", 8 + len(payload), kind) + payload for payload in payloads))
        self.send(1, b"", answer=8)


def place(x, y):
    """The first two of 64 axes, in pixels of the screen; they go from 0 to 65,535."""
    return struct.pack("=I8s4x2d1008x", 0, b"\3", x * 65_535 / width, y * 65_535 / height)


class Touchscreen(Device):
    """As many fingers as are needed."""

    begins, moves, ends = 18, 19, 20

    def touch(self, *touches):
        """Each of a finger, what it does, and where."""
        self.tell(6, *(struct.pack("=II", finger, phase) + place(x, y) for finger, phase, x, y in touches))


class Mouse(Device):
    """A mouse with a wheel."""

    def move(self, x, y):
        self.tell(2, struct.pack("=I4x", 1) + place(x, y))

    def turn_wheel(self, notches):
        """Downwards; a notch is 120 on the fourth axis."""
        self.tell(2, struct.pack("=I4xI8s4x4d992x", 0, 0, b"\10", 0, 0, 0, 120 * notches))
