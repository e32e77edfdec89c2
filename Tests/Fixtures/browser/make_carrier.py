#!/usr/bin/env python3
"""Makes carrier.csv: an rtl_power log with one carrier at 100.000 MHz of -10 dB over a floor of -60 dB.

One hop of 256 bins of 20 kHz from 97.44 MHz on, 60 sweeps, 2 s apart; the last value of a row stands twice, as the tool writes it.
"""
import pathlib

bins, step, low = 256, 20_000, 97_440_000
carrier = round((100_000_000 - low) / step)
rows = []
for sweep in range(60):
    seconds = 2 * sweep
    levels = [-10.0 if i == carrier else -60.0 - (i * 7 + sweep * 3) % 5 * 0.2 for i in range(bins)]
    values = ", ".join(f"{level:.2f}" for level in levels + levels[-1:])
    rows.append(
        f"2026-01-02, 12:{seconds // 60:02d}:{seconds % 60:02d}, {low}, {low + step * bins}, {step:.2f}, 384, {values}")
pathlib.Path(__file__).with_name("carrier.csv").write_text("\n".join(rows) + "\n")
