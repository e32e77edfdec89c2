import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// How the model connects its parts.
@Suite struct SpectrumModelTests {
  @Test func aReceiverIsTunedSoonAfterTheLastKey() {
    var bench = Bench(flags: [.simulated, .tunable])
    func tunes(_ bench: Bench) -> Int {
      bench.sent.count { if case .command(.tune) = $0 { true } else { false } }
    }
    bench.send(.key(.right, isShifted: false))
    bench.pass(milliseconds: 249)
    bench.send(.key(.right, isShifted: false))
    bench.pass(milliseconds: 249)
    #expect(tunes(bench) == 0)
    bench.pass(milliseconds: 1)
    #expect(tunes(bench) == 1)
    bench.pass(milliseconds: 1000)
    #expect(tunes(bench) == 1)
  }

  @Test func aViewExplainsItsGesturesTheFirstTime() {
    var bench = Bench()
    func explains(_ text: String) -> Bool {
      String(decoding: bench.model.controls.bytes, as: UTF8.self).contains(text)
    }
    #expect(explains("hold for a marker"))
    bench.tap(200, 300)
    #expect(!explains("hold for a marker"))
    bench.send(.key(.two, isShifted: false))
    #expect(explains("Drag up to look back"))
    bench.send(.key(.one, isShifted: false))
    #expect(!explains("hold for a marker"))
    bench.send(.key(.two, isShifted: false))
    #expect(!explains("Drag up to look back"))
    // After the time of a hint, that of another view begins anew.
    bench.pass(milliseconds: 13_000)
    bench.send(.key(.three, isShifted: false))
    #expect(explains("drag to move the scale"))
  }

  @Test func onlyAnotherBandRestartsTheHighestLevel() {
    var bench = Bench()
    bench.send(.key(.three, isShifted: false))
    bench.pass(milliseconds: 200)
    bench.serveMeter(-2000)
    bench.serveMeter(-5000)
    bench.send(.resize(width: 300, height: Bench.height, scale: 1))
    bench.pass(milliseconds: 200)
    #expect(bench.shown?.columns == 300)
    #expect(bench.model.meter.maximum == -2000)
    bench.perform(.setLowFrequency, .text(Array("95".utf8)))
    bench.pass(milliseconds: 200)
    #expect(bench.shown?.lowHertz == 95e6)
    #expect(bench.model.meter.maximum == nil)
  }

  @Test func aFlowingWaterfallIsDrawnForEachPixel() {
    var bench = Bench.waterfall(seconds: 14)
    // 360 s on 800 pixels: 0.45 s each.
    bench.perform(.setPeriod, .set(10))
    bench.pass(milliseconds: 200)
    bench.draw()
    (bench.drawsAsked, bench.wakes) = (0, [])
    bench.draw()
    #expect(bench.drawsAsked == 0)
    let next = bench.wakes.min() ?? 0
    #expect(next > bench.now && next <= bench.now + 450_000)
    // 5 s: a pixel in less time than a screen needs to be refreshed.
    bench.perform(.setPeriod, .set(0))
    bench.drawsAsked = 0
    bench.draw()
    #expect(bench.drawsAsked == 1)
  }
}
