import WaveSensorsFeed
import WaveSensorsWire
import WaveSignal
import WaveStreams
import WaveUnits
import WaveWire

/// The data of one sensor in this process: raw and filtered samples, times, marks and filters.
struct SensorStore {
  /// The maximum number of samples filtered in one slice while the history is refiltered.
  private static let sliceSamples = 40_000
  /// The frequency at which the filters' delay is reported, in hertz; a QRS complex is strongest near 10 Hz.
  private static let delayHertz = 10.0
  static let filterControl: UInt8 = 200
  static let delayControl: UInt8 = 201

  private(set) var archive: StreamArchive
  private(set) var filters: [SensorFilter] = []
  private var isFiltered = false
  private let info: StreamSource
  private var clocks: [ArrivalClock]
  private var markList = MarkList()

  init(_ described: StreamSource, filters: [SensorFilter], historyBytes: Int) throws(SensorError) {
    var info = described
    info.source = 0
    var mixtures: [[ChannelMixture]] = []
    for index in info.groups.indices {
      // Completing the limb leads adds up to four channels.
      let hasRoom = info.channelCount + 4 <= WireLimits.channels
      mixtures.append(hasRoom ? LimbLeads.complete(&info.groups[index]) : [])
    }
    let weights = info.groups.map { Double($0.channels.count) * $0.rateHertz }
    let sum = weights.reduce(0, +)
    archive = StreamArchive(
      groups: info.groups.indices.map { index in
        StreamGroup(
          rateHertz: info.groups[index].rateHertz,
          sourceChannelCount: info.groups[index].channels.count - mixtures[index].count,
          mixtures: mixtures[index],
          historyBytes: Int(saturating: Double(max(0, historyBytes)) * weights[index] / sum))
      })
    clocks = info.groups.map { ArrivalClock(rateHertz: $0.rateHertz) }
    self.info = info
    try setFilters(filters)
  }

  var marks: StreamMarks { markList.list(source: 0) }

  /// The description of the sensor, as passed to a feed.
  var description: SensorsFeed.Source {
    var source = SensorsFeed.Source(info: info)
    source.controls = controls
    return source
  }

  /// Appends samples; returns whether any were new.
  mutating func append(_ block: SampleBlock, group: Int, isTimed: Bool) -> Bool {
    if !isTimed { clocks[group].receive(block, into: &archive.groups[group]) }
    return archive.groups[group].append(block) != nil
  }

  mutating func addTimes(_ times: SampleTimes) {
    archive.groups[Int(times.group)].addTimes(
      from: times.sequence, microseconds: times.microseconds, rateHertz: times.rateHertz, reason: times.reason
    )
  }

  // MARK: - Marks

  mutating func mark(group: Int, sequence: UInt64, text: [UInt8]) {
    _ = markList.set(0, group: UInt8(clamping: group), sequence: sequence, text: text)
  }

  /// Sets, moves or removes a mark; returns whether the mark exists.
  mutating func setMark(_ mark: SetMark) -> Bool {
    guard Int(mark.group) < archive.groups.count, mark.sequence < EnvelopePyramid.sequenceLimit
    else { return false }
    return markList.set(mark.mark, group: mark.group, sequence: mark.sequence, text: mark.text) != nil
  }

  // MARK: - Filters

  /// The controls: a switch for the filters, and a display of their delay.
  var controls: SourceControls {
    var controls: [SourceControl] = []
    if !filters.isEmpty {
      controls.append(
        .choice(
          id: Self.filterControl, name: TextWriter("Filter").bytes,
          names: [TextWriter("Off").bytes, filters.name],
          selected: isFiltered ? 1 : 0))
      if isFiltered {
        let delay = delayMilliseconds
        controls.append(
          SourceControl(
            id: Self.delayControl, kind: .number, value: delay, low: delay, high: delay, step: 1,
            name: TextWriter("Filter delay").bytes, texts: [TextWriter("ms").bytes]))
      }
    }
    return SourceControls(source: 0, controls: controls)
  }

  mutating func setFilters(_ filters: [SensorFilter]) throws(SensorError) {
    try filters.check(for: info)
    self.filters = filters
    isFiltered = !filters.isEmpty
    apply()
  }

  /// Switches the filters on or off; other controls are ignored.
  mutating func adjust(_ control: UInt8, to value: Double) {
    guard control == Self.filterControl, !filters.isEmpty, isFiltered != (value >= 0.5) else { return }
    isFiltered.toggle()
    apply()
  }

  private mutating func apply() {
    for index in archive.groups.indices {
      // The filters were validated when they were set.
      let sections = isFiltered ? try? filters.sections(rateHertz: archive.groups[index].rateHertz) : nil
      archive.groups[index].setFilter(sections ?? [])
    }
  }

  /// Refilters one slice of the history; returns whether it was the last slice.
  mutating func filterSlice() -> Bool {
    guard let index = archive.groups.indices.first(where: { archive.groups[$0].isFiltering })
    else { return false }
    archive.groups[index].filterSlice(frames: max(64, Self.sliceSamples / archive.groups[index].channelCount))
    return !archive.groups[index].isFiltering
  }

  /// The delay of the filters at 10 Hz in the group with the highest rate, in milliseconds, rounded to two
  /// decimals.
  private var delayMilliseconds: Double {
    let rate = archive.groups.reduce(0) { max($0, $1.rateHertz) }
    guard Self.delayHertz < rate / 2, let sections = try? filters.sections(rateHertz: rate) else { return 0 }
    let seconds = BiquadCascade(sections).groupDelaySeconds(hertz: Self.delayHertz, rateHertz: rate)
    return seconds.isFinite ? (seconds * 1e5).rounded() / 100 : 0
  }
}
