import WaveDisplay
import WaveInteraction

/// The map's colours in the system's light and dark appearance; the coverage has the same colours in both.
extension MapCanvas {
  /// The colour map of the relief shading.
  var reliefColors: ColorMap { isLight ? .reliefLight : .relief }

  /// The colour of contour lines.
  var contour: Color { isLight ? Color(0x6A4526, opacity: 0.34) : Color(0xF2E9D8, opacity: 0.16) }

  /// The colour of index contours, which are every fifth line.
  var indexContour: Color { isLight ? Color(0x6A4526, opacity: 0.66) : Color(0xF2E9D8, opacity: 0.26) }

  /// The colour of anything being dragged or picked on the map.
  var accent: Color { isLight ? Color(0x8F5400) : theme.accent }

  /// The colour of the pin if there is only one transmitter; an outline keeps it visible on any ground.
  var pin: Color { Theme.dark.accent }

  /// The colour of lines and dots on the map.
  var ink: Color { isLight ? Color(0x10151C) : Color(0xFFFFFF) }

  /// The colour of the halo around lines and dots.
  var halo: Color { isLight ? Color(0xFFFFFF) : Color(0x000000) }

  /// The colour of trees and roofs.
  var surface: Color { Color(isLight ? 0x4C8F5C : 0x6FB27E) }

  /// The background of text over the map, which is opaque if there are measured points.
  var panel: Color { theme.ground.opacity(hasPoints ? 1 : isLight ? 0.84 : 0.72) }

  /// The background of tile names.
  var nameBacking: Color { theme.ground.opacity(isLight ? 0.75 : 0.55) }

  /// The colour of primary text over the map.
  var panelText: Color { theme.text }

  /// The colour of secondary text over the map.
  var panelQuiet: Color { isLight ? theme.quiet : Color(0xC4CDD8) }
}
