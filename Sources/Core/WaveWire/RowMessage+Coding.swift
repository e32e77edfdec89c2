import WaveUnits

extension RowMessage: Payload {
  static let tag: UInt16 = 68

  /// Bytes before the values, the message's header included.
  static let headerBytes = 30

  /// Bytes of a scale behind the planes.
  private static let scaleBytes = 6

  var reservedBytes: Int { Self.headerBytes + planes.count + 2 * values.count + Self.scaleBytes }

  func append(to bytes: inout [UInt8]) {
    var encoder = PlaneEncoder()
    append(to: &bytes, by: &encoder)
  }

  /// Appends the payload, coded in working memory that is kept.
  func append(to bytes: inout [UInt8], by encoder: inout PlaneEncoder) {
    precondition(
      Int(columns) <= WireLimits.columns && values.count == planes.count * Int(columns),
      "A row has a value for each of its planes and columns.")
    bytes.append(littleEndian: view)
    bytes.append(littleEndian: axis)
    bytes.append(flags.rawValue)
    bytes.append(planes.rawValue)
    bytes.append(littleEndian: columns)
    bytes.append(littleEndian: sequence)
    bytes.append(littleEndian: startMicroseconds)
    bytes.append(littleEndian: durationMicroseconds)
    bytes.append(littleEndian: skipped)
    for start in stride(from: 0, to: values.count, by: Int(columns)) {
      encoder.append(values.span.extracting(start..<start + Int(columns)), to: &bytes)
    }
    guard scale != .centibels else { return }
    bytes.append(littleEndian: scale.low)
    bytes.append(littleEndian: scale.high)
    bytes.append(littleEndian: scale.fineness)
  }

  init(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(WireError) {
    let view: UInt16 = try cursor.integer(bytes)
    let axis: UInt16 = try cursor.integer(bytes)
    let flags = RowFlags(rawValue: try cursor.integer(bytes))
    let planesByte = cursor.position
    let planes = try cursor.planes(bytes)
    guard !planes.isEmpty else { throw .invalid(byte: planesByte) }
    let columnsByte = cursor.position
    let columns = try cursor.columns(bytes)
    guard columns > 0 else { throw .invalid(byte: columnsByte) }
    self.init(
      view: view, axis: axis, flags: flags, planes: planes, sequence: try cursor.integer(bytes),
      startMicroseconds: try cursor.microseconds(bytes), durationMicroseconds: try cursor.integer(bytes),
      skipped: try cursor.integer(bytes), columns: columns,
      values: [Int16](repeating: Self.gap, count: planes.count * Int(columns)))
    var levels = values.mutableSpan
    var decoder = PlaneDecoder()
    for start in stride(from: 0, to: levels.count, by: Int(columns)) {
      try decoder.read(&cursor, bytes, columns: start..<start + Int(columns), of: &levels)
    }
    guard cursor.position < cursor.end else { return }
    let start = try cursor.take(Self.scaleBytes)
    func number(_ place: Int) -> UInt16 {
      UInt16(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: start + 2 * place, as: UInt16.self))
    }
    guard
      let scale = LevelScale(
        low: Int16(bitPattern: number(0)), high: Int16(bitPattern: number(1)), fineness: number(2))
    else { throw .invalid(byte: start) }
    self.scale = scale
  }
}
