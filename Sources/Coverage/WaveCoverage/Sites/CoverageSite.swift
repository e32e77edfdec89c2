import WavePropagation
import WaveUnits

/// What measured points make of a transmitter's map.
struct SiteCalibration: Sendable {
  /// What it was made of.
  struct Source: Equatable, Sendable {
    let map: UInt32
    let radiated: Int
    let floor: Int?
  }

  let source: Source
  /// Nil where no point counts.
  let made: CoverageCalibration?
}

/// A transmitter on the map: its plan, its power, and its map.
///
/// All but the receivers is its own, so that a network of unlike transmitters can be compared.
struct CoverageSite: Sendable {
  /// Transmitters at most: as many as there are colours that every eye distinguishes.
  static let limit = 8

  private(set) var plan: CoveragePlan
  /// What it radiates, dBm; of the selected one `Sites.budget` counts.
  private(set) var radiatedDecibelMilliwatts: Double
  /// Its map, and what that was computed for.
  private(set) var shown: ShownMap?
  /// Whether its whole map is still to be computed.
  private(set) var isStale: Bool
  /// Whether measured points are to calibrate its map; of one transmitter at most.
  private(set) var isCalibrated = false
  /// What they make of it.
  private(set) var calibration: SiteCalibration?

  /// A transmitter whose map is there already, or still to be computed.
  init(plan: CoveragePlan, radiatedDecibelMilliwatts: Double, shown: ShownMap? = nil) {
    (self.plan, self.radiatedDecibelMilliwatts) = (plan, radiatedDecibelMilliwatts)
    (self.shown, isStale) = (shown, shown == nil)
    self.shown?.calibrate(nil)
  }

  /// What a transmitter is called, by its place in the list.
  static func letter(_ index: Int) -> UInt8 { UInt8(ascii: "A") &+ UInt8(truncatingIfNeeded: index) }

  /// Changes what its map is computed for; the map is stale where that is different.
  mutating func change(_ plan: CoveragePlan) {
    guard plan != self.plan else { return }
    (self.plan, isStale) = (plan, true)
  }

  /// Changes what it radiates, dBm.
  mutating func radiate(_ power: Double) { radiatedDecibelMilliwatts = power }

  /// What its map is computed over has changed.
  mutating func invalidate() { isStale = true }

  /// Its map is not computed until something changes.
  mutating func settle() { isStale = false }

  /// Shows its map, of which one of few posts leaves it stale; nil shows none.
  mutating func show(_ map: ShownMap?) {
    shown = map
    if let map { isStale = map.isCoarse }
  }

  // MARK: - Calibration

  /// Turns calibration of its map on or off.
  mutating func calibrate(_ isOn: Bool) {
    isCalibrated = isOn
    if !isOn { shown?.calibrate(nil) }
  }

  /// Forgets what points that are no longer there made of its map.
  mutating func forgetCalibration() {
    calibrate(false)
    calibration = nil
  }

  /// Finds out what points make of its whole map, and calibrates it where that is wanted.
  ///
  /// - Parameters:
  ///   - layer: The points.
  ///   - power: What it radiates, 0.01 dBm.
  ///   - revision: Counts maps.
  /// - Returns: Whether its map is another now.
  /// - Complexity: nothing where map, power and floor are the same; else as `CoverageCalibration`, some 10 ms
  ///   for thousands of points, and O(posts).
  mutating func calibrate(by layer: MeasuredLayer, power: Int, counting revision: inout UInt32) -> Bool {
    guard let shown, !shown.isCoarse else { return false }
    let source = SiteCalibration.Source(map: shown.revision, radiated: power, floor: layer.floor)
    var isNew = false
    if calibration?.source != source {
      let made = CoverageCalibration(layer.points, floor: layer.floor) { place in
        shown.map.loss(at: place).map { power - Int($0) }
      }
      isNew = isCalibrated
      calibration = SiteCalibration(source: source, made: made)
      self.shown?.calibrate(nil)
    }
    if isCalibrated, self.shown?.calibrated == nil, let made = calibration?.made {
      isNew = true
      revision += 1
      self.shown?.calibrate(made.calibrated(shown.map), revision: revision)
    }
    return isNew
  }
}
