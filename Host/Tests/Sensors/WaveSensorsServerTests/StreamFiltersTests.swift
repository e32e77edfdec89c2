import Testing
import WaveKit
import WaveSensorsWire
import WaveSignal
import WaveStore

@testable import WaveSensorsServer

@Suite struct StreamFiltersTests {
  private let ecg: StreamSource = {
    var source = StreamSource("ECG", rateHertz: 500, channels: [StreamChannel("II", unit: "mV")])
    source.groups[0].channels[0].lead = .ii
    return source
  }()

  @Test func aSourcesOwnFiltersAreChosenAtFirstAndCanBeLeft() throws {
    let own: [SensorFilter] = [.highPass(hertz: 1), .notch(hertz: 50)]
    var filters = StreamFilters(ecg, own: own)
    #expect(try filters.sections(rateHertz: 500) == own.sections(rateHertz: 500))
    #expect(filters.delayMilliseconds > 0)
    let control = try #require(filters.controls.first { $0.id == StreamFilters.ownControl })
    #expect(
      control.texts.map { String(decoding: $0, as: UTF8.self) } == ["Off", "high-pass 1 Hz, notch 50 Hz"])
    #expect(control.value == 1)
    let isLeft = filters.adjust(StreamFilters.ownControl, to: 0)
    #expect(isLeft)
    #expect(filters.sections(rateHertz: 500).isEmpty)
    let isChosen = filters.adjust(StreamFilters.filterControl, to: 1)
    #expect(isChosen)
    #expect(try filters.sections(rateHertz: 500) == [SensorFilter].diagnosticECG.sections(rateHertz: 500))
  }

  @Test func withoutOwnOnesAnElectrocardiogramHasTheDiagnosticBand() throws {
    let filters = StreamFilters(ecg)
    #expect(!filters.controls.contains { $0.id == StreamFilters.ownControl })
    #expect(try filters.sections(rateHertz: 500) == [SensorFilter].diagnosticECG.sections(rateHertz: 500))
  }

  @Test func aReplayHasASourcesOwnFilters() throws {
    let chains: [[SensorFilter]] = [
      [.highPass(hertz: 1), .notch(hertz: 50)],
      [.notch(hertz: 42, quality: 5), .bandPass(lowHertz: 2, highHertz: 20, order: 3)],
      [
        .design(FilterDesign(.chebyshev(rippleDecibels: 0.5), .bandStop(lowHertz: 3, highHertz: 9), order: 4))
      ],
      [.design(FilterDesign(.bessel, .lowPass(hertz: 30), order: 5)), .lowPass(hertz: 90, order: 1)],
      .monitorECG, .diagnosticECG,
    ]
    for own in chains {
      for (band, notch) in [(0.0, 0.0), (2, 0), (1, 2)] {
        var live = StreamFilters(ecg, own: own)
        _ = live.adjust(StreamFilters.filterControl, to: band)
        _ = live.adjust(StreamFilters.notchControl, to: notch)
        let wanted = live.sections(rateHertz: 500)
        #expect(!wanted.isEmpty)
        var replay = StreamFilters(ecg)
        _ = replay.adopt(live.stages(rateHertz: 500))
        #expect(replay.sections(rateHertz: 500) == wanted, "\(own)")
        #expect(replay.delayMilliseconds == live.delayMilliseconds)
      }
    }
    // Of two bands one after the other the last is the one that is offered.
    var replay = StreamFilters(ecg)
    _ = replay.adopt(StreamFilters(ecg, own: [.highPass(hertz: 1)]).stages(rateHertz: 500))
    let control = try #require(replay.controls.first { $0.id == StreamFilters.ownControl })
    #expect(control.texts.last.map { String(decoding: $0, as: UTF8.self) } == "high-pass 1 Hz")
    let isLeft = replay.adjust(StreamFilters.ownControl, to: 0)
    #expect(isLeft && replay.sections(rateHertz: 500).isEmpty)
  }

  @Test func filtersThatNobodyMakesAreNone() {
    var filters = StreamFilters(ecg)
    let stages: [StoreFilters.Stage] = [
      .init(kind: .movingAverage, order: 5), .init(kind: .init(rawValue: 200)),
      .init(kind: .lowPass, shape: .init(rawValue: 9), order: 2, lowHertz: 5),
      .init(kind: .notch, lowHertz: 50, parameter: .nan),
    ]
    let isOther = filters.adopt(stages)
    #expect(isOther && !filters.isOn && filters.sections(rateHertz: 500).isEmpty)
    // Nor is one that no rate can have, or thousands.
    _ = filters.adopt([.init(kind: .lowPass, shape: .butterworth, order: 99, lowHertz: .nan)])
    #expect(filters.sections(rateHertz: 500).isEmpty)
    _ = filters.adopt(
      [StoreFilters.Stage](
        repeating: .init(kind: .highPass, shape: .butterworth, order: 1, lowHertz: 1), count: 4096))
    #expect(filters.sections(rateHertz: 500).count == 16)
  }
}
