import Testing
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrumFeed

@Suite struct SpectrumFeedTests {
  @Test func greetsWithItsSources() throws {
    var scene = Scene(isGreeted: false)
    #expect(scene.play("row row +1000") == "")
    #expect(try scene.receive(.hello(Hello())) == "welcome source")
    #expect(scene.play("row row +1000") == "")
  }

  @Test func refusesWhatBreaksTheProtocol() throws {
    var scene = Scene(isGreeted: false)
    #expect(throws: ProtocolViolation.notGreeted) { try scene.receive(Scene.view(1, .spectrum)) }
    #expect(throws: ProtocolViolation.version(9)) { try scene.receive(.hello(Hello(version: 9))) }
    try scene.receive(.hello(Hello()))
    #expect(throws: ProtocolViolation.serverMessage) { try scene.receive(.source(Scene.info)) }
  }

  @Test func sendsNothingToAViewThatShowsNothing() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    scene.play("row row")
    #expect(try scene.receive(Scene.view(2, .nothing)) == "")
    scene.feed.accept(Scene.info)
    scene.feed.accept(TimeMap(source: 0, serverMicroseconds: 1, recordedMicroseconds: 1, speed: 1))
    scene.feed.accept(Notice(severity: .information, text: "lost"))
    #expect(scene.play("row row row +5000 row") == "")
    #expect(scene.feed.wakeMicroseconds == nil)
    #expect(try scene.receive(Scene.view(3, .spectrum)) == "source map notice 6")
  }

  @Test func sendsTheNewestRowAtOnceAndThenEachRow() throws {
    var scene = Scene()
    scene.play("row row row")
    #expect(try scene.receive(Scene.view(1, .spectrum)) == "axis1 3")
    #expect(scene.play("row ack1 row ack1 row ack1") == "4 5 6")
  }

  @Test func keepsFourRowsOnTheirWay() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    #expect(scene.play("row row row row row row row") == "axis1 1 2 3 4")
    #expect(scene.play("ack1") == "7(2)")
    #expect(scene.play("row row ack4 row row row") == "9(1) 10 11 12")
  }

  @Test func anOverstatedAcknowledgementOpensNoMoreThanFour() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    #expect(scene.play("row ack60000 row row row row row row") == "axis1 1 2 3 4 5")
  }

  @Test func onlyRowsThatWaitedForCreditAreHeldUp() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum, rate: 10))
    scene.play("row ack1 row ack1 row row row row ack1 row row row ack1")
    #expect(scene.rows.contains { $0.skipped > 0 })
    #expect(!scene.rows.contains { $0.flags.contains(.heldUp) })
    try scene.receive(Scene.view(2, .spectrum, rate: 30))
    scene.play("+200 row row row row row row row ack4")
    #expect(scene.rows.last?.flags.contains(.heldUp) == true)
    scene.play("row")
    #expect(scene.rows.last?.flags.contains(.heldUp) == false)
  }

  @Test func keepsToTheRateOfTheView() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum, rate: 10))
    #expect(scene.play("row ack1 row row row ack1 row row row ack1 +5") == "axis1 1 2 4(1) 7(2)")
    // Far apart rows come at once.
    #expect(scene.play("+500 row") == "8")
  }

  @Test func lateAndEarlyRowsAtTheViewsOwnRateAllPass() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    for jitter in [5, -6, 4, 0, -5, 7, -2, -3, 6, -6] as [Int64] {
      scene.rowMicroseconds = 33_333 + jitter * 1000
      scene.play("row ack1")
    }
    #expect(scene.rows.map(\.sequence) == Array(1...10))
    #expect(scene.rows.allSatisfy { $0.skipped == 0 })
  }

  @Test func neverExceedsTheRateOverASecond() throws {
    var scene = Scene()
    scene.rowMicroseconds = 4000
    try scene.receive(Scene.view(1, .spectrum, rate: 30))
    for _ in 0..<2500 { scene.play("row ack4") }
    #expect(scene.rows.count >= 295)
    #expect(scene.rows.count <= 302)
  }

  @Test func aChangeOfViewCountsAgainstTheRate() throws {
    var scene = Scene()
    scene.play("row")
    for number in 1...40 as ClosedRange<UInt16> {
      try scene.receive(Scene.view(number, .spectrum, low: 88e6, high: 88_064_000 - Double(number)))
      scene.play("+10 ack1")
    }
    #expect(scene.rows.count >= 11)
    #expect(scene.rows.count <= 17)
  }

  @Test func theFirstRowOfAViewDoesNotWaitForCredit() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    #expect(scene.play("row row row row row row") == "axis1 1 2 3 4")
    #expect(try scene.receive(Scene.view(2, .spectrum)) == "6")
    #expect(scene.play("row row") == "")
    // Drawing a row of the new view shows that all rows of the old one have arrived.
    #expect(scene.play("ack1 row row row row row") == "8(1) 9 10 11")
  }

  @Test func sendsTheAxisOnceAndAgainWhenItChanges() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    #expect(scene.play("row row ack2") == "axis1 1 2")
    scene.axis.firstHertz += 5000
    #expect(scene.play("row row ack2") == "axis2 3 4")
    scene.axis.firstHertz -= 5000
    #expect(scene.play("row ack1") == "5")
    #expect(try scene.receive(Scene.view(2, .spectrum, low: 88_010_000)) == "axis3 5")
    #expect(scene.play("row") == "6")
  }

  @Test func reducesToTheViewsBandColumnsAndPlanes() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum, planes: [.max, .mean, .min, .sample, .hold]))
    scene.play("row")
    let row = try #require(scene.rows.last)
    guard case .axis(let axis) = scene.sent[0] else {
      Issue.record("no axis")
      return
    }
    #expect(row.columns == axis.columns)
    #expect(row.values.count == Int(row.columns) * 5)
    #expect(row.planes.count == 5)
    // Bin 1, at 88.001 MHz, is in the first of 16 columns; its power is 1, the mean of its four bins an
    // eighth.
    let planes = (0..<5).map { row.values[$0 * Int(row.columns)] }
    #expect(planes[0] == 0)
    #expect(planes[1] == -90)
    #expect(planes[4] == 0)
    #expect(row.values[1] == -1000)
  }

  @Test func rowsOutsideTheBandAreGaps() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum, low: 400e6, high: 401e6))
    scene.play("row")
    let row = try #require(scene.rows.last)
    #expect(row.values.allSatisfy { $0 == RowMessage.gap })
    #expect(!row.values.isEmpty)
  }

  @Test func passesOnWhatHappenedInARow() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    scene.isClipped = true
    scene.play("row ack1")
    #expect(scene.rows.last?.flags == .clipped)
    scene.isClipped = false
    scene.play("row ack1")
    #expect(scene.rows.last?.flags == [])
  }

  @Test func aLossBeforeTheServerShowsAsAJumpOfTheSequence() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    #expect(scene.play("row lost lost row") == "axis1 1 4")
  }

  @Test func metersOneValueARow() throws {
    var scene = Scene()
    scene.play("row")
    #expect(try scene.receive(Scene.view(1, .meter)) == "m1")
    #expect(scene.play("row ack1 row ack1 row row row row row") == "m2 m3 m4 m5 m6")
    guard case .meter(let value) = scene.sent.last else {
      Issue.record("no meter")
      return
    }
    // One bin of 1/2 and 63 of 0.5e-10, bins as wide as the noise bandwidth.
    #expect(value.millibels == -301)
    #expect(scene.play("row ack4") == "m9(2)")
  }

  @Test func repliesToClockRequestsInEveryMode() throws {
    var scene = Scene()
    let request = Message.clockRequest(ClockRequest(clientMicroseconds: 77))
    #expect(try scene.receive(request) == "clock")
    #expect(
      scene.sent.last
        == .clockReply(ClockReply(clientMicroseconds: 77, serverMicroseconds: scene.now)))
  }

  @Test func handsOnCommandsOfSourcesThatExist() throws {
    var scene = Scene()
    #expect(try scene.receive(.command(.seek(source: 0, seconds: 4))).hasPrefix("command seek"))
    #expect(try scene.receive(.command(.seek(source: 1, seconds: 4))) == "notice")
    #expect(
      try scene.receive(
        .show(ShowView(view: 1, source: 7, mode: .spectrum, columns: 1, lowHertz: 0, highHertz: 1)))
        == "notice")
  }

  @Test func aMessageNotUnderstoodLeavesThePictureAsItIs() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    scene.play("row")
    try scene.feed.refuse(Array("columns must be 1 to 2048".utf8))
    #expect(scene.play("row row") == "notice 2 3")
  }

  @Test func unreadAnswersAreBounded() throws {
    var scene = Scene()
    let history = scene.history
    var answered = 0
    #expect(throws: ProtocolViolation.answersUnread) {
      for _ in 0..<10_000 {
        _ = try scene.feed.receive(.clockRequest(ClockRequest(clientMicroseconds: 1)), at: 0) { _ in history }
        answered += 1
      }
    }
    #expect(answered == SpectrumFeed.answersLimit)
  }
}
