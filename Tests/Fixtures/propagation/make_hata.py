"""Writes hata.json: losses by Hata's formulas and by the extended Hata model, over made ground.

    python3 Tests/Fixtures/propagation/make_hata.py

Hata's formulas are as in his paper of 1980. The extended model follows step by step, with its arrays from the mobile station on and Python's
own mathematics, what NTIA gave out as its reference (github.com/NTIA/ehata), in double precision as WInnForum runs it: effective heights "original" as first
published, or "revised" as since 2018; fine hills as since 2018 in both. Nothing of this is shared with the library. ehata/ has cases by ITS itself.
"""

import json
import math
import pathlib
import random

HERE = pathlib.Path(__file__).resolve().parent
log10 = math.log10


def hata(f, hb, hm, d, area):
    if area == "largeCity":
        gain = 8.29 * log10(1.54 * hm) ** 2 - 1.1 if f < 300 else 3.2 * log10(11.75 * hm) ** 2 - 4.97
    else:
        gain = (1.1 * log10(f) - 0.7) * hm - (1.56 * log10(f) - 0.8)
    loss = 69.55 + 26.16 * log10(f) - 13.82 * log10(hb) - gain + (44.9 - 6.55 * log10(hb)) * log10(d)
    if area == "suburban":
        loss -= 2 * log10(f / 28) ** 2 + 5.4
    if area == "open":
        loss -= 4.78 * log10(f) ** 2 - 18.33 * log10(f) + 40.94
    return loss


def median(f, hb, hm, d, area):
    c = 1 / math.sqrt(8.854e-12 * 4e-7 * math.pi)
    f10 = log10(f)
    slant = math.sqrt(1e6 + (200 - 3) ** 2)
    gain_b, gain_m = 13.82 * log10(200), 3.2 * log10(11.75 * 3) ** 2 - 4.97

    # Parabolas in log f through three points each, by Cramer's rule rather than by hand.
    def parabola(points):
        rows = [(1, log10(x), log10(x) ** 2) for x, _ in points]
        ys = [y for _, y in points]

        def det(m):
            return (m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
                    + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]))

        whole = det(rows)
        return [det([[ys[r] if k == c else rows[r][k] for k in range(3)] for r in range(3)]) / whole for c in range(3)]

    def waves(megahertz):
        return 20 * log10(2 * (2e6 * math.pi * megahertz / c) * slant)

    a1 = parabola([(x, y + gain_b + gain_m + waves(x)) for x, y in ((1500, 22), (2000, 23.5), (3000, 25.85))])
    suburb = parabola([(1500, 11.5), (2000, 12.4), (3000, 14)])
    urban_near = a1[0] + a1[1] * f10 + a1[2] * f10 ** 2
    near = urban_near - gain_b - gain_m - waves(f)
    far = 120.78129 - 52.714929 * f10 + 10.919011 * f10 ** 2
    exponents = parabola([(24.5, 2.5), (70, 3), (200, 3.22)])
    half = exponents[0] + exponents[1] * log10(hb) + exponents[2] * log10(hb) ** 2
    n_far, n_near = 2 * (half - 1), 0.1 * (44.9 - 6.55 * log10(hb)) - 2
    change = 10 ** ((2 * n_far + 0.1 * (near - far)) / (n_far - n_near))
    heights = -13.82 * log10(hb) - (3.2 * log10(11.75 * hm) ** 2 - 4.97)
    if d <= change:
        loss = urban_near + heights + (44.9 - 6.55 * log10(hb)) * log10(d)
    else:
        ray = math.hypot(1000 * d, hb - hm)
        loss = (far + gain_b + gain_m + heights - 20 * n_far + 10 * n_far * log10(d)
                + 20 * log10(2 * (2e6 * math.pi * f / c) * ray))
    if area == "suburban":
        loss -= suburb[0] + suburb[1] * f10 + suburb[2] * f10 ** 2
    if area == "open":
        loss -= 40.94 - 18.33 * f10 + 4.78 * f10 ** 2
    return loss


def interpolate(xs, ys, x):
    i = 0
    while i < len(xs) - 2 and x > xs[i + 1]:
        i += 1
    return ys[i] + (ys[i + 1] - ys[i]) * (x - xs[i]) / (xs[i + 1] - xs[i])


