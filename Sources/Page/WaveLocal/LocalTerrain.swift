import WaveCoverageWire
import WaveSimulation
import WaveWire

/// A server of terrain within the page, for one client, with the same messages as over a socket.
///
/// It serves the simulated hills. The client's module cannot distinguish it from a remote server. It has no
/// clock: every call passes the time in microseconds. After each call, call `collect` until it returns
/// nothing.
public struct LocalTerrain: ~Copyable {
  /// The maximum number of waiting requests, as on a server.
  private static let asksLimit = 4 * WireLimits.terrainAsks

  private let hills = Hills()
  private let tiles = Hills.descriptions
  private var isGreeted = false
  private var asks: [TerrainBlockKey] = []
  private var answers: [TerrainMessage] = []

  /// Serves the hills.
  public init() {}

  /// Receives whole messages from the client.
  ///
  /// - Throws: `LocalError.message` if bytes are not a message, `LocalError.violation` if a message is not
  ///   allowed; the connection has to be closed.
  /// - Complexity: O(messages).
  public mutating func receive(_ bytes: [UInt8], at now: Int64) throws(LocalError) {
    var reader = TerrainMessageReader(limit: WireLimits.clientMessageBytes)
    while reader.position < bytes.count {
      let message: TerrainMessage?
      do throws(WireError) { message = try reader.nextFromClient(in: bytes.span.bytes) } catch {
        throw .message(error)
      }
      guard let message else { return }
      try take(message, at: now)
    }
  }

  private mutating func take(_ message: TerrainMessage, at now: Int64) throws(LocalError) {
    guard asks.count + answers.count < Self.asksLimit else { throw .violation(.answersUnread) }
    if case .hello(let hello) = message {
      guard hello.version == WireVersion.current else { throw .violation(.version(hello.version)) }
      isGreeted = true
      let count = UInt16(tiles.count)
      answers.append(.welcome(Welcome(sourceCount: count, serverMicroseconds: now)))
      answers.append(.tiles(TerrainList(first: 0, total: count, tiles: tiles)))
      return
    }
    guard isGreeted else { throw .violation(.notGreeted) }
    switch message {
    case .ask(let ask): if !asks.contains(ask.key) { asks.append(ask.key) }
    case .takeBack(let taken): asks.removeAll { $0 == taken.key }
    case .clockRequest(let request):
      answers.append(
        .clockReply(ClockReply(clientMicroseconds: request.clientMicroseconds, serverMicroseconds: now)))
    default: break
    }
  }

  /// Returns the messages to send now: those that were answered at once, or one block; empty if there are
  /// none.
  ///
  /// - Complexity: O(posts) of a block.
  public mutating func collect(at now: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    for answer in answers { answer.encodeFromServer(into: &bytes) }
    answers.removeAll(keepingCapacity: true)
    guard bytes.isEmpty, !asks.isEmpty else { return bytes }
    answer(asks.removeFirst()).encodeFromServer(into: &bytes)
    return bytes
  }

  private func answer(_ key: TerrainBlockKey) -> TerrainMessage {
    guard !key.isSurface, Int(key.tile) < tiles.count,
      let (rows, columns) = tiles[Int(key.tile)].posts(of: key)
    else {
      let text: StaticString = "There is no such part of the terrain. Reload the page to see what is there."
      return .refusal(TerrainRefusal(key: key, text: text.withUTF8Buffer { [UInt8]($0) }))
    }
    return .block(
      TerrainBlock(
        key: key, rowCount: UInt8(rows.count), columnCount: UInt8(columns.count),
        heights: hills.heights(ofTile: Int(key.tile), rows: rows, columns: columns)))
  }

  /// Nil, because nothing has to be sent later.
  public var wakeMicroseconds: Int64? { nil }
}
