import WavePropagation
import WaveUnits

/// The calibration of a transmitter's map with measured points.
struct SiteCalibration: Sendable {
  /// The inputs of a calibration.
  struct Source: Equatable, Sendable {
    let map: UInt32
    let radiated: Int
    let floor: Int?
  }

  let source: Source
  /// The calibration; nil if no point can be used.
  let made: CoverageCalibration?
}

/// A transmitter on the map, with its plan, power and map.
///
/// Each transmitter has its own position, frequency, radius, antenna height and power; all other settings are
/// the same for all transmitters, so that their maps are comparable.
struct CoverageSite: Sendable {
  /// The maximum number of transmitters, limited by the number of colours that colour-blind users can
  /// distinguish.
  static let limit = 8

  private(set) var plan: CoveragePlan
  /// The radiated power in dBm; for the selected transmitter, `Sites.budget` is used instead.
  private(set) var radiatedDecibelMilliwatts: Double
  /// The transmitter's map with its parameters; nil if there is none.
  private(set) var shown: ShownMap?
  /// Whether the complete map must still be computed.
  private(set) var isStale: Bool
  /// Whether the map is calibrated with measured points, which is possible for one transmitter at a time.
  private(set) var isCalibrated = false
  /// The calibration with the measured points; nil if none has been computed.
  private(set) var calibration: SiteCalibration?

  /// Creates a transmitter, with its map if that has been computed.
  init(plan: CoveragePlan, radiatedDecibelMilliwatts: Double, shown: ShownMap? = nil) {
    (self.plan, self.radiatedDecibelMilliwatts) = (plan, radiatedDecibelMilliwatts)
    (self.shown, isStale) = (shown, shown == nil)
    self.shown?.calibrate(nil)
  }

  /// Returns the letter of the transmitter at an index.
  static func letter(_ index: Int) -> UInt8 { UInt8(ascii: "A") &+ UInt8(truncatingIfNeeded: index) }

  /// Changes the plan; a different plan makes the map stale.
  mutating func change(_ plan: CoveragePlan) {
    guard plan != self.plan else { return }
    (self.plan, isStale) = (plan, true)
  }

  /// Sets the radiated power in dBm.
  mutating func radiate(_ power: Double) { radiatedDecibelMilliwatts = power }

  /// Marks the map as stale after the ground has changed.
  mutating func invalidate() { isStale = true }

  /// Marks the map as settled, so that it is not computed again until something changes.
  mutating func settle() { isStale = false }

  /// Shows a map, which stays stale if it is coarse; nil removes the map.
  mutating func show(_ map: ShownMap?) {
    shown = map
    if let map { isStale = map.isCoarse }
  }

  // MARK: - Calibration

  /// Switches the calibration of the map on or off.
  mutating func calibrate(_ isOn: Bool) {
    isCalibrated = isOn
    if !isOn { shown?.calibrate(nil) }
  }

  /// Removes the calibration after the measured points have been replaced or removed.
  mutating func forgetCalibration() {
    calibrate(false)
    calibration = nil
  }

  /// Computes the calibration of a complete map with measured points, and applies it if calibration is on.
  ///
  /// - Parameters:
  ///   - layer: The measured points.
  ///   - power: The transmitter's radiated power, in units of 0.01 dBm.
  ///   - revision: The counter of map revisions.
  /// - Returns: Whether the displayed map has changed.
  /// - Complexity: O(1) if map, power and floor have not changed; otherwise the cost of
  ///   `CoverageCalibration`, about 10 ms for thousands of points, plus O(posts).
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
