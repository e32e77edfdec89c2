import Testing
@testable import WaveInteraction
import WaveWire

@testable import WaveSpectrum

@Suite struct ReceiverControlsPartTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private var received: ReceiverControls {
    var controls = ReceiverControls()
    controls.receive(
      SourceControls(
        source: 4,
        controls: [
          .toggle(id: 1, name: bytes("bias"), isOn: false, confirmation: bytes("sure?")),
          .choice(id: 2, name: bytes("gain"), names: [bytes("a"), bytes("b"), bytes("c")], selected: 1),
          SourceControl(
            id: 3, kind: .number, value: 10, low: 0, high: 50, step: 0.5, name: bytes("ppm"),
            texts: [bytes("ppm")]),
          .toggle(id: 5, name: bytes("AGC"), isOn: false),
        ]))
    return controls
  }

  private func value(_ controls: ReceiverControls, _ id: UInt8) -> Double? {
    controls.controls(of: 4).first { $0.id == id }?.value
  }

  @Test func theLatestControlsOfEachSourceCount() {
    var controls = received
    #expect(controls.controls(of: 4).map(\.id) == [1, 2, 3, 5] && controls.controls(of: 0).isEmpty)
    controls.receive(SourceControls(source: 0, controls: [.toggle(id: 9, name: [], isOn: true)]))
    controls.receive(SourceControls(source: 4, controls: [.toggle(id: 8, name: [], isOn: true)]))
    #expect(controls.controls(of: 4).map(\.id) == [8] && controls.controls(of: 0).map(\.id) == [9])
  }

  @Test func settingsAreAdjusted() {
    var controls = received
    #expect(
      controls.adjust(source: 4, setting: 2, .set(2)) == .adjust(source: 4, control: 2, value: 2))
    #expect(value(controls, 2) == 2)
    #expect(
      controls.adjust(source: 4, setting: 3, .drag(.moved, fraction: 0.5, distance: 0))
        == .adjust(source: 4, control: 3, value: 25))
    #expect(
      controls.adjust(source: 4, setting: 3, .step(thumb: 0, steps: -3))
        == .adjust(source: 4, control: 3, value: 23.5))
    #expect(
      controls.adjust(source: 4, setting: 3, .text(bytes("30.2 ppm")))
        == .adjust(source: 4, control: 3, value: 30))
    #expect(value(controls, 3) == 30)
  }

  @Test func whatDoesNotChangeIsNotSent() {
    var controls = received
    #expect(controls.adjust(source: 4, setting: 2, .set(1)) == nil)
    #expect(controls.adjust(source: 4, setting: 3, .text(bytes("ppm"))) == nil)
    #expect(controls.adjust(source: 4, setting: 7, .set(1)) == nil)
    #expect(controls.adjust(source: 0, setting: 2, .set(2)) == nil)
    #expect(value(controls, 2) == 1 && value(controls, 3) == 10)
  }

  @Test func powerNeedsASecondPress() {
    var controls = received
    let action = SpectrumAction.adjustReceiver(source: 4, setting: 1)
    #expect(controls.adjust(source: 4, setting: 1, .set(1)) == nil)
    #expect(controls.confirming == action && value(controls, 1) == 0)
    #expect(controls.adjust(source: 4, setting: 1, .set(1)) == .adjust(source: 4, control: 1, value: 1))
    #expect(controls.confirming == nil && value(controls, 1) == 1)
    // Off at once.
    #expect(controls.adjust(source: 4, setting: 1, .set(0)) == .adjust(source: 4, control: 1, value: 0))
    // What asks for nothing is switched on at once.
    #expect(controls.adjust(source: 4, setting: 5, .set(1)) == .adjust(source: 4, control: 5, value: 1))
  }

  @Test func anotherControlCancelsTheFirstPress() {
    var controls = received
    let action = SpectrumAction.adjustReceiver(source: 4, setting: 1)
    _ = controls.adjust(source: 4, setting: 1, .set(1))
    controls.cancelConfirmation(unlessOf: action)
    #expect(controls.confirming == action)
    controls.cancelConfirmation(unlessOf: .chooseView)
    #expect(controls.confirming == nil)
    _ = controls.adjust(source: 4, setting: 1, .set(1))
    controls.cancelConfirmation(unlessOf: nil)
    #expect(controls.confirming == nil)
    _ = controls.adjust(source: 4, setting: 1, .set(1))
    _ = controls.adjust(source: 4, setting: 2, .set(2))
    #expect(controls.confirming == nil)
  }
}
