"""Learns what measurements add to physics, and scores it on sites that it has not seen: make train

python Training/train.py PATHS.npz STUDY.json writes the weights, the table of Documentation/Coverage/accuracy-coverage.md and the vectors of the tests.

Slopes are fitted with an offset of its own for each file, so that wrong calibrations do not bend them; cells lost in noise take part as what they are, a loss of at least so much
(Tobin 1958, doi:10.2307/1907382, by expectation and maximisation). Offsets are then told apart into area, frequency, site and file by Gaussian priors.
"""

import json
import sys
from pathlib import Path

import numpy
from scipy.special import ndtr
from sklearn.ensemble import HistGradientBoostingRegressor

import model
from measurements import MARGIN

ROOT = Path(__file__).resolve().parent.parent
#: What the sites are: 0 a large city, 1 a city, 2 a suburb, 3 open land.
AREAS = {"london": 0, "southampton": 1, "nottingham": 1, "merthyr": 2, "boston": 3, "scarhill": 3}
#: Slopes are learned within this, km.
NEAR = 10.0

data = numpy.load(sys.argv[1], allow_pickle=True)
study = json.loads(Path(sys.argv[2]).read_text())["nodes"]
files, table = data["files"], data["table"]
number = table[:, 0].astype(int)
level, lost, ground, inputs = table[:, 1], table[:, 2] > 0, table[:, 5], table[:, 6:12]
free, p1812, itm, ehata, p1812_suburban, p1812_urban, p1812_dense = table[:, 12:].T
names = [file[0] for file in files]
megahertz = numpy.array([file[2] for file in files], float)[number]
eirp = numpy.array([file[3] for file in files], float)[number]
noise = numpy.array([file[4] for file in files], float)[number]
site = numpy.array([file[1] for file in files])[number]
distance = inputs[:, 0]
excess, least = eirp - level - free, eirp - noise - MARGIN - free
near = distance <= NEAR
has_ground = numpy.array([file[9] != "none" for file in files])[number]
height = numpy.array([25.0 if file[1] == "london" else 17.0 for file in files])[number]


def slopes_of(features, wanted, rounds=15):
    """Slopes by least squares with an offset for each file, each file of the same weight; and these offsets."""
    wanted = numpy.flatnonzero(wanted)
    numbers, is_lost = number[wanted], lost[wanted]
    kinds, kind = numpy.unique(numbers, return_inverse=True)
    count = numpy.bincount(kind)
    weight = 1 / count[kind]
    x, target, bound = features[wanted], excess[wanted].copy(), least[wanted]
    target[is_lost] = bound[is_lost]
    deviation = 8.0

    def mean(values):
        return numpy.bincount(kind, values) / count

    for _ in range(rounds):
        a = x - numpy.stack([mean(column)[kind] for column in x.T], axis=1)
        b = target - mean(target)[kind]
        slopes = numpy.linalg.solve((a * weight[:, None]).T @ a + 1e-4 * numpy.eye(a.shape[1]), (a * weight[:, None]).T @ b)
        offsets = mean(target - x @ slopes)
        expected = x @ slopes + offsets[kind]
        z = (bound - expected) / deviation
        mills = numpy.exp(-z * z / 2) / numpy.sqrt(2 * numpy.pi) / numpy.maximum(1 - ndtr(z), 1e-12)
        target[is_lost] = (expected + deviation * mills)[is_lost]
        spread = (target - expected) ** 2
        spread[is_lost] += (deviation**2 * (1 + z * mills - mills**2))[is_lost]
        deviation = numpy.sqrt((spread * weight).sum() / weight.sum())
    return slopes, dict(zip(kinds, offsets))


