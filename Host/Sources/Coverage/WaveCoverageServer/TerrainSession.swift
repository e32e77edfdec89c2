import Dispatch
import Synchronization
import WaveCoverageFeed
import WaveCoverageWire
import WaveServer
import WaveSystem
import WaveWire

/// One client's session with the coverage instrument: passes its messages to its feed, and the feed's
/// questions to the station.
///
/// Confined to the client's event loop.
final class TerrainSession: InstrumentSession {
  /// The blocks that were read for the client, and are still to be passed to its feed.
  private final class Inbox: Sendable {
    private let answers = Mutex<[(answer: BlockAnswer, number: UInt32)]>([])

    func append(_ answer: BlockAnswer, to number: UInt32) {
      answers.withLock { $0.append((answer, number)) }
    }

    func removeAll() -> [(answer: BlockAnswer, number: UInt32)] {
      answers.withLock { answers in
        defer { answers = [] }
        return answers
      }
    }
  }

  private let station: TerrainStation
  /// The downloads, if the client may control them.
  private let fetches: TerrainFetchDesk?
  private let waker: ClientWaker
  private var feed: CoverageFeed
  private let inbox = Inbox()
  /// The map that is computed for the client, or is being sent.
  private var job: CoverageJob?

  /// - Parameters:
  ///   - station: The tiles.
  ///   - mayControl: Whether the client may make the server download more tiles.
  ///   - waker: Called when a message for the client is ready.
  init(station: TerrainStation, mayControl: Bool = false, waker: ClientWaker) {
    self.station = station
    self.waker = waker
    fetches = mayControl ? station.fetches : nil
    feed = CoverageFeed(
      station.catalog, streets: station.streets, maps: CoverageJobs.offer, downloads: fetches?.origin)
    station.join(ObjectIdentifier(self), waker: waker)
  }

  func close(at now: Int64) {
    station.leave(ObjectIdentifier(self))
    endMap()
  }

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    var reader = TerrainMessageReader(limit: WireLimits.clientMessageBytes)
    defer { ask() }
    try budget.spend(
      at: now, next: { () throws(WireError) in try reader.nextFromClient(in: frame.span.bytes) },
      receive: { (message) throws(ProtocolViolation) in try feed.receive(message, at: now) },
      refuse: { (reason) throws(ProtocolViolation) in try feed.refuse(reason) })
  }

  func isDue(at now: Int64) -> Bool {
    update()
    return feed.isDue
  }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    update()
    for message in feed.collect() { frames.frames.put(message) }
    ask()
  }

  /// Passes answers and changes of the station to the feed.
  private func update() {
    for (answer, number) in inbox.removeAll() { feed.accept(answer, to: number) }
    if let job { for answer in job.removeAnswers() { feed.accept(answer, to: job.number) } }
    if let fetches, feed.isGreeted, fetches.revision > feed.downloadsRevision {
      let (changes, revision) = fetches.changes(since: feed.downloadsRevision)
      feed.accept(changes, revision: revision)
    }
    // Read after the downloads, so that it has the tiles that they report as present.
    if station.revision > feed.catalog.revision { feed.accept(station.catalog) }
    ask()
  }

  /// Passes the feed's questions on.
  private func ask() {
    while let question = feed.nextQuestion() {
      switch question {
      case .block(let key, let number):
        station.queue.async { [station, inbox, waker] in
          inbox.append(station.answer(key), to: number)
          waker.wake()
        }
      case .map(let ask, let number): beginMap(ask, number)
      case .endMap: endMap()
      case .fetch(let wish):
        guard let fetches else { break }
        if wish.isWanted { fetches.begin(wish.cell, for: station) } else { fetches.stop(wish.cell) }
      }
    }
  }

  private func beginMap(_ ask: CoverageAsk, _ number: UInt32) {
    do throws(TerrainFault) {
      let next = try CoverageJob(ask, number: number, station: station, waker: waker)
      guard station.maps.begin(next) else {
        throw TerrainFault("The server computes as many maps as it can. Try again in a while.")
      }
      job = next
    } catch {
      feed.accept(MapAnswer.refused(error.text.utf8(limit: WireLimits.text)), to: number)
    }
  }

  /// Cancels the client's map.
  private func endMap() {
    if let job { station.maps.end(job) }
    job = nil
  }
}
