/// The maps that a server can compute (tag 165).
public struct CoverageOffer: Equatable, Sendable {
  /// The maximum total number of samples on all rays of a map.
  public var sampleLimit: UInt32 = 0
  /// A bit set of the supported models, indexed by their numbers.
  public var models: UInt16 = 0
  /// The number of supported clutter categories, numbered from 0; 0 if clutter is not supported.
  public var clutterCount: UInt8 = 0

  /// Creates an offer to compute maps within these limits.
  public init(sampleLimit: UInt32, models: UInt16, clutterCount: UInt8 = 0) {
    self.sampleLimit = sampleLimit
    self.models = models
    self.clutterCount = clutterCount
  }
}

/// A request for a map, which replaces the previous request (tag 52).
public struct CoverageRequest: Equatable, Sendable {
  /// A number chosen by the client and repeated in the answers; consecutive requests have different numbers.
  public var number: UInt16 = 0
  /// The number of tiles that the client knows; the map uses only these tiles.
  public var tileCount: UInt16 = 0
  /// The number of times that the tiles' resolution is halved, 0 to `WireLimits.terrainLevel`.
  public var level: UInt8 = 0
  /// The number of the propagation model; a request with an unknown number is refused.
  public var model: UInt8 = 0
  /// Whether the polarisation is vertical.
  public var isVertical = true
  /// The type of area around the receivers: 0 large city, 1 city, 2 suburban, 3 open.
  public var area: UInt8 = 1
  /// The transmitter's latitude, in degrees north.
  public var latitudeDegrees: Double = 0
  /// The transmitter's longitude, in degrees east, -180 to 360.
  public var longitudeDegrees: Double = 0
  /// The frequency, in Hz.
  public var frequencyHertz = 915e6
  /// The radius of the map, in metres, at most `WireLimits.coverageRadius`.
  public var radiusMeters = 8000.0
  /// The transmitting antenna's height above ground, in metres, at most `WireLimits.antennaHeight`.
  public var transmitterHeightMeters = 30.0
  /// The receiving antennas' height above ground, in metres, at most `WireLimits.antennaHeight`.
  public var receiverHeightMeters = 1.5
  /// The percentage of time for which the loss is not exceeded.
  public var timePercent = 50.0
  /// The percentage of locations at which the loss is not exceeded.
  public var locationPercent = 50.0
  /// The percentage of situations in which the loss is not exceeded.
  public var situationPercent = 50.0
  /// The number of surface models that the client knows and wants to use, at most `WireLimits.surfaceParts`;
  /// 0 to use only the ground.
  public var surfacePartCount: UInt16 = 0
  /// The clutter along the paths: 0 none, 1 suburban, 2 urban, 3 dense urban, 4 woodland.
  public var clutter: UInt8 = 0

  /// Creates a request for a map around a position, with default values for the other properties.
  public init(
    number: UInt16, tileCount: UInt16, level: UInt8, latitudeDegrees: Double, longitudeDegrees: Double
  ) {
    self.number = number
    self.tileCount = tileCount
    self.level = level
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
  }
}

/// A message that cancels the request for a map that is no longer needed (tag 53).
public struct CoverageCancellation: Equatable, Sendable {
  /// The request's number.
  public var number: UInt16 = 0

  /// Creates a message that cancels the request for a map.
  public init(number: UInt16) { self.number = number }
}

/// A progress report for a requested map (tag 166).
public struct CoverageProgress: Equatable, Sendable {
  /// The request's number.
  public var number: UInt16 = 0
  /// The number of rays computed so far.
  public var doneCount: UInt32 = 0
  /// The total number of rays; 0 while the map is queued.
  public var rayCount: UInt32 = 0

  /// Creates a progress report for a requested map.
  public init(number: UInt16, doneCount: UInt32, rayCount: UInt32) {
    self.number = number
    self.doneCount = doneCount
    self.rayCount = rayCount
  }
}

/// The positions of a map's posts, sent before their losses (tag 167).
public struct CoverageGeometry: Equatable, Sendable {
  /// The request's number.
  public var number: UInt16 = 0
  /// The latitude of the north-western post, in degrees.
  public var northDegrees: Double = 0
  /// The longitude of the north-western post, in degrees; it can be beyond ±180°.
  public var westDegrees: Double = 0
  /// The spacing of rows of posts, in degrees of latitude.
  public var latitudeStepDegrees: Double = 0
  /// The spacing of columns of posts, in degrees of longitude.
  public var longitudeStepDegrees: Double = 0
  /// The number of rows, 1 to `WireLimits.terrainPosts`.
  public var rowCount: UInt32 = 0
  /// The number of columns, 1 to `WireLimits.terrainPosts`; the map has at most `WireLimits.coveragePosts`
  /// posts.
  public var columnCount: UInt32 = 0

  /// Creates a message with the positions of a map's posts.
  public init(
    number: UInt16, northDegrees: Double, westDegrees: Double, latitudeStepDegrees: Double,
    longitudeStepDegrees: Double, rowCount: UInt32, columnCount: UInt32
  ) {
    self.number = number
    self.northDegrees = northDegrees
    self.westDegrees = westDegrees
    self.latitudeStepDegrees = latitudeStepDegrees
    self.longitudeStepDegrees = longitudeStepDegrees
    self.rowCount = rowCount
    self.columnCount = columnCount
  }

  /// The number of posts.
  public var postCount: Int { Int(rowCount) * Int(columnCount) }
}

/// The losses of consecutive posts of a map (tag 169).
public struct CoverageLosses: Equatable, Sendable {
  /// The value that marks a post without a loss.
  public static let nothing = Int16.min

  /// The request's number.
  public var number: UInt16 = 0
  /// The index of the first post, counting row by row from the north, and from the west in each row.
  public var first: UInt32 = 0
  /// Path losses in units of 0.01 dB, each `nothing` or 0 to `WireLimits.coverageLoss`; at most
  /// `WireLimits.coverageLosses` elements.
  public var losses: [Int16] = []

  /// Creates a message with the losses of consecutive posts, beginning with the post at index `first`.
  public init(number: UInt16, first: UInt32, losses: [Int16]) {
    self.number = number
    self.first = first
    self.losses = losses
  }
}

/// An answer that refuses a map (tag 170).
public struct CoverageRefusal: Equatable, Sendable {
  /// The request's number.
  public var number: UInt16 = 0
  /// The reason, in UTF-8, at most `WireLimits.text` bytes.
  public var text: [UInt8] = []

  /// Creates an answer that refuses a map, with the reason.
  public init(number: UInt16, text: [UInt8]) {
    self.number = number
    self.text = text
  }
}
