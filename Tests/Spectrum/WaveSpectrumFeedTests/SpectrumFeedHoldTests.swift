import Testing
import WaveSpectra
import WaveSpectrumWire
import WaveWire

@testable import WaveSpectrumFeed

@Suite struct SpectrumFeedHoldTests {
  /// Columns of the hold plane that hold the power 1.
  private func peaks(_ scene: Scene) -> [Int] {
    guard let row = scene.rows.last else { return [] }
    let hold = row.values.suffix(Int(row.columns))
    return hold.enumerated().filter { $0.element == 0 }.map(\.offset)
  }

  @Test func holdsTheMaximumFromWhenItIsAskedFor() throws {
    var scene = Scene()
    scene.play("row row")
    try scene.receive(Scene.view(1, .spectrum, planes: [.max, .hold], columns: 64))
    #expect(peaks(scene) == [2])
    scene.play("row ack2 row ack1")
    #expect(peaks(scene) == [2, 3, 4])
  }

  @Test func survivesPanZoomPauseAndOtherModes() throws {
    var scene = Scene()
    let planes: PlaneSet = [.max, .hold]
    try scene.receive(Scene.view(1, .spectrum, planes: planes, columns: 64))
    scene.play("row ack1 row ack1")
    try scene.receive(Scene.view(2, .spectrum, planes: planes, columns: 64, high: 88_032_000))
    scene.play("row ack1")
    try scene.receive(Scene.view(3, .nothing, planes: []))
    scene.play("row")
    try scene.receive(Scene.view(4, .waterfall))
    scene.play("row")
    try scene.receive(Scene.view(5, .spectrum, planes: planes, columns: 64))
    scene.play("row ack1")
    #expect(peaks(scene) == [1, 2, 3, 4, 5, 6])
  }

  @Test func startsAnewOnCommandAndWhenSwitchedOffAndOn() throws {
    var scene = Scene()
    let planes: PlaneSet = [.max, .hold]
    try scene.receive(Scene.view(1, .spectrum, planes: planes, columns: 64))
    scene.play("row ack1 row ack1 row ack1")
    #expect(try scene.receive(.command(.resetHold(source: 0))) == "")
    scene.play("row ack1")
    #expect(peaks(scene) == [3, 4])
    try scene.receive(Scene.view(2, .spectrum, columns: 64))
    scene.play("row ack1")
    try scene.receive(Scene.view(3, .spectrum, planes: planes, columns: 64))
    scene.play("row ack1 +40")
    #expect(peaks(scene) == [5, 6])
  }

  @Test func keepsWhatARetuneLeavesInPlace() throws {
    var scene = Scene()
    let planes: PlaneSet = [.max, .hold]
    try scene.receive(Scene.view(1, .spectrum, planes: planes, columns: 64))
    scene.play("row ack1 row ack1 row ack1")
    scene.axis.firstHertz += 2000
    scene.play("row ack1")
    // Bins 2 and 3 of before are bins 0 and 1 now; the new row peaks in its bin 4.
    let hold = try #require(scene.feed.sources[0].hold)
    #expect(hold.values.enumerated().filter { $0.element == 1 }.map(\.offset) == [0, 1, 4])
    #expect(!hold.values.contains { $0.isNaN })
  }

  @Test func retunesFarAwayStartAnew() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum, planes: .hold, columns: 64))
    scene.play("row ack1")
    scene.axis.firstHertz = 1e9
    scene.play("row ack1")
    scene.axis.firstHertz = 24e6
    scene.play("row ack1")
    let hold = try #require(scene.feed.sources[0].hold)
    #expect(hold.values.filter { $0 == 1 }.count == 1)
    #expect(hold.values.allSatisfy { !$0.isNaN })
  }
}

