import WavePropagation
import WaveUnits

/// A point of the map whose path is read.
struct CoverageReading: Sendable {
  let place: Coordinate
  let lengthMeters: Double
  let bearingDegrees: Double
  /// Path loss, 0.01 dB; nil where the map has none.
  let loss: Int16?
  /// What whole models say, dB; nil where they do not hold.
  let p1812: Double?
  let irregularTerrain: Double?
  /// The ground from the transmitter to the point; nil where it is not known.
  let path: PathClearance?
  /// The transmitter that the path is of.
  let site: Int
  /// Where the path begins if not at the transmitter.
  let free: Coordinate?
  /// How much of it models of the surface know, 0 to 1; nil where none is used.
  let surfaceShare: Double?
  /// How much of it has no height in its tile, and that of what lies around, 0 to 1.
  let filledShare: Double
  /// The measured point that was tapped.
  fileprivate(set) var measured: Int?

  /// Reads a path.
  ///
  /// - Parameters:
  ///   - course: Where it goes.
  ///   - site: The transmitter that it is of.
  ///   - free: Where it begins if not at the transmitter.
  ///   - plan: What the transmitter's map is computed for.
  ///   - loss: What its map has at the end, 0.01 dB.
  ///   - profile: The ground along it, with what is on it where the plan's rays meet that; nil where it is
  ///     not known.
  ///   - surfaceShare: How much of it models of the surface know; nil where none is used.
  init(
    _ course: PathCourse, of site: Int, from free: Coordinate?, plan: CoveragePlan, loss: Int16?,
    over profile: PathProfile?, surfaceShare: Double?
  ) {
    (place, lengthMeters, bearingDegrees) = (course.end, course.lengthMeters, course.bearingDegrees)
    (self.site, self.free) = (site, free)
    guard let profile else {
      (self.loss, p1812, irregularTerrain, path, self.surfaceShare, filledShare) = (
        loss, nil, nil, nil, nil, 0
      )
      return
    }
    filledShare = Double(profile.filledCount) / Double(Swift.max(1, profile.heightsMeters.count))
    self.surfaceShare = surfaceShare
    // The sheet draws what the map's rays meet.
    let cluttered = plan.cluttered(profile)
    path = PathClearance(cluttered, plan: plan)
    // A path that does not begin at the transmitter is on no map.
    self.loss =
      free == nil ? loss : Self.loss(of: cluttered, plan, by: plan.model).map(Self.hundredths)
    p1812 = Self.loss(of: cluttered, plan, by: .p1812)
    irregularTerrain = Self.loss(of: cluttered, plan, by: .irregularTerrain)
  }

  private static func hundredths(_ decibels: Double) -> Int16 {
    Int16(saturating: (Swift.max(0, Swift.min(320, decibels)) * 100).rounded())
  }

  private static func loss(
    of profile: PathProfile, _ plan: CoveragePlan, by model: CoveragePlan.Model
  ) -> Double? {
    var plan = plan
    plan.model = model
    do throws(PropagationError) {
      let loss = try plan.loss(over: profile)
      return loss.isFinite ? loss : nil
    } catch {
      return nil
    }
  }

  /// How much of the ground along the path tiles do not know, and of what is on it models do, as lines of its
  /// sheet.
  var groundLines: [[UInt8]] {
    var lines: [[UInt8]] = []
    func percent(_ share: Double) -> Double {
      Swift.max(1, Swift.min(share < 1 ? 99 : 100, (100 * share).rounded()))
    }
    if filledShare > 0 {
      var text = TextWriter()
      text.append(percent(filledShare), decimals: 0)
      text.append(" % of the path has no height: filled in")
      lines.append(text.bytes)
    }
    guard let surfaceShare else { return lines }
    if surfaceShare <= 0 { return lines + [Texts.bytes("trees and roofs: not known on this path")] }
    var text = TextWriter()
    text.append("trees and roofs known on ")
    text.append(percent(surfaceShare), decimals: 0)
    text.append(" % of the path")
    return lines + [text.bytes]
  }
}

/// The sheet of the path that is read: open with a reading, or closed.
struct PathSheet: Sendable {
  /// The point, as it was read last; nil while the sheet is closed.
  private(set) var reading: CoverageReading?

  /// Shows a reading; where it is of the same place, the measured point there stays.
  mutating func show(_ next: CoverageReading) {
    let measured = reading.flatMap { $0.place == next.place ? $0.measured : nil }
    reading = next
    reading?.measured = measured
  }

  /// Closes the sheet.
  mutating func close() { reading = nil }

  /// The point that is read is a measured one.
  mutating func mark(measured index: Int) { reading?.measured = index }

  /// Points are others, or none: a reading of a measured one ends.
  mutating func pointsReplaced() { if reading?.measured != nil { reading = nil } }
}
