import Testing
import WaveDisplay
import WaveHomeWire
import WaveWire

@testable import WaveHome
@testable import WaveInteraction

@Suite struct HomeModelTests {
  private static func source(
    _ number: UInt32, _ name: String, _ instrument: ListedSource.Instrument = .spectrum,
    _ state: ListedSource.State = .live
  ) -> ListedSource {
    ListedSource(
      identifier: number, instrument: instrument, source: UInt16(number) + 10, state: state,
      flags: [.thumbnail], name: Array(name.utf8), detail: Array("2.4 MS/s".utf8))
  }

  private static let three = [
    source(1, "roof antenna"), source(2, "bench ECG", .sensors),
    source(3, "birdstrikes.csv", .data, .recorded),
  ]

  /// A model that has received a list, on a connection that is open.
  private func connected(_ sources: [ListedSource]) -> HomeModel {
    var model = HomeModel()
    _ = model.handle(.resize(width: 120, height: 1440, scale: 1, headPoints: 0), at: 0)
    _ = model.handle(.connection(isOpen: true), at: 0)
    let count = UInt16(sources.count)
    _ = model.receive(.welcome(Welcome(sourceCount: count, serverMicroseconds: 0)), at: 1)
    for part in SourceList.messages(sources) { _ = model.receive(.sources(part), at: 2) }
    return model
  }

  private func text(_ model: HomeModel) -> String { String(decoding: model.controls.bytes, as: UTF8.self) }

  private func order(_ words: [String], in text: String) -> Bool {
    let places = words.compactMap { text.firstRange(of: $0)?.lowerBound }
    return places.count == words.count && places == places.sorted()
  }

  @Test func aFirstMessageIsSentOnAConnection() {
    var model = HomeModel()
    let effects = model.handle(.connection(isOpen: true), at: 0)
    #expect(effects.contains(.send(.hello(HomeHello()))))
  }

