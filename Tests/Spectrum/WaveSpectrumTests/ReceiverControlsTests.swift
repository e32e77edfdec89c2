import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

extension SpectrumAction {
  fileprivate static let gain = Self.adjustReceiver(source: 0, setting: 1)
  fileprivate static let correction = Self.adjustReceiver(source: 0, setting: 2)
  fileprivate static let biasTee = Self.adjustReceiver(source: 0, setting: 3)
}

@Suite struct ReceiverControlsTests {
  private static let names = ["Automatic"] + (0..<29).map { "\($0) dB" }

  private static func controls(gain: Double = 0, ppm: Double = 0, bias: Double = 0) -> Message {
    .controls(
      SourceControls(
        source: 0,
        controls: [
          .choice(
            id: 1, name: Array("Tuner gain".utf8), names: names.map { Array($0.utf8) }, selected: Int(gain)),
          SourceControl(
            id: 2, kind: .number, value: ppm, low: -200, high: 200, step: 1, name: Array("Correction".utf8),
            texts: [Array("ppm".utf8)]),
          .toggle(
            id: 3, name: Array("Bias tee".utf8), isOn: bias != 0,
            confirmation: Array("Tap again: power the antenna".utf8)),
        ]))
  }

  private func bench() -> Bench {
    var bench = Bench(flags: .tunable)
    bench.receive(Self.controls())
    bench.send(.press(.handle))
    bench.sent = []
    return bench
  }

  private func adjustments(_ bench: Bench) -> [Message] {
    bench.sent.filter { if case .command(.adjust) = $0 { true } else { false } }
  }

  private func says(_ bench: Bench, _ text: String) -> Bool {
    let bytes = bench.model.controls.bytes
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { Array(bytes[$0..<$0 + wanted.count]) == wanted }
  }

  @Test func theDrawerShowsWhatTheReceiverHas() {
    let bench = bench()
    for text in ["Receiver", "Tuner gain", "Automatic", "Correction", "ppm", "Bias tee"] {
      #expect(says(bench, text), "\(text)")
    }
    // Thirty gains are a track: only the one that is set is named.
    #expect(!says(bench, "17 dB"))
    #expect(!says(Bench(flags: .tunable), "Receiver"))
  }

  @Test func aThumbGoesFromStepToStep() {
    var bench = bench()
    bench.perform(.gain, .drag(.began, fraction: 0.5, distance: 0))
    bench.perform(.gain, .drag(.moved, fraction: 0.501, distance: 0))
    #expect(
      adjustments(bench) == [.command(.adjust(source: 0, control: 1, value: 15))]
        || adjustments(bench).count == 1)
    bench.perform(.gain, .drag(.moved, fraction: 3, distance: 0))
    #expect(adjustments(bench).last == .command(.adjust(source: 0, control: 1, value: 29)))
    #expect(says(bench, "28 dB"))
    bench.perform(.gain, .drag(.moved, fraction: -3, distance: 0))
    #expect(adjustments(bench).last == .command(.adjust(source: 0, control: 1, value: 0)))
    bench.perform(.gain, .step(thumb: 0, steps: 2))
    #expect(adjustments(bench).last == .command(.adjust(source: 0, control: 1, value: 2)))
    bench.perform(.gain, .step(thumb: 0, steps: -1_000_000))
    #expect(adjustments(bench).last == .command(.adjust(source: 0, control: 1, value: 0)))
    // The source has the last word.
    bench.receive(Self.controls(gain: 5))
    #expect(says(bench, "4 dB"))
  }

  @Test func powerForTheAntennaAsksTwice() {
    var bench = bench()
    bench.perform(.biasTee, .set(1))
    #expect(adjustments(bench).isEmpty && says(bench, "power the antenna"))
    bench.perform(.holdMaximum, .set(1))
    #expect(!says(bench, "power the antenna"))
    bench.perform(.biasTee, .set(1))
    #expect(adjustments(bench).isEmpty)
    bench.perform(.biasTee, .set(1))
    #expect(adjustments(bench) == [.command(.adjust(source: 0, control: 3, value: 1))])
    // Off needs no second thought.
    bench.perform(.biasTee, .set(0))
    #expect(adjustments(bench).last == .command(.adjust(source: 0, control: 3, value: 0)))
  }

  @Test func numbersAreTyped() {
    var bench = bench()
    bench.perform(.correction, .text(Array("-12".utf8)))
    #expect(adjustments(bench) == [.command(.adjust(source: 0, control: 2, value: -12))])
    for text in ["many", ""] { bench.perform(.correction, .text(Array(text.utf8))) }
    #expect(adjustments(bench).count == 1)
    bench.perform(.correction, .text(Array("3.4".utf8)))
    #expect(adjustments(bench).last == .command(.adjust(source: 0, control: 2, value: 3)))
    bench.perform(.correction, .text(Array("2000".utf8)))
    #expect(adjustments(bench).last == .command(.adjust(source: 0, control: 2, value: 200)))
  }

  @Test func numbersOfNoControlDoNothing() {
    var bench = bench()
    for setting: UInt8 in [0, 4, 200, 255] {
      bench.perform(.adjustReceiver(source: 0, setting: setting), .set(1))
      bench.perform(
        .adjustReceiver(source: 0, setting: setting), .drag(.moved, fraction: 0.5, distance: 0))
    }
    for number: UInt16 in [0, 200, .max] {
      bench.send(.control(number: number, .set(1)))
      bench.send(.control(number: number, .drag(.moved, fraction: 0.5, distance: 0)))
    }
    bench.perform(.gain, .drag(.moved, fraction: .nan, distance: 0))
    #expect(adjustments(bench).isEmpty)
  }

  @Test func aSettingBelongsToItsSource() {
    var bench = bench()
    bench.perform(.adjustReceiver(source: 1, setting: 3), .set(0))
    bench.perform(.adjustReceiver(source: 1, setting: 1), .set(5))
    #expect(adjustments(bench).isEmpty)
  }

  @Test func aSourceMayTakeItsControlsBack() {
    var bench = bench()
    bench.receive(.controls(SourceControls(source: 0, controls: [])))
    #expect(!says(bench, "Receiver"))
    bench.perform(.biasTee, .set(0))
    #expect(adjustments(bench).isEmpty)
  }
}
