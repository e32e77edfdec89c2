import WavePropagation
import WaveTerrainFormats
import WaveUnits

extension MapContent {
  /// A change to the map's contents.
  enum Input: Sendable {
    /// Adds, removes, selects or changes transmitters.
    case sites(Sites.Input)
    /// Discards the state that the transmitter had before a long press moved it.
    case forgetHeld
    /// Changes what the map displays.
    case display(MapDisplay.Input)
    /// Picks the tile at an index; nil clears the choice.
    case pick(Int?)
    /// Includes or ignores surface models, which contain trees and roofs.
    case surfaces(isOn: Bool)
    /// Sets whether the server computes the map.
    case serve(Bool)
    /// Reports whether the page's web worker is available.
    case worker(isRunning: Bool)
    /// Shows the points of a file of measurements; nil removes them.
    case points(MeasuredPoints?)
    /// Excludes measured points below a level, in units of 0.01 dBm; nil excludes none.
    case floor(Int?)
    /// Turns on or off the calibration of the selected transmitter's map with the measured points.
    case calibrate(Bool)
    /// Compares the measured points with the maps.
    case compare
    /// Updates the calibrated maps. If `triesSelected` is true, it also estimates how much calibration would
    /// improve the selected map.
    case refreshCalibration(triesSelected: Bool)
    /// Shows the loss and clearance of the path to a position.
    case read(Coordinate, from: PathStart)
    /// Shows the loss and clearance of the path to a measured point, given its index.
    case readPoint(Int)
    /// Closes the path sheet.
    case closeSheet
    /// Reports that the client is connected to a different server.
    case serverChanged
    /// Reports that the visible area has changed, so that different blocks may be needed.
    case viewChanged
    /// Reports the duration of the last computation step.
    case worked(microseconds: Int64)
    /// Reports that the newest map has been drawn.
    case drawn
  }
}

/// The actions to perform after the map's contents have changed.
struct MapActions: OptionSet, Sendable {
  let rawValue: UInt16

  /// Redraws the map.
  static let redraw = MapActions(rawValue: 1)
  /// Fits the view to the map's contents if automatic fitting is on.
  static let fit = MapActions(rawValue: 2)
  /// Reports that the propagation model does not support the map's parameters.
  static let sayImpossible = MapActions(rawValue: 4)
  static let sayVoid = MapActions(rawValue: 8)
  static let sayNoTile = MapActions(rawValue: 16)
  static let sayTooManyPosts = MapActions(rawValue: 32)
  static let sayBeyondMap = MapActions(rawValue: 64)
  static let sayNotATile = MapActions(rawValue: 128)

  /// Updates the controls after a different transmitter has been selected.
  static let select = MapActions(rawValue: 256)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Creates the action that reports why the ground cannot be used for a map.
  init(saying error: TerrainError) {
    switch error {
    case .void: self = .sayVoid
    case .noTile: self = .sayNoTile
    case .tooManyPosts: self = .sayTooManyPosts
    case .beyondMap: self = .sayBeyondMap
    case .notATile: self = .sayNotATile
    }
  }

  /// The message to show; nil if there is none.
  var alert: StaticString? { Self.alerts.first { contains($0.action) }?.text }

  private static let alerts: [(action: MapActions, text: StaticString)] = [
    (
      .sayImpossible,
      "Coverage cannot be computed for these numbers. Choose another frequency, radius or height."
    ), (.sayVoid, "The ground under the pin has no height in its tile. Put it beside that place."),
    (.sayNoTile, "There is no tile under the pin. Put it within one."),
    (.sayTooManyPosts, "The radius holds too many posts. Choose a smaller one."),
    (.sayBeyondMap, "That is too near to a pole for a map. Choose another place."),
    (.sayNotATile, "A tile is not what it says it is. Get it again."),
  ]
}

/// The start of a path whose loss and clearance are shown.
enum PathStart: Equatable, Sendable {
  /// The start of the previous path.
  case same
  /// The transmitter's position.
  case transmitter
  /// The given position.
  case place(Coordinate)

  /// Returns the path's start position, given the start of the previous path.
  ///
  /// For both positions, nil means the transmitter.
  func position(previous: Coordinate?) -> Coordinate? {
    switch self {
    case .same: previous
    case .transmitter: nil
    case .place(let place): place
    }
  }
}
