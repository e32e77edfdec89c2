import Testing
@testable import WaveDataFeed
import WaveDataWire

@Suite struct SentRecordTests {
  @Test func nothingIsSentTwice() {
    var sent = SentRecord()
    let axis = TableAxis(source: 0, order: .rows, column: 0, kind: .count, from: 0, until: 9)
    var longer = axis
    longer.until = 10
    let axes = [axis, axis, longer, axis].map { sent.isNew($0) }
    #expect(axes == [true, false, true, true])
    let texts = ([5, 6, 5] as [UInt16]).map { sent.isNew(textsOf: $0) }
    #expect(texts == [true, true, false])
    let references = [nil, 4, 4, nil, 4].map { sent.isNew(reference: $0) }
    #expect(references == [false, true, false, true, true])
    let explanations = ([[65], [66], [65]] as [[UInt8]]).map { sent.isNew(explanation: $0) }
    #expect(explanations == [true, true, false])
  }

  @Test func overviewDependsOnMoreThanItself() {
    var sent = SentRecord()
    let lane = makeLane(1, isOverview: true)
    let first = SentRecord.Overview(lane, view: makeView(1, column: 3), filters: 0)
    #expect(!sent.hasOverview(first))
    sent.note(first)
    // The window and its number do not matter, nor does a column by which rows are not ordered.
    #expect(sent.hasOverview(SentRecord.Overview(lane, view: makeView(2, column: 4, from: 7), filters: 0)))
    var wider = makeView(1)
    wider.pixels = 11
    for other in [
      SentRecord.Overview(makeLane(2, isOverview: true), view: makeView(1), filters: 0),
      SentRecord.Overview(lane, view: makeView(1, .values, column: 3), filters: 0),
      SentRecord.Overview(lane, view: wider, filters: 0),
      SentRecord.Overview(lane, view: makeView(1), filters: 1),
    ] {
      #expect(!sent.hasOverview(other))
    }
    sent.forgetOverview()
    #expect(!sent.hasOverview(first))
  }

  @Test func whatIsForgottenIsSentAgain() {
    let lane = makeLane(1, isOverview: true)
    let overview = SentRecord.Overview(lane, view: makeView(1), filters: 0)
    func filled() -> SentRecord {
      var sent = SentRecord()
      sent.note(overview)
      _ = (sent.isNew(textsOf: 5), sent.isNew(reference: 4), sent.isNew(explanation: [65]))
      return sent
    }
    /// Whether the overview, the texts, the correlations and the explanation would be sent again.
    func isSentAgain(_ sent: SentRecord) -> [Bool] {
      var sent = sent
      return [
        !sent.hasOverview(overview), sent.isNew(textsOf: 5), sent.isNew(reference: 4),
        sent.isNew(explanation: [65]),
      ]
    }
    var sent = filled()
    #expect(isSentAgain(sent) == [false, false, false, false])
    sent.hide()
    #expect(isSentAgain(sent) == [true, true, false, false])
    sent = filled()
    sent.forgetRows()
    #expect(isSentAgain(sent) == [true, true, true, false])
    sent = filled()
    sent.forgetReference()
    #expect(isSentAgain(sent) == [false, false, true, false])
  }
}
