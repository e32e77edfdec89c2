import TestSupport
import Testing
import WaveCoverageWire
@testable import WaveInteraction
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage

@Suite struct SceneTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static var full: CoverageScene {
    CoverageScene(
      tile: bytes("Höhe & mehr=1"), place: Coordinate(latitudeDegrees: -46.8123457, longitudeDegrees: 170.5),
      transmitter: .init(
        frequencyHertz: 2_400_000_001, radiusMeters: 12_345, heightMeters: 17.25,
        radiatedDecibelMilliwatts: -3.5),
      receiver: .init(heightMeters: 1.5, sensitivityDecibelMilliwatts: -117.25), display: .level,
      isSafe: true, center: Coordinate(latitudeDegrees: -46.5, longitudeDegrees: -179.9999999),
      doublings: 13.25)
  }

  @Test func theTextIsAddressableAndReadAgain() throws {
    let text = Self.full.text
    let words = String(decoding: text, as: UTF8.self)
    #expect(
      words
        == "tile=H%C3%B6he%20%26%20mehr%3D1&at=-46.8123457,170.5&mhz=2400.000001&km=12.345&tx=17.25&rx=1.5"
        + "&dbm=-3.5&need=-117.25&model=diffraction&show=level&eye=every&map=-46.5,-179.9999999,13.25")
    #expect(try CoverageScene(text: text) == Self.full)
    // As some programs write it.
    let escaped = words.replacing(",", with: "%2C")
    #expect(try CoverageScene(text: Self.bytes(escaped)) == Self.full)
    #expect(try CoverageScene(text: []) == CoverageScene())
    #expect(try CoverageScene(text: Self.bytes("&&later=1&")) == CoverageScene())
  }

  @Test(arguments: [
    ("at", SceneError.unreadable(byte: 0)), ("tile=A&at=1", .unreadable(byte: 10)),
    ("at=1,2,3", .unreadable(byte: 3)), ("at=91,2", .impossible(byte: 3)), ("at=1,361", .impossible(byte: 3)),
    ("at=1,x", .unreadable(byte: 3)), ("km=0", .impossible(byte: 3)), ("km=1000.1", .impossible(byte: 3)),
    ("km=1e3", .unreadable(byte: 3)), ("mhz=0.9", .impossible(byte: 4)), ("mhz=nan", .unreadable(byte: 4)),
    ("tx=-1", .impossible(byte: 3)), ("dbm=121", .impossible(byte: 4)), ("need=51", .impossible(byte: 5)),
    ("map=1,2,41", .impossible(byte: 4)), ("map=1,2", .unreadable(byte: 4)),
    ("tile=%4", .unreadable(byte: 5)),
    ("tile=%zz", .unreadable(byte: 5)), ("tile=%FF", .unreadable(byte: 5)),
    ("km=99999999999999999999999999", .unreadable(byte: 3)),
  ])
  func reportsWhatIsNoScene(text: String, error: SceneError) {
    #expect(throws: error) { try CoverageScene(text: Self.bytes(text)) }
  }

  @Test func longTextsAreNotRead() {
    #expect(throws: SceneError.tooLong(byteCount: 1025)) {
      try CoverageScene(text: [UInt8](repeating: 0x26, count: 1025))
    }
  }

  /// Lets the view rest, and returns the address that it then gives.
  private func rest(_ bench: inout Bench) -> [UInt8]? {
    bench.now += 2_000_000
    let effects = bench.model.handle(.tick, at: bench.now)
    for case .own(.address(let text)) in effects { return text }
    return nil
  }

  @Test func theAddressHasTheViewOnceItRestsAndOpensItAgain() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    bench.enter("433.92 MHz", into: .frequency)
    bench.enter("20", into: .power)
    bench.set(.chooseDisplay, to: 1)
    bench.send(.wheel(x: 300, y: 500, dx: 0, dy: -90, zoom: .horizontal))
    bench.answer()
    // Not while it changes.
    let early = bench.model.handle(.tick, at: bench.now + 10_000)
    #expect(!early.contains { if case .own(.address) = $0 { true } else { false } })
    let text = try #require(rest(&bench))
    #expect(rest(&bench) == nil, "it is given once")
    try bench.draw()

    // The address is known before there is a tile.
    var other = Bench()
    other.model = CoverageModel()
    other.send(.resize(width: 780, height: 1688, scale: 2))
    _ = other.model.reopen(text, at: other.now)
    #expect(rest(&other) == nil, "the address stays until it was opened")
    other.send(.connection(isOpen: true))
    other.receive(.welcome(Welcome(sourceCount: 2, serverMicroseconds: other.now)))
    other.receive(.tiles(TerrainList(first: 0, total: 2, tiles: other.tiles)))
    other.answer()
    try other.draw()
    let (plan, again) = (try #require(bench.model.plan), try #require(other.model.plan))
    #expect(abs(plan.transmitter.latitudeDegrees - again.transmitter.latitudeDegrees) < 1e-7)
    #expect(abs(plan.transmitter.longitudeDegrees - again.transmitter.longitudeDegrees) < 1e-7)
    #expect(again.frequencyHertz == 433.92e6 && again.radiusMeters == plan.radiusMeters)
    #expect(
      other.model.content.display.chosen == .level
        && other.model.content.sites.budget == bench.model.content.sites.budget)
    #expect(abs(bench.model.view.pixelsPerWorld / other.model.view.pixelsPerWorld - 1) < 1e-5)
    let (x, y) = bench.model.view.pixel(of: plan.transmitter)
    let there = other.model.view.pixel(of: plan.transmitter)
    #expect(abs(there.x - x) < 0.1 && abs(there.y - y) < 0.1)
    // What was opened is what the address says.
    let second = try #require(rest(&other))
    #expect(try CoverageScene(text: second) == CoverageScene(text: text))
  }

  @Test(arguments: [
    ("tile=North", "This link is of a tile that is not here: North"),
    ("tile=East&at=50,10", "The transmitter of this link is where no tile is: East"),
    ("at=91,10", "has a number that cannot be"), ("%%%", "cannot be read"),
  ])
  func aStaleSceneIsRefusedInWords(text: String, words: String) {
    var bench = Bench()
    bench.answer()
    _ = bench.model.reopen(Self.bytes(text), at: bench.now)
    #expect(bench.controls.contains(words))
    #expect(bench.model.plan == nil && bench.model.content.terrain.store.picked == nil)
    // The address does not keep what it was refused for.
    #expect(rest(&bench) == [])
  }
}
