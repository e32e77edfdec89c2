import WaveWire

/// Decodes planes of levels as described in Documentation/wire.md, reusing its working memory.
struct PlaneDecoder: Sendable {
  /// A lookup table indexed by the next ten bits.
  ///
  /// Each entry contains the bucket whose code these bits begin with and, in the lowest four bits, the code's
  /// length.
  private var table = [UInt16](repeating: 0, count: 1 << PlaneCoding.codeBits)
  /// The length of each bucket's code; 0 for a bucket that does not occur.
  private var lengths = [UInt8](repeating: 0, count: PlaneCoding.buckets)

  /// Reads a plane.
  ///
  /// On failure the reader stores an error: `truncated` if the message ends inside the plane, or `invalid`
  /// with the offset of the plane's first byte if its form is unknown.
  ///
  /// - Parameters:
  ///   - fields: The reader, positioned at the plane.
  ///   - columns: The range in `planes` in which to store the levels.
  ///   - planes: The levels of all planes.
  /// - Complexity: O(*n*), without allocation.
  mutating func read(
    _ fields: inout UnsafeFieldReader, columns: Range<Int>, of planes: inout MutableSpan<Int16>
  ) {
    let start = fields.position
    var first: UInt8 = 0
    fields.integer(&first)
    guard let mode = PlaneCoding.Mode(rawValue: first & 3), first & 8 == 0 else {
      return fields.refuse(.invalid(byte: start))
    }
    if mode == .raw {
      guard first == 0 else { return fields.refuse(.invalid(byte: start)) }
      for column in columns { fields.integer(&planes[column]) }
      return
    }
    var reader = BitReader(position: fields.position, end: fields.end)
    let isKnown = readBits(first, mode, &reader, fields.bytes.bytes, columns, &planes)
    guard reader.next <= fields.end else {
      return fields.refuse(.truncated(byte: fields.end, needed: reader.next - fields.end))
    }
    guard isKnown else { return fields.refuse(.invalid(byte: start)) }
    fields.move(to: reader.next)
  }

  /// Reads the bits after a plane's first byte.
  ///
  /// - Returns: Whether the bits have a valid form.
  private mutating func readBits(
    _ first: UInt8, _ mode: PlaneCoding.Mode, _ reader: inout BitReader, _ bytes: RawSpan,
    _ columns: Range<Int>, _ planes: inout MutableSpan<Int16>
  ) -> Bool {
    let hasGaps = first & PlaneCoding.gapsFlag != 0
    var count = columns.count
    if hasGaps {
      guard let levelCount = Self.markGaps(&reader, bytes, columns, &planes) else { return false }
      count = levelCount
    }
    var column = columns.lowerBound
    var level: Int16 = 0
    if mode == .differences, count > 0 {
      while hasGaps, planes[column] == RowMessage.gap { column += 1 }
      level = Int16(truncatingIfNeeded: reader.read(16, bytes))
      planes[column] = level
      column += 1
      count -= 1
    }
    guard count > 0 else { return true }
    let base = reader.read(16, bytes)
    guard readCode(&reader, bytes) else { return false }

    let lowBits = Int(first >> 4)
    let shift = UInt32(truncatingIfNeeded: lowBits)
    let areDifferences = mode == .differences
    let table = table.span
    while column < columns.upperBound {
      if hasGaps, planes[column] == RowMessage.gap {
        column &+= 1
        continue
      }
      // A code and its plain bits have at most 25 bits; `fill` provides 32.
      reader.fill(bytes)
      let entry = table[unchecked: Int(reader.peek(PlaneCoding.codeBits))]
      reader.skip(Int(entry & 15))
      let low = reader.readLoaded(lowBits)
      let value = Int16(truncatingIfNeeded: base &+ (UInt32(entry >> 4) &<< shift | low))
      level = areDifferences ? level &+ value : value
      planes[column] = level
      column &+= 1
    }
    return true
  }

  /// Marks the columns that are gaps, and sets the others to 0.
  ///
  /// - Returns: The number of columns that are not gaps; nil if the runs do not match the columns.
  private static func markGaps(
    _ reader: inout BitReader, _ bytes: RawSpan, _ columns: Range<Int>, _ planes: inout MutableSpan<Int16>
  ) -> Int? {
    var isGap = reader.read(1, bytes) == 1
    var column = columns.lowerBound
    var levelCount = 0
    while column < columns.upperBound {
      guard let run = reader.readGamma(limit: columns.upperBound - column, bytes) else { return nil }
      for _ in 0..<run {
        planes[column] = isGap ? RowMessage.gap : 0
        column += 1
      }
      levelCount += isGap ? 0 : run
      isGap.toggle()
    }
    return levelCount
  }

  /// Reads the set of buckets that occur and their code lengths, and creates the table.
  ///
  /// - Returns: Whether the lengths form a valid code.
  private mutating func readCode(_ reader: inout BitReader, _ bytes: RawSpan) -> Bool {
    let bucketCount = Int(reader.read(PlaneCoding.bucketCountBits, bytes)) + 1
    var occurs = true
    var bucket = 0
    var present = 0
    while bucket < bucketCount {
      guard let run = reader.readGamma(limit: bucketCount - bucket, bytes) else { return false }
      for _ in 0..<run {
        lengths[bucket] = occurs ? 1 : 0
        bucket += 1
      }
      present += occurs ? run : 0
      occurs.toggle()
    }
    if present == 1 {
      // If only one bucket occurs, it is the first, and its code has no bits.
      for index in table.indices { table[index] = 0 }
      return true
    }
    var counts = PrefixCode.LengthCounts()
    var length = PlaneCoding.firstCodeLength
    for bucket in 0..<bucketCount where lengths[bucket] > 0 {
      guard let change = reader.readGamma(limit: 2 * PlaneCoding.codeBits, bytes) else { return false }
      length += change & 1 == 0 ? change / 2 : -(change / 2)
      guard length >= 1, length <= PlaneCoding.codeBits else { return false }
      lengths[bucket] = UInt8(truncatingIfNeeded: length)
      counts[length] += 1
    }
    return fillTable(bucketCount, counts)
  }

  /// Writes each code to all table entries whose index begins with it.
  ///
  /// - Returns: Whether the codes fill the table exactly.
  private mutating func fillTable(_ bucketCount: Int, _ counts: PrefixCode.LengthCounts) -> Bool {
    var taken = 0
    for length in 1...PlaneCoding.codeBits { taken += Int(counts[length]) << (PlaneCoding.codeBits - length) }
    guard taken == table.count else { return false }
    var next = PrefixCode.first(counts)
    for bucket in 0..<bucketCount where lengths[bucket] > 0 {
      let length = Int(lengths[bucket])
      let unused = PlaneCoding.codeBits - length
      let start = Int(next[length]) << unused
      let entry = UInt16(truncatingIfNeeded: bucket << 4 | length)
      for place in start..<start + 1 << unused { table[place] = entry }
      next[length] += 1
    }
    return true
  }
}
