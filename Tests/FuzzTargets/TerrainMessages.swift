import WaveCoverageWire
import WaveWire

extension FuzzTarget {
  /// Messages about terrain: an odd first byte of the input is followed by what a client sends, an even one
  /// by what a server does.
  static let terrainMessages = FuzzTarget("terrain-messages", byteLimit: 2048) { bytes throws(Finding) in
    guard let head = bytes.first else { return }
    let isClient = head & 1 == 1
    let content = Array(bytes.dropFirst())
    var reader = CoverageMessageReader(
      limit: isClient ? WireLimits.clientMessageBytes : WireLimits.serverMessageBytes)
    while true {
      let start = reader.position
      let result = Result { () throws(WireError) in try next(&reader, content, isClient) }
      try require(reader.position <= content.count, "the reader stays within the bytes")
      switch result {
      case .success(nil): return
      case .success(.some(let message)):
        let again = encoded(message, isClient)
        // A welcome once came without a wall clock, and is written with one.
        let grown = if case .welcome = message { 8 } else { 0 }
        try require(
          again.count <= reader.position - start + grown, "a message written is no longer than the one read")
        var second = CoverageMessageReader(limit: WireLimits.serverMessageBytes)
        guard
          case .success(.some(let read)) = Result(catching: { () throws(WireError) in
            try next(&second, again, isClient)
          })
        else { throw Finding("what was written can be read") }
        // Bytes are compared: a height may have been written in more bytes than it needs.
        try require(encoded(read, isClient) == again, "written, read and written again is the same")
      case .failure: break
      }
      try require(reader.position > start, "the reader goes on")
    }
  }

  private static func next(
    _ reader: inout CoverageMessageReader, _ bytes: [UInt8], _ isClient: Bool
  ) throws(WireError) -> CoverageMessage? {
    isClient
      ? try reader.nextFromClient(in: bytes.span.bytes) : try reader.nextFromServer(in: bytes.span.bytes)
  }

  private static func encoded(_ message: CoverageMessage, _ isClient: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    if isClient { message.encodeFromClient(into: &bytes) } else { message.encodeFromServer(into: &bytes) }
    return bytes
  }
}
