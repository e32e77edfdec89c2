import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// A server that goes out of reach, comes back, or is started anew.
@Suite struct LinkTests {
  private func rows(_ bench: Bench) -> [Int] {
    bench.marks(ofLayer: 1).compactMap { if case .field(_, _, let rows, _, _, _) = $0 { rows } else { nil } }
  }

  @Test func aSilentServerIsSaidWithinASecond() {
    var bench = Bench.waterfall(seconds: 14)
    bench.isReachable = false
    var elapsed = 0
    while !bench.chip.hasPrefix("No connection"), elapsed < 5000 {
      bench.run(milliseconds: 50)
      elapsed += 50
    }
    #expect(elapsed > 400 && elapsed <= 1000)
    #expect(bench.reconnects == 0)
    bench.run(milliseconds: 3000)
    #expect(bench.reconnects == 1)
    #expect(bench.chip.hasPrefix("No connection|for "))
    // Said once: it is for the page to make another connection.
    bench.run(milliseconds: 3000)
    #expect(bench.reconnects == 1)
  }

  @Test func aServerWithoutRowsAnswers() {
    var bench = Bench.waterfall(seconds: 14)
    bench.run(milliseconds: 8000)
    #expect(!bench.chip.hasPrefix("No connection") && bench.reconnects == 0)
    let questions = bench.sent.count { if case .clockRequest = $0 { true } else { false } }
    #expect(questions < 40)
  }

  @Test func aPausedPageAsksNothing() {
    var bench = Bench()
    bench.serveAxis()
    bench.serveRow { _ in -500 }
    bench.tap(200, 300)
    bench.run(milliseconds: 400)
    let before = bench.sent.count
    bench.isReachable = false
    bench.run(milliseconds: 5000)
    #expect(bench.sent.count == before && bench.chip.hasPrefix("Paused"))
    // Resumed, it asks before it says anything.
    bench.tap(200, 300)
    bench.draw()
    #expect(!bench.chip.hasPrefix("No connection"))
    bench.run(milliseconds: 1500)
    #expect(bench.chip.hasPrefix("No connection"))
  }

  @Test func aPageThatSleptAsksFirst() {
    var bench = Bench.waterfall(seconds: 14)
    bench.send(.visibility(false))
    bench.isReachable = false
    bench.now += 600_000_000
    bench.send(.visibility(true))
    bench.draw()
    #expect(!bench.chip.hasPrefix("No connection"))
    bench.run(milliseconds: 600)
    #expect(bench.chip.hasPrefix("No connection"))
  }

  @Test func thePictureOfALostServerCanBeScrolledAndGoesOn() {
    var bench = Bench.waterfall(seconds: 14)
    bench.isReachable = false
    bench.run(milliseconds: 2000)
    let before = rows(bench)
    #expect(!before.isEmpty)
    bench.drag(from: (200, 500), to: (200, 300))
    bench.draw()
    #expect(!rows(bench).isEmpty)
    #expect(bench.chip.hasPrefix("No connection"))
    // It is heard again: what was looked at stays in view, and is said to be the past.
    bench.isReachable = true
    bench.receive(.clockReply(ClockReply(clientMicroseconds: bench.now, serverMicroseconds: bench.now)))
    bench.draw()
    #expect(bench.chip.contains("s ago|back to now"))
  }

  @Test func aServerStartedAnewKeepsWhatWasSeenAtItsDistance() throws {
    var bench = Bench.waterfall(seconds: 14)
    bench.perform(.setLowFrequency, .text(Array("95".utf8)))
    bench.pass(milliseconds: 200)
    bench.send(.connection(isOpen: false))
    bench.pass(milliseconds: 2000)
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: 700_000)))
    bench.receive(.source(Bench.info()))
    #expect(bench.model.band == Band(low: 95e6, high: 110e6))
    bench.pass(milliseconds: 200)
    bench.draw()
    // Rows of before, and nothing of the time between.
    #expect(rows(bench).count == 1 && rows(bench)[0] >= 10)
    let field = try #require(
      bench.marks(ofLayer: 1).compactMap {
        if case .field(_, _, _, _, _, let rect) = $0 { rect } else { nil }
      }
      .first)
    let plot = Double(Bench.height)
    // Two seconds of ten were lost, and the newest row stood half a second or so under the top.
    #expect(Double(field.y) > plot * 0.1 && Double(field.y) < plot * 0.4)
    bench.serveAxis()
    bench.serveSlot(start: 500_000, duration: 500_000, -40)
    bench.draw()
    #expect(rows(bench).count == 2)
  }

  @Test func aServerOfAnotherSourceForgetsTheOld() {
    var bench = Bench.waterfall(seconds: 14)
    bench.send(.connection(isOpen: false))
    bench.pass(milliseconds: 500)
    bench.send(.connection(isOpen: true))
    bench.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: 1)))
    bench.receive(.source(Bench.info(low: 400e6, high: 410e6)))
    bench.pass(milliseconds: 200)
    bench.draw()
    #expect(rows(bench).isEmpty)
  }
}
