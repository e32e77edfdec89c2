import ArgumentParser
import WavePropagation
import WaveSystem
import WaveUnits

/// Options for a radio link: frequency, antennas and statistics.
struct LinkOptions: ParsableArguments {
  /// The propagation model.
  enum Model: String, ExpressibleByArgument, CaseIterable {
    case p1812, itm, hata, ehata, learned, diffraction
    case learnedPlain = "learned-plain"

    /// The model of the same name in a plan of a map.
    var model: CoveragePlan.Model { CoverCommand.models[rawValue] ?? .p1812 }
  }

  /// The method by which the extended Hata model computes effective heights.
  enum EffectiveHeights: String, ExpressibleByArgument, CaseIterable {
    case original, revised
  }

  /// The polarization: the direction of the electric field.
  enum Polarization: String, ExpressibleByArgument, CaseIterable {
    case vertical, horizontal
  }

  @Option(
    help: ArgumentHelp(
      """
      p1812, diffraction, itm, hata, ehata, learned or learned-plain; by default learned if within all its \
      limits, otherwise p1812.
      """,
      valueName: "name"))
  var model: Model?

  @Option(parsing: .unconditional, help: ArgumentHelp("Frequency, such as 915M.", valueName: "hertz"))
  var frequency = SINumber(915e6)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Height of the transmitting antenna above ground.", valueName: "m"))
  var txHeight = 30.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Height of the receiving antenna above ground.", valueName: "m"))
  var rxHeight = 1.5

  @Option(help: ArgumentHelp("vertical or horizontal.", valueName: "name"))
  var polarization = Polarization.vertical

  @OptionGroup var asked: ModelOptions

  @OptionGroup var air: AirOptions

  @Option(
    help: ArgumentHelp(
      "Standard deviation between locations, used with --locations in p1812.", valueName: "dB"))
  var deviation = CoveragePlan.locationDeviationDecibels

  @Option(
    help: ArgumentHelp(
      "Effective heights of ehata: revised, as used for maps, or original, as in NTIA's first code.",
      valueName: "name"))
  var effectiveHeights = EffectiveHeights.revised

  func validate() throws {
    try require(frequency.value > 0, "The frequency must be above zero, for example 915M.")
    try require(txHeight > 0 && rxHeight > 0, "Antennas must be above ground: give more than 0 m.")
    let known = model ?? .p1812
    try asked.validate(for: known.model, named: known.rawValue)
    try require(deviation >= 0 && deviation < 100, "--deviation must be 0 dB or more.")
  }

  /// Computes the loss along a path and returns a report on it.
  func report(of path: PathCommand.Path) throws(PropagationError) -> PathReport {
    try path.profile.check()
    let model = model(of: path)
    var report = PathReport(self, path, model)
    if self.model == nil, model == .p1812 { report.notes += defaultReasons(of: path) }
    let plan = plan(model)
    switch model {
    case .p1812: try compute(p1812: path, plan, into: &report)
    case .itm: try compute(itm: path, plan, into: &report)
    case .hata: try compute(hata: path, plan, into: &report)
    case .ehata: try compute(ehata: path, plan, into: &report)
    case .diffraction: report.lossDecibels = try plan.loss(over: path.profile)
    case .learned, .learnedPlain: try compute(learned: path, plan, into: &report)
    }
    let limits = plan.limitsLeft(
      overKilometers: path.profile.lengthKilometers, refractivity: air.refractivity)
    report.doubts = limits.map { $0.description }
    let isCovered = path.profile.clutterMeters.contains { $0 > 0 } && plan.clutterMeters == 0
    if !isCovered || !model.model.meetsSurface || model == .learned,
      let caution = CoverCommand.caution(of: plan)
    {
      report.notes.append(caution)
    }
    return report
  }

  /// Returns the model that the user chose, or the default for the path.
  private func model(of path: PathCommand.Path) -> Model {
    if let model { return model }
    guard air.optionOfP1812 == nil, !hasColumnsOfP1812(path) else { return .p1812 }
    let model = plan(.learned).defaultModel(overKilometers: path.profile.lengthKilometers)
    return model == .learned ? .learned : .p1812
  }

  /// Returns whether a path's table has columns for clutter heights or zones, which only P.1812 uses.
  private func hasColumnsOfP1812(_ path: PathCommand.Path) -> Bool {
    path.ends == nil && !(path.profile.clutterMeters.isEmpty && path.profile.zones.isEmpty)
  }

