import Testing

@testable import WaveInteraction

/// What an instrument's calls give back.
@Suite struct InstrumentShellTests {
  private typealias Shell = InstrumentShell<MadeUpMessage, Never, MadeUpGrab, MadeUpAction>

  @Test func aFrameIsAskedForOnceInACall() {
    var shell = Shell(grabbed: .plot)
    for _ in 0..<2 {
      shell.beginEffects()
      shell.redraw()
      shell.append(.send(.greeting))
      shell.redraw()
      #expect(shell.effects == [.redraw, .send(.greeting)])
    }
  }

  @Test func theEarliestTickIsAskedForUntilItHasCome() {
    var shell = Shell(grabbed: .plot)
    shell.wake(at: 300)
    shell.wake(at: 200)
    shell.wake(at: 400)
    shell.appendWake()
    #expect(shell.effects == [.wake(microseconds: 200)])
    for (now, effects) in [(199, [.wake(microseconds: 200)]), (200, [])]
      as [(Int64, [InstrumentEffect<MadeUpMessage, Never>])]
    {
      shell.beginEffects()
      shell.passTime(to: now)
      shell.appendWake()
      #expect(shell.effects == effects)
    }
  }

  @Test func controlsAreSaidToHaveChangedWhereTheyDiffer() {
    var shell = Shell(grabbed: .plot)
    var builder = ControlListBuilder<MadeUpAction>()
    builder.alert([0x61])
    shell.show(builder)
    shell.show(builder)
    #expect(shell.effects == [.controls] && shell.controls == builder.list)
  }

  @Test func numbersAreThoseOfTheNewestList() {
    var shell = Shell(grabbed: .plot)
    for lamps in [[1, 2], [2, 3]] {
      var builder = ControlListBuilder(after: shell.numbers)
      for lamp in lamps { builder.button(.remove(lamp), label: "Remove") }
      shell.show(builder)
    }
    #expect([1, 2, 3].map { shell.numbers.action(of: $0) } == [nil, .remove(2), .remove(3)])
  }
}
