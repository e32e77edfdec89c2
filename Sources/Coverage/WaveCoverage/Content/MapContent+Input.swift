import WavePropagation
import WaveTerrainFormats
import WaveUnits

extension MapContent {
  /// A change of what is on the map.
  enum Input: Sendable {
    /// The transmitters change.
    case sites(Sites.Input)
    /// What a finger held before is not held any more.
    case forgetHeld
    /// What is seen of the maps changes.
    case display(MapDisplay.Input)
    /// A tile is picked, or none.
    case pick(Int?)
    /// Rays are to meet what is on the ground, or not.
    case surfaces(isOn: Bool)
    /// The server is to compute the map, or not.
    case serve(Bool)
    /// A worker of the page is there, or gone.
    case worker(isThere: Bool)
    /// The points of a file are on the map, or none.
    case points(MeasuredPoints?)
    /// Those below a level, 0.01 dBm, are left out; nil leaves out none.
    case floor(Int?)
    /// They calibrate the selected transmitter's map, or none.
    case calibrate(Bool)
    /// They are compared with the maps.
    case compare
    /// The maps that they calibrate are made anew, and what the selected one would gain is found out where
    /// that is wanted.
    case refreshCalibration(triesSelected: Bool)
    /// The path to a place is read.
    case read(Coordinate, from: PathStart)
    /// The path to a measured point is read.
    case readPoint(Int)
    /// The sheet of the path that is read is closed.
    case closeSheet
    /// Another server is connected.
    case serverChanged
    /// What is wanted of the ground may have changed.
    case viewChanged
    /// The last step of computing has taken so long.
    case worked(microseconds: Int64)
    /// The newest map has been drawn.
    case drawn
  }
}

/// What is to be done after a change of what is on the map.
struct MapActions: OptionSet, Sendable {
  let rawValue: UInt16

  /// The picture is another.
  static let redraw = MapActions(rawValue: 1)
  /// The map is to show all there is to see, where it does.
  static let fit = MapActions(rawValue: 2)
  /// The model cannot have the plan's numbers, which is said.
  static let sayImpossible = MapActions(rawValue: 4)
  static let sayVoid = MapActions(rawValue: 8)
  static let sayNoTile = MapActions(rawValue: 16)
  static let sayTooManyPosts = MapActions(rawValue: 32)
  static let sayBeyondMap = MapActions(rawValue: 64)
  static let sayNotATile = MapActions(rawValue: 128)

  /// Another transmitter is selected.
  static let select = MapActions(rawValue: 256)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The ground is none for a map, which is said.
  init(saying error: TerrainError) {
    switch error {
    case .void: self = .sayVoid
    case .noTile: self = .sayNoTile
    case .tooManyPosts: self = .sayTooManyPosts
    case .beyondMap: self = .sayBeyondMap
    case .notATile: self = .sayNotATile
    }
  }

  /// What is said; nil for nothing.
  var alert: StaticString? {
    if contains(.sayImpossible) {
      return "Coverage cannot be computed for these numbers. Choose another frequency, radius or height."
    }
    if contains(.sayVoid) {
      return "The ground under the pin has no height in its tile. Put it beside that place."
    }
    if contains(.sayNoTile) { return "There is no tile under the pin. Put it within one." }
    if contains(.sayTooManyPosts) { return "The radius holds too many posts. Choose a smaller one." }
    if contains(.sayBeyondMap) { return "That is too near to a pole for a map. Choose another place." }
    return contains(.sayNotATile) ? "A tile is not what it says it is. Get it again." : nil
  }
}

/// Where a path begins that is read.
enum PathStart: Equatable, Sendable {
  /// Where the path before began.
  case same
  /// At the transmitter.
  case transmitter
  /// At a place.
  case place(Coordinate)

  /// The place where it begins, after a path that began at another; nil for the transmitter.
  func free(before: Coordinate?) -> Coordinate? {
    switch self {
    case .same: before
    case .transmitter: nil
    case .place(let place): place
    }
  }
}
