import Testing
import WaveWire

@Suite struct SourceControlsTests {
  private func bytes(_ control: SourceControl) -> [UInt8] {
    var bytes: [UInt8] = []
    Message.controls(SourceControls(source: 0, controls: [control])).encode(into: &bytes)
    return bytes
  }

  private func failure(_ bytes: [UInt8]) -> WireError? {
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    do throws(WireError) {
      _ = try reader.next(in: bytes.span.bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func valuesMustBeWithinTheirKind() {
    let toggle = SourceControl(id: 1, name: [], kind: .toggle(confirmation: []), value: 0.5)
    #expect(failure(bytes(toggle)) == .invalid(byte: 9))
    let names = [Array("a".utf8)]
    for value in [-1.0, 1, 0.5, .nan] {
      let choice = SourceControl(id: 1, name: [], kind: .choice(names: names), value: value)
      #expect(failure(bytes(choice)) == .invalid(byte: 9))
    }
    let kind = SourceControl.Kind.number(low: 2, high: 1, step: 1, unit: [])
    #expect(failure(bytes(SourceControl(id: 1, name: [], kind: kind, value: 1))) == .invalid(byte: 19))
    let still = SourceControl.Kind.number(low: 0, high: 1, step: 0, unit: [])
    #expect(failure(bytes(SourceControl(id: 1, name: [], kind: still, value: 1))) == .invalid(byte: 19))
    let range = SourceControl.Kind.number(low: 0, high: 1, step: 1, unit: [])
    #expect(failure(bytes(SourceControl(id: 1, name: [], kind: range, value: 2))) == .invalid(byte: 9))
    #expect(failure(bytes(SourceControl(id: 1, name: [], kind: range, value: 1))) == nil)
  }

  @Test func countsAreLimited() {
    let control = SourceControl(id: 1, name: [], kind: .toggle(confirmation: []), value: 0)
    var bytes: [UInt8] = []
    let many = [SourceControl](repeating: control, count: 40)
    Message.controls(SourceControls(source: 0, controls: many)).encode(into: &bytes)
    #expect(bytes[6] == 32 && failure(bytes) == nil)
    bytes[6] = 33
    #expect(failure(bytes) == .tooLong(byte: 6, length: 33, limit: 32))
    let names = [[UInt8]](repeating: [], count: 70)
    var choice = self.bytes(SourceControl(id: 1, name: [], kind: .choice(names: names), value: 0))
    #expect(choice[19] == 64 && failure(choice) == nil)
    choice[19] = 65
    #expect(failure(choice) == .tooLong(byte: 19, length: 65, limit: 64))
    choice[8] = 9
    #expect(failure(choice) == .invalid(byte: 8))
  }
}
