"""Levels beside GNU Radio: its signal source at known levels, written by its sinks, read by our reader."""

import json
import pathlib
import subprocess
import tempfile

SIGNALS = pathlib.Path(__file__).with_name("gnuradio_signals.py")
# Points of the transform, and what a level may differ by: the table in Documentation/Spectrum/accuracy-spectrum.md holds it.
POINTS = 65536
TONE, DENSITY, HERTZ = 0.005, 0.01, 0.05


def measure(binary, path, *options):
    result = subprocess.run(
        [binary, "measure", path, "--json", "--fft", str(POINTS), *options], capture_output=True, text=True,
        timeout=120)
    assert result.returncode == 0 and result.stderr == "", result
    return json.loads(result.stdout)


def differences(measured, tones, center):
    """Each tone's level as measured, its difference from the truth, and that of its frequency."""
    for hertz, level in tones:
        peak = min(measured["peaks"], key=lambda peak: abs(peak["frequencyHertz"] - center - hertz))
        yield level, peak["level"] - level, peak["frequencyHertz"] - center - hertz


async def agrees_with_gnu_radio(binary, web):
    with tempfile.TemporaryDirectory() as folder:
        # GNU Radio belongs to the system's own Python.
        made = subprocess.run(
            ["/usr/bin/python3", SIGNALS, folder], capture_output=True, text=True, timeout=300)
        assert made.returncode == 0, made.stderr
        truth = json.loads(made.stdout.splitlines()[-1])
        told = ("--rate", str(truth["rate"]), "--frequency", str(truth["center"]))
        rows, worst = [], 0
        for name, tones, options in (
            ("strong.cf32", truth["strong"], told), ("weak.cf32", truth["weak"], told),
            ("strong.sigmf-meta", truth["strong"], ()), ("float.wav", truth["strong"], told[2:]),
            ("pcm24.wav", truth["strong"], told[2:]), ("pcm16.wav", truth["strong"], told[2:]),
        ):
            measured = measure(binary, f"{folder}/{name}", *options)
            assert measured["rateHertz"] == truth["rate"], (name, measured["rateHertz"])
            for level, difference, hertz in differences(measured, tones, truth["center"]):
                rows.append(f"| {name} | {level:.0f} | {level + difference:.4f} | {difference:+.4f} dB | {hertz:+.4f} Hz |")
                assert abs(difference) < TONE, (name, level, difference)
                assert abs(hertz) < HERTZ, (name, level, hertz)
                worst = max(worst, abs(difference))
            if name == "weak.cf32":
                difference = measured["noiseDensity"] - truth["density"]
                rows.append(
                    f"| {name} | {truth['density']:.4f} /Hz | {measured['noiseDensity']:.4f} /Hz "
                    f"| {difference:+.4f} dB | |")
                assert abs(difference) < DENSITY, difference
    return f"GNU Radio {truth['version']}, within {worst:.4f} dB\n" + "\n".join(f"    {row}" for row in rows)


CHECKS = (agrees_with_gnu_radio,)
