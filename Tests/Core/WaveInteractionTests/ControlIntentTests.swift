import Testing

@testable import WaveInteraction

/// What is done to controls, by the numbers that a page has of them.
@Suite struct ControlIntentTests {
  private typealias Deed = MadeUpInstrument.Deed

  /// An instrument whose drawer is open: number 1 dims, 2 to 4 remove lamps.
  private func opened() -> MadeUpInstrument {
    var instrument = MadeUpInstrument()
    _ = instrument.handle(.press(.handle), at: 0)
    instrument.deeds = []
    return instrument
  }

  @Test func whatIsAroundThePlotIsPressed() {
    var instrument = MadeUpInstrument()
    #expect(instrument.handle(.press(.handle), at: 0).contains(.controls) && instrument.isDrawerOpen)
    #expect(instrument.handle(.press(.handle), at: 0).contains(.controls) && !instrument.isDrawerOpen)
    instrument.alertText = [0x61]
    #expect(instrument.handle(.tick, at: 0).contains(.controls))
    #expect(instrument.handle(.press(.alert), at: 0).contains(.controls) && instrument.alertText.isEmpty)
    #expect(instrument.handle(.press(.chip), at: 0).contains(.redraw))
    // The instrument hears of each after it has been done.
    let deeds: [Deed] = [
      .pressed(.handle), .pressed(.handle), .pressed(.alert), .chipPressed, .pressed(.chip),
    ]
    #expect(instrument.deeds == deeds)
  }

  @Test func aPressAroundThePlotEndsTheHint() {
    for control in [ShellControl.handle, .chip, .alert] {
      var instrument = MadeUpInstrument()
      instrument.shell.texts.startHint(at: 0)
      #expect(instrument.shell.texts.showsHint(at: 0))
      _ = instrument.handle(.press(control), at: 0)
      #expect(!instrument.shell.texts.showsHint(at: 0))
    }
  }

  @Test func aControlDoesWhatItIsFor() {
    var instrument = opened()
    let inputs: [ControlInput] = [
      .set(1), .drag(.moved, fraction: 0.5, distance: 3), .step(thumb: 0, steps: -1), .text([0x31]),
    ]
    for input in inputs { _ = instrument.handle(.control(number: 1, input), at: 0) }
    #expect(instrument.deeds == inputs.map { Deed.handled(.dim, $0) })
  }

  @Test func aNumberThatNoControlHasDoesNothing() {
    var instrument = opened()
    let before = instrument.controls
    instrument.shell.texts.restartHint(at: 0)
    for number in [0, 5, 20, 21, 22, .max] as [UInt16] {
      let effects = instrument.handle(.control(number: number, .set(1)), at: 0)
      #expect(!effects.contains(.controls))
    }
    #expect(instrument.deeds.isEmpty && instrument.controls == before && instrument.isDrawerOpen)
    #expect(instrument.shell.texts.showsHint(at: 0))
  }

  @Test func aLatePressDoesNothing() {
    var instrument = opened()
    // The finger that removes a lamp comes down twice; the second time another lamp is in its place.
    for _ in 0..<2 { _ = instrument.handle(.control(number: 2, .set(1)), at: 0) }
    #expect(instrument.lamps == [2, 3] && instrument.deeds == [.handled(.remove(1), .set(1))])
    _ = instrument.handle(.control(number: 4, .set(1)), at: 0)
    #expect(instrument.lamps == [2])
    // A drawer that is opened again has other controls.
    for _ in 0..<2 { _ = instrument.handle(.press(.handle), at: 0) }
    _ = instrument.handle(.control(number: 3, .set(1)), at: 0)
    #expect(instrument.isDrawerOpen && instrument.lamps == [2])
    _ = instrument.handle(.control(number: 6, .set(1)), at: 0)
    #expect(instrument.lamps.isEmpty)
  }

  @Test func anActionIsPerformedThoughNoControlHasIt() {
    var instrument = MadeUpInstrument()
    let effects = instrument.perform(.remove(2), .set(1), at: 0)
    #expect(instrument.lamps == [1, 3] && effects.contains(.redraw))
  }
}
