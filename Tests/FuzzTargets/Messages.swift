import WaveSpectrumWire
import WaveUnits
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

  /// Levels of any row: the first byte of the input gives the planes, the second the columns less one, or as
  /// many as there can be.
  static let rows = FuzzTarget("rows", byteLimit: 1024) { bytes throws(Finding) in
    guard bytes.count > 2 else { return }
    let planes = PlaneSet(rawValue: Swift.max(1, bytes[0] & 31))
    let columns = bytes[1] == 255 ? WireLimits.columns : Int(bytes[1]) + 1
    let levels = bytes.dropFirst(2)
    // Neighbours are often alike: bytes below 128 are steps from the level before, others begin a level of
    // their own.
    var values: [Int16] = []
    var place = levels.startIndex
    while values.count < planes.count * columns {
      guard place < levels.endIndex else {
        values.append(values.last ?? 0)
        continue
      }
      let byte = levels[place]
      place += 1
      if byte < 128 {
        values.append((values.last ?? -1000) &+ Int16(byte) &- 64)
      } else if byte == 255 {
        values.append(RowMessage.gap)
      } else {
        let low = place < levels.endIndex ? levels[place] : 0
        place += 1
        values.append(Int16(bitPattern: UInt16(byte) << 9 | UInt16(low) << 1))
      }
    }
    let row = RowMessage(
      view: 1, axis: 2, flags: [], planes: planes, sequence: 3, startMicroseconds: 4, durationMicroseconds: 5,
      skipped: 6, columns: UInt16(columns), values: values)
    var coded: [UInt8] = []
    Message.row(row).encode(into: &coded)
    try checkLength(of: coded, row)
    var reader = MessageReader(limit: WireLimits.serverMessageBytes)
    let read = Result { () throws(WireError) in try reader.next(in: coded.span.bytes) }
    try require(read == .success(.row(row)), "a row coded is the row read")
  }

  /// A row is never larger than its values as they are, one byte a plane more, and six for a scale of its
  /// own.
  private static func checkLength(of bytes: [UInt8], _ row: RowMessage) throws(Finding) {
    let scale = row.scale == .centibels ? 0 : 6
    try require(
      bytes.count <= 30 + row.planes.count + 2 * row.values.count + scale, "a row is never larger than raw")
  }

  /// Bytes that a message may gain: steering once came without flags, and is written with them.
  private static func grown(_ message: Message) -> Int {
    switch message {
    case .steering: 1
    case .welcome: 8
    default: 0
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
    if case .row(let row) = message {
      try checkLength(of: bytes, row)
    } else {
      try require(
        bytes.count <= byteLimit + grown(message), "a message written is no longer than the one read")
    }
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
