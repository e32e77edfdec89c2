import Testing
import WaveCoverageWire

@testable import WaveCoverage

@Suite struct StreetPicturesTests {
  private static func tile(_ column: UInt32, zoom: UInt8 = 14) -> StreetPictures.Tile {
    StreetPictures.Tile(zoom: zoom, column: column, row: 7)
  }

  /// Pictures that have been asked for, of as many tiles.
  private static func asking(_ count: UInt32) -> StreetPictures {
    var pictures = StreetPictures()
    pictures.begin()
    for column in 0..<count { _ = pictures.ask(tile(column), at: 0) }
    return pictures
  }

  @Test func aFewAreAskedForAtATime() {
    var pictures = Self.asking(UInt32(StreetPictures.asksLimit) - 1)
    let last = pictures.ask(Self.tile(100), at: 0)
    let more = pictures.ask(Self.tile(101), at: 0)
    #expect(last == UInt32(StreetPictures.asksLimit) - 1 && more == nil)
    pictures.settle(3, isLoaded: true, at: 0)
    let next = pictures.ask(Self.tile(101), at: 0)
    #expect(next == UInt32(StreetPictures.asksLimit))
  }

  @Test func aPictureIsThereOnceItWasLoaded() {
    var pictures = Self.asking(2)
    var found = pictures.slot(of: Self.tile(1))
    #expect(found == nil)
    pictures.settle(1, isLoaded: true, at: 0)
    found = pictures.slot(of: Self.tile(1))
    #expect(found?.slot == 1 && found?.revision == 2)
    found = pictures.slot(of: Self.tile(1, zoom: 13))
    #expect(found == nil, "another zoom")
    pictures.settle(1, isLoaded: false, at: 0)
    found = pictures.slot(of: Self.tile(1))
    #expect(found == nil)
  }

  @Test func whatFailedIsTriedAgainAfterAWhile() {
    var pictures = Self.asking(1)
    #expect(!pictures.hasFailed && !StreetPictures().hasFailed)
    pictures.settle(0, isLoaded: false, at: 5)
    #expect(pictures.hasFailed)
    let soon = pictures.ask(Self.tile(0), at: 5 + StreetPictures.retryMicroseconds)
    let later = pictures.ask(Self.tile(0), at: 6 + StreetPictures.retryMicroseconds)
    #expect(soon == nil && later == 0 && !pictures.hasFailed)
    _ = pictures.ask(Self.tile(1), at: 0)
    pictures.settle(0, isLoaded: true, at: 0)
    pictures.settle(1, isLoaded: false, at: 0)
    #expect(!pictures.hasFailed, "one is there")
  }

  @Test func slotsThatAreShownAreKept() {
    var pictures = StreetPictures()
    pictures.begin()
    for column in 0..<UInt32(StreetPictures.limit) {
      _ = pictures.ask(Self.tile(column), at: 0)
      pictures.settle(column, isLoaded: true, at: 0)
    }
    let full = pictures.ask(Self.tile(1000), at: 0)
    #expect(full == nil, "all of them are of this frame")
    pictures.begin()
    for column in 0..<UInt32(StreetPictures.limit) where column != 9 {
      _ = pictures.slot(of: Self.tile(column))
    }
    let free = pictures.ask(Self.tile(1000), at: 0)
    let none = pictures.ask(Self.tile(1001), at: 0)
    #expect(free == 9 && none == nil)
    let gone = pictures.slot(of: Self.tile(9))
    #expect(gone == nil)
  }

  @Test func anAddressHasItsTilesNumbers() {
    var pictures = StreetPictures()
    #expect(pictures.address(of: Self.tile(5)).isEmpty)
    func address(_ pattern: String) -> String {
      pictures.announce(TerrainStreets(zoom: 14, address: Array(pattern.utf8), attribution: []))
      return String(decoding: pictures.address(of: Self.tile(5)), as: UTF8.self)
    }
    #expect(address("{z}/{x}/{y}.png") == "14/5/7.png" && address("{x}{x}") == "55")
    #expect(address("{w}{z") == "{w}{z" && address("{") == "{" && address("") == "")
  }
}
