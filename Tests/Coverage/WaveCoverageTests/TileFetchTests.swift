import Testing
import WaveCoverageFeed
import WaveCoverageWire
import WaveUnits

@testable import WaveCoverage

@Suite struct TileFetchTests {
  private static let cell = TerrainCell(south: 46, west: 10)
  private static let other = TerrainCell(south: 50, west: 8)
  private static let store = Samples.store()

  private static func progress(
    _ phase: TerrainProgress.Phase, _ cell: TerrainCell = cell, done: UInt64 = 0, total: UInt64 = 0,
    text: String = ""
  ) -> TerrainProgress {
    TerrainProgress(cell: cell, phase: phase, doneBytes: done, totalBytes: total, text: Array(text.utf8))
  }

  private static func running() -> TileFetch {
    var fetch = TileFetch()
    fetch.begin(cell)
    return fetch
  }

  @Test func anOfferEndsWithTheConnection() {
    var fetch = Self.running()
    let outcome = fetch.receive(Self.progress(.offered, text: "dem"), with: Self.store)
    #expect(outcome == .none && fetch.source == Array("dem".utf8) && fetch.running?.cell == Self.cell)
    fetch.miss(Samples.middle)
    fetch.connectionChanged()
    #expect(fetch.source == nil && fetch.running == nil && fetch.missing == Samples.middle)
  }

  @Test func oneAtATimeIsShown() {
    var fetch = TileFetch()
    var outcome = fetch.receive(Self.progress(.coming, Self.other, done: 1), with: Self.store)
    #expect(outcome == .none && fetch.running?.cell == Self.other, "another browser has asked for it")
    outcome = fetch.receive(Self.progress(.coming, done: 2), with: Self.store)
    #expect(outcome == .none && fetch.running?.cell == Self.other)
    outcome = fetch.receive(Self.progress(.coming, Self.other, done: 3), with: Self.store)
    #expect(outcome == .none && fetch.running?.doneBytes == 3)
  }

  @Test func itArrivesFailsOrIsStopped() {
    var fetch = Self.running()
    for phase in [TerrainProgress.Phase.present, .failed, .stopped] {
      let outcome = fetch.receive(Self.progress(phase, Self.other, text: "no"), with: Self.store)
      #expect(outcome == .none && fetch.running?.cell == Self.cell, "another one")
    }
    fetch.miss(Samples.middle)
    var outcome = fetch.receive(Self.progress(.present), with: Self.store)
    #expect(outcome == .arrived(Self.cell) && fetch.running == nil && fetch.missing == nil)
    outcome = fetch.receive(Self.progress(.present), with: Self.store)
    #expect(outcome == .none, "it came twice")
    fetch = Self.running()
    fetch.miss(Coordinate(latitudeDegrees: 20, longitudeDegrees: 20))
    outcome = fetch.receive(Self.progress(.failed, text: "no"), with: Self.store)
    #expect(outcome == .failed(Array("no".utf8)) && fetch.running == nil && fetch.missing != nil)
    fetch.begin(Self.cell)
    outcome = fetch.receive(Self.progress(.stopped, text: "no"), with: Self.store)
    #expect(outcome == .none && fetch.running == nil && fetch.missing != nil)
    fetch.begin(Self.cell)
    outcome = fetch.receive(Self.progress(.present), with: Self.store)
    #expect(outcome == .arrived(Self.cell) && fetch.missing != nil, "no tile is there yet")
    fetch.forgetMissing()
    #expect(fetch.missing == nil)
  }

  @Test func whatIsWantedComesBeforeTheMiddle() {
    var fetch = TileFetch()
    let far = Coordinate(latitudeDegrees: 50.5, longitudeDegrees: 8.5)
    #expect(fetch.cell(around: Samples.middle, in: Self.store) == nil, "a tile is there")
    #expect(fetch.cell(around: far, in: Self.store) == Self.other)
    fetch.miss(far)
    #expect(fetch.cell(around: Samples.middle, in: Self.store) == Self.other)
    fetch.miss(Samples.middle)
    #expect(fetch.cell(around: far, in: Self.store) == nil)
    fetch.miss(Coordinate(latitudeDegrees: .nan, longitudeDegrees: 0))
    #expect(fetch.cell(around: far, in: Self.store) == nil)
  }

  @Test func progressIsAShareOrAnAmount() {
    func text(_ done: UInt64, _ total: UInt64) -> String {
      String(decoding: TileFetch.text(Self.progress(.coming, done: done, total: total)), as: UTF8.self)
    }
    #expect(text(0, 0) == "N46E010: 0.0 MB" && text(2_540_000, 0) == "N46E010: 2.5 MB")
    #expect(text(999, 1000) == "N46E010: 99 %" && text(1, 1) == "N46E010: 100 %")
    #expect(text(9, 1) == "N46E010: 100 %" && text(0, 5) == "N46E010: 0 %")
  }
}
