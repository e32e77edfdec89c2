import Testing
import WaveKit

@testable import WaveServer

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
}
