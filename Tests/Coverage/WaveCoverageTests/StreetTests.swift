import Testing
import WaveCoverageWire
import WaveDisplay
import WaveUnits

@testable import WaveCoverage
@testable import WaveInteraction

@Suite struct StreetTests {
  private let source = TerrainStreets(
    zoom: 14, address: Array("streets/{z}/{x}/{y}?k={w}".utf8), attribution: Array("© Somebody".utf8))

  /// What the model wants loaded while it draws until nothing more is wanted, each answered at once.
  private func load(
    _ bench: inout Bench, isLoaded: Bool = true, rounds: Int = 60
  ) throws -> [(slot: UInt32, address: String)] {
    var asked: [(slot: UInt32, address: String)] = []
    for _ in 0..<rounds {
      var round: [(slot: UInt32, address: String)] = []
      let effects = bench.model.draw(into: &bench.list, at: bench.now)
      try bench.scene.play(bench.list.words)
      for case .own(.picture(let slot, let address)) in effects {
        round.append((slot, String(decoding: address, as: UTF8.self)))
      }
      #expect(round.count <= StreetPictures.asksLimit)
      if round.isEmpty { break }
      for (slot, _) in round { _ = bench.model.pictureLoaded(slot, isLoaded: isLoaded, at: bench.now) }
      asked += round
    }
    return asked
  }

  private func marks(_ bench: Bench) -> [(slot: UInt32, rect: Rect)] {
    bench.marks(ofLayer: LayerID.streets).compactMap {
      if case .picture(let slot, _, _, let rect) = $0 { (slot, rect) } else { nil }
    }
  }

  @Test func nothingIsAskedForUnlessItIsWanted() throws {
    var bench = Bench()
    bench.answer()
    bench.send(.press(.handle))
    #expect(!bench.controls.contains("Street map"))
    bench.receive(.streets(source))
    #expect(bench.controls.contains("Street map"))
    #expect(try load(&bench).isEmpty)
    bench.set(.showStreets, to: 1)
    #expect(bench.controls.contains("© Somebody"))
    #expect(try !load(&bench).isEmpty)
    #expect(bench.marks(ofLayer: LayerID.attribution).count == 2)
    bench.set(.showStreets, to: 0)
    #expect(try load(&bench).isEmpty)
    #expect(marks(bench).isEmpty && bench.marks(ofLayer: LayerID.attribution).isEmpty)
  }

  /// Pictures cover the screen without a gap, each where its own numbers say.
  @Test(arguments: [0.4, 1, 3.7])
  func picturesLieWhereTheyBelong(zoom: Double) throws {
    var bench = Bench()
    bench.answer()
    bench.receive(.streets(source))
    bench.set(.showStreets, to: 1)
    bench.model.move(.zoom(by: zoom, x: 390, y: 844))
    let asked = try load(&bench)
    let addresses = Dictionary(uniqueKeysWithValues: asked)
    let view = bench.model.view
    var area: Float = 0
    for (slot, rect) in marks(bench) {
      let address = try #require(addresses[slot])
      #expect(address.hasSuffix("?k={w}"))
      let numbers = address.split(separator: "?")[0].split(separator: "/").compactMap { Int($0) }
      let count = Double(1 << numbers[0])
      let west = Double(numbers[1]) / count * 360 - 180
      #expect(abs(Double(rect.x) - view.x(ofLongitude: west)) <= 0.5001)
      let north = MercatorView.latitude(atWorldY: Double(numbers[2]) / count)
      #expect(abs(Double(rect.y) - view.y(ofLatitude: north)) <= 0.5001)
      // Neither coarse nor finer than the screen.
      #expect(rect.width > 256 && rect.width < 1000)
      let (left, right) = (max(rect.x, 0), min(rect.x + rect.width, bench.model.screen.width))
      let (top, bottom) = (max(rect.y, 0), min(rect.y + rect.height, bench.model.screen.height))
      area += max(0, right - left) * max(0, bottom - top)
    }
    #expect(area == bench.model.screen.width * bench.model.screen.height)
  }

  @Test func whatCannotBeHadIsSaidAndTriedAgainLater() throws {
    var bench = Bench()
    bench.answer()
    bench.receive(.streets(source))
    bench.send(.press(.handle))
    bench.set(.showStreets, to: 1)
    let asked = try load(&bench, isLoaded: false)
    #expect(!asked.isEmpty && marks(bench).isEmpty)
    #expect(bench.controls.contains("Cannot be had"))
    #expect(try load(&bench).isEmpty)
    bench.now += StreetPictures.retryMicroseconds + 1
    #expect(try load(&bench).map(\.slot).sorted() == asked.map(\.slot).sorted())
    #expect(marks(bench).count == asked.count)
  }

  /// A slot is taken again by what is shown, and never while it is.
  @Test func slotsAreBounded() throws {
    var pictures = StreetPictures()
    pictures.announce(source)
    var held: Set<UInt32> = []
    for column in 0..<UInt32(3 * StreetPictures.limit) {
      pictures.begin()
      let tile = StreetPictures.Tile(zoom: 14, column: column, row: 7)
      let taken = pictures.ask(tile, at: 0)
      let slot = try #require(taken)
      let again = pictures.ask(tile, at: 0)
      #expect(again == nil)
      pictures.settle(slot, isLoaded: true, at: 0)
      let found = pictures.slot(of: tile)
      #expect(found?.slot == slot)
      held.insert(slot)
    }
    #expect(held.count == StreetPictures.limit)
    pictures.settle(9999, isLoaded: true, at: 0)
  }
}
