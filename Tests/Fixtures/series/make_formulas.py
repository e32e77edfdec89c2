#!/usr/bin/env python3
"""Writes what NumPy and pandas make of two columns by formulas, for the tests to compare with.

Usage: python3 make_formulas.py     (needs numpy and pandas; writes formulas.json beside itself)
"""
import json
import math
import pathlib

import numpy as np
import pandas as pd

ROWS = 90


def columns():
    generator = np.random.default_rng(20261121)
    a = np.cumsum(generator.normal(size=ROWS)) * 3
    b = generator.normal(size=ROWS) * 40 + 1e6
    a[[0, 17, 18, 19, 60, 89]] = np.nan
    b[[5, 18, 44]] = np.nan
    a[30] = 0
    b[31] = 0
    return pd.Series(a), pd.Series(b)


def mean(x, n):
    """The centred average of the rows that are there; none where the row itself is missing."""
    return x.rolling(2 * (n // 2) + 1, center=True, min_periods=1).mean().where(x.notna())


def cases(a, b):
    both = a.notna() & b.notna()
    return {
        "diff(a)": a.diff(), "diff(a, 7)": a.diff(7), "diff(b,-2)": b.diff(-2), "diff(diff(b))": b.diff().diff(),
        "lag(a)": a.shift(), "lag(b, 12)": b.shift(12), "lag(a,-3)": a.shift(-3), "lag(a, 0)": a,
        "diff(a, 200)": a.diff(200),
        "mean(a, 1)": a, "mean(a, 4)": mean(a, 4), "mean(b, 31)": mean(b, 31), "mean(a, 1001)": mean(a, 1001),
        "mean(diff(b), 5)": mean(b.diff(), 5), "b - mean(b, 9)": b - mean(b, 9),
        "lag(mean(a, 3), 2)": mean(a, 3).shift(2), "mean(lag(a, -4), 6)": mean(a.shift(-4), 6),
        "a + b * 2": a + b * 2, "(a + b) * 2": (a + b) * 2, "a - b - 1": a - b - 1, "b / a": b / a, "a / b / 2": a / b / 2,
        "-a^2": -(a ** 2), "2^-a": 2 ** -a, "a^2^0.5": a ** (2 ** 0.5), "a ^ 3": a ** 3, "a^0": (a ** 0).where(a.notna()),
        "abs(a)": a.abs(), "sqrt(a)": np.sqrt(a), "ln(b)": np.log(b), "log10(a)": np.log10(a), "exp(a/10)": np.exp(a / 10),
        "exp(b)": np.exp(b), "min(a, b/1e5)": np.minimum(a, b / 1e5).where(both),
        "max(a, -1.5e0)": np.maximum(a, -1.5).where(a.notna()), "1/(1/a)": 1 / (1 / a).replace([np.inf, -np.inf], np.nan),
        "3.25": pd.Series(np.full(ROWS, 3.25)),
    }


def told(values):
    return [float(value) if math.isfinite(value) else None for value in values]


def main():
    with np.errstate(all="ignore"):
        a, b = columns()
        file = {
            "made": f"numpy {np.__version__}, pandas {pd.__version__}", "a": told(a), "b": told(b),
            "cases": [{"formula": formula, "values": told(values)} for formula, values in cases(a, b).items()],
        }
    path = pathlib.Path(__file__).parent / "formulas.json"
    path.write_text(json.dumps(file, separators=(",", ":")).replace('{"formula"', '\n{"formula"') + "\n")


if __name__ == "__main__":
    main()
