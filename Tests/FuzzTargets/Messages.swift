import WaveWire

extension FuzzTarget {
  /// What a client sends, as a server reads it.
  static let clientMessages = FuzzTarget("client-messages", byteLimit: 1024) { bytes throws(Finding) in
    try checkMessages(bytes, limit: WireLimits.clientMessageBytes)
  }

  /// What a server sends, as a client reads it.
  static let serverMessages = FuzzTarget("server-messages", byteLimit: 2048) { bytes throws(Finding) in
    try checkMessages(bytes, limit: WireLimits.serverMessageBytes)
  }

  /// Reads on behind errors.
  private static func checkMessages(_ bytes: [UInt8], limit: Int) throws(Finding) {
    var reader = MessageReader(limit: limit)
    while true {
      let start = reader.position
      let result = Result { () throws(WireError) in try reader.next(in: bytes.span.bytes) }
      try require(reader.position <= bytes.count, "the reader stays within the bytes")
      switch result {
      case .success(nil): return
      case .success(.some(let message)): try checkMessage(message, byteLimit: reader.position - start)
      case .failure(let error):
        let place =
          switch error {
          case .truncated(let byte, _), .tooLong(let byte, _, _), .invalid(let byte): byte
          }
        try require(place >= start && place <= bytes.count, "an error stands in its message")
      }
      try require(reader.position > start, "the reader goes on")
    }
  }

  /// What was read, written and read again is the same, and no longer than it was.
  private static func checkMessage(_ message: Message, byteLimit: Int) throws(Finding) {
    if case .row(let row) = message {
      try require(Int(row.columns) <= WireLimits.columns, "columns stay within the limit")
      try require(row.values.count == row.planes.count * Int(row.columns), "a row has all its values")
    }
    var bytes: [UInt8] = []
    message.encode(into: &bytes)
    try require(bytes.count <= byteLimit, "a message written is no longer than the one read")
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    guard
      case .success(.some(let read)) = Result(catching: { () throws(WireError) in
        try reader.next(in: bytes.span.bytes)
      })
    else { throw Finding("what was written can be read") }
    try require(reader.position == bytes.count, "nothing is left over")
    var again: [UInt8] = []
    read.encode(into: &again)
    // Bytes are compared: a NaN is not equal to itself.
    try require(again == bytes, "written, read and written again is the same")
  }
}
