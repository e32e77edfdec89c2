"""Colours as people see them: CAM02-UCS coordinates under normal vision and three deficiencies.

Needs numpy and colour-science. Deficiencies are those of Machado, Oliveira, Fernandes 2009 at full severity,
applied to linear light.
"""

import warnings

import numpy

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # colour-science reports missing plotting packages, which are not used
    import colour
    from colour.blindness import matrix_cvd_Machado2009

    VISIONS = {
        "normal": numpy.eye(3),
        "deuteranopia": matrix_cvd_Machado2009("Deuteranomaly", 1.0),
        "protanopia": matrix_cvd_Machado2009("Protanomaly", 1.0),
        "tritanopia": matrix_cvd_Machado2009("Tritanomaly", 1.0),
    }

XYZ_FROM_LINEAR = numpy.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
)


def linear_from_srgb(srgb):
    return numpy.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def srgb_from_linear(linear):
    power = 1.055 * numpy.clip(linear, 0.0031308, None) ** (1 / 2.4) - 0.055
    return numpy.where(linear <= 0.0031308, linear * 12.92, power)


def seen(linear, vision="normal"):
    """J', a', b' of linear sRGB light."""
    light = numpy.clip(linear @ VISIONS[vision].T, 0, 1)
    return colour.XYZ_to_CAM02UCS(light @ XYZ_FROM_LINEAR.T)


def linear_from_seen(jab):
    """Linear sRGB light that looks like J', a', b' under normal vision; outside 0...1 where no screen can show it."""
    return colour.CAM02UCS_to_XYZ(jab) @ numpy.linalg.inv(XYZ_FROM_LINEAR).T


def ambiguity(jab):
    """Smallest distance between two colours at least an eighth of the scale apart; higher is safer."""
    places = numpy.arange(len(jab))
    apart = numpy.abs(places[:, None] - places[None]) >= len(jab) // 8
    distances = numpy.sqrt(((jab[:, None] - jab[None]) ** 2).sum(-1))
    return distances[apart].min()


def path_length(jab):
    return numpy.sqrt((numpy.diff(jab, axis=0) ** 2).sum(1)).sum()


def chroma(jab):
    return numpy.hypot(jab[:, 1], jab[:, 2])
