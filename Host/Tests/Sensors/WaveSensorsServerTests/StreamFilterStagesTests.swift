import Testing
import WaveKit
import WaveSensorSources
import WaveSensorsFeed
import WaveSensorsWire
import WaveSignal
import WaveStore
import WaveWire

@testable import WaveSensorsServer

/// Filters and made streams as they are recorded, and the memory that streams have.
@Suite struct StreamFilterStagesTests {
  private static func source(_ rates: [Double], unit: String = "g") -> StreamSource {
    StreamSource(
      source: 0, name: [], detail: [],
      groups: rates.map { rate in
        .init(rateHertz: rate, channels: [StreamChannel(label: [0x78], unit: Array(unit.utf8))])
      })
  }

  /// Every stage of every kind comes back as the filter that it was.
  @Test func stagesSayWhichFilterTheyAre() throws {
    let chebyshev = FilterDesign.Shape.chebyshev(rippleDecibels: 0.5)
    for (filter, stage) in [
      (.lowPass(hertz: 30, order: 3), .init(kind: .lowPass, shape: .butterworth, order: 3, lowHertz: 30)),
      (.highPass(hertz: 2, order: 1), .init(kind: .highPass, shape: .butterworth, order: 1, lowHertz: 2)),
      (
        .bandPass(lowHertz: 1, highHertz: 9, order: 2),
        .init(kind: .bandPass, shape: .butterworth, order: 2, lowHertz: 1, highHertz: 9)
      ),
      (.notch(hertz: 50, quality: 12), .init(kind: .notch, lowHertz: 50, parameter: 12)),
      (
        .design(FilterDesign(.butterworth, .bandStop(lowHertz: 4, highHertz: 5), order: 2)),
        .init(kind: .bandStop, shape: .butterworth, order: 2, lowHertz: 4, highHertz: 5)
      ),
      (
        .design(FilterDesign(chebyshev, .highPass(hertz: 3), order: 4)),
        .init(kind: .highPass, shape: .chebyshev, order: 4, lowHertz: 3, parameter: 0.5)
      ),
      (
        .design(FilterDesign(.bessel, .bandPass(lowHertz: 1, highHertz: 2), order: 5)),
        .init(kind: .bandPass, shape: .bessel, order: 5, lowHertz: 1, highHertz: 2)
      ),
    ] as [(SensorFilter, StoreFilters.Stage)] {
      #expect("\(filter.stage)" == "\(stage)")
      #expect(SensorFilter(stage) == filter)
    }
  }

  /// The delay of all filters stands with the last one, in samples of the group.
  @Test func theDelayStandsWithTheLastStage() throws {
    var filters = StreamFilters(Self.source([500, 100]))
    #expect(filters.stages(rateHertz: 500).isEmpty && filters.delayMilliseconds == 0)
    let isChosen = filters.adjust(StreamFilters.filterControl, to: 2)
    #expect(isChosen)
    let delay = filters.delayMilliseconds
    #expect(delay > 1)
    for (rate, samples) in [(500, delay / 2), (100, delay / 10)] {
      let stages = filters.stages(rateHertz: Double(rate))
      #expect(stages.map(\.kind) == [.highPass, .lowPass] && stages.map(\.lowHertz) == [0.5, 40])
      #expect(stages[0].delaySamples == 0 && abs(stages[1].delaySamples - samples) < 1e-9)
    }
    // A group whose rate is too low for a band has none of it.
    #expect(filters.stages(rateHertz: 80).isEmpty && filters.stages(rateHertz: 80.1).count == 2)
  }

