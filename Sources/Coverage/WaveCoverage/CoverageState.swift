import WaveCoverageWire
import WaveDisplay
import WavePropagation
import WaveUnits

/// What the map's colours show.
enum CoverageDisplay: Int, Sendable {
  case loss = 0
  case level = 1
  /// The strongest level of all transmitters.
  case strongest = 2
  /// Whose level is the strongest, where it is enough.
  case server = 3
  /// How many levels are enough.
  case overlap = 4
  /// How likely the level is enough, for models that tell how far off they may be.
  case sureness = 5
}

/// What the transmitter and the receivers are like, beside the plan: changing these computes nothing again.
struct LinkBudget: Equatable, Sendable {
  /// Power that the transmitter radiates, over an isotropic antenna, dBm.
  var radiatedDecibelMilliwatts = 34.0
  /// The lowest level that a receiver needs, dBm.
  var sensitivityDecibelMilliwatts = -120.0
}

/// What the finger holds.
package enum CoverageGrab: Equatable, Sendable {
  case map
  /// The sheet of a path, which hides the map beneath it.
  case sheet
  /// The pin, and how far from its tip the finger is, in device pixels.
  case pin(dx: Float, dy: Float)
  /// The circle of the radius.
  case rim
  /// The point whose path is shown.
  case point
  /// The other end of that path.
  case nearEnd
}

/// A point of the map whose path is shown.
struct CoverageReading: Sendable {
  var place: Coordinate
  var lengthMeters: Double
  var bearingDegrees: Double
  /// Path loss, 0.01 dB; nil where the map has none.
  var loss: Int16?
  /// What whole models say, dB; nil where they do not hold.
  var p1812: Double?
  var irregularTerrain: Double?
  /// The ground from the transmitter to the point; nil where it is not known.
  var path: PathClearance?
  /// The transmitter that the path is of.
  var site = 0
  /// The measured point that was tapped.
  var measured: Int?
  /// Where the path begins if not at the transmitter.
  var free: Coordinate?
  /// How much of it models of the surface know, 0 to 1; nil where none is taken.
  var standingShare: Double?
  /// How much of it has no height in its tile, and that of what lies around, 0 to 1.
  var filledShare = 0.0
}

/// A map as it is shown, and what it was computed for.
struct ShownMap: Sendable {
  var map: CoverageMap
  var plan: CoveragePlan
  /// Whether posts were left out, for a finger that moves.
  var isCoarse: Bool
  /// Counts maps, so that the player is told of a new one.
  var revision: UInt32
  /// What measured points make of it; nil where they are not asked to.
  var calibrated: CoverageMap?
  /// Counts that as a map of its own.
  var calibratedRevision: UInt32 = 0
  /// How much of the circle models of the surface know, 0 to 1; nil where none is taken.
  var standingShare: Double?
  /// How much of the circle lies where no tile is, 0 to 1; nil while a finger moves.
  var untiledShare: Double?

  /// The map that is looked at, read and kept.
  var pictured: CoverageMap { calibrated ?? map }
  /// Counts it.
  var picturedRevision: UInt32 { calibrated == nil ? revision : calibratedRevision }
}

/// What is being computed.
enum CoverageWork: Sendable {
  case none
  /// A map of fewer posts, at once.
  case coarse
  /// The posts of the map.
  case patch
  /// Rays of the map.
  case sweep
  /// The map that the page's worker computes.
  case handed
  /// The map that the server computes.
  case served
}

/// How long the parts of a map have taken, µs.
struct WorkTimes: Sendable {
  /// Maps of fewer posts, which come at once.
  var firstLook: Int64 = 0
  /// Posts of tiles put side by side.
  var ground: Int64 = 0
  /// Rays over them, and losses at the posts.
  var map: Int64 = 0
  /// What the time goes to that is told next.
  var stage = CoverageWork.none

  var total: Int64 { firstLook + ground + map }

  mutating func add(microseconds: Int64) {
    switch stage {
    case .coarse: firstLook += microseconds
    case .patch: ground += microseconds
    case .sweep: map += microseconds
    case .none, .handed, .served: return
    }
  }
}

/// A block's picture in the player.
struct ReliefSlot: Equatable, Sendable {
  var key: TerrainBlockKey
  var used: UInt32
  /// How the player colours it.
  var colors: ColorMap
}

/// Lines of equal height of a block.
struct BlockContours: Sendable {
  var interval: Int
  var step: Int
  var plain: [Float]
  var index: [Float]
}
