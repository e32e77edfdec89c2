import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrum

@Suite struct ReductionsTests {
  private func view(_ number: UInt16, low: Double = 0, slot: UInt32 = 500_000) -> ShowView {
    ShowView(view: number, mode: .waterfall, columns: 2, slotMicroseconds: slot, lowHertz: low, highHertz: 9)
  }

  @Test func equalReductionsHaveOneNumber() {
    var reductions = Reductions()
    #expect(reductions.current == 0 && reductions.number(ofView: 1) == nil)
    reductions.register(view(1))
    reductions.register(view(2))
    #expect(reductions.current == 1)
    reductions.register(view(3, low: 1))
    reductions.register(view(4, low: 1, slot: 1_000_000))
    #expect((1...4).map { reductions.number(ofView: $0) } == [1, 1, 2, 3] && reductions.current == 3)
    // One that was there before the last is another.
    reductions.register(view(5))
    #expect(reductions.number(ofView: 5) == 4)
  }

  @Test func eachPropertyMakesAnother() {
    let first = view(1)
    for change in 0..<5 {
      var reductions = Reductions()
      reductions.register(first)
      var other = first
      if change == 0 { other.source = 1 }
      if change == 1 { other.columns = 3 }
      if change == 2 { other.slotMicroseconds = 1 }
      if change == 3 { other.lowHertz = 1 }
      if change == 4 { other.highHertz = 8 }
      reductions.register(other)
      #expect(reductions.current == 2, "change \(change)")
    }
  }

  @Test func theLatestViewsAreRemembered() {
    var reductions = Reductions()
    for number in UInt16(1)...17 { reductions.register(view(number)) }
    #expect(reductions.number(ofView: 1) == nil && reductions.number(ofView: 2) == 1)
    reductions.register(view(2, low: 1))
    #expect(reductions.number(ofView: 2) == 2)
  }
}
