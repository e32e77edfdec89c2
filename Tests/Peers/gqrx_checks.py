"""Levels beside gqrx: its signal meter against `waveglass measure`, on the same samples."""

import json
import pathlib
import subprocess
import tempfile

from gnuradio_checks import SIGNALS, differences, measure
from gqrx import Gqrx

# Its meter tells tenths of a decibel.
TOLERANCE = 0.1


async def agrees_with_gqrx(binary, web):
    shown, worst = [], 0
    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run(
            ["/usr/bin/python3", SIGNALS, folder], capture_output=True, text=True, timeout=300)
        assert made.returncode == 0, made.stderr
        truth = json.loads(made.stdout.splitlines()[-1])
        rate, center = truth["rate"], truth["center"]
        for name, tones in (("strong.cf32", truth["strong"]), ("weak.cf32", truth["weak"])):
            path = pathlib.Path(folder) / name
            ours = measure(binary, path, "--rate", str(rate), "--frequency", str(center))
            with Gqrx(path, rate, center, center + tones[0][0]) as gqrx:
                for (hertz, _), (level, difference, _) in zip(tones, differences(ours, tones, center)):
                    gqrx.tune(center + hertz)
                    theirs = gqrx.strength()
                    shown.append(f"{theirs:.1f} and {level + difference:.2f} dBFS")
                    worst = max(worst, abs(theirs - level - difference))
                    assert worst <= TOLERANCE, shown
    return f"within {worst:.2f} dB: " + ", ".join(shown)


CHECKS = (agrees_with_gqrx,)