  @Test func sourcesAreListedByWhatTheyDo() {
    let shown = text(connected(Self.three))
    #expect(
      order(
        [
          "3 sources", "Live now", "roof antenna", "bench ECG", "Recordings, tables", "birdstrikes.csv",
          "On this device", "Simulated FM band",
        ], in: shown))
  }

  @Test func aServerWithoutSourcesSaysSo() {
    let shown = text(connected([]))
    #expect(shown.contains("0 sources") && shown.contains("No sources on this server"))
    #expect(!shown.contains("Live now") && shown.contains("Simulated ECG"))
  }

  @Test func aPressOpensASourceWithItsInstrument() {
    var model = connected(Self.three)
    let opened = model.perform(.open(2), .set(1), at: 5)
    #expect(opened.contains(.own(.open(.sensors, source: 12))))
    let gone = model.perform(.open(9), .set(1), at: 5)
    #expect(!gone.contains { if case .own = $0 { true } else { false } })
    let here = model.perform(.openHere(.simulatedHills), .set(1), at: 5)
    #expect(here.contains(.own(.openHere(.simulatedHills))))
  }

  private func watched(_ effects: [HomeModel.Effect]) -> [UInt32]? {
    effects.compactMap { effect -> [UInt32]? in
      if case .send(.watch(let watch)) = effect { watch.identifiers } else { nil }
    }.last
  }

  @Test func onlyRowsInViewHaveThumbnails() {
    var model = connected(Self.three)
    #expect(watched(model.perform(.open(1), .seen(true), at: 3)) == [1])
    #expect(watched(model.perform(.open(1), .seen(true), at: 3)) == nil)
    #expect(watched(model.perform(.open(3), .seen(true), at: 4)) == [1, 3])
    #expect(watched(model.perform(.open(1), .seen(false), at: 5)) == [3])
    // The slot that is free is used again.
    #expect(watched(model.perform(.open(2), .seen(true), at: 6)) == [2, 3])
  }

  @Test func aSourceWithoutThumbnailsHasNoSlot() {
    var source = Self.three[0]
    source.flags = .simulated
    var model = connected([source])
    #expect(watched(model.perform(.open(1), .seen(true), at: 3)) == nil)
    #expect(model.thumbnails.slot(of: 1) == nil && text(model).contains("simulated \u{00B7} 2.4 MS/s"))
  }

  @Test func aHiddenPageWatchesNothing() {
    var model = connected(Self.three)
    _ = model.perform(.open(1), .seen(true), at: 3)
    #expect(watched(model.handle(.visibility(false), at: 4)) == [])
    #expect(watched(model.handle(.visibility(true), at: 5)) == [1])
    _ = model.handle(.connection(isOpen: false), at: 6)
    #expect(watched(model.handle(.connection(isOpen: true), at: 7)) == [1])
  }

  @Test func thumbnailsAreDrawnInTheirSlots() throws {
    var model = connected(Self.three)
    _ = model.perform(.open(1), .seen(true), at: 3)
    _ = model.perform(.open(2), .seen(true), at: 3)
    var list = DrawList()
    _ = model.draw(into: &list, at: 4)
    let trace = try #require(Thumbnail(identifier: 1, kind: .trace, columns: 3, values: [0, 255, 0]))
    let lanes = try #require(
      Thumbnail(identifier: 2, kind: .lanes, columns: 2, rows: 1, values: [0, 9, 255, 3]))
    let other = try #require(Thumbnail(identifier: 3, kind: .trace, columns: 1, values: [7]))
    for thumbnail in [trace, lanes, other] { _ = model.receive(.thumbnail(thumbnail), at: 5) }
    _ = model.draw(into: &list, at: 6)
    var scene = DrawScene()
    try scene.play(list.words)
    let lines = scene.layers.map { layer in
      layer.marks.compactMap { mark -> [Float]? in
        guard case .polyline(_, _, let points) = mark else { return nil }
        return stride(from: 1, to: points.coordinates.count, by: 2).map { points.coordinates[$0] }
      }.flatMap { $0 }
    }
    // 1,440 pixels hold 24 slots of 60: a trace keeps 2 pixels from its edges, a lane a tenth of its height.
    #expect(lines[0] == [58, 2, 58])
    #expect(lines[1].count == 3 && lines[1][0] == 114 && lines[1][1] == 66 && lines[1][2].isNaN)
    #expect(lines.dropFirst(2).joined().isEmpty)
  }

  @Test func reliefIsAFieldThatIsSentOnce() throws {
    var model = connected([Self.source(1, "hills", .coverage)])
    _ = model.perform(.open(1), .seen(true), at: 3)
    let relief = try #require(
      Thumbnail(identifier: 1, kind: .relief, columns: 2, rows: 2, values: [0, 255, 128, 64]))
    _ = model.receive(.thumbnail(relief), at: 4)
    var list = DrawList()
    _ = model.draw(into: &list, at: 5)
    var scene = DrawScene()
    try scene.play(list.words)
    #expect(scene.fields.map(\.values) == [[0, 239, 119, 59]] && scene.fields[0].map == .relief)
    #expect(scene.layers[0].marks.contains { if case .field = $0 { true } else { false } })
    _ = model.draw(into: &list, at: 6)
    #expect(!list.hasContent)
  }

  @Test func aListThatChangesReplacesTheRows() {
    var model = connected(Self.three)
    _ = model.perform(.open(1), .seen(true), at: 3)
    let effects = model.receive(.sources(SourceList(first: 0, total: 1, sources: [Self.three[1]])), at: 4)
    #expect(watched(effects) == [])
    let shown = text(model)
    #expect(shown.contains("1 source") && !shown.contains("roof antenna") && shown.contains("bench ECG"))
  }

  @Test func longListsCanBeSearched() {
    let sources = (0..<20).map { Self.source(UInt32($0), "Receiver \($0 % 10)\($0 / 10)") }
    var model = connected(sources)
    #expect(text(model).contains("Find a source"))
    _ = model.perform(.search, .text(Array("receiver 31".utf8)), at: 3)
    #expect(text(model).contains("Receiver 31") && !text(model).contains("Receiver 30"))
    _ = model.perform(.search, .text(Array("nowhere".utf8)), at: 3)
    #expect(text(model).contains("Nothing has this name") && text(model).contains("On this device"))
    #expect(!text(connected(Self.three)).contains("Find a source"))
  }

  @Test func partsOfAListThatDoNotFollowAreIgnored() {
    var catalog = SourceCatalog()
    let parts = SourceList.messages((0..<100).map { Self.source(UInt32($0), "r\($0)") })
    #expect(!catalog.receive(parts[1]) && !catalog.receive(parts[0]) && !catalog.isKnown)
    #expect(catalog.receive(parts[1]) && catalog.sources.count == 100)
    #expect(!catalog.receive(parts[0]) && !catalog.receive(parts[1]), "the list is the same")
  }
}
