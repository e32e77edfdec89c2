import Testing
import WaveWire

@testable import WaveInteraction

/// What an instrument's calls give back.
@Suite struct InstrumentShellTests {
  /// A message of a made-up instrument.
  private enum Mail: InstrumentMessage {
    case clockRequest(ClockRequest)

    struct Reader: InstrumentMessageReader {
      init(limit: Int) {}
      mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> Mail? { nil }
    }

    static var greeting: Mail { .clockRequest(ClockRequest(clientMicroseconds: 0)) }
    var shared: SharedMessage? { nil }
    func encodeFromClient(into bytes: inout [UInt8]) {}
  }

  private enum Grab: Equatable { case plot }

  @Test func aFrameIsAskedForOnceInACall() {
    var shell = InstrumentShell<Mail, Never, Grab>(grabbed: .plot)
    for _ in 0..<2 {
      shell.beginEffects()
      shell.redraw()
      shell.append(.send(.greeting))
      shell.redraw()
      #expect(shell.effects == [.redraw, .send(.greeting)])
    }
  }

  @Test func theEarliestTickIsAskedForUntilItHasCome() {
    var shell = InstrumentShell<Mail, Never, Grab>(grabbed: .plot)
    shell.wake(at: 300)
    shell.wake(at: 200)
    shell.wake(at: 400)
    shell.appendWake()
    #expect(shell.effects == [.wake(microseconds: 200)])
    for (now, effects) in [(199, [.wake(microseconds: 200)]), (200, [])]
      as [(Int64, [InstrumentEffect<Mail, Never>])]
    {
      shell.beginEffects()
      shell.passTime(to: now)
      shell.appendWake()
      #expect(shell.effects == effects)
    }
  }

  @Test func controlsAreSaidToHaveChangedWhereTheyDiffer() {
    var shell = InstrumentShell<Mail, Never, Grab>(grabbed: .plot)
    var list = ControlList()
    list.alert([0x61])
    shell.show(list)
    shell.show(list)
    #expect(shell.effects == [.controls] && shell.controls == list)
  }
}
