import WaveCoverageWire
import WaveServer
import WaveWire

/// One client's session with the coverage instrument; lives on the client's event loop.
final class TerrainSession: InstrumentSession {
  /// Maximum number of answers that wait for a client to read them.
  private static let answersLimit = 256

  private let station: TerrainStation
  private let desk: TerrainDesk
  private let coverage: CoverageDesk
  private var isGreeted = false
  private var answers: [TerrainMessage] = []
  private let mayControl: Bool
  /// The tiles and contents that the client knows, and the revision of the downloads that it was sent last.
  private var told = ToldTerrain()
  private var toldRevision = 0

  /// - Parameters:
  ///   - station: The tiles.
  ///   - mayControl: Whether the client may make the server download more tiles.
  ///   - waker: Called when a message for the client is ready.
  init(station: TerrainStation, mayControl: Bool = false, waker: ClientWaker) {
    self.station = station
    self.mayControl = mayControl
    desk = TerrainDesk(station: station, waker: waker)
    coverage = CoverageDesk(station: station, waker: waker)
    station.join(ObjectIdentifier(self), waker: waker)
  }

  func close(at now: Int64) {
    station.leave(ObjectIdentifier(self))
    desk.close()
    coverage.drop()
  }

  func receive(_ frame: [UInt8], at now: Int64, budget: inout MessageBudget) throws(ClientFault) {
    var reader = TerrainMessageReader(limit: WireLimits.clientMessageBytes)
    var isFirst = true
    while reader.position < frame.count {
      if !isFirst { try budget.spend(at: now) }
      isFirst = false
      let result = Result { () throws(WireError) in try reader.nextFromClient(in: frame.span.bytes) }
      switch result {
      case .success(nil): return
      case .success(.some(let message)): try take(message, at: now)
      case .failure(let error):
        try put(.notice(Notice(severity: .warning, text: try ClientFault.text(of: error))))
      }
    }
  }

  private func put(_ message: TerrainMessage) throws(ClientFault) {
    guard answers.count < Self.answersLimit else { throw .protocolError("answers were not read") }
    answers.append(message)
  }

  private func take(_ message: TerrainMessage, at now: Int64) throws(ClientFault) {
    if case .hello(let hello) = message {
      guard hello.version == WireVersion.current else {
        throw .protocolError("version \(hello.version) is not spoken here: reload the page")
      }
      isGreeted = true
      let count = UInt16(clamping: station.tiles.count)
      try put(.welcome(Welcome(sourceCount: count, serverMicroseconds: now)))
      (told, toldRevision) = (ToldTerrain(), 0)
      for message in station.greeting { try put(message) }
      try tellTiles()
      try put(CoverageJobs.offer)
      if let fetches { try put(fetches.offer) }
      return
    }
    guard isGreeted else { throw .protocolError("the first message must be a hello") }
    switch message {
    case .ask(let ask):
      guard desk.ask(ask.key) else {
        throw .protocolError("too many parts of the terrain were asked for at once")
      }
    case .takeBack(let taken): desk.takeBack(taken.key)
    case .coverageAsk(let ask): coverage.ask(ask)
    case .coverageLeave(let left): coverage.leave(left)
    case .fetch(let wish):
      guard let fetches else {
        return try put(
          .progress(
            TerrainProgress(
              cell: wish.cell, phase: .failed,
              text: Array("This device may look, and no more; or the server gets no tiles.".utf8))))
      }
      if wish.isWanted { fetches.begin(wish.cell, for: station) } else { fetches.stop(wish.cell) }
    case .clockRequest(let request):
      try put(
        .clockReply(ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
    default: throw .protocolError("a server's message came from a client")
    }
  }

  /// The downloads, if the client may control them.
  private var fetches: TerrainFetchDesk? { mayControl ? station.fetches : nil }

  /// Sends the tiles that the client does not know.
  private func tellTiles() throws(ClientFault) {
    let (messages, known) = station.lists(since: told)
    for message in messages { try put(message) }
    told = known
  }

  func isDue(at now: Int64) -> Bool {
    !answers.isEmpty || desk.hasAnswers || coverage.isDue
      || isGreeted && (station.revision > told.revision || (fetches?.revision ?? 0) > toldRevision)
  }

  func collect(at now: Int64, into frames: inout MeteredFrames) {
    for answer in answers { frames.put(answer) }
    answers = []
    if isGreeted {
      // The client is sent a tile before the report that the tile's download has ended.
      let (changes, revision) = fetches?.changes(since: toldRevision) ?? ([], 0)
      if station.revision > told.revision {
        let (messages, known) = station.lists(since: told)
        for message in messages { frames.put(message) }
        told = known
      }
      for change in changes { frames.put(.progress(change)) }
      toldRevision = revision
    }
    // A block is sent only if the client knows the content that it is of.
    for answer in desk.takeAnswers(of: told) { frames.put(answer) }
    coverage.collect(into: &frames)
  }
}
