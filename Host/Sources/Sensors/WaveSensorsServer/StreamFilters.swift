import WaveSensorSources
import WaveSensorsWire
import WaveSignal
import WaveStore
import WaveStreams
import WaveUnits
import WaveWire

/// The filters that the server can apply to streams, and the current selection.
struct StreamFilters: Equatable, Sendable {
  /// A frequency band that can be selected.
  struct Band: Sendable {
    let name: String
    let lowHertz: Double
    let highHertz: Double
    /// The order of the high-pass filter.
    ///
    /// It is 1 for the diagnostic band, to distort the ST segment as little as possible.
    let highPassOrder: Int

    /// The filters of this band, in order.
    var filters: [SensorFilter] {
      [.highPass(hertz: lowHertz, order: highPassOrder), .lowPass(hertz: highHertz, order: 2)]
    }

    /// Returns whether the stages are the filters of this band, in order.
    func isMade(of stages: ArraySlice<StoreFilters.Stage>) -> Bool {
      guard let first = stages.first, let last = stages.last, stages.count == 2 else { return false }
      return first.kind == .highPass && first.lowHertz == lowHertz && Int(first.order) == highPassOrder
        && last.kind == .lowPass && last.lowHertz == highHertz && last.order == 2
    }
  }

  static let filterControl = SensorControls.firstOfServer
  static let notchControl = SensorControls.firstOfServer + 1
  static let delayControl = SensorControls.firstOfServer + 2

  static let ownControl = SensorControls.firstOfServer + 20

  static let bands = [
    Band(name: "0.05–150 Hz", lowHertz: 0.05, highHertz: 150, highPassOrder: 1),
    Band(name: "0.5–40 Hz", lowHertz: 0.5, highHertz: 40, highPassOrder: 2),
  ]
  static let notches: [Double] = [50, 60]
  /// The maximum number of filters that are adopted from a recording as the source's own filters.
  private static let ownLimit = 16
  /// The quality factor of a notch filter: its frequency divided by its bandwidth.
  static let notchQuality = 30.0
  /// The frequency at which the delay is computed, in hertz; a QRS complex is strongest near 10 Hz.
  static let delayHertz = 10.0

  private let rates: [Double]
  /// The indices in `bands` of the bands that at least one group supports.
  private let offeredBands: [Int]
  private let offeredNotches: [Int]
  /// The source's own filters.
  private var own: [SensorFilter]
  private var hasOwn: Bool
  private var band = 0
  private var notch = 0

  /// Creates the initial filters: the source's own if it has any, otherwise the diagnostic band for
  /// electrocardiograms, and none for other sources.
  init(_ info: StreamSource, own: [SensorFilter] = []) {
    self.own = own
    hasOwn = !own.isEmpty
    let rates = info.groups.map(\.rateHertz)
    self.rates = rates
    offeredBands = Self.bands.indices.filter { band in rates.contains { Self.bands[band].highHertz < $0 / 2 }
    }
    offeredNotches = Self.notches.indices.filter { notch in rates.contains { Self.notches[notch] < $0 / 2 } }
    let isECG = info.groups.contains { $0.channels.contains { $0.lead != nil } }
    if isECG, own.isEmpty, let place = offeredBands.firstIndex(of: 0) { band = place + 1 }
  }

  /// Whether any filter is applied.
  var isOn: Bool { hasOwn || band > 0 || notch > 0 }

  /// The controls for the filters, and a display of their delay.
  var controls: [SourceControl] {
    var controls: [SourceControl] = []
    if !own.isEmpty {
      controls.append(
        .choice(
          id: Self.ownControl, name: Array("Own filter".utf8), names: [Array("Off".utf8), own.name],
          selected: hasOwn ? 1 : 0))
    }
    if !offeredBands.isEmpty {
      controls.append(
        Self.choice(Self.filterControl, "Filter", offeredBands.map { Self.bands[$0].name }, selected: band))
    }
    if !offeredNotches.isEmpty {
      controls.append(
        Self.choice(
          Self.notchControl, "Notch", offeredNotches.map { "\(Int(saturating: Self.notches[$0])) Hz" },
          selected: notch))
    }
    if isOn { controls.append(.fact(Self.delayControl, "Filter delay", delayMilliseconds, "ms", step: 1)) }
    return controls
  }

