"""The learned models, as `Sources/Coverage/WavePropagation/Learned` evaluates them."""

import numpy

#: Whole trust between the middle two; none beyond the outer two, where it is physics alone: km, MHz, m, m.
RANGES = {
    "distance": (0.02, 0.1, 20.0, 60.0),
    "frequency": (150.0, 400.0, 2000.0, 6000.0),
    "transmitter": (4.0, 10.0, 60.0, 200.0),
    "receiver": (0.5, 1.0, 3.0, 12.0),
}
#: A hill or valley of this height counts 0.7 of it; of a greater one, no more than this, m.
RELIEF, RISE = 15.0, 60.0


def decades(megahertz):
    return numpy.log10(megahertz / 900)


def bent(value, scale):
    return value / numpy.sqrt(1 + (value / scale) ** 2)


def terrain_features(inputs, megahertz):
    """Of distance, edge, diffraction, effective height, relief and rise."""
    distance, edge, _, height, relief, _ = inputs.T
    root = numpy.sqrt(numpy.maximum(edge, 0) + 1) - 1
    return numpy.c_[
        numpy.log10(distance), root, root * decades(megahertz), numpy.log10(numpy.maximum(height, 1) / 30),
        bent(relief, RELIEF),
    ]


def plain_features(inputs, megahertz):
    distance, rise = inputs[:, 0], inputs[:, 5]
    return numpy.c_[numpy.log10(distance), bent(rise, RISE)]


def trust(value, limits):
    """1 within, 0 far outside, and a smooth step in the logarithm between."""
    outer, low, high, outmost = numpy.log10(limits)
    value = numpy.log10(value)
    share = numpy.minimum((value - outer) / (low - outer), (outmost - value) / (outmost - high))
    share = numpy.clip(share, 0, 1)
    return share * share * (3 - 2 * share)


def predict(weights, inputs, megahertz, transmitter, receiver, area):
    """Loss beyond free space and its standard deviation, dB."""
    plain = weights["features"] == "plain"
    features = (plain_features if plain else terrain_features)(inputs, megahertz)
    value = (
        numpy.array(weights["areas"])[area]
        + weights["frequency"] * decades(megahertz)
        + features @ numpy.array(weights["slopes"])
    )
    # Free space is the least loss that can be.
    value = (value + numpy.sqrt(value * value + 4)) / 2
    share = (
        trust(inputs[:, 0], RANGES["distance"])
        * trust(megahertz, RANGES["frequency"])
        * trust(transmitter, RANGES["transmitter"])
        * trust(receiver, RANGES["receiver"])
    )
    physics = numpy.zeros(len(inputs)) if plain else inputs[:, 2]
    excess = physics + share * (value - physics)
    near = weights["deviation"]
    local = near[0] + near[1] * numpy.log10(inputs[:, 0]) + near[2] * excess / 30
    deviation = numpy.sqrt(near[3] ** 2 + numpy.maximum(local, 1) ** 2)
    return excess, deviation + (1 - share) * (weights["physics"] - deviation)
