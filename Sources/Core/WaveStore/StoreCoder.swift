/// A type whose fields are stored in sequence.
protocol StoreFields {
  /// Reads or writes all fields in the order in which they are stored.
  mutating func fields(_ coder: inout StoreCoder)
}

extension StoreFields {
  /// Appends the stored fields.
  func write(to bytes: inout [UInt8]) {
    var value = self
    var coder = StoreCoder(writingTo: &bytes)
    value.fields(&coder)
    coder.returnBuffer(to: &bytes)
  }
}

/// A coder that reads or writes the fields of a record in sequence.
///
/// A record lists its fields once, for both directions. No method throws: a reader remembers that it found a
/// fault, and every later field is zero or empty.
struct StoreCoder {
  private var bytes: [UInt8]
  private let isReading: Bool
  /// The byte offset of the record in the file, reported in errors.
  let place: UInt64
  /// The offset of the next field to be read; 0 in a writer.
  private(set) var position = 0
  /// Whether reading has found no fault so far; always true in a writer.
  private(set) var isSound = true

  /// Creates a reader of a payload.
  init(_ payload: [UInt8], place: UInt64) {
    bytes = payload
    self.place = place
    isReading = true
  }

  /// Creates a writer that takes `buffer` without copying it; `returnBuffer(to:)` gives it back.
  init(writingTo buffer: inout [UInt8]) {
    bytes = []
    place = 0
    isReading = false
    swap(&bytes, &buffer)
  }

  mutating func returnBuffer(to bytes: inout [UInt8]) { swap(&self.bytes, &bytes) }

  var malformed: StoreError { .malformedRecord(place: place) }
  var remainingCount: Int { bytes.count - position }
  /// Whether the record continues; a writer writes all fields.
  var hasMore: Bool { !isReading || remainingCount > 0 }

  /// Throws an error if reading has found a fault.
  func finish() throws(StoreError) {
    guard isSound else { throw malformed }
  }

  /// Records a fault if a value that was read is not allowed; written values are not checked.
  mutating func require(_ isAllowed: Bool) { isSound = isSound && (isAllowed || !isReading) }

  /// Moves behind the next bytes and returns their offset, or returns nil if the payload ends too early.
  private mutating func advance(_ count: Int) -> Int? {
    require(count >= 0 && remainingCount >= count)
    guard isSound else { return nil }
    position += count
    return position - count
  }

  /// Skips reserved bytes, which are written as zeros.
  mutating func skip(_ count: Int) {
    if isReading { _ = advance(count) } else { bytes.appendZeros(count) }
  }

  mutating func integer<Value: FixedWidthInteger>(_ value: inout Value) {
    guard isReading else { return bytes.append(little: value) }
    value = advance(Value.bitWidth / 8).map { bytes.little(Value.self, at: $0) } ?? 0
  }

  /// Reads an integer.
  mutating func read<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
    var value: Value = 0
    integer(&value)
    return value
  }

  /// Reads the fields of a value, which keeps those that an older version has not stored.
  mutating func read<Value: StoreFields>(_ blank: Value) -> Value {
    var value = blank
    value.fields(&self)
    return value
  }

  /// Reads or writes an integer in a stored form of its own; a value that is too large for `Int` is clamped.
  mutating func integer<Stored: FixedWidthInteger>(_ value: inout Int, as type: Stored.Type) {
    var stored = Stored(truncatingIfNeeded: value)
    integer(&stored)
    value = Int(clamping: stored)
  }

  mutating func double(_ value: inout Double) {
    var bits = value.bitPattern
    integer(&bits)
    value = Double(bitPattern: bits)
  }

  /// Reads or writes text preceded by its length.
  mutating func text(_ value: inout [UInt8]) {
    guard isReading else { return bytes.append(text: value) }
    let count = Int(read(UInt16.self))
    require(count <= StoreFormat.textLimit)
    value = advance(count).map { Array(bytes[$0..<position]) } ?? []
  }

  /// Reads or writes a channel index; nil means all channels.
  mutating func channel(_ value: inout Int?) {
    var stored = value.map { UInt16(truncatingIfNeeded: $0) } ?? .max
    integer(&stored)
    value = stored == .max ? nil : Int(stored)
  }

  /// Reads or writes a time in microseconds; nil means an unknown time.
  mutating func time(_ value: inout Int64?) {
    var stored = value ?? .min
    integer(&stored)
    value = stored == .min ? nil : stored
  }

  /// Reads or writes a case or a kind by its number; an unknown number keeps the value, where there is one.
  mutating func choice<Value: RawRepresentable<UInt8>>(_ value: inout Value) {
    var number = value.rawValue
    integer(&number)
    value = Value(rawValue: number) ?? value
  }

  /// Reads or writes flags in the lowest bits of an integer, the first one in the lowest bit.
  mutating func flags<Bits: FixedWidthInteger>(_ type: Bits.Type, _ flags: [Bool]) -> [Bool] {
    var bits = flags.indices.reduce(0 as Bits) { $0 | (flags[$1] ? 1 << Bits($1) : 0) }
    integer(&bits)
    return flags.indices.map { bits >> Bits($0) & 1 == 1 }
  }

  /// Reads or writes a count of items; a count above `limit` is a fault when reading.
  mutating func count(_ count: Int, limit: Int = StoreFormat.itemLimit) -> Int {
    var stored = UInt32(truncatingIfNeeded: count)
    integer(&stored)
    require(stored <= UInt32(limit))
    return isSound ? Int(stored) : 0
  }

  /// Reads or writes fields preceded by their length in bytes; a reader skips fields added by later versions.
  mutating func sized(_ byteCount: Int, _ fields: (inout StoreCoder) -> Void) {
    var stored = byteCount
    integer(&stored, as: UInt32.self)
    require(stored <= remainingCount)
    let end = position + (isSound ? stored : 0)
    fields(&self)
    if isReading { skip(end - position) }
  }

  /// Reads or writes items, preceded by their count unless it is given; `blank` is an item before it is read.
  mutating func items<Item: StoreFields>(_ items: inout [Item], count known: Int? = nil, blank: Item) {
    let count = known ?? count(items.count)
    if isReading { items = Array(repeating: blank, count: count) }
    for index in items.indices { items[index].fields(&self) }
  }
}
