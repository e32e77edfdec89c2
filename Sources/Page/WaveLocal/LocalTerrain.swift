import WaveCoverageFeed
import WaveCoverageWire
import WaveSimulation
import WaveWire

/// A server of terrain within the page, for one client, which uses the same protocol as a remote server.
///
/// It serves the simulated hills. The client's module cannot distinguish it from a remote server. The server
/// has no clock: every call passes the time in microseconds. After each call, call `collect` until it returns
/// nothing.
public struct LocalTerrain: ~Copyable {
  private let hills = Hills()
  private var feed = TerrainFeed(TerrainCatalog(tiles: Hills.descriptions))

  /// Creates a server for the simulated hills.
  public init() {}

  /// Receives whole messages from the client.
  ///
  /// - Throws: `LocalError.message` if the bytes are not a message, or `LocalError.violation` if a message is
  ///   not allowed; the connection must then be closed.
  /// - Complexity: O(messages).
  public mutating func receive(_ bytes: [UInt8], at now: Int64) throws(LocalError) {
    var reader = CoverageMessageReader(limit: WireLimits.clientMessageBytes)
    while reader.position < bytes.count {
      let message: CoverageMessage?
      do throws(WireError) { message = try reader.nextFromClient(in: bytes.span.bytes) } catch {
        throw .message(error)
      }
      guard let message else { return }
      do throws(ProtocolViolation) { try feed.receive(message, at: now) } catch { throw .violation(error) }
    }
  }

  /// Returns the messages to send now, or an empty array if there are none.
  ///
  /// If no message is ready, this computes the next requested block of heights.
  ///
  /// - Complexity: O(posts) for a block.
  public mutating func collect(at now: Int64) -> [UInt8] {
    if !feed.isDue, let (key, number) = feed.nextBlock() { feed.accept(answer(key), to: number) }
    var bytes: [UInt8] = []
    for message in feed.collect() { encode(message, into: &bytes) }
    return bytes
  }

  /// Appends a message of a kind that this source sends; the encoders of all other kinds are not linked.
  private func encode(_ message: CoverageMessage, into bytes: inout [UInt8]) {
    switch message {
    case .welcome(let payload): payload.encode(into: &bytes)
    case .tiles(let payload): payload.encode(into: &bytes)
    case .block(let payload): payload.encode(into: &bytes)
    case .refusal(let payload): payload.encode(into: &bytes)
    case .clockReply(let payload): payload.encode(into: &bytes)
    default: break
    }
  }

  private func answer(_ key: TerrainBlockKey) -> BlockAnswer {
    guard let (rows, columns) = feed.catalog.posts(of: key) else {
      return .refused(TerrainCatalog.noSuchBlock)
    }
    let heights = hills.heights(ofTile: Int(key.tile), rows: rows, columns: columns)
    return .block(
      TerrainBlock(
        key: key, rowCount: UInt8(rows.count), columnCount: UInt8(columns.count), heights: heights),
      of: feed.catalog.content(of: key))
  }

  /// The time at which to call `collect` again, which is always nil because nothing is sent later.
  public var wakeMicroseconds: Int64? { nil }
}