def levels_of(offsets):
    """Areas' levels, the slope by frequency, and what each file's calibration is off by: the most likely under Gaussian priors.

    A file whose best levels near the mast are better than free space is off by that at least. The files at 449 MHz whose power was not adjusted share a fault.
    """
    kinds = sorted(offsets)
    sites = sorted({files[kind][1] for kind in kinds})
    shift = numpy.array([min(files[kind][8], 0) for kind in kinds])
    y = numpy.array([offsets[kind] for kind in kinds]) - shift
    a = numpy.zeros((len(kinds), 6 + len(sites)))
    for row, kind in enumerate(kinds):
        _, name, frequency, _, _, is_adjusted, *_ = files[kind]
        a[row, AREAS[name]] = 1
        a[row, 4] = model.decades(frequency)
        a[row, 5] = frequency < 500 and not is_adjusted
        a[row, 6 + sites.index(name)] = 1
    prior = numpy.diag([6.0] * 4 + [10.0, 10.0] + [4.0] * len(sites)) ** 2
    prior[:4, :4] += 20.0**2
    # Hata's slope by frequency is 6.16 dB a decade beyond free space.
    expected = numpy.array([20.0] * 4 + [6.16, 0.0] + [0.0] * len(sites))
    gain = prior @ a.T @ numpy.linalg.inv(a @ prior @ a.T + 16 * numpy.eye(len(kinds)))
    found = expected + gain @ (y - a @ expected)
    faults = {kind: shift[row] + a[row, 5] * found[5] + (y - a @ found)[row] for row, kind in enumerate(kinds)}
    return found[:4], found[4], found[5], faults


def train(kind, wanted):
    """The weights of a model that learns of some cells."""
    features = FEATURES[kind](inputs, megahertz)
    slopes, offsets = slopes_of(features, wanted & near & has_ground)
    for other in range(len(files)):
        flat = wanted & near & ~has_ground & (number == other)
        if flat.any():
            offsets[other] = numpy.mean((excess - features @ slopes)[flat & ~lost])
    areas, frequency, fault, faults = levels_of(offsets)
    return {
        "features": kind, "areas": areas.tolist(), "frequency": float(frequency), "slopes": slopes.tolist(),
        "deviation": [6.0, 0.0, 0.0, 5.0], "physics": 25.0,
    }, fault, faults


FEATURES = {"terrain": model.terrain_features, "plain": model.plain_features}


def area_of(name, known):
    """The area that is told of a site: what it is where others like it were learned of, else a city."""
    return AREAS[name] if any(AREAS[other] == AREAS[name] for other in known) else 1


def held_out(kind):
    """Each site's losses by a model that has not seen it, and the calibration faults that all files together tell."""
    prediction = numpy.zeros(len(level))
    sure = []
    for name in AREAS:
        weights, _, _ = train(kind, site != name)
        rows = site == name
        area = numpy.full(rows.sum(), area_of(name, set(AREAS) - {name}))
        prediction[rows], _ = model.predict(weights, inputs[rows], megahertz[rows], height[rows], 1.5, area)
        sure.append(weights)
    return prediction, sure


def deviations(kind, prediction, faults):
    """How far held-out measurements lie from predictions: fitted by distance and loss, then widened until 80 % are within 1.2816 of it."""
    fault = numpy.array([faults[file] for file in range(len(files))])[number]
    residual = excess - fault - prediction
    used = near & ~lost & has_ground
    weight = 1 / numpy.bincount(number[used])[number[used]]
    means = numpy.bincount(number[used], residual[used]) / numpy.maximum(numpy.bincount(number[used]), 1)
    local = numpy.abs(residual[used] - means[number[used]]) * numpy.sqrt(numpy.pi / 2)
    x = numpy.c_[numpy.ones(used.sum()), numpy.log10(distance[used]), prediction[used] / 30]
    fit = numpy.linalg.solve((x * weight[:, None]).T @ x, (x * weight[:, None]).T @ local)
    between = numpy.sqrt(numpy.mean(means[numpy.unique(number[used])] ** 2))
    sigma = numpy.sqrt(between**2 + numpy.maximum(x @ fit, 1) ** 2)
    ratio = numpy.abs(residual[used]) / sigma / 1.2815515655
    order = numpy.argsort(ratio)
    scale = ratio[order][numpy.searchsorted(numpy.cumsum(weight[order]) / weight.sum(), 0.8)]
    # The floor of 1 dB is never met, so all scales alike.
    physics = numpy.sqrt(numpy.sum((excess - fault - inputs[:, 2])[used] ** 2 * weight) / weight.sum())
    inside = {}
    for file in range(len(files)):
        rows = (number == file) & ~lost & near
        s = scale * numpy.sqrt(between**2 + numpy.maximum(
            fit[0] + fit[1] * numpy.log10(distance[rows]) + fit[2] * prediction[rows] / 30, 1) ** 2)
        inside[file] = numpy.mean(numpy.abs(residual[rows]) <= 1.2815515655 * s)
    return [*(scale * fit), scale * between], physics, inside


