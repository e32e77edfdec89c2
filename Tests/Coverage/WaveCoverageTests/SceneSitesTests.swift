import Testing
import WaveCoverageWire
import WavePropagation
import WaveUnits
import WaveWire

@testable import WaveCoverage
@testable import WaveInteraction

@Suite struct SceneSitesTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// As many transmitters as there can be, with numbers as long as they can be.
  private static var longest: CoverageScene {
    let place = Coordinate(latitudeDegrees: -89.1234567, longitudeDegrees: -179.1234567)
    return CoverageScene(
      tile: [UInt8](repeating: 0x26, count: WireLimits.terrainName), place: place,
      transmitter: .init(
        frequencyHertz: 99_999.123456e6, radiusMeters: 999_123, heightMeters: 2999.123,
        radiatedDecibelMilliwatts: -119.12),
      receiver: .init(heightMeters: 2999.123, sensitivityDecibelMilliwatts: -199.12),
      propagation: .init(
        model: .learnedPlain, area: .largeCity, timePercent: 99.123, locationPercent: 99.123),
      display: .strongest,
      others: (0..<CoverageScene.otherLimit).map { number in
        CoverageScene.Other(
          place: Coordinate(latitudeDegrees: -80.1234567 - Double(number), longitudeDegrees: -178.1234567),
          transmitter: .init(
            frequencyHertz: 99_998.123456e6, radiusMeters: 998_123, heightMeters: 2998.123,
            radiatedDecibelMilliwatts: -118.12))
      },
      selectedIndex: CoverageScene.otherLimit, isSafe: true, isBare: true, showsStreets: true, center: place,
      doublings: 39.12345)
  }

  @Test func allTransmittersFitIntoAnAddress() throws {
    #expect(CoverageScene.otherLimit == 7)
    let scene = Self.longest
    #expect(scene.text.count > 900 && scene.text.count <= CoverageScene.byteLimit)
    #expect(try CoverageScene(text: scene.text) == scene)
    #expect(
      String(decoding: scene.text, as: UTF8.self).contains(
        "&letter=H&show=strongest&eye=every&trees=no&streets=yes&"))
    // An eighth beside the selected one is no scene.
    let other = "also=46,10,915,8,30,34"
    let seven = [String](repeating: other, count: 7).joined(separator: "&")
    #expect(try CoverageScene(text: Self.bytes(seven)).others.count == 7)
    #expect(throws: SceneError.impossible(byte: 7 * (other.utf8.count + 1) + 5)) {
      try CoverageScene(text: Self.bytes("\(seven)&\(other)"))
    }
  }

  @Test(arguments: [
    ("also=", SceneError.unreadable(byte: 5)), ("also=46,10", .unreadable(byte: 5)),
    ("also=46,10,915,8,30,34,1", .unreadable(byte: 5)), ("also=46,10,915,8,30,", .unreadable(byte: 5)),
    ("also=91,10,915,8,30,34", .impossible(byte: 5)), ("also=46,10,0,8,30,34", .impossible(byte: 5)),
    ("also=46,10,915,1001,30,34", .impossible(byte: 5)), ("also=46,10,915,8,0,34", .impossible(byte: 5)),
    ("also=46,10,915,8,30,121", .impossible(byte: 5)), ("letter=", .unreadable(byte: 7)),
    ("letter=I", .unreadable(byte: 7)), ("letter=a", .unreadable(byte: 7)),
    ("letter=AB", .unreadable(byte: 7)),
  ])
  func reportsWhatIsNoTransmitter(text: String, error: SceneError) {
    #expect(throws: error) { try CoverageScene(text: Self.bytes(text)) }
  }

  @Test func aLetterWithoutItsTransmitterIsTheLast() throws {
    #expect(try CoverageScene(text: Self.bytes("letter=H")).selectedIndex == 0)
    let scene = try CoverageScene(text: Self.bytes("letter=H&also=46,10,915,8,30,34"))
    #expect(scene.selectedIndex == 1)
    #expect(try CoverageScene(text: Self.bytes("streets=no")).showsStreets == false)
    #expect(try CoverageScene(text: Self.bytes("trees=maybe")).isBare == false)
  }

  private func rest(_ bench: inout Bench) -> [UInt8]? {
    bench.now += 2_000_000
    let effects = bench.model.handle(.tick, at: bench.now)
    for case .own(.address(let text)) in effects { return text }
    return nil
  }

  private func settle(_ bench: inout Bench) throws {
    for _ in 0..<60 {
      bench.answer()
      try bench.draw()
    }
    #expect(bench.sent.isEmpty && !bench.model.hasWork)
  }

  @Test func aLinkOpensAllTransmittersAndStreets() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: TransmitterTests.west)
    try settle(&bench)
    for place in [TransmitterTests.east, Bench.middle] {
      bench.hold(bench.model.view.pixel(of: place).x, bench.model.view.pixel(of: place).y)
      bench.press(.keepBoth)
    }
    bench.set(.selectSite, to: 1)
    bench.enter("20", into: .power)
    bench.enter("433.92 MHz", into: .frequency)
    bench.set(.chooseDisplay, to: CoverageDisplay.overlap.rawValue)
    bench.set(.showStreets, to: 1)
    try settle(&bench)
    #expect(bench.model.content.sites.list.count == 3 && bench.model.content.sites.selected == 1)
    let text = try #require(rest(&bench))
    let words = String(decoding: text, as: UTF8.self)
    #expect(words.contains("&letter=B&show=overlap&") && words.contains("&streets=yes"))

    var other = Bench()
    other.answer()
    _ = other.model.reopen(text, at: other.now)
    other.send(.tick)
    try settle(&other)
    #expect(
      other.model.content.sites.selected == 1 && other.model.content.display.chosen == .overlap
        && other.model.content.display.showsStreets)
    #expect(other.model.content.sites.budget == bench.model.content.sites.budget)
    try #require(other.model.content.sites.list.count == 3)
    for index in 0..<3 {
      let (site, again) = (
        bench.model.content.sites.list[index].plan, other.model.content.sites.list[index].plan
      )
      #expect(abs(site.transmitter.latitudeDegrees - again.transmitter.latitudeDegrees) < 1e-7)
      #expect(abs(site.transmitter.longitudeDegrees - again.transmitter.longitudeDegrees) < 1e-7)
      #expect(site.frequencyHertz == again.frequencyHertz && site.radiusMeters == again.radiusMeters)
      #expect(bench.model.content.sites.radiated(of: index) == other.model.content.sites.radiated(of: index))
      #expect(other.model.content.sites.list[index].shown?.isCoarse == false, "each has its map")
    }
    let second = try #require(rest(&other))
    #expect(second == text, "what was opened is what the address says")
  }

  @Test func anotherOffTheTilesIsLeftOutInWords() throws {
    var bench = Bench()
    bench.answer()
    let text = "tile=West&at=46.85,10.05&also=50,10,915,2,30,34&also=46.86,10.15,868,2,30,34&letter=B"
    _ = bench.model.reopen(Self.bytes(text), at: bench.now)
    #expect(bench.controls.contains("1 transmitter of this link is where no tile is. It was left out."))
    #expect(bench.model.content.sites.list.count == 2 && bench.model.content.sites.selected == 0)
    #expect(bench.model.content.sites.list[1].plan.frequencyHertz == 868e6)
    // One that cannot be computed opens nothing by halves.
    var other = Bench()
    other.answer()
    _ = other.model.reopen(
      Self.bytes("tile=West&at=46.85,10.05&time=90&model=p1812&also=46.86,10.15,868,2,30,34"), at: other.now)
    #expect(other.model.content.sites.list.isEmpty && other.controls.contains("has a number that cannot be"))
  }

  @Test func aLinkIsCopiedAndThatIsSaid() throws {
    var bench = Bench()
    bench.answer()
    bench.pin(at: Bench.middle)
    bench.send(.press(.handle))
    #expect(bench.controls.contains("Copy link"))
    let effects = bench.model.perform(.copyLink, .set(1), at: bench.now)
    var link: [UInt8]?
    for case .own(.copy(let text)) in effects { link = text }
    // What is copied is what the address comes to be.
    let address = rest(&bench)
    #expect(link != nil && link == address)
    let after = bench.model.copied(true, at: bench.now)
    #expect(bench.controls.contains("Link copied") && after.contains(.controls))
    bench.now += 2_900_000
    bench.send(.tick)
    #expect(bench.controls.contains("Link copied"))
    bench.now += 200_000
    bench.send(.tick)
    #expect(!bench.controls.contains("Link copied") && bench.controls.contains("Copy link"))
    _ = bench.model.copied(false, at: bench.now)
    #expect(bench.controls.contains("Copy the address from its bar"))
    bench.press(.copyLink)
    #expect(!bench.controls.contains("Copy the address from its bar"))
  }
}
