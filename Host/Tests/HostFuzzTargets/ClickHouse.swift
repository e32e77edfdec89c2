import FuzzTargets
import WaveClickHouse
import WaveTableFormats
import WaveTables

extension FuzzTarget {
  /// Addresses of tables as people type them.
  static let clickHouseAddress = FuzzTarget("clickhouse-address", byteLimit: 160) { bytes throws(Finding) in
    let text = String(decoding: bytes, as: UTF8.self)
    switch Result(catching: { () throws(ClickHouseError) in try ClickHouseAddress(text) }) {
    case .failure(let error):
      guard let at = text.lastIndex(of: "@"), let colon = text[..<at].lastIndex(of: ":") else { return }
      let password = text[text.index(after: colon)..<at]
      // Short ones stand in the words of an error by chance, and others may stand behind the @ too.
      guard password.utf8.count >= 8, !text[at...].contains(password), !"clickhouse://".contains(password)
      else { return }
      try require(!"\(error)".contains(password), "no password is shown")
    case .success(var address):
      try require((1...65_535).contains(address.port) && !address.host.isEmpty, "an address has a place")
      try require(!address.database.isEmpty && !address.table.isEmpty, "an address has a table")
      let again = Result { () throws(ClickHouseError) in try ClickHouseAddress(address.shown) }
      address.urlPassword = nil
      try require(again == .success(address), "what is shown is read as the same")
    }
  }

  /// Names of types.
  static let clickHouseType = FuzzTarget("clickhouse-type", byteLimit: 200) { bytes throws(Finding) in
    let type = ClickHouseType(String(decoding: bytes, as: UTF8.self))
    if let count = type.byteCount { try require(count > 0, "a value has bytes") }
    try require(type.isRead || type.byteCount == nil, "what is not read has no length")
    try require((type.timeUnit != nil) == (type.kind == .time), "times have a unit")
    guard let count = type.byteCount, count <= 64, !type.isNullable else { return }
    var reader = RowBinaryReader([UInt8](repeating: 0x41, count: count))
    let cell = Result { () throws(ClickHouseError) in try reader.cell(of: type) }
    guard case .success = cell else { throw Finding("bytes enough are a value") }
    try require(reader.isAtEnd, "a value has the bytes that its type says")
  }

  /// What a server says went wrong: one line of it, that is cut.
  static let serverText = FuzzTarget("server-text", byteLimit: 300) { bytes throws(Finding) in
    let text = ServerText(bytes)
    try require(text.words.count <= ServerText.limit, "words are cut")
    try require(!text.words.contains { $0.isNewline || $0 == "\t" }, "words are a line")
    guard let address = try? ClickHouseAddress("clickhouse://there/base/table") else {
      throw Finding("an address is one")
    }
    for header in [nil, 159, 279] {
      switch text.error(status: 500, header: header, of: address, ClickHouseLimits()) {
      case .tooSlow(let seconds): try require(seconds >= 1, "a server allows some time")
      case .shardLost(let shard, _):
        try require(shard.map { text.words.contains($0) } ?? true, "a shard is named")
      default: break
      }
    }
  }

  /// Rows as a server sends them: the first bytes choose their types.
  static let rowBinary = FuzzTarget("row-binary", byteLimit: 256) { bytes throws(Finding) in
    let names = [
      "Int8", "UInt64", "Int128", "Float32", "Float64", "Decimal(9, 3)", "Decimal(38, 20)", "String",
      "FixedString(5)", "Date", "Date32", "DateTime('UTC')", "DateTime64(4)", "Enum8('a' = 1)", "Bool",
      "UUID",
      "IPv4", "IPv6", "Nullable(String)", "LowCardinality(Nullable(Int32))", "Array(Int8)", "UInt256",
    ]
    guard bytes.count > 4 else { return }
    let types = bytes.prefix(4).map { ClickHouseType(names[Int($0) % names.count]) }
    let content = Array(bytes.dropFirst(4))
    var reader = RowBinaryReader(content)
    for type in types {
      let start = reader.place
      switch Result(catching: { () throws(ClickHouseError) in try reader.cell(of: type) }) {
      case .failure(.brokenAnswer(let byte, _)):
        try require((start...content.count).contains(byte), "what is broken stands within the bytes")
        return
      case .failure(.typeNotRead): return
      case .failure: throw Finding("bytes are broken or their type is not read")
      case .success(.text(let text, let count)):
        try require(
          text.utf8.count <= TableCell.textLimit && text.utf8.count <= max(count, 78), "a text is cut")
      case .success: break
      }
      try require(reader.place > start && reader.place <= content.count, "a value takes bytes")
    }
  }
}