def study_losses(rise):
    """The study's trees: frequency in GHz, distance in km, elevation difference in m."""
    columns = numpy.c_[megahertz / 1000, distance, rise]
    total = numpy.full(len(level), 0.5)
    nodes = {(node["t"], node["i"]): node for node in study}
    for tree in sorted({node["t"] for node in study}):
        place = numpy.zeros(len(level), int)
        while True:
            moved = False
            for index in numpy.unique(place):
                node = nodes[tree, index]
                if node["leaf"]:
                    continue
                rows = place == index
                place[rows] = numpy.where(columns[rows, node["f"]] <= node["v"], node["tc"], node["fc"])
                moved = True
            if not moved:
                break
        leaves = {index: nodes[tree, index]["leaf"][0] for index in numpy.unique(place)}
        total += numpy.vectorize(leaves.get)(place)
    return total


def boosted():
    """What trees make of the same inputs, each site by trees that have not seen it."""
    prediction = numpy.zeros(len(level))
    columns = numpy.c_[inputs, megahertz]
    for name in AREAS:
        rows = (site != name) & near & ~lost & has_ground
        weight = 1 / numpy.bincount(number[rows])[number[rows]]
        trees = HistGradientBoostingRegressor(
            max_iter=150, learning_rate=0.05, max_leaf_nodes=8, min_samples_leaf=200, random_state=0)
        trees.fit(columns[rows], excess[rows], sample_weight=weight)
        prediction[site == name] = trees.predict(columns[site == name])
    return prediction


def scores(losses, rows):
    difference = (losses - (excess + free))[rows]
    return difference.mean(), difference.std(), numpy.sqrt(numpy.mean(difference**2))


def rounded(weights):
    return {
        key: [round(one, 6) for one in value] if isinstance(value, list) else round(value, 6) if isinstance(value, float) else value
        for key, value in weights.items()
    }


def swift(all_weights):
    def list_of(values):
        return "[" + ", ".join(f"{value:g}" if value == round(value) else f"{value:.6f}" for value in values) + "]"

    lines = [
        "// Made by Training/train.py; do not edit.", "", "extension LearnedLoss {",
        "  /// What drive tests around six masts have taught: it rises with the form of the model and with its numbers.",
        "  static let version = 1", "",
    ]
    for kind, weights in all_weights.items():
        about = "The path's terrain corrects physics" if kind == "terrain" else "Distance, elevation difference and frequency alone"
        lines += [
            f"  /// {about}.", f"  static let {kind} = LearnedLoss(",
            f"    usesTerrain: {'true' if kind == 'terrain' else 'false'},",
            f"    areas: {list_of(weights['areas'])},", f"    frequencySlope: {weights['frequency']:.6f},",
            f"    slopes: {list_of(weights['slopes'])},", f"    deviations: {list_of(weights['deviation'])},",
            f"    physicsDeviation: {weights['physics']:.6f})", "",
        ]
    return "\n".join(lines[:-1] + ["}", ""])


def vectors(all_weights, count=10_000):
    """Predictions for inputs that SplitMix64 (Steele and others 2014, doi:10.1145/2660193.2660195) draws: excess and deviation in 0.001 dB, terrain's and then plain's."""
    state = 20_261_122
    drawn = numpy.zeros((count, 10))
    for row in range(count):
        for column in range(10):
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            z = state
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
            drawn[row, column] = ((z ^ (z >> 31)) >> 11) / 2**53
    u = drawn.T
    some = numpy.c_[
        10 ** (-2 + 4 * u[0]), 60 * numpy.maximum(u[1] - 0.2, 0), 80 * numpy.maximum(u[2] - 0.2, 0),
        10 ** (0.5 + 2 * u[3]), 200 * u[4] - 100, 600 * u[5] - 300]
    rest = 10 ** (2 + 2 * u[6]), 10 ** (0.5 + 2 * u[7]), 10 ** (-0.5 + 1.7 * u[8]), (4 * u[9]).astype(int)
    lines = []
    columns = [number for kind in all_weights for number in model.predict(all_weights[kind], some, *rest)]
    for row in zip(*columns):
        lines.append(" ".join(str(round(1000 * value)) for value in row))
    return "\n".join(lines) + "\n"


