public import WaveWire

/// A message between server and client about terrain and coverage; both ends use the same codec.
///
/// Messages with tags below 64 are sent from client to server, the others from server to client. Some
/// messages also belong to the other instruments (`Message`), with the same meaning.
public enum CoverageMessage: Equatable, Sendable {
  /// The client's first message.
  case hello(CoverageHello)
  /// A request for a block.
  case ask(BlockRequest)
  /// A message that cancels a block request.
  case cancelBlock(BlockCancellation)
  /// A request to download a missing tile, or to cancel the download.
  case fetch(TerrainFetch)
  /// A request for a coverage map.
  case coverageRequest(CoverageRequest)
  /// A message that cancels a request for a coverage map.
  case coverageCancellation(CoverageCancellation)
  /// A clock-offset request, which also checks that the server answers.
  case clockRequest(ClockRequest)

  /// The server's first message.
  case welcome(Welcome)
  /// The available tiles.
  case tiles(TerrainList)
  /// The heights of a block.
  case block(TerrainBlock)
  /// An answer that refuses a block.
  case refusal(TerrainRefusal)
  /// The source of street map images.
  case streets(TerrainStreets)
  /// The version of each tile's contents.
  case versions(TerrainVersions)
  /// The available surface models.
  case surfaces(TerrainSurfaces)
  /// The progress of a tile's download by the server.
  case progress(TerrainProgress)
  /// The coverage maps that the server can compute.
  case coverageOffer(CoverageOffer)
  /// The progress of a coverage map.
  case coverageProgress(CoverageProgress)
  /// The positions of a map's posts.
  case coverageGeometry(CoverageGeometry)
  /// A part of a map's losses.
  case coverageLosses(CoverageLosses)
  /// An answer that refuses a coverage map.
  case coverageRefusal(CoverageRefusal)
  /// The reply to a clock-offset request.
  case clockReply(ClockReply)
  /// A notice to show to the user.
  case notice(Notice)

  /// Appends the encoded message if it is a client message; otherwise does nothing.
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

  /// Appends the encoded message if it is a server message; otherwise does nothing.
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

/// A reader of terrain and coverage messages; messages with unknown tags are skipped.
///
/// Pass the same bytes to every call. After an error, the reader is past the faulty message, or at the end if
/// its length is unknown; further calls are safe.
public struct CoverageMessageReader: Sendable {
  /// The maximum number of bytes in a message, including its header.
  public var limit: Int { steps.limit }
  /// The offset of the next message.
  public var position: Int { steps.position }
  private var steps: MessageSteps

  /// Creates a reader at the first byte.
  ///
  /// - Parameter limit: The maximum number of bytes in a message, including its header, such as
  ///   `WireLimits.clientMessageBytes`.
  public init(limit: Int) { steps = MessageSteps(limit: limit) }

  /// Reads the next message that a client sends.
  ///
  /// - Parameter bytes: The same bytes as in previous calls.
  /// - Returns: The message, or nil at the end.
  /// - Throws: `truncated` if the bytes end inside a message, `tooLong` if a length exceeds its limit,
  ///   `invalid` if a field has an invalid value.
  /// - Complexity: O(1), without allocation.
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
  /// - Parameter bytes: The same bytes as in previous calls.
  /// - Returns: The message, or nil at the end.
  /// - Throws: The errors that `nextFromClient(in:)` throws.
  /// - Complexity: O(*n*) in the bytes read; allocates only heights, losses, text and lists of tiles.
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

  /// Returns whether the first message in these bytes is a hello message of the coverage instrument.
  public static func isHello(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 2 && UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == CoverageHello.tag
  }
}
