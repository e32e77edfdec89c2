import Testing
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// How the model connects its parts.
@Suite struct SpectrumModelTests {
  @Test func aReceiverIsTunedSoonAfterTheLastKey() {
    var desk = Desk(flags: [.simulated, .tunable])
    func tunes(_ desk: Desk) -> Int {
      desk.sent.count { if case .command(.tune) = $0 { true } else { false } }
    }
    desk.send(.key(.right, isShifted: false))
    desk.pass(milliseconds: 249)
    desk.send(.key(.right, isShifted: false))
    desk.pass(milliseconds: 249)
    #expect(tunes(desk) == 0)
    desk.pass(milliseconds: 1)
    #expect(tunes(desk) == 1)
    desk.pass(milliseconds: 1000)
    #expect(tunes(desk) == 1)
  }

  @Test func onlyAnotherBandRestartsTheHighestLevel() {
    var desk = Desk()
    desk.send(.key(.three, isShifted: false))
    desk.pass(milliseconds: 200)
    desk.serveMeter(-2000)
    desk.serveMeter(-5000)
    desk.send(.resize(width: 300, height: Desk.height, scale: 1))
    desk.pass(milliseconds: 200)
    #expect(desk.shown?.columns == 300)
    #expect(desk.model.meter.maximum == -2000)
    desk.perform(.setLowFrequency, .text(Array("95".utf8)))
    desk.pass(milliseconds: 200)
    #expect(desk.shown?.lowHertz == 95e6)
    #expect(desk.model.meter.maximum == nil)
  }

  @Test func aFlowingWaterfallIsDrawnForEachPixel() {
    var desk = Desk.waterfall(seconds: 14)
    // 360 s on 800 pixels: 0.45 s each.
    desk.perform(.setPeriod, .set(10))
    desk.pass(milliseconds: 200)
    desk.draw()
    (desk.drawsAsked, desk.wakes) = (0, [])
    desk.draw()
    #expect(desk.drawsAsked == 0)
    let next = desk.wakes.min() ?? 0
    #expect(next > desk.now && next <= desk.now + 450_000)
    // 5 s: a pixel in less time than a screen needs to be refreshed.
    desk.perform(.setPeriod, .set(0))
    desk.drawsAsked = 0
    desk.draw()
    #expect(desk.drawsAsked == 1)
  }
}