  private static func choice(_ id: UInt8, _ name: String, _ names: [String], selected: Int) -> SourceControl {
    .choice(
      id: id, name: Array(name.utf8), names: (["Off"] + names).map { Array($0.utf8) }, selected: selected)
  }

  /// Sets one of the filter controls.
  ///
  /// - Returns: Whether anything changed.
  mutating func adjust(_ control: UInt8, to value: Double) -> Bool {
    guard let wanted = controls.first(where: { $0.id == control })?.value(nearestTo: value) else {
      return false
    }
    let before = self
    switch control {
    case Self.ownControl: hasOwn = wanted > 0
    case Self.filterControl: band = Int(saturating: wanted)
    case Self.notchControl: notch = Int(saturating: wanted)
    default: return false
    }
    return self != before
  }

  /// Restores the filters that were selected before the source's groups changed, except those that are no
  /// longer available.
  mutating func keep(_ other: StreamFilters) {
    for control in other.controls { _ = adjust(control.id, to: control.value) }
  }

  /// Returns the selected filters for a group with the given rate, omitting those above half the rate.
  private func selected(rateHertz: Double) -> [SensorFilter] {
    var filters: [SensorFilter] = []
    if hasOwn, (try? own.sections(rateHertz: rateHertz)) != nil { filters += own }
    if band > 0 {
      let band = Self.bands[offeredBands[band - 1]]
      if band.highHertz < rateHertz / 2 { filters += band.filters }
    }
    if notch > 0 {
      let hertz = Self.notches[offeredNotches[notch - 1]]
      if hertz < rateHertz / 2 { filters.append(.notch(hertz: hertz, quality: Self.notchQuality)) }
    }
    return filters
  }

  /// Returns the filters for a group with the given rate, in the format used by recordings.
  func stages(rateHertz: Double) -> [StoreFilters.Stage] {
    var stages = selected(rateHertz: rateHertz).map(\.stage)
    // The total delay of all filters is stored with the last one.
    if !stages.isEmpty { stages[stages.count - 1].delaySamples = delayMilliseconds / 1000 * rateHertz }
    return stages
  }

  /// Adopts filters from a recording; filters that users cannot select become the source's own filters.
  ///
  /// - Returns: Whether anything changed.
  mutating func adopt(_ stages: [StoreFilters.Stage]) -> Bool {
    let before = self
    var rest = stages[...]
    notch = 0
    if let last = rest.last, last.kind == .notch, last.parameter == Self.notchQuality,
      let place = offeredNotches.firstIndex(where: { Self.notches[$0] == last.lowHertz })
    {
      notch = place + 1
      rest.removeLast()
    }
    let place = offeredBands.firstIndex { Self.bands[$0].isMade(of: rest.suffix(2)) }
    band = place.map { $0 + 1 } ?? 0
    if band > 0 { rest.removeLast(2) }
    let others = rest.prefix(Self.ownLimit).compactMap { SensorFilter($0) }
    if !others.isEmpty { own = others }
    hasOwn = !others.isEmpty
    return self != before
  }

  /// Returns the filter sections for a group with the given rate, omitting filters above half the rate.
  func sections(rateHertz: Double) -> [Biquad] {
    (try? selected(rateHertz: rateHertz).sections(rateHertz: rateHertz)) ?? []
  }

  /// The delay of the filters at 10 Hz in the group with the highest rate, in milliseconds, rounded to two
  /// decimals.
  var delayMilliseconds: Double {
    guard let rate = rates.max(), Self.delayHertz < rate / 2 else { return 0 }
    let seconds = BiquadCascade(sections(rateHertz: rate))
      .groupDelaySeconds(hertz: Self.delayHertz, rateHertz: rate)
    return seconds.isFinite ? (seconds * 1e5).rounded() / 100 : 0
  }
}
