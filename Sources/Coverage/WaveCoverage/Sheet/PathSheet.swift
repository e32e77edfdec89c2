import WavePropagation
import WaveUnits

/// The length, bearing, losses and clearance of the path to a point of the map.
struct CoverageReading: Sendable {
  let place: Coordinate
  let lengthMeters: Double
  let bearingDegrees: Double
  /// Path loss in units of 0.01 dB; nil if the map has no loss at the point.
  let loss: Int16?
  /// The loss according to P.1812 in dB; nil if that model does not apply.
  let p1812: Double?
  /// The loss according to the Irregular Terrain Model in dB; nil if that model does not apply.
  let irregularTerrain: Double?
  /// The clearance of the path; nil if the ground is not known.
  let path: PathClearance?
  /// The index of the transmitter to which the path belongs.
  let site: Int
  /// The start of the path; nil if it is the transmitter.
  let customStart: Coordinate?
  /// The fraction of the path that surface models cover, 0 to 1; nil if none are used.
  let surfaceShare: Double?
  /// The fraction of the path whose heights are missing in the tiles and were filled in, 0 to 1.
  let filledShare: Double
  /// The index of the measured point that was tapped; nil if there is none.
  fileprivate(set) var measured: Int?

  /// Creates a reading from the results for a path.
  ///
  /// - Parameters:
  ///   - course: The course of the path.
  ///   - site: The index of the transmitter to which the path belongs.
  ///   - customStart: The start of the path; nil if it is the transmitter.
  ///   - plan: The parameters of the transmitter's map.
  ///   - loss: The map's loss at the end of the path, in units of 0.01 dB.
  ///   - profile: The ground along the path, with trees and roofs if the plan includes them; nil if the
  ///     ground is not known.
  ///   - surfaceShare: The fraction of the path that surface models cover; nil if none are used.
  init(
    _ course: PathCourse, of site: Int, from customStart: Coordinate?, plan: CoveragePlan, loss: Int16?,
    over profile: PathProfile?, surfaceShare: Double?
  ) {
    (place, lengthMeters, bearingDegrees) = (course.end, course.lengthMeters, course.bearingDegrees)
    (self.site, self.customStart) = (site, customStart)
    guard let profile else {
      (self.loss, p1812, irregularTerrain, path, self.surfaceShare, filledShare) = (
        loss, nil, nil, nil, nil, 0
      )
      return
    }
    filledShare = Double(profile.filledCount) / Double(Swift.max(1, profile.heightsMeters.count))
    self.surfaceShare = surfaceShare
    // The sheet shows the same obstacles that the map uses.
    let cluttered = plan.cluttered(profile)
    path = PathClearance(cluttered, plan: plan)
    // A path that does not start at the transmitter has no loss in the map.
    self.loss =
      customStart == nil ? loss : Self.loss(of: cluttered, plan, by: plan.model).map(Self.hundredths)
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
    return (try? plan.loss(over: profile)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The sheet's lines of text about missing ground heights, and about the fraction that surface models
  /// cover.
  var groundLines: [[UInt8]] {
    var lines: [[UInt8]] = []
    func percent(_ share: Double) -> Double {
      Swift.max(1, Swift.min(share < 1 ? 99 : 100, (100 * share).rounded()))
    }
    if filledShare > 0 {
      let filled = percent(filledShare)
      lines.append(TextWriter("\(filled, decimals: 0) % of the path has no height: filled in").bytes)
    }
    guard let surfaceShare else { return lines }
    if surfaceShare <= 0 { return lines + [Texts.bytes("trees and roofs: not known on this path")] }
    let known = percent(surfaceShare)
    return lines + [TextWriter("trees and roofs known on \(known, decimals: 0) % of the path").bytes]
  }
}

/// The state of the path sheet, which is open while it has a reading.
struct PathSheet: Sendable {
  /// The losses and clearance that the sheet shows; nil while it is closed.
  private(set) var reading: CoverageReading?

  /// Shows a reading.
  ///
  /// If the position has not changed, the measured point is kept.
  mutating func show(_ next: CoverageReading) {
    let measured = reading.flatMap { $0.place == next.place ? $0.measured : nil }
    reading = next
    reading?.measured = measured
  }

  /// Closes the sheet.
  mutating func close() { reading = nil }

  /// Records the index of the measured point that is inspected.
  mutating func mark(measured index: Int) { reading?.measured = index }

  /// Closes the sheet if it shows a measured point, after the points have been replaced or removed.
  mutating func pointsReplaced() { if reading?.measured != nil { reading = nil } }
}
