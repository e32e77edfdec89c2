import Testing
import WaveDisplay
import WaveSpectrumWire
import WaveWire

@testable import WaveInteraction
@testable import WaveSpectrum

/// A server that goes out of reach, comes back, or is started anew.
@Suite struct LinkTests {
  private func rows(_ desk: Desk) -> [Int] {
    desk.marks(ofLayer: 1).compactMap { if case .field(_, _, let rows, _, _, _) = $0 { rows } else { nil } }
  }

  @Test func aSilentServerIsSaidWithinASecond() {
    var desk = Desk.waterfall(seconds: 14)
    desk.isReachable = false
    var elapsed = 0
    while !desk.chip.hasPrefix("No connection"), elapsed < 5000 {
      desk.run(milliseconds: 50)
      elapsed += 50
    }
    #expect(elapsed > 400 && elapsed <= 1000)
    #expect(desk.reconnects == 0)
    desk.run(milliseconds: 3000)
    #expect(desk.reconnects == 1)
    #expect(desk.chip.hasPrefix("No connection|for "))
    // Said once: it is for the page to make another connection.
    desk.run(milliseconds: 3000)
    #expect(desk.reconnects == 1)
  }

  @Test func aServerWithoutRowsAnswers() {
    var desk = Desk.waterfall(seconds: 14)
    desk.run(milliseconds: 8000)
    #expect(!desk.chip.hasPrefix("No connection") && desk.reconnects == 0)
    let questions = desk.sent.count { if case .clockRequest = $0 { true } else { false } }
    #expect(questions < 40)
  }

  @Test func aPausedPageAsksNothing() {
    var desk = Desk()
    desk.serveAxis()
    desk.serveRow { _ in -500 }
    desk.tap(200, 300)
    desk.run(milliseconds: 400)
    let before = desk.sent.count
    desk.isReachable = false
    desk.run(milliseconds: 5000)
    #expect(desk.sent.count == before && desk.chip.hasPrefix("Paused"))
    // Resumed, it asks before it says anything.
    desk.tap(200, 300)
    desk.draw()
    #expect(!desk.chip.hasPrefix("No connection"))
    desk.run(milliseconds: 1500)
    #expect(desk.chip.hasPrefix("No connection"))
  }

  @Test func aPageThatSleptAsksFirst() {
    var desk = Desk.waterfall(seconds: 14)
    desk.send(.visibility(false))
    desk.isReachable = false
    desk.now += 600_000_000
    desk.send(.visibility(true))
    desk.draw()
    #expect(!desk.chip.hasPrefix("No connection"))
    desk.run(milliseconds: 600)
    #expect(desk.chip.hasPrefix("No connection"))
  }

  @Test func thePictureOfALostServerCanBeScrolledAndGoesOn() {
    var desk = Desk.waterfall(seconds: 14)
    desk.isReachable = false
    desk.run(milliseconds: 2000)
    let before = rows(desk)
    #expect(!before.isEmpty)
    desk.drag(from: (200, 500), to: (200, 300))
    desk.draw()
    #expect(!rows(desk).isEmpty)
    #expect(desk.chip.hasPrefix("No connection"))
    // It is heard again: what was looked at stays in view, and is said to be the past.
    desk.isReachable = true
    desk.receive(.clockReply(ClockReply(clientMicroseconds: desk.now, serverMicroseconds: desk.now)))
    desk.draw()
    #expect(desk.chip.contains("s ago|back to now"))
  }

  @Test func aServerStartedAnewKeepsWhatWasSeenAtItsDistance() throws {
    var desk = Desk.waterfall(seconds: 14)
    desk.perform(.setLowFrequency, .text(Array("95".utf8)))
    desk.pass(milliseconds: 200)
    desk.send(.connection(isOpen: false))
    desk.pass(milliseconds: 2000)
    desk.send(.connection(isOpen: true))
    desk.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: 700_000)))
    desk.receive(.source(Desk.info()))
    #expect(desk.model.band == Band(low: 95e6, high: 110e6))
    desk.pass(milliseconds: 200)
    desk.draw()
    // Rows of before, and nothing of the time between.
    #expect(rows(desk).count == 1 && rows(desk)[0] >= 10)
    let field = try #require(
      desk.marks(ofLayer: 1).compactMap { if case .field(_, _, _, _, _, let rect) = $0 { rect } else { nil } }
        .first)
    let plot = Double(Desk.height)
    // Two seconds of ten were lost, and the newest row stood half a second or so under the top.
    #expect(Double(field.y) > plot * 0.1 && Double(field.y) < plot * 0.4)
    desk.serveAxis()
    desk.serveSlot(start: 500_000, duration: 500_000, -40)
    desk.draw()
    #expect(rows(desk).count == 2)
  }

  @Test func aServerOfAnotherSourceForgetsTheOld() {
    var desk = Desk.waterfall(seconds: 14)
    desk.send(.connection(isOpen: false))
    desk.pass(milliseconds: 500)
    desk.send(.connection(isOpen: true))
    desk.receive(.welcome(Welcome(sourceCount: 1, serverMicroseconds: 1)))
    desk.receive(.source(Desk.info(low: 400e6, high: 410e6)))
    desk.pass(milliseconds: 200)
    desk.draw()
    #expect(rows(desk).isEmpty)
  }
}
