/// The maps that a server can compute (tag 165).
public struct CoverageOffer: Equatable, Sendable {
  /// The maximum number of samples on all rays of a map together.
  public var sampleLimit: UInt32 = 0
  /// The models that it computes: the bit of each one's number.
  public var models: UInt16 = 0
  /// The number of kinds of clutter that it knows, numbered from 0; 0 if it knows none.
  public var clutterCount: UInt8 = 0

  /// Describes an offer.
  public init(sampleLimit: UInt32, models: UInt16, clutterCount: UInt8 = 0) {
    self.sampleLimit = sampleLimit
    self.models = models
    self.clutterCount = clutterCount
  }
}

/// Requests a map, which replaces the previous request (tag 52).
public struct CoverageRequest: Equatable, Sendable {
  /// A number of the client's choice, different from that of the previous request; answers carry it back.
  public var number: UInt16 = 0
  /// The number of tiles that the client knows; the map covers only these.
  public var tileCount: UInt16 = 0
  /// The number of times that the tiles' posts are halved, 0 to `WireLimits.terrainLevel`.
  public var level: UInt8 = 0
  /// The model of path loss; an unknown number is refused.
  public var model: UInt8 = 0
  /// Whether the polarisation is vertical.
  public var isVertical = true
  /// The surroundings of the receivers: 0 a large city, 1 a city, 2 suburbs, 3 open land.
  public var area: UInt8 = 1
  /// The transmitter's latitude, degrees north.
  public var latitudeDegrees: Double = 0
  /// Its longitude, degrees east, -180 to 360.
  public var longitudeDegrees: Double = 0
  /// Frequency, Hz.
  public var frequencyHertz = 915e6
  /// The radius of the map, m, at most `WireLimits.coverageRadius`.
  public var radiusMeters = 8000.0
  /// The height of the transmitting antenna above ground, m, at most `WireLimits.antennaHeight`.
  public var transmitterHeightMeters = 30.0
  /// The height of receiving antennas above ground, m, likewise.
  public var receiverHeightMeters = 1.5
  /// Percentage of time for which the loss is not exceeded.
  public var timePercent = 50.0
  /// Percentage of places, likewise.
  public var locationPercent = 50.0
  /// Percentage of situations, likewise.
  public var situationPercent = 50.0
  /// The number of surface models that the client knows and wants to use, at most `WireLimits.surfaceParts`;
  /// 0 for the ground alone.
  public var surfacePartCount: UInt16 = 0
  /// The clutter on the ground along the paths: 0 none, 1 suburban, 2 urban, 3 dense urban, 4 woodland.
  public var clutter: UInt8 = 0

  /// Requests a map around a place; its other numbers are set afterwards.
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

/// Cancels a map that is no longer wanted (tag 53).
public struct CoverageCancellation: Equatable, Sendable {
  /// The request's number.
  public var number: UInt16 = 0

  /// Describes the map to cancel.
  public init(number: UInt16) { self.number = number }
}

/// The progress of a map (tag 166).
public struct CoverageProgress: Equatable, Sendable {
  /// The request's number.
  public var number: UInt16 = 0
  /// The number of rays that are computed.
  public var doneCount: UInt32 = 0
  /// The number of rays in all; 0 while the map waits for its turn.
  public var rayCount: UInt32 = 0

  /// Describes the progress of a map.
  public init(number: UInt16, doneCount: UInt32, rayCount: UInt32) {
    self.number = number
    self.doneCount = doneCount
    self.rayCount = rayCount
  }
}

/// The positions of a map's posts, whose losses follow (tag 167).
public struct CoverageGeometry: Equatable, Sendable {
  /// The request's number.
  public var number: UInt16 = 0
  /// Latitude of the post in the north-west, degrees.
  public var northDegrees: Double = 0
  /// Longitude of that post, degrees; it may be beyond ±180°.
  public var westDegrees: Double = 0
  /// The spacing of rows of posts, degrees of latitude.
  public var latitudeStepDegrees: Double = 0
  /// The spacing of columns of posts, degrees of longitude.
  public var longitudeStepDegrees: Double = 0
  /// Rows of posts, 1 to `WireLimits.terrainPosts`.
  public var rowCount: UInt32 = 0
  /// Columns of posts, likewise; the map has at most `WireLimits.coveragePosts` posts.
  public var columnCount: UInt32 = 0

  /// Describes the positions of posts.
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

/// Losses of consecutive posts of a map (tag 169).
public struct CoverageLosses: Equatable, Sendable {
  /// The value for a post without a loss.
  public static let nothing = Int16.min

  /// The request's number.
  public var number: UInt16 = 0
  /// The index of the first post, row by row from the north, each from the west.
  public var first: UInt32 = 0
  /// Path loss in 0.01 dB, 0 to `WireLimits.coverageLoss`, or `nothing`; at most `WireLimits.coverageLosses`.
  public var losses: [Int16] = []

  /// Creates a message with losses.
  public init(number: UInt16, first: UInt32, losses: [Int16]) {
    self.number = number
    self.first = first
    self.losses = losses
  }
}

/// Refuses a map (tag 170).
public struct CoverageRefusal: Equatable, Sendable {
  /// The request's number.
  public var number: UInt16 = 0
  /// The reason, in UTF-8, at most `WireLimits.text` bytes.
  public var text: [UInt8] = []

  /// Describes a refusal.
  public init(number: UInt16, text: [UInt8]) {
    self.number = number
    self.text = text
  }
}
