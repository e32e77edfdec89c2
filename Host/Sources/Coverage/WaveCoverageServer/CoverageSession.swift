import Dispatch
import Synchronization
import WaveCoverageFeed
import WaveCoverageWire
import WaveServer
import WaveSystem
import WaveWire

/// A client's session with the coverage instrument, which forwards client messages to its feed and the feed's
/// requests to the terrain host.
///
/// Confined to the client's event loop.
final class CoverageSession: InstrumentSession {
  /// A thread-safe list of blocks that were read for the client but not yet passed to the session's feed.
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

  private let host: TerrainHost
  /// The downloads of missing tiles; nil if the client is not allowed to control them.
  private let fetches: TerrainDownloads?
  private let waker: ClientWaker
  private var feed: CoverageFeed
  private let inbox = Inbox()
  /// The job that computes the client's map, kept until the map has been sent; nil if there is none.
  private var job: CoverageJob?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - host: The source of the tiles.
  ///   - mayControl: Whether the client is allowed to make the server download more tiles.
  ///   - waker: Called when a message for the client is ready.
  init(host: TerrainHost, mayControl: Bool = false, waker: ClientWaker) {
    self.host = host
    self.waker = waker
    fetches = mayControl ? host.fetches : nil
    feed = CoverageFeed(
      host.catalog, streets: host.streets, maps: CoverageJobs.offer, downloads: fetches?.origin)
    host.join(ObjectIdentifier(self), waker: waker)
  }

  func close(at now: Int64) {
    host.leave(ObjectIdentifier(self))
    endMap()
  }

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    var reader = CoverageMessageReader(limit: WireLimits.clientMessageBytes)
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
    for message in feed.collect() { frames.frames.append(message) }
    ask()
  }

  /// Passes answers, download progress and tile changes to the feed.
  private func update() {
    for (answer, number) in inbox.removeAll() { feed.accept(answer, to: number) }
    if let job { for answer in job.removeAnswers() { feed.accept(answer, to: job.number) } }
    if let fetches, feed.isGreeted, fetches.revision > feed.downloadsRevision {
      let (changes, revision) = fetches.changes(since: feed.downloadsRevision)
      feed.accept(changes, revision: revision)
    }
    // The catalog is read after the downloads, so that it contains every tile that they report as present.
    if host.revision > feed.catalog.revision { feed.accept(host.catalog) }
    ask()
  }

  /// Forwards the feed's requests to the host.
  private func ask() {
    while let question = feed.nextQuestion() {
      switch question {
      case .block(let key, let number):
        host.queue.async { [host, inbox, waker] in
          inbox.append(host.answer(key), to: number)
          waker.wake()
        }
      case .map(let ask, let number): beginMap(ask, number)
      case .endMap: endMap()
      case .fetch(let request):
        guard let fetches else { break }
        if request.isWanted { fetches.begin(request.cell, for: host) } else { fetches.stop(request.cell) }
      }
    }
  }

  private func beginMap(_ ask: CoverageRequest, _ number: UInt32) {
    do throws(TerrainFault) {
      let next = try CoverageJob(ask, number: number, host: host, waker: waker)
      guard host.maps.begin(next) else {
        throw TerrainFault("The server is already computing as many maps as it can. Try again later.")
      }
      job = next
    } catch { feed.accept(MapAnswer.refused(error.text.utf8(limit: WireLimits.text)), to: number) }
  }

  /// Cancels the computation of the client's map.
  private func endMap() {
    if let job { host.maps.end(job) }
    job = nil
  }
}
