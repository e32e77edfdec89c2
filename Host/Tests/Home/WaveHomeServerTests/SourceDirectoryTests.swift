import Synchronization
import Testing
import WaveHomeFeed
import WaveHomeWire

@testable import WaveHomeServer

/// An instrument with a given number of sources, which counts the calls of its methods.
final class CountedListing: SourceListing {
  let listedInstrument: ListedSource.Instrument
  private let state: Mutex<(count: Int, lists: Int, thumbnails: Int)>

  init(_ instrument: ListedSource.Instrument, count: Int) {
    listedInstrument = instrument
    state = Mutex((count, 0, 0))
  }

  var lists: Int { state.withLock { $0.lists } }
  var thumbnails: Int { state.withLock { $0.thumbnails } }

  func set(count: Int) { state.withLock { $0.count = count } }

  var listedSources: [ListedSource] {
    let count = state.withLock { state in
      state.lists += 1
      return state.count
    }
    return (0..<UInt16(count)).map { number in
      ListedSource(
        identifier: ListedSource.identifier(listedInstrument, source: number), instrument: listedInstrument,
        source: number, flags: .thumbnail, name: Array("source \(number)".utf8))
    }
  }

  func thumbnail(ofSource source: UInt16, identifier: UInt32, columns: Int) -> Thumbnail? {
    let made = state.withLock { state in
      state.thumbnails += 1
      return state.thumbnails
    }
    return Thumbnail(
      identifier: identifier, kind: .trace, columns: columns,
      values: Array(repeating: UInt8(made), count: columns))
  }
}

@Suite struct SourceDirectoryTests {
  private let spectrum = CountedListing(.spectrum, count: 2)
  private let sensors = CountedListing(.sensors, count: 1)

  @Test func sourcesOfAllInstrumentsAreListedInOrder() {
    let directory = SourceDirectory([spectrum, sensors])
    let sources = directory.sources(at: 0)
    #expect(sources.map(\.instrument) == [.spectrum, .spectrum, .sensors])
    #expect(sources.map(\.source) == [0, 1, 0] && Set(sources.map(\.identifier)).count == 3)
  }

  @Test func theListIsMadeOnceForAllClients() {
    let directory = SourceDirectory([spectrum, sensors])
    for moment in stride(from: Int64(0), to: 900_000, by: 100_000) { _ = directory.sources(at: moment) }
    #expect(spectrum.lists == 1)
    spectrum.set(count: 5)
    #expect(directory.sources(at: 899_999).count == 3 && directory.sources(at: 900_000).count == 6)
  }

  @Test func aThumbnailIsMadeOnceForAllClients() throws {
    let directory = SourceDirectory([spectrum, sensors])
    let identifier = ListedSource.identifier(.sensors, source: 0)
    let first = try #require(directory.thumbnail(identifier, columns: 10, at: 0))
    #expect(directory.thumbnail(identifier, columns: 10, at: 899_999) == first)
    // Another width is another picture.
    #expect(directory.thumbnail(identifier, columns: 20, at: 1)?.columns == 20)
    #expect(directory.thumbnail(identifier, columns: 10, at: 900_000)?.values[0] == 3)
    #expect(sensors.thumbnails == 3 && spectrum.thumbnails == 0)
    #expect(directory.thumbnail(ListedSource.identifier(.coverage, source: 0), columns: 10, at: 0) == nil)
  }
}
