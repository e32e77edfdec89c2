import WaveDisplay
import WaveInteraction

/// Colours of the ground and of what lies on it, after the system's setting; those of the coverage itself are
/// the same in both.
extension MapCanvas {
  /// The ground's shades.
  var reliefColors: ColorMap { isLight ? .reliefLight : .relief }

  /// Lines of equal height.
  var contour: Color { isLight ? Color(0x6A4526, opacity: 0.34) : Color(0xF2E9D8, opacity: 0.16) }

  /// Every fifth of them.
  var indexContour: Color { isLight ? Color(0x6A4526, opacity: 0.66) : Color(0xF2E9D8, opacity: 0.26) }

  /// What is held or picked on the map.
  var accent: Color { isLight ? Color(0x8F5400) : theme.accent }

  /// A single transmitter: its edge distinguishes it from either ground.
  var pin: Color { Theme.dark.accent }

  /// Lines and dots on the map.
  var ink: Color { isLight ? Color(0x10151C) : Color(0xFFFFFF) }

  /// Around them.
  var halo: Color { isLight ? Color(0xFFFFFF) : Color(0x000000) }

  /// Trees and roofs.
  var surface: Color { Color(isLight ? 0x4C8F5C : 0x6FB27E) }

  /// Behind words over the map: points that were measured do not show through.
  var panel: Color { theme.ground.opacity(hasPoints ? 1 : isLight ? 0.84 : 0.72) }

  /// Behind names of tiles.
  var nameBacking: Color { theme.ground.opacity(isLight ? 0.75 : 0.55) }

  /// Words over the map.
  var panelText: Color { theme.text }

  /// Words beside them.
  var panelQuiet: Color { isLight ? theme.quiet : Color(0xC4CDD8) }
}