  /// Returns the reasons why P.1812 is used instead of the learned model.
  private func defaultReasons(of path: PathCommand.Path) -> [String] {
    if let option = air.optionOfP1812 {
      return ["p1812 is used: the learned model does not support \(option)"]
    }
    if hasColumnsOfP1812(path) { return ["p1812 is used: the table has clutter or zones"] }
    return CoverCommand.defaultReasons(
      plan(.learned), plan(.learned).learnedLimitsLeft(overKilometers: path.profile.lengthKilometers))
  }

  /// Returns a coverage plan with the link's settings; the plan's location and radius are unused, because the
  /// path replaces them.
  private func plan(_ model: Model) -> CoveragePlan {
    var plan = CoveragePlan(
      transmitter: Coordinate(latitudeDegrees: 0, longitudeDegrees: 0), frequencyHertz: frequency.value,
      radiusMeters: 1, transmitterHeightMeters: txHeight, receiverHeightMeters: rxHeight, model: model.model,
      polarization: polarization == .vertical ? .vertical : .horizontal)
    asked.apply(to: &plan)
    return plan
  }

  private func compute(
    p1812 path: PathCommand.Path, _ plan: CoveragePlan, into report: inout PathReport
  ) throws(PropagationError) {
    let latitude = path.ends.map { ($0.from.latitudeDegrees + $0.to.latitudeDegrees) / 2 }
    var link = plan.p1812
    link.latitudeDegrees = latitude ?? 50
    air.apply(to: &link)
    if asked.locations != 50 { link.locationDeviationDecibels = deviation }
    let profile = plan.cluttered(path.profile)
    let terms = try link.terms(of: profile)
    report.add(terms)
    if plan.clutterMeters > 0, hasColumnsOfP1812(path), !path.profile.clutterMeters.isEmpty {
      report.notes.append("the table\u{2019}s own clutter is used, not --clutter")
    } else if plan.clutterMeters > 0 {
      report.clutter = asked.clutter.rawValue
      report.clutterMeters = plan.clutterMeters
    }
    if path.ends == nil, air.latitude == nil {
      report.notes.append("the latitude is assumed to be 50°, as the table has none; set it with --latitude")
    }
  }

  private func compute(
    itm path: PathCommand.Path, _ plan: CoveragePlan, into report: inout PathReport
  ) throws(PropagationError) {
    var link = plan.irregularTerrain
    air.apply(to: &link)
    let length = path.profile.lengthKilometers
    let (heights, isEven) = Self.even(path.profile)
    report.lossDecibels = try link.loss(
      over: heights, spacingMeters: length * 1000 / Double(heights.count - 1))
    report.add(path.profile, isEven: isEven, by: .itm)
  }

  private func compute(
    hata path: PathCommand.Path, _ plan: CoveragePlan, into report: inout PathReport
  ) throws(PropagationError) {
    report.lossDecibels = try plan.hata.loss(overKilometers: path.profile.lengthKilometers)
    report.notes.append("hata does not use terrain, only the length of the path")
  }

  private func compute(
    ehata path: PathCommand.Path, _ plan: CoveragePlan, into report: inout PathReport
  ) throws(PropagationError) {
    var link = plan.extendedHata
    link.effectiveHeights = effectiveHeights == .original ? .original : .revised
    let (heights, isEven) = Self.even(path.profile)
    report.add(
      try link.terms(
        over: heights, spacingMeters: path.profile.lengthKilometers * 1000 / Double(heights.count - 1)))
    report.effectiveHeights = effectiveHeights.rawValue
    report.add(path.profile, isEven: isEven, by: .ehata)
  }

  private func compute(
    learned path: PathCommand.Path, _ plan: CoveragePlan, into report: inout PathReport
  ) throws(PropagationError) {
    report.lossDecibels = try plan.loss(over: path.profile)
    var free = plan
    free.model = .freeSpace
    let excess = try report.lossDecibels - free.loss(over: path.profile)
    report.deviationDecibels = plan.learnedDeviation(
      kilometers: path.profile.lengthKilometers, excessDecibels: excess)
  }

  /// Returns the profile's heights, interpolated at evenly spaced points without changing their number, and
  /// whether the profile's own points are evenly spaced.
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