  @Test func aNotchOfARecordingIsTheOneThatIsOffered() {
    func notch(_ stage: StoreFilters.Stage, after first: [StoreFilters.Stage] = []) -> [String] {
      var filters = StreamFilters(Self.source([500]))
      _ = filters.adopt(first + [stage])
      return filters.controls.map {
        "\(String(decoding: $0.name, as: UTF8.self)) \($0.kind == .choice ? Int($0.value) : -1)"
      }
    }
    let delay = "Filter delay -1"
    #expect(
      notch(.init(kind: .notch, lowHertz: 50, parameter: 30)) == ["Filter 0", "Notch 1", delay])
    #expect(notch(.init(kind: .notch, lowHertz: 60, parameter: 30)) == ["Filter 0", "Notch 2", delay])
    // Another frequency, another width or another kind is a filter of its own.
    for (hertz, quality) in [(55.0, 30.0), (50, 29)] {
      #expect(
        notch(.init(kind: .notch, lowHertz: hertz, parameter: quality))
          == ["Own filter 1", "Filter 0", "Notch 0", delay])
    }
    let low = StoreFilters.Stage(kind: .lowPass, shape: .butterworth, order: 2, lowHertz: 40)
    let high = StoreFilters.Stage(kind: .highPass, shape: .butterworth, order: 2, lowHertz: 0.5)
    #expect(notch(low, after: [high]) == ["Filter 2", "Notch 0", delay])
    var changed = low
    for change in 0..<6 {
      changed = change < 3 ? low : high
      switch change % 3 {
      case 0: changed.order = 3
      case 1: changed.lowHertz = 0.7
      default: changed.kind = change < 3 ? .highPass : .lowPass
      }
      let names = change < 3 ? notch(changed, after: [high]) : notch(low, after: [changed])
      #expect(names == ["Own filter 1", "Filter 0", "Notch 0", delay], "\(change)")
    }
  }

  @Test func whatIsAlreadySoIsNoChange() {
    var filters = StreamFilters(Self.source([500]))
    var changes: [Bool] = []
    for stages in [[], [.init(kind: .notch, lowHertz: 50, parameter: 30)]] as [[StoreFilters.Stage]] {
      for _ in 0..<2 { changes.append(filters.adopt(stages)) }
    }
    for value in [1, 1, 0.4, 2.6, 2, 0] {
      changes.append(filters.adjust(StreamFilters.filterControl, to: value))
    }
    #expect(changes == [false, false, true, false, true, false, true, true, false, true])
    // Filters that are still offered are kept where a source has become another.
    var other = StreamFilters(Self.source([110]))
    other.keep(filters)
    #expect(other.controls.map(\.value).prefix(2) == [0, 1])
    var slow = StreamFilters(Self.source([100]))
    slow.keep(filters)
    #expect(!slow.isOn)
  }

  /// The delay is that of the fastest group, at 10 Hz: slower ones have none.
  @Test func theDelayIsThatOfTheFastestGroup() throws {
    let own: [SensorFilter] = [.lowPass(hertz: 4, order: 1)]
    let both = StreamFilters(Self.source([100, 400]), own: own)
    #expect(both.delayMilliseconds == StreamFilters(Self.source([400]), own: own).delayMilliseconds)
    #expect(both.delayMilliseconds != StreamFilters(Self.source([100]), own: own).delayMilliseconds)
    #expect(StreamFilters(Self.source([20]), own: own).delayMilliseconds == 0)
    #expect(StreamFilters(Self.source([20.5]), own: own).delayMilliseconds > 0)
    let rounded = both.delayMilliseconds * 100
    #expect(rounded > 100 && abs(rounded - rounded.rounded()) < 1e-6)
  }

  // MARK: - Made streams

  private static func made(_ info: StreamSource) -> StreamArchive {
    StreamArchive(
      groups: info.groups.map {
        StreamGroup(
          rateHertz: $0.rateHertz, sourceChannelCount: $0.channels.count, historyBytes: 1 << 16)
      })
  }

  /// Streams of the second group are numbered behind those of the first, and factors have a limit.
  @Test func aRecordingsMadeStreamsAreMadeOfTheSame() throws {
    var info = Self.source([100, 50])
    info.groups[1].channels.append(StreamChannel(label: [0x79], unit: [0x67]))
    var archive = Self.made(info)
    let wanted = StoreView.Mixture(
      place: .init(group: 1, channel: 2), first: 0, firstFactor: WireLimits.hertz, second: 1,
      secondFactor: -WireLimits.hertz, offset: 0.5, label: [0x61], unit: [0x56])
    let isMade = StreamMixing.adopt([wanted], info: &info, archive: &archive)
    #expect(isMade && StreamMixing.stored(info, archive) == [wanted])
    let list = StreamMixing.list(info, archive).mixtures
    #expect(
      list.map(\.channel) == [3] && list.map(\.formula.first) == [1] && list.map(\.formula.second) == [2])
    for change in 0..<5 {
      var (info, wild) = (Self.source([100, 50]), wanted)
      info.groups[1].channels.append(StreamChannel(label: [0x79], unit: [0x67]))
      var archive = Self.made(info)
      switch change {
      case 0: wild.firstFactor = WireLimits.hertz.nextUp
      case 1: wild.secondFactor = -WireLimits.hertz.nextUp
      case 2: wild.second = 2
      case 3: wild.first = 2
      default: wild.label = [UInt8](repeating: 0x61, count: WireLimits.channelLabel + 1)
      }
      let isMade = StreamMixing.adopt([wild], info: &info, archive: &archive)
      #expect(!isMade && info.groups[1].channels.count == 2, "\(change)")
    }
  }

  // MARK: - Memory

  /// Memory is shared by the number of channels and their rates.
  @Test func memoryIsSharedByWhatArrives() {
    var info = Self.source([1000, 1000, 10])
    info.groups[1].channels += info.groups[1].channels + info.groups[1].channels
    let whole = 48 << 20
    let archive = StreamArchive(of: info, [[], [], []], StreamFilters(info), whole)
    let bytes = archive.groups.map(\.byteCount)
    let total = Double(bytes.reduce(0, +))
    #expect(total <= Double(whole / 3) * 1.3 && total > Double(whole / 3) / 3, "\(bytes)")
    #expect(bytes[0] < bytes[1] && bytes[2] < bytes[0], "\(bytes)")
    #expect(archive.groups.map(\.channelCount) == [1, 3, 1])
  }

  /// Leads are derived as long as four more streams have room.
  @Test func limbLeadsAreAddedWhereThereIsRoom() {
    func leads(_ count: Int) -> [Int] {
      let lead = { (label: String) in StreamChannel(label: Array(label.utf8), unit: Array("mV".utf8)) }
      let pair = StreamSource.Group(rateHertz: 500, channels: [lead("I"), lead("II")])
      let other = StreamSource.Group(
        rateHertz: 10, channels: (0..<count).map { _ in StreamChannel(label: [], unit: [0x67]) })
      var info = StreamSource(source: 0, name: [], detail: [], groups: [pair, other, pair, pair])
      return info.addLimbLeads().map(\.count)
    }
    // Of 256 streams there are six, the others, and four for every pair.
    #expect(leads(238) == [4, 0, 4, 4] && leads(239) == [4, 0, 4, 0] && leads(242) == [4, 0, 4, 0])
    #expect(leads(243) == [4, 0, 0, 0] && leads(246) == [4, 0, 0, 0] && leads(247) == [0, 0, 0, 0])
  }
}
