public import WaveWire

/// One message between server and client about terrain; the same codec serves both ends.
///
/// Tags below 64 travel from client to server, the others from server to client. Some are also messages of
/// the other instruments (`Message`), with the same meaning.
public enum CoverageMessage: Equatable, Sendable {
  /// The client's first message.
  case hello(CoverageHello)
  /// Requests a block.
  case ask(BlockRequest)
  /// Withdraws the request for a block.
  case cancelBlock(BlockCancellation)
  /// Requests the download of a tile that the server does not have, or cancels it.
  case fetch(TerrainFetch)
  /// Requests a coverage map.
  case coverageRequest(CoverageRequest)
  /// Cancels a coverage map.
  case coverageCancellation(CoverageCancellation)
  /// One half of a clock-offset exchange; it also checks that the server answers.
  case clockRequest(ClockRequest)

  /// The server's first message.
  case welcome(Welcome)
  /// The available tiles.
  case tiles(TerrainList)
  /// The heights of a block.
  case block(TerrainBlock)
  /// Refuses a block.
  case refusal(TerrainRefusal)
  /// The source of map pictures of streets.
  case streets(TerrainStreets)
  /// The version of each tile's contents.
  case versions(TerrainVersions)
  /// The available surface models.
  case surfaces(TerrainSurfaces)
  /// The progress of a tile that the server downloads.
  case progress(TerrainProgress)
  /// The coverage maps that the server can compute.
  case coverageOffer(CoverageOffer)
  /// The progress of a coverage map.
  case coverageProgress(CoverageProgress)
  /// The positions of a map's posts.
  case coverageGeometry(CoverageGeometry)
  /// Losses of a map.
  case coverageLosses(CoverageLosses)
  /// Refuses a coverage map.
  case coverageRefusal(CoverageRefusal)
  /// The other half of a clock-offset exchange.
  case clockReply(ClockReply)
  /// A notice for the screen.
  case notice(Notice)

  /// Appends a message of a client; ignores one of a server.
  public func encodeFromClient(into bytes: inout [UInt8]) {
    switch self {
    case .hello(let payload): payload.encode(into: &bytes)
    case .ask(let payload): payload.encode(into: &bytes)
    case .cancelBlock(let payload): payload.encode(into: &bytes)
    case .fetch(let payload): payload.encode(into: &bytes)
    case .coverageRequest(let payload): payload.encode(into: &bytes)
    case .coverageCancellation(let payload): payload.encode(into: &bytes)
    case .clockRequest(let payload): payload.encode(into: &bytes)
    default: break
    }
  }

  /// Appends a message of a server; ignores one of a client.
  public func encodeFromServer(into bytes: inout [UInt8]) {
    switch self {
    case .welcome(let payload): payload.encode(into: &bytes)
    case .tiles(let payload): payload.encode(into: &bytes)
    case .block(let payload): payload.encode(into: &bytes)
    case .refusal(let payload): payload.encode(into: &bytes)
    case .streets(let payload): payload.encode(into: &bytes)
    case .versions(let payload): payload.encode(into: &bytes)
    case .surfaces(let payload): payload.encode(into: &bytes)
    case .progress(let payload): payload.encode(into: &bytes)
    case .coverageOffer(let payload): payload.encode(into: &bytes)
    case .coverageProgress(let payload): payload.encode(into: &bytes)
    case .coverageGeometry(let payload): payload.encode(into: &bytes)
    case .coverageLosses(let payload): payload.encode(into: &bytes)
    case .coverageRefusal(let payload): payload.encode(into: &bytes)
    case .clockReply(let payload): payload.encode(into: &bytes)
    case .notice(let payload): payload.encode(into: &bytes)
    default: break
    }
  }
}

/// Reads messages about terrain, one by one; unknown kinds are skipped.
///
/// Pass the bytes to every call, as with `MessageReader`. After an error the reader is behind the faulty
/// message, or at the end if that is unknown; further calls are safe.
public struct CoverageMessageReader: Sendable {
  /// Most bytes in a message, header included.
  public var limit: Int { steps.limit }
  /// Where the next message starts.
  public var position: Int { steps.position }
  private var steps: MessageSteps

  /// Starts at the first byte.
  /// - Parameter limit: Most bytes in a message, header included, such as `WireLimits.clientMessageBytes`.
  public init(limit: Int) { steps = MessageSteps(limit: limit) }

  /// Reads the next message that a client sends.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` if the bytes end inside a message, `tooLong` if a length is over its limit,
  ///   `invalid` if a field has a value that is not allowed.
  /// - Complexity: O(1), no allocation.
  public mutating func nextFromClient(in bytes: RawSpan) throws(WireError) -> CoverageMessage? {
    try steps.next(in: bytes) { tag, fields in
      switch tag {
      case CoverageHello.tag: .hello(CoverageHello(&fields))
      case BlockRequest.tag: .ask(BlockRequest(&fields))
      case BlockCancellation.tag: .cancelBlock(BlockCancellation(&fields))
      case TerrainFetch.tag: .fetch(TerrainFetch(&fields))
      case CoverageRequest.tag: .coverageRequest(CoverageRequest(&fields))
      case CoverageCancellation.tag: .coverageCancellation(CoverageCancellation(&fields))
      case ClockRequest.tag: .clockRequest(ClockRequest(&fields))
      default: nil
      }
    }
  }

  /// Reads the next message that a server sends.
  ///
  /// - Parameter bytes: The same bytes at every call.
  /// - Returns: The message, or nil at the end.
  /// - Throws: As `nextFromClient(in:)`.
  /// - Complexity: O(*n*) in the bytes read; allocates only heights, losses, texts and lists of tiles.
  public mutating func nextFromServer(in bytes: RawSpan) throws(WireError) -> CoverageMessage? {
    try steps.next(in: bytes) { tag, fields in
      switch tag {
      case Welcome.tag: .welcome(Welcome(&fields))
      case TerrainList.tag: .tiles(TerrainList(&fields))
      case TerrainBlock.tag: .block(TerrainBlock(&fields))
      case TerrainRefusal.tag: .refusal(TerrainRefusal(&fields))
      case TerrainStreets.tag: .streets(TerrainStreets(&fields))
      case TerrainVersions.tag: .versions(TerrainVersions(&fields))
      case TerrainSurfaces.tag: .surfaces(TerrainSurfaces(&fields))
      case TerrainProgress.tag: .progress(TerrainProgress(&fields))
      case CoverageOffer.tag: .coverageOffer(CoverageOffer(&fields))
      case CoverageProgress.tag: .coverageProgress(CoverageProgress(&fields))
      case CoverageGeometry.tag: .coverageGeometry(CoverageGeometry(&fields))
      case CoverageLosses.tag: .coverageLosses(CoverageLosses(&fields))
      case CoverageRefusal.tag: .coverageRefusal(CoverageRefusal(&fields))
      case ClockReply.tag: .clockReply(ClockReply(&fields))
      case Notice.tag: .notice(Notice(&fields))
      default: nil
      }
    }
  }

  /// Whether the first message in these bytes is a hello for terrain.
  public static func isHello(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == CoverageHello.tag
  }
}
