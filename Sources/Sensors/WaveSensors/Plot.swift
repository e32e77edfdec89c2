import WaveDisplay
import WaveInteraction
import WaveUnits

/// Where streams are drawn on the screen, in device pixels.
struct Plot: Equatable, Sendable {
  /// The part of the screen that the lanes have, its axis included.
  let screen: Screen
  /// Device pixels in a millimetre of the paper.
  let pixelsPerMillimetre: Float
  /// Where traces begin: on paper behind the calibration pulse.
  let left: Float

  init(screen: Screen, layout: SensorsModel.Layout, paper: Paper) {
    self.screen = screen
    pixelsPerMillimetre = paper.pointsPerMillimetre * screen.scale
    left = layout == .paper ? (screen.left + Float(0.2 * paper.speed + 3) * pixelsPerMillimetre).rounded() : 0
  }

  /// Columns of pixels across it.
  var columns: Int { Swift.max(1, Int(saturating: screen.width - left)) }
  /// Where lanes begin: below the chip.
  var top: Float { screen.head }
  /// From there to the axis.
  var height: Float { Swift.max(1, screen.plot.height - top) }
  /// Where lanes end.
  var bottom: Float { screen.plot.bottom }
}
