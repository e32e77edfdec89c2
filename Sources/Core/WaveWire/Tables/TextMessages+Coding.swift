extension ShowTexts: Payload {
  static let tag: UInt16 = 42

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: buckets)
    let told = columns.prefix(WireLimits.textLanes)
    bytes.append(UInt8(truncatingIfNeeded: told.count))
    for column in told { bytes.append(littleEndian: column) }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let bucketsByte = cursor.position
    let buckets: UInt16 = try cursor.integer(bytes)
    guard Int(buckets) <= WireLimits.textBuckets else { throw .invalid(byte: bucketsByte) }
    let count = try cursor.count(bytes, limit: WireLimits.textLanes)
    var columns: [UInt16] = []
    columns.reserveCapacity(count)
    for _ in 0..<count { columns.append(try cursor.integer(bytes)) }
    self.init(source: source, buckets: buckets, columns: columns)
  }
}

extension TextMatch {
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .value(let text):
      bytes.append(0)
      bytes.append(text: text, limit: WireLimits.categoryText)
    case .missing: bytes.append(1)
    case .others: bytes.append(2)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let start = cursor.position
    switch try cursor.integer(bytes) as UInt8 {
    case 0: self = .value(try cursor.text(bytes, limit: WireLimits.categoryText))
    case 1: self = .missing
    case 2: self = .others
    default: throw .invalid(byte: start)
    }
  }
}

extension TextSummary: Payload {
  static let tag: UInt16 = 138

  var reservedBytes: Int { 40 + top.count * 64 }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: source)
    bytes.append(littleEndian: column)
    bytes.append(isCut ? 1 : 0)
    bytes.append(littleEndian: distinctCount)
    bytes.append(littleEndian: rowCount)
    bytes.append(littleEndian: missingCount)
    let told = top.prefix(WireLimits.textCategories)
    bytes.append(UInt8(truncatingIfNeeded: told.count))
    for category in told {
      bytes.append(text: category.text, limit: WireLimits.categoryText)
      bytes.append(littleEndian: category.count)
    }
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let source: UInt16 = try cursor.integer(bytes)
    let column: UInt16 = try cursor.integer(bytes)
    let flags: UInt8 = try cursor.integer(bytes)
    let distinctCount: UInt32 = try cursor.integer(bytes)
    let rowCount: UInt64 = try cursor.integer(bytes)
    let missingCount: UInt64 = try cursor.integer(bytes)
    let count = try cursor.count(bytes, limit: WireLimits.textCategories)
    var top: [Category] = []
    top.reserveCapacity(count)
    for _ in 0..<count {
      let text = try cursor.text(bytes, limit: WireLimits.categoryText)
      top.append(Category(text: text, count: try cursor.integer(bytes)))
    }
    self.init(
      source: source, column: column, isCut: flags & 1 != 0, distinctCount: distinctCount, rowCount: rowCount,
      missingCount: missingCount, top: top)
  }
}

extension TextStrip: Payload {
  static let tag: UInt16 = 139

  var reservedBytes: Int { 24 + shares.count }

  func append(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: column)
    bytes.append(littleEndian: rowCount)
    let count = Swift.min(buckets, WireLimits.textBuckets)
    bytes.append(littleEndian: UInt16(truncatingIfNeeded: count))
    bytes.append(contentsOf: shares[..<(count * Self.classCount)])
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let column: UInt16 = try cursor.integer(bytes)
    let rowCount: UInt64 = try cursor.integer(bytes)
    let countByte = cursor.position
    let count = Int(try cursor.integer(bytes) as UInt16)
    guard count <= WireLimits.textBuckets else {
      throw .tooLong(byte: countByte, length: count, limit: WireLimits.textBuckets)
    }
    let start = try cursor.take(count * Self.classCount)
    var shares = [UInt8](repeating: 0, count: count * Self.classCount)
    for bucket in 0..<count {
      let first = bucket * Self.classCount
      var sum = 0
      for place in first..<(first + Self.classCount) {
        shares[place] = bytes.unsafeLoad(fromByteOffset: start + place, as: UInt8.self)
        sum += Int(shares[place])
      }
      guard sum == 0 || sum == 255 else { throw .invalid(byte: start + first) }
    }
    self.init(view: view, column: column, rowCount: rowCount, shares: shares)
  }
}
