import WaveSensorsWire
import WaveWire

extension FuzzTarget {
  /// Messages about streams: an odd first byte of the input is followed by what a client sends, an even one
  /// by what a server does.
  static let streamMessages = FuzzTarget("stream-messages", byteLimit: 2048) { bytes throws(Finding) in
    guard let head = bytes.first else { return }
    let isClient = head & 1 == 1
    let content = Array(bytes.dropFirst())
    var reader = SensorsMessageReader(
      limit: isClient ? WireLimits.clientMessageBytes : WireLimits.serverMessageBytes)
    while true {
      let start = reader.position
      let result = Result { () throws(WireError) in try next(&reader, content, isClient) }
      try require(reader.position <= content.count, "the reader stays within the bytes")
      switch result {
      case .success(nil): return
      case .success(.some(let message)):
        try checkAgain(message, isClient, byteLimit: reader.position - start)
      case .failure: break
      }
      try require(reader.position > start, "the reader goes on")
    }
  }

  private static func next(
    _ reader: inout SensorsMessageReader, _ bytes: [UInt8], _ isClient: Bool
  ) throws(WireError) -> SensorsMessage? {
    isClient
      ? try reader.nextFromClient(in: bytes.span.bytes) : try reader.nextFromServer(in: bytes.span.bytes)
  }

  /// What was read, written and read again is the same, and no longer than it was.
  private static func checkAgain(
    _ message: SensorsMessage, _ isClient: Bool, byteLimit: Int
  ) throws(Finding) {
    if case .columns(let columns) = message {
      let count = Int(columns.channelCount) * Int(columns.blockCount) * columns.valuesPerBlock
      try require(columns.values.count == count, "columns have all their values")
    }
    let bytes = encoded(message, isClient)
    // Steering once came without flags, and a welcome without a wall clock; both are written with them.
    let grown =
      switch message {
      case .steering: 1
      case .welcome: 8
      default: 0
      }
    try require(bytes.count <= byteLimit + grown, "a message written is no longer than the one read")
    var reader = SensorsMessageReader(limit: WireLimits.serverMessageBytes)
    guard
      case .success(.some(let read)) = Result(catching: { () throws(WireError) in
        try next(&reader, bytes, isClient)
      })
    else { throw Finding("what was written can be read") }
    // Bytes are compared: a NaN is not equal to itself.
    try require(encoded(read, isClient) == bytes, "written, read and written again is the same")
  }

  private static func encoded(_ message: SensorsMessage, _ isClient: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    if isClient { message.encodeFromClient(into: &bytes) } else { message.encodeFromServer(into: &bytes) }
    return bytes
  }
}