@Suite struct SpectrumFeedFreezeTests {
  @Test func answersEachViewWithTheFrozenRowOnce() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    scene.play("row ack1 row ack1 row ack1 row ack1 +40")
    #expect(try scene.receive(Scene.view(2, .spectrum, frozen: 3)) == "3")
    #expect(scene.play("row row row +5000 row") == "")
    #expect(try scene.receive(Scene.view(3, .spectrum, frozen: 3, high: 88_032_000)) == "axis2 3")
    #expect(try scene.receive(Scene.view(4, .spectrum)) == "axis3 8")
  }

  @Test func holdsTheRowLongAfterTheHistoryLostIt() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum))
    scene.play("row ack1 row ack1")
    let seen = try #require(scene.rows.last)
    try scene.receive(Scene.view(2, .spectrum, frozen: 2))
    scene.history = SpectrumHistory()
    scene.play("row +5000")
    try scene.receive(Scene.view(3, .spectrum, frozen: 2))
    let again = try #require(scene.rows.last)
    #expect(again.sequence == 2)
    #expect(again.values == seen.values)
  }

  @Test func theHoldStandsStillWithTheRow() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum, planes: .hold, columns: 64))
    scene.play("row ack1 row ack1")
    try scene.receive(Scene.view(2, .spectrum, planes: .hold, columns: 64, frozen: 2))
    scene.play("row row row +40")
    scene.axis.firstHertz += 2000
    scene.play("row")
    scene.axis.firstHertz -= 2000
    scene.play("row")
    try scene.receive(Scene.view(3, .spectrum, planes: .hold, columns: 64, frozen: 2))
    #expect(scene.rows.last?.values.filter { $0 == 0 }.count == 2)
    try scene.receive(Scene.view(4, .spectrum, planes: .hold, columns: 64))
    scene.play("+40")
    // The tuning there and back pushed the first peak out.
    #expect(scene.rows.last?.values.filter { $0 == 0 }.count == 6)
  }

  @Test func aRowOfBeforeARetuneIsFrozenWithItsHold() throws {
    var scene = Scene()
    try scene.receive(Scene.view(1, .spectrum, planes: .hold, columns: 64))
    scene.play("row ack1 row ack1 row ack1")
    scene.axis.firstHertz += 2400
    scene.play("row ack1")
    try scene.receive(Scene.view(2, .spectrum, planes: .hold, columns: 64, frozen: 3))
    let values = try #require(scene.rows.last?.values)
    // The retune pushed bins 0 and 1 out; the row after it peaks 2400 Hz above its bin 4.
    #expect(values.enumerated().filter { $0.element == 0 }.map(\.offset) == [2, 3, 6])
  }

  @Test func saysSoWhenTheMomentIsGone() throws {
    var scene = Scene()
    scene.play("row")
    #expect(try scene.receive(Scene.view(1, .spectrum, frozen: 900)) == "notice")
    #expect(scene.play("row row") == "")
  }

  @Test func whileFrozenOnlyWhatConcernsTheAxesIsSent() throws {
    var scene = Scene()
    scene.play("row")
    try scene.receive(Scene.view(1, .spectrum, frozen: 1))
    scene.feed.accept(Notice(severity: .information, text: "x"))
    scene.feed.accept(TimeMap(source: 0, serverMicroseconds: 1, recordedMicroseconds: 1, speed: 1))
    scene.feed.accept(Artefacts(source: 0, spikeHertz: 1, imageHertz: .nan, imageOfHertz: .nan))
    #expect(scene.play("row row") == "")
    scene.feed.accept(Scene.info)
    #expect(scene.play("+1") == "source")
    try scene.receive(Scene.view(2, .spectrum))
    #expect(scene.sent.map { scene.text(of: $0) }.suffix(4) == ["map", "artefacts", "notice", "3"])
  }

  @Test func controlsOfTheReceiverAreSentEvenWhileFrozen() throws {
    var scene = Scene()
    scene.play("row")
    try scene.receive(Scene.view(1, .spectrum, frozen: 1))
    scene.feed.accept(SourceControls(source: 0, controls: []))
    scene.feed.accept(SourceControls(source: 7, controls: []))
    #expect(scene.play("+1") == "controls")
    let answer = try scene.receive(.command(.adjust(source: 0, control: 3, value: 1)))
    #expect(answer == "command adjust(source: 0, control: 3, value: 1.0)")
  }
}
