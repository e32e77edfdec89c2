import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// The area in which streams are drawn, in device pixels.
struct Plot: Equatable, Sendable {
  /// The part of the screen that contains the lanes and their axis.
  let screen: Screen
  /// The number of device pixels per millimetre of paper.
  let pixelsPerMillimetre: Float
  /// The left end of the traces; on paper, it is to the right of the calibration pulse.
  let left: Float

  init(screen: Screen, layout: SensorsModel.Layout, paper: Paper) {
    self.screen = screen
    pixelsPerMillimetre = paper.pointsPerMillimetre * screen.scale
    left = layout == .paper ? (screen.left + Float(0.2 * paper.speed + 3) * pixelsPerMillimetre).rounded() : 0
  }

  /// The number of pixel columns across the plot.
  var columns: Int { Swift.max(1, Int(saturating: screen.width - left)) }
  /// The top of the lanes, below the status chip.
  var top: Float { screen.head }
  /// The height from the top of the lanes to the time axis.
  var height: Float { Swift.max(1, screen.plot.height - top) }
  /// The area from the top of the lanes to the time axis, across the whole screen.
  var area: Rect { Rect(x: 0, y: top, width: screen.width, height: screen.plot.height - top) }
  /// The bottom of the lanes.
  var bottom: Float { screen.plot.bottom }
}
