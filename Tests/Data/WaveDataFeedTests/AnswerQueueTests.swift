import Testing
@testable import WaveDataFeed
import WaveDataWire

@Suite struct AnswerQueueTests {
  private func spans(_ view: UInt16, _ flags: LaneSpans.Flags = []) -> DataMessage {
    .spans(
      LaneSpans(
        view: view, column: 0, flags: flags, pixels: 1, drawnCount: 0, rowCount: 0, tops: [], bottoms: []))
  }

  @Test func aNewViewReplacesOlderPictures() {
    let scatter = ScatterPart(
      request: 1, source: 0, columns: 1, rows: 1, first: 0, insideCount: 0, outsideCount: 0, missingCount: 0,
      correlation: 0, counts: [0])
    let rows = DataMessage.rows(
      TableRows(request: 1, source: 0, first: 0, count: 0, place: 0, total: 0))
    func strip(_ view: UInt16) -> DataMessage {
      .textStrip(TextStrip(view: view, column: 0, rowCount: 0, shares: []))
    }
    var queue = AnswerQueue(limit: 99)
    queue.append([
      spans(1), spans(2), spans(1, .overview), strip(1), strip(2), .viewDone(ViewDone(view: 1)),
      .viewDone(ViewDone(view: 2)), .scatter(scatter), rows,
    ])
    queue.removeOutdated(by: makeView(2))
    let rest = queue.removeAll()
    #expect(
      rest == [
        spans(2), spans(1, .overview), strip(2), .viewDone(ViewDone(view: 2)), rows,
      ])
    #expect(queue.isEmpty && queue.messages.isEmpty)
  }

  @Test func aFullQueueLosesNothing() {
    var queue = AnswerQueue(limit: 3)
    queue.append([spans(1), spans(1)])
    #expect(!queue.isFull && !queue.isEmpty)
    queue.append([spans(1), spans(1)])
    #expect(queue.isFull)
    let all = queue.removeAll()
    #expect(all.count == 4 && !queue.isFull && queue.isEmpty)
  }
}
