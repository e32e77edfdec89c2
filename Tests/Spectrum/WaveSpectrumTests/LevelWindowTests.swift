import Testing
import WaveSpectrumWire

@testable import WaveSpectrum

@Suite struct LevelWindowTests {
  @Test func aSourceHasLevels() {
    #expect(LevelWindow(nil) == LevelWindow(top: 0, span: 100))
    var info = Bench.info()
    (info.levelLow, info.levelHigh) = (-90, -20)
    #expect(LevelWindow(info) == LevelWindow(top: -20, span: 70))
    // Ten decibels at least.
    (info.levelLow, info.levelHigh) = (-25, -20)
    #expect(LevelWindow(info) == LevelWindow(top: -20, span: 10))
    (info.levelLow, info.levelHigh) = (0, -20)
    #expect(LevelWindow(info) == LevelWindow(top: -20, span: 10))
  }

  @Test func gainAndSpanAreInverse() {
    let base = LevelWindow(top: 0, span: 100)
    #expect(abs(base.span(magnifiedBy: 20) - 10) < 1e-9)
    #expect(base.span(magnifiedBy: 0) == 100)
    for gain in [-12, -6, 0, 3, 20, 40.0] {
      let window = LevelWindow(top: 0, span: base.span(magnifiedBy: gain))
      #expect(abs(base.gainDecibels(of: window) - gain) < 1e-9)
    }
    // Within -12 and 40 dB.
    #expect(base.span(magnifiedBy: 41) == base.span(magnifiedBy: 40))
    #expect(base.span(magnifiedBy: -13) == base.span(magnifiedBy: -12))
  }

  @Test func staysWithinSense() {
    let window = LevelWindow(top: 0, span: 100)
    #expect(window.bottom == -100)
    #expect(window.scaled(by: 0.01, about: -50).span == 2)
    #expect(window.scaled(by: 10, about: -50) == LevelWindow(top: 70, span: 240))
    #expect(window.moved(by: 500).top == 200)
    #expect(window.moved(by: -500).top == -240)
    #expect(window.moved(by: 3) == LevelWindow(top: 3, span: 100))
  }
}