def main():
    predictions, final, faults_of = {}, {}, {}
    for kind in FEATURES:
        predictions[kind], folds = held_out(kind)
        weights, fault, faults = train(kind, numpy.ones(len(level), bool))
        weights["deviation"], weights["physics"], inside = deviations(kind, predictions[kind], faults)
        final[kind] = rounded(weights)
        faults_of[kind] = faults
        print(kind, json.dumps(final[kind]), "fault of 449 MHz %.1f" % fault)
        for name, fold in zip(AREAS, folds):
            print("  without", name, numpy.round(fold["slopes"], 2), numpy.round(fold["areas"], 1), round(fold["frequency"], 1))
        print("  80 % intervals hold", {names[file]: round(100 * share) for file, share in inside.items()},
              "mean of the drives with terrain", round(100 * numpy.mean([inside[f] for f in inside if files[f][9] != "none"])))
        final[kind]["inside"] = inside
    rise = inputs[:, 5]
    models = {
        "free space": free, "diffraction": free + inputs[:, 2], "ITM": itm, "P.1812": p1812,
        "P.1812, suburban clutter, 10 m": p1812_suburban, "P.1812, urban, 15 m": p1812_urban,
        "P.1812, dense urban, 20 m": p1812_dense, "eHata suburban": ehata,
        "study, as its app fed it": study_losses(-rise), "study, as trained": study_losses(-ground),
        "boosted trees": free + boosted(), "learned, no path": free + predictions["plain"],
        "learned": free + predictions["terrain"],
    }
    faults, inside = faults_of["terrain"], final["terrain"]["inside"]
    text = []
    for title, rows in ((f"At most {NEAR:g} km", near), ("All ranges, to 40 km", distance > 0)):
        text += [f"### {title}", "", "| drive | cells | " + " | ".join(models) + " |", "|" + "---|" * (len(models) + 2)]
        means = {name: [] for name in models}
        for file, name in enumerate(names):
            wanted = rows & (number == file) & ~lost
            cells = []
            for label, losses in models.items():
                bias, spread, root = scores(losses, wanted & numpy.isfinite(losses))
                cells.append(f"{bias:+.1f} / **{spread:.1f}** / {root:.1f}")
                means[label].append((abs(bias), spread, root))
            text.append(f"| {name} | {wanted.sum()} | " + " | ".join(cells) + " |")
        for label, chosen in (
            ("mean of all", range(len(files))), ("mean of the ten with terrain", [f for f in range(len(files)) if files[f][9] != "none"]),
            ("mean of towns, 449 and 915 MHz", [f for f in range(len(files)) if AREAS[files[f][1]] < 2 and files[f][2] < 1000]),
        ):
            cells = ["{:.1f} / **{:.1f}** / {:.1f}".format(*numpy.mean([means[m][f] for f in chosen], axis=0)) for m in models]
            text.append(f"| {label} | | " + " | ".join(cells) + " |")
        text.append("")
    text += ["### Calibration of the files, and how often the interval holds", "",
             "| drive | rows | lost in noise | e.i.r.p. | ground | best hundredth at 0.1 to 0.5 km over free space, dB | calibration fault, dB | 80 % interval holds |",
             "|---|---|---|---|---|---|---|---|"]
    for file, entry in enumerate(files):
        text.append(f"| {entry[0]} | {entry[6]} | {100 * entry[7]:.0f} % | {'adjusted' if entry[5] else 'as stated'} | {entry[9]} | {entry[8]:+.1f} | {faults[file]:+.1f} | {100 * inside[file]:.0f} % |")
    held = numpy.mean([inside[f] for f in inside if files[f][9] != "none"])
    text += ["", f"Over the drives with terrain, each of the same weight, the interval holds {100 * held:.1f} %."]
    for kind in final:
        del final[kind]["inside"]
    page = ROOT / "Documentation/Coverage/accuracy-coverage.md"
    before, _, rest = page.read_text().partition("<!-- made by Training/train.py -->\n")
    _, _, after = rest.partition("<!-- end -->\n")
    page.write_text(before + "<!-- made by Training/train.py -->\n" + "\n".join(text) + "\n<!-- end -->\n" + after)
    (ROOT / "Sources/Coverage/WavePropagation/Learned/LearnedLoss+Weights.swift").write_text(swift(final))
    (ROOT / "Training/weights.json").write_text(json.dumps({"version": 1, **final}, indent=1) + "\n")
    (ROOT / "Tests/Fixtures/propagation/learned.txt").write_text(vectors(final))
    print("\n".join(text))


main()
