public import WaveCoverageWire
public import WavePropagation
import WaveUnits
import WaveWire

extension CoverageRequest {
  /// Creates a request for the map of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan to compute.
  ///   - number: A number that differs from the previous request's number.
  ///   - tileCount: The number of tiles that the client knows.
  ///   - level: The number of times that the tiles' resolution is halved.
  ///   - surfacePartCount: The number of surface models to include, counted in the order in which the server
  ///     announced them.
  public init(_ plan: CoveragePlan, number: UInt16, tileCount: Int, level: UInt8, surfacePartCount: Int = 0) {
    self.init(
      number: number, tileCount: UInt16(clamping: tileCount), level: level,
      latitudeDegrees: plan.transmitter.latitudeDegrees, longitudeDegrees: plan.transmitter.longitudeDegrees)
    model = plan.model.rawValue
    isVertical = plan.polarization == .vertical
    area = plan.area.rawValue
    frequencyHertz = plan.frequencyHertz
    radiusMeters = plan.radiusMeters
    transmitterHeightMeters = plan.transmitterHeightMeters
    receiverHeightMeters = plan.receiverHeightMeters
    timePercent = plan.timePercent
    locationPercent = plan.locationPercent
    situationPercent = plan.situationPercent
    clutter = plan.clutterMeters > 0 ? plan.clutter.rawValue : 0
    self.surfacePartCount = UInt16(clamping: surfacePartCount)
  }
}

extension CoveragePlan {
  /// Creates the plan described by a client's request; nil if the request's model, area or clutter is
  /// unknown.
  ///
  /// The numbers are checked only against the limits of the wire format; `check()` also checks them against
  /// the model.
  public init?(_ ask: CoverageRequest) {
    guard let model = Model(rawValue: ask.model), let area = HataArea(rawValue: ask.area),
      let clutter = Clutter(rawValue: ask.clutter)
    else { return nil }
    self.init(
      transmitter: Coordinate(latitudeDegrees: ask.latitudeDegrees, longitudeDegrees: ask.longitudeDegrees),
      frequencyHertz: ask.frequencyHertz, radiusMeters: ask.radiusMeters,
      transmitterHeightMeters: ask.transmitterHeightMeters, receiverHeightMeters: ask.receiverHeightMeters,
      model: model, polarization: ask.isVertical ? .vertical : .horizontal)
    (self.area, self.clutter) = (area, clutter)
    timePercent = ask.timePercent
    locationPercent = ask.locationPercent
    situationPercent = ask.situationPercent
  }
}

extension CoverageOffer {
  /// Creates an offer of all models that this version supports.
  public init(sampleLimit: Int) {
    var models: UInt16 = 0
    for model in CoveragePlan.Model.allCases { models |= 1 << UInt16(model.rawValue) }
    self.init(
      sampleLimit: UInt32(clamping: sampleLimit), models: models,
      clutterCount: UInt8(clamping: Clutter.allCases.count))
  }

  /// Returns whether the offer includes a plan's model, and its clutter if the plan has any.
  public func has(_ plan: CoveragePlan) -> Bool {
    models >> UInt16(plan.model.rawValue) & 1 == 1
      && (plan.clutterMeters == 0 || plan.clutter.rawValue < clutterCount)
  }
}

extension CoverageMap {
  /// Returns the positions of the map's posts, or nil if the map has no posts or more posts than a message
  /// can describe.
  public func geometry(number: UInt16) -> CoverageGeometry? {
    let limit = Int(WireLimits.terrainPosts)
    guard rowCount > 0, columnCount > 0, rowCount <= limit, columnCount <= limit,
      losses.count <= WireLimits.coveragePosts
    else { return nil }
    return CoverageGeometry(
      number: number, northDegrees: northDegrees, westDegrees: westDegrees,
      latitudeStepDegrees: latitudeStepDegrees, longitudeStepDegrees: longitudeStepDegrees,
      rowCount: UInt32(rowCount), columnCount: UInt32(columnCount))
  }

  /// Creates a map from its received parts; nil if the number of losses differs from the number of posts.
  public init?(_ geometry: CoverageGeometry, losses: [Int16]) {
    self.init(
      PostLattice(
        northWest: Coordinate(latitudeDegrees: geometry.northDegrees, longitudeDegrees: geometry.westDegrees),
        latitudeStepDegrees: geometry.latitudeStepDegrees,
        longitudeStepDegrees: geometry.longitudeStepDegrees, rowCount: Int(geometry.rowCount),
        columnCount: Int(geometry.columnCount)),
      losses: losses)
  }
}
