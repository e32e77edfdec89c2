import WaveWire

/// Encodes planes of levels as described in Documentation/wire.md, reusing its working memory.
struct PlaneEncoder: Sendable {
  private var levels = PlaneValues()
  private var differences = PlaneValues()
  private var code = PrefixCode()
  /// The writer of encoded bits, whose capacity suffices because encoded levels take less space than plain
  /// levels.
  private var writer = BitWriter(wordCapacity: 3 * WireLimits.columns / 4)

  /// Appends a plane in the shortest of the possible forms, or nearly the shortest.
  ///
  /// - Parameters:
  ///   - plane: Levels or gaps; from 1 to `WireLimits.columns` values.
  ///   - bytes: The bytes to which the plane is appended.
  /// - Complexity: O(*n*); allocates only if `bytes` has to grow.
  mutating func append(_ plane: Span<Int16>, to bytes: inout [UInt8]) {
    levels.set(levelsOf: plane)
    writer.restart()
    var mode = PlaneCoding.Mode.levels
    var lowBits = 0
    let hasGaps = levels.count < plane.count
    if hasGaps { Self.writeGaps(plane, &writer) }
    var isShorter = true
    if levels.count > 0 {
      levels.tally()
      differences.set(differencesOf: levels)
      if differences.count > 0 { differences.tally() }
      if differences.count > 0, differences.cost < levels.cost {
        mode = .differences
        lowBits = differences.lowBits
        writer.write(UInt32(UInt16(bitPattern: levels.values[0])), 16)
        isShorter = Self.write(differences, &code, limit: 16 * plane.count, &writer)
      } else {
        lowBits = levels.lowBits
        isShorter = Self.write(levels, &code, limit: 16 * plane.count, &writer)
      }
    }
    let byteCount = writer.finish()
    guard isShorter, byteCount < 2 * plane.count else { return Self.appendRaw(plane, to: &bytes) }
    bytes.append(
      mode.rawValue | (hasGaps ? PlaneCoding.gapsFlag : 0) | UInt8(truncatingIfNeeded: lowBits << 4))
    writer.words.withUnsafeBytes { bytes.append(contentsOf: $0[..<byteCount]) }
  }

  private static func appendRaw(_ plane: Span<Int16>, to bytes: inout [UInt8]) {
    bytes.append(PlaneCoding.Mode.raw.rawValue)
    for column in plane.indices { bytes.append(littleEndian: plane[column]) }
  }

  /// Writes the lengths of runs of columns, alternating between columns with data and gaps.
  private static func writeGaps(_ plane: Span<Int16>, _ writer: inout BitWriter) {
    var isGap = plane[0] == RowMessage.gap
    writer.write(isGap ? 1 : 0, 1)
    var start = 0
    for column in plane.indices where (plane[column] == RowMessage.gap) != isGap {
      writer.writeGamma(column - start)
      start = column
      isGap.toggle()
    }
    writer.writeGamma(plane.count - start)
  }

  /// Creates a code for values, and writes the code and the values unless the values alone would need at
  /// least `limit` bits.
  private static func write(
    _ values: borrowing PlaneValues, _ code: inout PrefixCode, limit: Int, _ writer: inout BitWriter
  ) -> Bool {
    let occurrences = values.counts.span.extracting(values.buckets)
    code.make(occurrences)
    let codes = code.codes.span
    var bitCount = values.lowBits * values.count
    for bucket in occurrences.indices { bitCount &+= Int(occurrences[bucket]) &* Int(codes[bucket] & 15) }
    guard bitCount < limit else { return false }
    write(codes, of: occurrences, from: values.base, &writer)
    write(
      values.values.span.extracting(first: values.count), from: values.base, lowBits: values.lowBits, codes,
      &writer)
    return true
  }

  /// Writes the range of buckets, the set of buckets that occur, and their code lengths.
  private static func write(
    _ codes: Span<UInt32>, of occurrences: Span<UInt16>, from base: Int32, _ writer: inout BitWriter
  ) {
    writer.write(UInt32(UInt16(truncatingIfNeeded: base)), 16)
    writer.write(UInt32(occurrences.count - 1), PlaneCoding.bucketCountBits)
    var occurs = true
    var start = 0
    for bucket in occurrences.indices where (occurrences[bucket] > 0) != occurs {
      writer.writeGamma(bucket - start)
      start = bucket
      occurs.toggle()
    }
    writer.writeGamma(occurrences.count - start)
    var last = PlaneCoding.firstCodeLength
    for bucket in occurrences.indices where codes[bucket] > 0 {
      let length = Int(codes[bucket] & 15)
      let change = length - last
      writer.writeGamma(change > 0 ? 2 * change : 1 - 2 * change)
      last = length
    }
  }

  /// Writes each value as the code of its bucket and its position within the bucket.
  private static func write(
    _ values: Span<Int16>, from base: Int32, lowBits: Int, _ codes: Span<UInt32>, _ writer: inout BitWriter
  ) {
    let shift = UInt32(truncatingIfNeeded: lowBits)
    let mask = (1 as UInt32) &<< shift &- 1
    for index in values.indices {
      let above = UInt32(bitPattern: Int32(values[unchecked: index]) &- base)
      // Each value was counted in its bucket, so the bucket has a code.
      let code = codes[unchecked: Int(above &>> shift)]
      writer.write((code &>> 4) &<< shift | above & mask, Int(code & 15) &+ lowBits)
    }
  }
}
