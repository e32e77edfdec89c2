import Synchronization
package import WaveHomeFeed
package import WaveHomeWire

/// The sources of all instruments of a server, with thumbnails that all clients share.
package final class SourceDirectory: Sendable {
  /// The time in microseconds for which a thumbnail or the list is used for all clients.
  ///
  /// It is a little below the interval at which a client receives them, so that none is sent twice.
  private static let ageMicroseconds: Int64 = 900_000

  private struct Made<Value: Sendable>: Sendable {
    let at: Int64
    let value: Value
  }

  private struct Picture: Hashable, Sendable {
    let identifier: UInt32
    let columns: Int
  }

  private struct State: Sendable {
    var list: Made<[ListedSource]>?
    var thumbnails: [Picture: Made<Thumbnail?>] = [:]
  }

  private let instruments: [any SourceListing]
  private let state = Mutex(State())

  /// Creates a directory of the sources of instruments, in this order.
  package init(_ instruments: [any SourceListing]) { self.instruments = instruments }

  /// Returns the list of all sources.
  package func sources(at now: Int64) -> [ListedSource] {
    if let list = state.withLock({ $0.list }), now - list.at < Self.ageMicroseconds { return list.value }
    let sources = instruments.flatMap(\.listedSources)
    state.withLock { state in
      state.list = Made(at: now, value: sources)
      let known = Set(sources.map(\.identifier))
      state.thumbnails = state.thumbnails.filter { known.contains($0.key.identifier) }
    }
    return sources
  }

  /// Returns the thumbnail of a source, or nil if there is none yet.
  package func thumbnail(_ identifier: UInt32, columns: Int, at now: Int64) -> Thumbnail? {
    let picture = Picture(identifier: identifier, columns: columns)
    if let made = state.withLock({ $0.thumbnails[picture] }), now - made.at < Self.ageMicroseconds {
      return made.value
    }
    guard let instrument = instruments.first(where: { $0.listedInstrument.rawValue == identifier >> 16 })
    else { return nil }
    let source = UInt16(truncatingIfNeeded: identifier)
    let thumbnail = instrument.thumbnail(ofSource: source, identifier: identifier, columns: columns)
    state.withLock { $0.thumbnails[picture] = Made(at: now, value: thumbnail) }
    return thumbnail
  }
}
