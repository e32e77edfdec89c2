/// Which maps a server computes (tag 165).
public struct CoverageOffer: Equatable, Sendable {
  /// Samples of all rays of a map together, at most.
  public var sampleLimit: UInt32 = 0
  /// The bit of each model's number that it computes.
  public var models: UInt16 = 0
  /// How many kinds of clutter it knows, numbered from 0; 0 from a server that knows of none.
  public var clutterCount: UInt8 = 0

  /// Offers maps.
  public init(sampleLimit: UInt32, models: UInt16, clutterCount: UInt8 = 0) {
    self.sampleLimit = sampleLimit
    self.models = models
    self.clutterCount = clutterCount
  }
}

/// A question for a map, which takes the place of the one before (tag 52).
public struct CoverageAsk: Equatable, Sendable {
  /// A number of the client's choice, another than that of the question before; answers carry it back.
  public var number: UInt16 = 0
  /// How many tiles the client knows: the map is of these and no more.
  public var tileCount: UInt16 = 0
  /// How often the tiles' posts are halved, 0 to `WireLimits.terrainLevel`.
  public var level: UInt8 = 0
  /// How path loss is computed; a number that the server does not know is refused.
  public var model: UInt8 = 0
  /// Whether the electric field stands upright.
  public var isVertical = true
  /// What receivers stand amid: 0 a large city, 1 a city, 2 suburbs, 3 open land.
  public var area: UInt8 = 1
  /// The transmitter's latitude, degrees north.
  public var latitudeDegrees: Double = 0
  /// Its longitude, degrees east, -180 to 360.
  public var longitudeDegrees: Double = 0
  /// Frequency, Hz.
  public var frequencyHertz = 915e6
  /// How far the map goes, m, at most `WireLimits.coverageRadius`.
  public var radiusMeters = 8000.0
  /// The transmitting antenna above ground, m, at most `WireLimits.antennaHeight`.
  public var transmitterHeightMeters = 30.0
  /// Receiving antennas above ground, m, likewise.
  public var receiverHeightMeters = 1.5
  /// Percentage of time for which the loss is not exceeded.
  public var timePercent = 50.0
  /// Percentage of places, likewise.
  public var locationPercent = 50.0
  /// Percentage of situations, likewise.
  public var situationPercent = 50.0
  /// How many models of the surface the client knows and wants used, at most `WireLimits.surfaceParts`; 0 for
  /// the ground alone.
  public var surfacePartCount: UInt16 = 0
  /// What covers the ground along the paths: 0 nothing, 1 suburbs, 2 a town, 3 the middle of a large one, 4
  /// woodland.
  public var clutter: UInt8 = 0

  /// Asks for a map around a place; its other numbers are set afterwards.
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

/// A map that is no longer wanted (tag 53).
public struct CoverageLeave: Equatable, Sendable {
  /// The question's number.
  public var number: UInt16 = 0

  /// Leaves a map.
  public init(number: UInt16) { self.number = number }
}

/// How far a map is (tag 166).
public struct CoverageProgress: Equatable, Sendable {
  /// The question's number.
  public var number: UInt16 = 0
  /// Rays that are computed.
  public var doneCount: UInt32 = 0
  /// Rays in all; 0 while the map waits for its turn.
  public var rayCount: UInt32 = 0

  /// Tells how far a map is.
  public init(number: UInt16, doneCount: UInt32, rayCount: UInt32) {
    self.number = number
    self.doneCount = doneCount
    self.rayCount = rayCount
  }
}

/// Where the posts of a map are, whose losses follow (tag 167).
public struct CoverageGeometry: Equatable, Sendable {
  /// The question's number.
  public var number: UInt16 = 0
  /// Latitude of the post in the north-west, degrees.
  public var northDegrees: Double = 0
  /// Longitude of that post, degrees; it may be beyond ±180°.
  public var westDegrees: Double = 0
  /// From one row of posts to the next, degrees of latitude.
  public var latitudeStepDegrees: Double = 0
  /// From one column of posts to the next, degrees of longitude.
  public var longitudeStepDegrees: Double = 0
  /// Rows of posts, 1 to `WireLimits.terrainPosts`.
  public var rowCount: UInt32 = 0
  /// Columns of posts, likewise; all together are at most `WireLimits.coveragePosts`.
  public var columnCount: UInt32 = 0

  /// Tells where posts are.
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

  /// How many posts there are.
  public var postCount: Int { Int(rowCount) * Int(columnCount) }
}

/// Losses of a map, from one post on (tag 169).
public struct CoverageLosses: Equatable, Sendable {
  /// The loss of a post that has none.
  public static let nothing = Int16.min

  /// The question's number.
  public var number: UInt16 = 0
  /// The first post's place, row by row from the north, each from the west.
  public var first: UInt32 = 0
  /// Path loss in 0.01 dB, 0 to `WireLimits.coverageLoss`, or `nothing`; at most `WireLimits.coverageLosses`.
  public var losses: [Int16] = []

  /// Holds losses.
  public init(number: UInt16, first: UInt32, losses: [Int16]) {
    self.number = number
    self.first = first
    self.losses = losses
  }
}

/// A map that cannot be had (tag 170).
public struct CoverageRefusal: Equatable, Sendable {
  /// The question's number.
  public var number: UInt16 = 0
  /// Why, in UTF-8, at most `WireLimits.text` bytes.
  public var text: [UInt8] = []

  /// Refuses a map.
  public init(number: UInt16, text: [UInt8]) {
    self.number = number
    self.text = text
  }
}
