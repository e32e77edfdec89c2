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

  private func desk() -> Desk {
    var desk = Desk(flags: .tunable)
    desk.receive(Self.controls())
    desk.send(.press(.handle))
    desk.sent = []
    return desk
  }

  private func adjustments(_ desk: Desk) -> [Message] {
    desk.sent.filter { if case .command(.adjust) = $0 { true } else { false } }
  }

  private func says(_ desk: Desk, _ text: String) -> Bool {
    let bytes = desk.model.controls.bytes
    let wanted = Array(text.utf8)
    guard bytes.count >= wanted.count else { return false }
    return (0...bytes.count - wanted.count).contains { Array(bytes[$0..<$0 + wanted.count]) == wanted }
  }

  @Test func theDrawerShowsWhatTheReceiverHas() {
    let desk = desk()
    for text in ["Receiver", "Tuner gain", "Automatic", "Correction", "ppm", "Bias tee"] {
      #expect(says(desk, text), "\(text)")
    }
    // Thirty gains are a track: only the one that is set is named.
    #expect(!says(desk, "17 dB"))
    #expect(!says(Desk(flags: .tunable), "Receiver"))
  }

  @Test func aThumbGoesFromStepToStep() {
    var desk = desk()
    desk.perform(.gain, .drag(.began, fraction: 0.5, distance: 0))
    desk.perform(.gain, .drag(.moved, fraction: 0.501, distance: 0))
    #expect(
      adjustments(desk) == [.command(.adjust(source: 0, control: 1, value: 15))]
        || adjustments(desk).count == 1)
    desk.perform(.gain, .drag(.moved, fraction: 3, distance: 0))
    #expect(adjustments(desk).last == .command(.adjust(source: 0, control: 1, value: 29)))
    #expect(says(desk, "28 dB"))
    desk.perform(.gain, .drag(.moved, fraction: -3, distance: 0))
    #expect(adjustments(desk).last == .command(.adjust(source: 0, control: 1, value: 0)))
    desk.perform(.gain, .step(thumb: 0, steps: 2))
    #expect(adjustments(desk).last == .command(.adjust(source: 0, control: 1, value: 2)))
    desk.perform(.gain, .step(thumb: 0, steps: -1_000_000))
    #expect(adjustments(desk).last == .command(.adjust(source: 0, control: 1, value: 0)))
    // The source has the last word.
    desk.receive(Self.controls(gain: 5))
    #expect(says(desk, "4 dB"))
  }

  @Test func powerForTheAntennaAsksTwice() {
    var desk = desk()
    desk.perform(.biasTee, .set(1))
    #expect(adjustments(desk).isEmpty && says(desk, "power the antenna"))
    desk.perform(.holdMaximum, .set(1))
    #expect(!says(desk, "power the antenna"))
    desk.perform(.biasTee, .set(1))
    #expect(adjustments(desk).isEmpty)
    desk.perform(.biasTee, .set(1))
    #expect(adjustments(desk) == [.command(.adjust(source: 0, control: 3, value: 1))])
    // Off needs no second thought.
    desk.perform(.biasTee, .set(0))
    #expect(adjustments(desk).last == .command(.adjust(source: 0, control: 3, value: 0)))
  }

  @Test func numbersAreTyped() {
    var desk = desk()
    desk.perform(.correction, .text(Array("-12".utf8)))
    #expect(adjustments(desk) == [.command(.adjust(source: 0, control: 2, value: -12))])
    for text in ["many", ""] { desk.perform(.correction, .text(Array(text.utf8))) }
    #expect(adjustments(desk).count == 1)
    desk.perform(.correction, .text(Array("3.4".utf8)))
    #expect(adjustments(desk).last == .command(.adjust(source: 0, control: 2, value: 3)))
    desk.perform(.correction, .text(Array("2000".utf8)))
    #expect(adjustments(desk).last == .command(.adjust(source: 0, control: 2, value: 200)))
  }

  @Test func numbersOfNoControlDoNothing() {
    var desk = desk()
    for setting: UInt8 in [0, 4, 200, 255] {
      desk.perform(.adjustReceiver(source: 0, setting: setting), .set(1))
      desk.perform(
        .adjustReceiver(source: 0, setting: setting), .drag(.moved, fraction: 0.5, distance: 0))
    }
    for number: UInt16 in [0, 200, .max] {
      desk.send(.control(number: number, .set(1)))
      desk.send(.control(number: number, .drag(.moved, fraction: 0.5, distance: 0)))
    }
    desk.perform(.gain, .drag(.moved, fraction: .nan, distance: 0))
    #expect(adjustments(desk).isEmpty)
  }

  @Test func aSettingBelongsToItsSource() {
    var desk = desk()
    desk.perform(.adjustReceiver(source: 1, setting: 3), .set(0))
    desk.perform(.adjustReceiver(source: 1, setting: 1), .set(5))
    #expect(adjustments(desk).isEmpty)
  }

  @Test func aSourceMayTakeItsControlsBack() {
    var desk = desk()
    desk.receive(.controls(SourceControls(source: 0, controls: [])))
    #expect(!says(desk, "Receiver"))
    desk.perform(.biasTee, .set(0))
    #expect(adjustments(desk).isEmpty)
  }
}
