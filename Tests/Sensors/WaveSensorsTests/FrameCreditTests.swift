import Testing
import WaveSensorsWire
import WaveWire

@testable import WaveSensors

/// Credit for what was drawn.
@Suite struct FrameCreditTests {
  private func credit(_ credit: inout FrameCredit) -> Acknowledge? { credit.drawn().credit }

  private func given(_ view: UInt16, live: UInt16 = 0, fetched: UInt16 = 0) -> Acknowledge {
    Acknowledge(view: view, liveRows: live, fetchedRows: fetched, sequence: 0)
  }

  @Test func theFirstMessageOfAViewIsCreditedAtOnceAndThenTwoAtATime() {
    var frames = FrameCredit()
    #expect(credit(&frames) == nil)
    frames.count(.made(view: 1, from: 0, count: 1))
    #expect(credit(&frames) == given(1, live: 1))
    #expect(credit(&frames) == nil, "it is given once")
    frames.count(.made(view: 1, from: 1, count: 1))
    #expect(credit(&frames) == nil)
    frames.count(.made(view: 1, from: 2, count: 1))
    #expect(credit(&frames) == given(1, live: 2))
  }

  @Test func fetchedMessagesAreCreditedAtOnce() {
    var frames = FrameCredit()
    frames.count(.made(view: 1, from: 0, count: 1))
    _ = frames.drawn()
    frames.count(.made(view: 1, from: 1, count: 1))
    frames.count(.made(view: 1, isFetched: true, from: 2, count: 1))
    #expect(credit(&frames) == given(1, live: 1, fetched: 1))
  }

  @Test func anotherViewBeginsAnew() {
    var frames = FrameCredit()
    frames.count(.made(view: 1, from: 0, count: 1))
    _ = frames.drawn()
    frames.count(.made(view: 1, from: 1, count: 1))
    frames.count(.made(view: 2, from: 2, count: 1))
    #expect(credit(&frames) == given(2, live: 1), "what belongs to the one before needs none")
    // A fetched message is not the first one of a view.
    frames.count(.made(view: 3, isFetched: true, from: 0, count: 1))
    #expect(credit(&frames) == given(3, fetched: 1))
    frames.count(.made(view: 3, from: 0, count: 1))
    #expect(credit(&frames) == nil)
  }

  @Test func anotherConnectionBeginsAnewButDrawsWhatCame() {
    var frames = FrameCredit()
    frames.count(.made(view: 1, from: 0, count: 1))
    _ = frames.drawn()
    frames.count(.made(view: 1, from: 1, count: 1))
    frames.arrived(at: 70)
    frames.connectionChanged()
    let (none, arrival) = frames.drawn()
    #expect(none == nil && arrival == 70)
    frames.count(.made(view: 1, from: 2, count: 1))
    #expect(credit(&frames) == given(1, live: 1), "it is the first one of this connection")
  }

  @Test func theNewestArrivalIsOfOneFrame() {
    var frames = FrameCredit()
    #expect(frames.drawn().arrival == nil)
    for time: Int64 in [50, 70, 60] { frames.arrived(at: time) }
    #expect(frames.drawn().arrival == 70)
    #expect(frames.drawn().arrival == nil)
    frames.arrived(at: -5)
    #expect(frames.drawn().arrival == -5)
  }
}
