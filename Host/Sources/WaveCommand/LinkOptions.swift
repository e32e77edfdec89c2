import ArgumentParser
import WaveDevices
import WavePropagation
import WaveUnits

/// What a link is: frequency, antennas, and how sure one wants to be.
struct LinkOptions: ParsableArguments {
  /// How a loss is computed.
  enum Model: String, ExpressibleByArgument, CaseIterable {
    case p1812, itm
  }

  /// How the electric field stands.
  enum Polarization: String, ExpressibleByArgument, CaseIterable {
    case vertical, horizontal
  }

  @Option(help: ArgumentHelp("p1812 or itm.", valueName: "name"))
  var model = Model.p1812

  @Option(help: ArgumentHelp("Frequency, such as 915M.", valueName: "hertz"))
  var frequency = SINumber(915e6)

  @Option(help: ArgumentHelp("The transmitting antenna above ground.", valueName: "m"))
  var txHeight = 30.0

  @Option(help: ArgumentHelp("The receiving antenna above ground.", valueName: "m"))
  var rxHeight = 1.5

  @Option(help: ArgumentHelp("vertical or horizontal.", valueName: "name"))
  var polarization = Polarization.vertical

  @Option(help: ArgumentHelp("Percentage of time for which the loss is not exceeded.", valueName: "%"))
  var time = 50.0

  @Option(help: ArgumentHelp("Percentage of places for which the loss is not exceeded.", valueName: "%"))
  var locations = 50.0

  @Option(
    help: ArgumentHelp(
      "Standard deviation from place to place, which --locations asks of in p1812.", valueName: "dB"))
  var deviation = 5.5

  func validate() throws {
    guard frequency.value > 0 else { throw ValidationError("A frequency is above zero, such as 915M.") }
    guard txHeight > 0, rxHeight > 0 else {
      throw ValidationError("Antennas are above ground: give more than 0 m.")
    }
    for percent in [time, locations] where !(percent > 0 && percent < 100) {
      throw ValidationError("--time and --locations are percentages between 0 and 100.")
    }
    guard deviation >= 0, deviation < 100 else { throw ValidationError("--deviation is 0 dB or more.") }
  }

  /// Computes the loss of a path.
  func report(of path: PathCommand.Path) throws(PropagationError) -> PathReport {
    try path.profile.check()
    var report = PathReport(self, path)
    switch model {
    case .p1812: try compute(p1812: path, into: &report)
    case .itm: try compute(itm: path, into: &report)
    }
    return report
  }

  private func compute(
    p1812 path: PathCommand.Path, into report: inout PathReport
  ) throws(PropagationError) {
    let latitude = path.ends.map { ($0.from.latitudeDegrees + $0.to.latitudeDegrees) / 2 }
    var link = P1812(
      frequencyGigahertz: frequency.value / 1e9, transmitterHeightMeters: txHeight,
      receiverHeightMeters: rxHeight, latitudeDegrees: latitude ?? 50)
    link.timePercent = time
    link.locationPercent = locations
    // At the median places do not differ, but the Recommendation's inverse of the normal distribution is not quite zero there.
    if locations != 50 { link.locationDeviationDecibels = deviation }
    link.polarization = polarization == .vertical ? .vertical : .horizontal
    let terms = try link.terms(of: path.profile)
    report.take(terms)
    report.doubts = link.doubts(of: path.profile).map { PathReport.doubt($0, of: .p1812) }
    if path.ends == nil { report.notes.append("the latitude is taken as 50°, which a table does not tell") }
  }

  private func compute(
    itm path: PathCommand.Path, into report: inout PathReport
  ) throws(PropagationError) {
    var link = IrregularTerrain(
      frequencyMegahertz: frequency.value / 1e6, transmitterHeightMeters: txHeight,
      receiverHeightMeters: rxHeight)
    link.timePercent = time
    link.locationPercent = locations
    link.polarization = polarization == .vertical ? .vertical : .horizontal
    let length = path.profile.lengthKilometers
    let (heights, isEven) = Self.even(path.profile)
    report.lossDecibels = try link.loss(
      over: heights, spacingMeters: length * 1000 / Double(heights.count - 1))
    report.doubts = link.doubts(overKilometers: length).map { PathReport.doubt($0, of: .itm) }
    if !isEven {
      report.notes.append("points are not evenly apart; they are put so, straight between those there are")
    }
    if !path.profile.clutterMeters.isEmpty {
      report.notes.append("itm knows no clutter and no zones; they are left out")
    }
  }

  /// Heights of points that are evenly apart, as many as there are; and whether they were so.
  static func even(_ profile: PathProfile) -> (heights: [Double], isEven: Bool) {
    let (d, h) = (profile.distancesKilometers, profile.heightsMeters)
    let step = profile.lengthKilometers / Double(d.count - 1)
    guard d.indices.contains(where: { abs(d[$0] - Double($0) * step) > 1e-6 * step }) else {
      return (h, true)
    }
    var next = 1
    let heights = d.indices.map { index in
      let place = min(Double(index) * step, profile.lengthKilometers)
      while next < d.count - 1, d[next] < place { next += 1 }
      let part = (place - d[next - 1]) / (d[next] - d[next - 1])
      return h[next - 1] + part * (h[next] - h[next - 1])
    }
    return (heights, false)
  }
}