def extended(ground, step, f, hb, hm, area, rule):
    """ground: from the base station to the mobile one."""
    z = ground[::-1]
    n = len(z) - 1
    d_m = n * step
    if abs(d_m - round(d_m)) < 1e-5:
        d_m = float(round(d_m))
    d = d_m / 1000
    xi = step / 1000
    length = n * xi

    # Effective heights.
    eff_b, eff_m = hb, hm
    if length >= 3:
        first = int(3 / xi)
        last = n if length <= 15 else int(15 / xi)
        mobile_side = z[first:last + 1]
        base_side = z[n - last:n - first + 1]
        mean_m, mean_b = sum(mobile_side) / len(mobile_side), sum(base_side) / len(base_side)
        share = min(1, (length - 3) / 12)
        if rule == "original":
            eff_b, eff_m = hb + z[n] - mean_b * share, hm + z[0] - mean_m * share
        else:
            eff_b, eff_m = hb + (z[n] - mean_b) * share, hm + (z[0] - mean_m) * share
    eff_b, eff_m = min(200, max(30, eff_b)), min(10, max(1, eff_m))

    # Statistics of the 10 km at the mobile station.
    part = sorted(z if d < 10 else z[:int(10 / xi) + 1], reverse=True)
    q10, q50, q90 = (part[max(0, int(share * len(part) - 1))] for share in (0.1, 0.5, 0.9))
    factor = (1 - 0.8 * math.exp(-0.2)) / (1 - 0.8 * math.exp(-0.02 * d)) if d < 10 else 1
    q10, q50, q90, rough = q10 * factor, q50 * factor, q90 * factor, (q10 - q90) * factor

    # Slope at the mobile station.
    slopes = []
    for reach in range(5000, 10001, 1000):
        if d_m < reach:
            break
        count = int(reach / step)
        seg = z[:count + 1]
        weights = [0.5] + [1] * (count - 1) + [0.5]
        b = sum(w * h * (i - count / 2) for i, (w, h) in enumerate(zip(weights, seg)))
        slopes.append(-1000 * b * 12 / ((count ** 2 + 2) * count) * count / reach)
    theta = 0
    if slopes:
        theta = slopes[0]
        if d_m > 5000 and max(slopes) * min(slopes) >= -1e-9:  # below that it is rounding
            theta = max(slopes) if max(slopes) > 1e-9 else min(slopes)

    # Sea.
    sea = [i for i, h in enumerate(z) if h == 0]
    low = sum(1 for i in sea if i + 1 <= n // 2)
    high = len(sea) - low
    beta = len(sea) / (n + 1)

    # Horizons.
    mean = sum(z) / len(z)
    ens = 301 if mean == 0 else 301 * math.exp(-mean / 9460)
    gme = 157e-9 * (1 - 0.04665 * math.exp(ens / 179.3))
    za, zb, qc = z[0] + hm, z[n] + hb, gme / 2
    ta, tb = (zb - za) / d_m - qc * d_m, (za - zb) / d_m - qc * d_m
    da = db = d_m
    seen, sa, sb = True, 0.0, d_m
    for i in range(1, n):
        sa += step
        sb -= step
        q = z[i] - (qc * sa + ta) * sa - za
        if q > 0:
            ta, da, seen = ta + q / sa, sa, False
        if not seen:
            q = z[i] - (qc * sb + tb) * sb - zb
            if q > 0:
                tb, db = tb + q / sb, sb
    single = abs(d_m - da - db) <= step / 2

    loss = median(f, eff_b, eff_m, d, area)
    terms = {"median": loss}
    if single:
        edge = max(0, z[int(da / step)] - (zb * db + za * da) / d_m + gme / 2 * da * db)
        curves = [[4, -13, -17.5, -17.5, -15, -12.5, -10, -8, -6], [12, -8.5, -13, -12, -10, -8, -6.5, -5, -4],
                  [20, -4, -6.5, -6, -4.5, -3.5, -2.5, -2, -1]]
        d1, d2 = db / 1000, da / 1000
        k = 1 if d1 >= 30 else 0
        c1, c2 = (interpolate(range(9), curves[k + i], d2) for i in (0, 1))
        near = (15, 30, 60)
        terms["ridge"] = math.sqrt(edge / 200) * (c1 + (c2 - c1) * (d1 - near[k]) / (near[k + 1] - near[k]))
        loss -= terms["ridge"]
    else:
        h = log10(max(15, rough))
        terms["hills"] = -1.5072013 + 8.458676 * h - 6.102538 * h * h
        fine = 0
        if rough >= 10:
            h = log10(rough)
            k = -11.728795 + 15.544272 * h - 1.8154766 * h * h
            if z[0] >= q10:
                fine = k
            elif z[0] <= q90:
                fine = -k
            elif z[0] >= q50:
                fine = k * (z[0] - q50) / (q10 - q50)
            else:
                fine = -k * (q50 - z[0]) / (q50 - q90)
        terms["fineHills"] = fine
        if theta <= 0:
            factor = interpolate((10, 30), (0.25, 0.8), min(30, max(10, d)))
        else:
            factor = interpolate((10, 30, 60), (0.125, 0.35, 0.6), min(60, max(10, d)))
        terms["slope"] = theta * factor
        loss -= terms["hills"] + fine + terms["slope"]
    if beta > 0:
        xs30 = [0, 0.15, 0.35, 0.45, 0.6, 0.65, 0.725, 0.775, 0.85, 1]
        xs60 = [0, 0.15, 0.3, 0.4, 0.5, 0.6, 0.725, 0.85, 0.9, 1]
        y30 = ([0, 1, 3, 4, 6, 7, 8, 9, 10, 11], [0, 4, 5.5, 7, 8.5, 9, 9.5, 9.8, 10.25, 11])
        y60 = ([0, 2, 4, 5.5, 7, 9, 11, 13, 14, 15], [0, 4.25, 6.25, 9.2, 10.5, 11.75, 13, 14, 14.25, 15])
        ends = (1,) if low > high else (0,) if high > low else (0, 1)
        c30 = sum(interpolate(xs30, y30[e], beta) for e in ends) / len(ends)
        c60 = sum(interpolate(xs60, y60[e], beta) for e in ends) / len(ends)
        terms["sea"] = c30 + (c60 - c30) * min(1, max(0, (d - 30) / 30))
        loss -= terms["sea"]
    return dict(terms, loss=loss, roughness=rough, slopeAngle=theta, effectiveBase=eff_b, effectiveMobile=eff_m)


def grounds(rng):
    """Made ground: flat, hills, one ridge, slopes, and the sea at either end or on both."""
    for number in range(48):
        kind = number % 8
        count = rng.randrange(20, 90)
        step = rng.choice([30.0, 90.0, 100 / 3, 250.0, 500.0, 1000.0])
        wave, deep, tilt = rng.uniform(3, 30), rng.uniform(5, 180), rng.uniform(-2, 2)
        z = []
        for i in range(count + 1):
            h = 40.0
            if kind in (1, 2, 6, 7):
                h += deep * math.sin(i / wave) * math.cos(i / wave / 1.7) + deep
            if kind == 3 and abs(i - count // 2) <= 1:
                h += 60 + deep * (2 - abs(i - count // 2))
            if kind in (2, 4):
                h += abs(tilt) * (i if tilt > 0 else count - i) * step / 250
            if kind == 5 and i < count * 0.4 or kind == 6 and i > count * 0.7 or kind == 7 and abs(i - count / 2) > count * 0.3:
                h = 0.0
            z.append(round(h, 1))
        yield z, step


def main():
    rng = random.Random(15517)
    areas = ("largeCity", "city", "suburban", "open")
    made = {"hata": [], "extended": []}
    for _ in range(60):
        one = {"f": round(rng.uniform(150, 1500), 1), "hb": round(rng.uniform(30, 200), 1),
               "hm": round(rng.uniform(1, 10), 1), "d": round(rng.uniform(1, 20), 2), "area": rng.choice(areas)}
        made["hata"].append(dict(one, loss=hata(**one)))
    for number, (ground, step) in enumerate(grounds(rng)):
        one = {"ground": ground, "step": step, "f": round(rng.uniform(1500, 3000), 1), "hb": round(rng.uniform(10, 250), 1),
               "hm": round(rng.uniform(1, 12), 1), "area": areas[number // 8 % 4],
               "rule": ("original", "revised")[number % 16 // 8]}
        made["extended"].append(dict(one, **{"terms": extended(**one)}))
    kinds = [set(case["terms"]) for case in made["extended"]]
    assert any("ridge" in kind for kind in kinds) and any("fineHills" in kind for kind in kinds)
    assert any("sea" in kind for kind in kinds)
    lengths = [len(case["ground"]) * case["step"] for case in made["extended"]]
    assert min(lengths) < 3000 and max(lengths) > 60_000
    (HERE / "hata.json").write_text(json.dumps(made, separators=(",", ":")).replace("},{\"", "},\n{\"") + "\n")


if __name__ == "__main__":
    main()
