import WaveHomeFeed
import WaveHomeWire
import WaveServer
import WaveSystem
import WaveWire

/// A client's session with Home.
///
/// Confined to the client's event loop.
final class HomeSession: InstrumentSession {
  /// The interval at which the list of sources is compared with the one sent, in microseconds.
  private static let listMicroseconds: Int64 = 1_000_000

  private let directory: SourceDirectory
  private var feed = HomeFeed()
  private var listDue: Int64 = 0

  init(directory: SourceDirectory) { self.directory = directory }

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    var reader = HomeMessageReader(limit: WireLimits.clientMessageBytes)
    update(at: now)
    try budget.spend(
      at: now, next: { () throws(WireError) in try reader.nextFromClient(in: frame.span.bytes) },
      receive: { (message) throws(ProtocolViolation) in
        try feed.receive(message, at: now, wall: WallClock.microseconds)
      },
      refuse: { (reason) throws(ProtocolViolation) in try feed.refuse(reason) })
  }

  func isDue(at now: Int64) -> Bool { now >= listDue || feed.isDue(at: now) }

  var wakeMicroseconds: Int64 { min(listDue, feed.wakeMicroseconds) }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    update(at: now)
    let messages = feed.messages(at: now) { directory.thumbnail($0, columns: $1, at: now) }
    for message in messages { frames.frames.append(message) }
  }

  func close(at now: Int64) {}

  /// Passes the list of sources to the feed if it may have changed.
  private func update(at now: Int64) {
    guard now >= listDue else { return }
    listDue = now + Self.listMicroseconds
    feed.setSources(directory.sources(at: now))
  }
}
