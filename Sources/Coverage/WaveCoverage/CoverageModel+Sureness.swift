import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

/// How likely it is that what receivers need is there, as it is drawn.
struct SurenessPicture: Sendable {
  /// What it is made of: a map, and how much may be lost, 0.01 dB.
  struct Source: Equatable, Sendable {
    var map: UInt32
    var headroom: Int
  }

  var source: Source
  var shares: ReachShares
  /// Counts pictures, so that the player is told of a new one.
  var revision: UInt32
}

/// How sure a map is: for models that tell how far off they may be, and for no other.
extension CoverageModel {
  /// The player's field.
  static let surenessField: UInt32 = 1001
  /// What files hold while it is shown.
  static let surenessFiles: StaticString = "pictures how sure, other files received level"

  /// Whether the model tells how far off it may be.
  var offersSureness: Bool { (plan ?? settings).tellsDeviation }

  /// Whether the colours tell how sure the map is.
  var showsSureness: Bool { effectiveDisplay == .sureness }

  // MARK: - Choosing it

  /// What one transmitter's colours may show.
  func appendDisplaysOfOne(to list: inout ControlListBuilder<CoverageAction>) {
    var options: [StaticString] = ["Path loss", "Received level"]
    if offersSureness { options.append("How sure") }
    list.segments(
      .chooseDisplay, label: "Shown", options: options,
      selected: showsSureness ? 2 : effectiveDisplay.rawValue)
  }

  /// Says why there is nothing to choose.
  func appendSurenessReason(to list: inout ControlListBuilder<CoverageAction>) {
    guard !offersSureness else { return }
    list.fact(
      label: "How sure",
      text: Texts.bytes("told by the learned models alone: no other says how far off it may be"))
  }

  mutating func chooseDisplay(_ number: Int) {
    // Of one transmitter it is the third choice, of several the sixth.
    let isThird = sites.count <= 1 && number == 2 && offersSureness
    display = isThird ? .sureness : CoverageDisplay(rawValue: number) ?? .loss
  }

  // MARK: - Drawing it

  mutating func drawSureness(into list: inout DrawList) {
    updateSureness()
    guard let sureness else { return }
    let field = Self.surenessField
    let shares = sureness.shares
    if playedSureness.columns != shares.columnCount || playedSureness.rows != shares.rowCount {
      list.createField(field, columns: shares.columnCount, rows: shares.rowCount)
      playedSureness = PlayedUnion(columns: shares.columnCount, rows: shares.rowCount)
    }
    if playedSureness.revision != sureness.revision {
      for row in 0..<shares.rowCount {
        let first = row * shares.columnCount
        list.fieldRow(field, row: row, values: shares.percents[first..<(first + shares.columnCount)])
      }
      playedSureness.revision = sureness.revision
    }
    if playedSureness.number != CoveragePalette.sureness {
      playedSureness.number = CoveragePalette.sureness
      list.fieldColors(field, number: CoveragePalette.sureness, low: 0, high: 100)
    }
    let bounds = screen.bounds
    list.beginLayer(LayerID.coverage, bounds: bounds)
    list.smoothing(true)
    drawField(
      field, north: shares.northWest.latitudeDegrees, west: shares.northWest.longitudeDegrees,
      latitudeStep: shares.latitudeStepDegrees, longitudeStep: shares.longitudeStepDegrees,
      rows: shares.rowCount, columns: shares.columnCount, isAlone: true, into: &list)
    list.endLayer(bounds: bounds)
  }

  /// Computes it anew where the map, the power or what is needed is another.
  private mutating func updateSureness() {
    guard let shown else { return sureness = nil }
    let source = SurenessPicture.Source(map: shown.picturedRevision, headroom: headroom)
    guard sureness?.source != source else { return }
    mapCount += 1
    sureness = SurenessPicture(
      source: source,
      shares: ReachShares(
        shown.map, calibrated: shown.calibrated, of: shown.plan, headroom: source.headroom,
        postLimit: Self.unionPosts),
      revision: mapCount)
  }

  /// How much may be lost on the way from the selected transmitter, 0.01 dB.
  var headroom: Int {
    Self.hundredths(radiated(of: selectedSite)) - Self.hundredths(budget.sensitivityDecibelMilliwatts)
  }

  // MARK: - A point

  /// Lines of the sheet: within how much of the loss 8 of 10 such places lie, and how likely the level is
  /// enough.
  var surenessLines: [[UInt8]] {
    guard let reading, let (loss, deviation) = deviation(of: reading) else { return [] }
    var text = TextWriter()
    text.append("\u{00B1} ")
    text.append(CoveragePlan.eightOfTenDeviations * deviation, decimals: 0)
    text.append(" dB at 8 of 10 places \u{00B7} ")
    let spare = radiated(of: reading.site) - loss - budget.sensitivityDecibelMilliwatts
    text.append(bytes: Self.percent(NormalDistribution.share(below: spare / deviation)))
    text.append(" sure")
    return [text.bytes]
  }

  /// What a screen reader says of it.
  func appendSureness(of reading: CoverageReading, to text: inout TextWriter) {
    text.append(", modelled")
    guard let (_, deviation) = deviation(of: reading) else { return }
    text.append(", give or take ")
    text.append(CoveragePlan.eightOfTenDeviations * deviation, decimals: 0)
    text.append(" dB at 8 of 10 places")
  }

  private func deviation(of reading: CoverageReading) -> (loss: Double, deviation: Double)? {
    guard let held = reading.loss, sites.indices.contains(reading.site) else { return nil }
    let site = sites[reading.site]
    // A calibrated loss is as far off as the model tells of its own.
    let own = reading.free == nil ? site.shown?.map.loss(at: reading.place) : nil
    guard
      let deviation = site.plan.deviation(
        ofLoss: Double(own ?? held) / 100, kilometers: reading.lengthMeters / 1000)
    else { return nil }
    return (Double(held) / 100, deviation)
  }

  /// Whole percent, which are never none and never all: a model is not that sure.
  static func percent(_ share: Double) -> [UInt8] {
    var text = TextWriter()
    let percent = (share * 100).rounded()
    if percent < 1 {
      text.append("<1")
    } else if percent > 99 {
      text.append(">99")
    } else {
      text.append(percent, decimals: 0)
    }
    text.append(" %")
    return text.bytes
  }
}
