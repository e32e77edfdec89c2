import Testing

@testable import WaveWire

@Suite struct SourceControlsTests {
  private func bytes(_ control: SourceControl) -> [UInt8] {
    SourceControls(source: 0, controls: [control]).bytes
  }

  private func failure(_ bytes: [UInt8]) -> WireError? {
    do throws(WireError) {
      _ = try SourceControls.read(bytes)
      return nil
    } catch {
      return error
    }
  }

  private func number(_ value: Double, _ low: Double, _ high: Double, _ step: Double) -> SourceControl {
    SourceControl(id: 1, kind: .number, value: value, low: low, high: high, step: step, name: [], texts: [[]])
  }

  @Test func valuesMustBeWithinTheirRange() {
    #expect(failure(bytes(number(1, 0, 1, 1))) == nil)
    for wrong in [number(2, 0, 1, 1), number(-1, 0, 1, 1), number(1, 2, 1, 1), number(1, 0, 1, 0)] {
      #expect(failure(bytes(wrong)) == .invalid(byte: 7))
    }
    #expect(failure(bytes(number(.nan, 0, 1, 1))) == .invalid(byte: 9))
    for selected in [-1, 2] {
      let choice = SourceControl.choice(id: 1, name: [], names: [[], []], selected: selected)
      #expect(failure(bytes(choice)) == .invalid(byte: 7))
    }
    var unknown = bytes(number(1, 0, 1, 1))
    unknown[8] = 3
    #expect(failure(unknown) == .invalid(byte: 7))
  }

  @Test func aChoiceHasATextForEveryValue() {
    var choice = SourceControl.choice(id: 1, name: [], names: [[], []], selected: 0)
    #expect(failure(bytes(choice)) == nil)
    choice.high = 2
    #expect(failure(bytes(choice)) == .invalid(byte: 7))
    choice.high = 1e14
    #expect(failure(bytes(choice)) == .invalid(byte: 7))
    // Names are counted from 0.
    choice = .choice(id: 1, name: [], names: [[], []], selected: 0)
    (choice.low, choice.value) = (-2, -1)
    #expect(failure(bytes(choice)) == .invalid(byte: 7))
    choice = .toggle(id: 1, name: [], isOn: false)
    choice.texts = []
    #expect(failure(bytes(choice)) == .invalid(byte: 7))
  }

  @Test func countsAreLimited() {
    let many = [SourceControl](repeating: .toggle(id: 1, name: [], isOn: true), count: 40)
    var bytes = SourceControls(source: 0, controls: many).bytes
    #expect(bytes[6] == 32 && failure(bytes) == nil)
    bytes[6] = 33
    #expect(failure(bytes) == .tooLong(byte: 6, length: 33, limit: 32))
    let names = [[UInt8]](repeating: [], count: 64)
    var choice = self.bytes(.choice(id: 1, name: [], names: names, selected: 0))
    #expect(choice[43] == 64 && failure(choice) == nil)
    choice[43] = 65
    #expect(failure(choice) == .tooLong(byte: 43, length: 65, limit: 64))
  }

  @Test func wishesAreBroughtToValues() {
    let control = number(2, -3, 8, 0.5)
    for (requested, value) in [(2.2, 2), (2.3, 2.5), (-99, -3), (.infinity, 8), (.nan, 2)] {
      #expect(control.value(nearestTo: requested) == value)
    }
    #expect(number(0, 0, 1, 0.7).value(nearestTo: 1) == 0.7)
  }
}
