public import WaveCoverageWire
import WaveUnits
public import WaveWire

/// The logic that decides which terrain and coverage messages to send to a client, and when.
///
/// It uses no clock and no I/O.
///
/// Use it like `TerrainFeed`. In addition, it handles maps and downloads of missing tiles.
public struct CoverageFeed: Sendable {
  private var terrain: TerrainFeed
  /// Whether this client is allowed to request downloads.
  private let mayDownload: Bool
  private var map = MapRequest()
  private var questions: [CoverageQuestion] = []
  /// The latest unsent progress of each download.
  private var downloads: [TerrainProgress] = []
  /// The revision of the downloads when the feed last received their progress.
  public private(set) var downloadsRevision = 0

  /// Creates a feed for a client that has not sent a message yet.
  ///
  /// - Parameters:
  ///   - catalog: The tiles and surface models.
  ///   - streets: The source of street map images; nil if there is none.
  ///   - maps: The maps that the source can compute.
  ///   - downloads: The name of the source of missing tiles, in UTF-8; nil if this client is not allowed to
  ///     request downloads.
  public init(
    _ catalog: TerrainCatalog, streets: TerrainStreets? = nil, maps: CoverageOffer, downloads: [UInt8]? = nil
  ) {
    mayDownload = downloads != nil
    var offers: [CoverageMessage] = [.coverageOffer(maps)]
    if let streets { offers.append(.streets(streets)) }
    if let downloads {
      let cell = TerrainCell(south: 0, west: 0)
      offers.append(.progress(TerrainProgress(cell: cell, phase: .offered, text: downloads)))
    }
    terrain = TerrainFeed(catalog, offers: offers)
  }

  /// Whether the client has sent its hello message.
  public var isGreeted: Bool { terrain.isGreeted }

  /// The source's latest catalog.
  public var catalog: TerrainCatalog { terrain.catalog }

  // MARK: - The client

  /// Receives a message from the client.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - now: Server time in microseconds.
  /// - Throws: The protocol violation, after which the connection must be closed.
  public mutating func receive(_ message: CoverageMessage, at now: Int64) throws(ProtocolViolation) {
    try terrain.receive(message, at: now)
    switch message {
    case .hello: (downloads, downloadsRevision) = ([], 0)
    case .coverageRequest(let ask):
      forget(map.end())
      questions.append(.map(ask, number: map.begin(ask.number)))
    case .coverageCancellation(let leave): forget(map.end(leave.number))
    case .fetch(let request) where mayDownload: questions.append(.fetch(request))
    case .fetch(let request):
      let text: TextWriter = "This device may only view, or the server fetches no tiles."
      try terrain.answer(.progress(TerrainProgress(cell: request.cell, phase: .failed, text: text.bytes)))
    default: break
    }
  }

  /// Notifies the client that its message was not understood.
  public mutating func refuse(_ reason: [UInt8]) throws(ProtocolViolation) {
    try terrain.answer(.notice(Notice(severity: .warning, text: reason)))
  }

  // MARK: - The source

  /// Returns the next request to the source, or nil if there is none.
  public mutating func nextQuestion() -> CoverageQuestion? {
    if !questions.isEmpty { return questions.removeFirst() }
    return terrain.nextBlock().map { .block($0.key, number: $0.number) }
  }

  /// Receives the source's answer to the block request with the given number.
  public mutating func accept(_ answer: BlockAnswer, to number: UInt32) { terrain.accept(answer, to: number) }

  /// Receives the source's answer to the map request with the given number.
  public mutating func accept(_ answer: MapAnswer, to number: UInt32) { map.accept(answer, to: number) }

  /// Receives the latest catalog; its changes are sent to the client before any affected block.
  public mutating func accept(_ catalog: TerrainCatalog) { terrain.accept(catalog) }

  /// Receives the progress of downloads; only the latest progress of each tile is sent.
  ///
  /// Before the next `collect`, also pass a catalog that contains the tiles reported as present.
  ///
  /// - Parameters:
  ///   - changes: The downloads that have changed after `downloadsRevision`, in the order in which they
  ///     changed.
  ///   - revision: The revision after these changes.
  public mutating func accept(_ changes: [TerrainProgress], revision: Int) {
    for change in changes {
      downloads.removeAll { $0.cell == change.cell }
      downloads.append(change)
    }
    downloadsRevision = revision
  }

  private mutating func forget(_ map: UInt32?) { if let map { questions.append(.endMap(number: map)) } }

  // MARK: - Sending

  /// Whether there are messages to send now.
  public var isDue: Bool { terrain.isDue || !downloads.isEmpty || map.isDue }

  /// Returns the messages to send: answers, tile changes, blocks, download progress, and a part of a map.
  ///
  /// This order announces a downloaded tile before reporting that its download has ended.
  public mutating func collect() -> [CoverageMessage] {
    var messages = terrain.collect()
    for progress in downloads { messages.append(.progress(progress)) }
    downloads = []
    forget(map.collect(into: &messages))
    return messages
  }
}
