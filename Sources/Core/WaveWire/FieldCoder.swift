/// A coder that reads or writes the fields of a message in sequence.
///
/// A message lists its fields once (`FieldList.fields`). The list is specialised for each coder, so a client
/// that only reads a message does not link the code that writes it. Fields are little-endian.
///
/// No method throws: a reader records the first fault, and every later field is zero or empty. An error exit
/// after each field would make the page's message code a third larger.
@usableFromInline
package protocol FieldCoder {
  /// Whether this coder reads fields from bytes rather than writing them.
  static var isReading: Bool { get }
  /// The byte offset at which the next field starts, as reported in `WireError`.
  var position: Int { get }
  /// The number of bytes that a reader has left; 0 in a writer.
  var bytesLeft: Int { get }
  /// Whether reading has found no fault so far; always true in a writer.
  var isSound: Bool { get }
  /// Reads or writes an integer.
  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(_ value: inout T)
  /// Reads or writes integers, with a count that is coded separately.
  mutating func integers<T: FixedWidthInteger & BitwiseCopyable>(
    _ values: inout [T], count: Int
  )
  /// Reads or writes floats, with a count that is coded separately.
  mutating func floats(_ values: inout [Float], count: Int)
  /// Reads or writes bytes, with a count that is coded separately.
  mutating func bytes(_ value: inout [UInt8], count: Int)
  /// Reads or writes valid UTF-8 text preceded by its length; when writing, truncates it to `limit` bytes.
  mutating func text(_ value: inout [UInt8], limit: Int)
  /// When writing, calls a closure that appends bytes that no other method can encode; when reading, does
  /// nothing.
  mutating func write(_ append: (inout [UInt8]) -> Void)
  /// When reading, calls a closure that reads bytes that no other method can decode; when writing, does
  /// nothing.
  mutating func read(_ read: (inout UnsafeFieldReader) -> Void)
  /// Records a fault and stops reading, unless a fault was recorded earlier; when writing, does nothing.
  mutating func refuse(_ fault: WireError)
}

extension FieldCoder {
  /// Records a fault if a value that was read is not allowed; written values are not checked.
  ///
  /// - Parameters:
  ///   - isAllowed: Whether the value is allowed.
  ///   - start: The byte offset at which the field starts.
  @inlinable package mutating func require(_ isAllowed: Bool, at start: Int) {
    if Self.isReading, !isAllowed { refuse(.invalid(byte: start)) }
  }

  /// Returns whether the message continues with fields that only newer versions of the protocol include.
  ///
  /// - Parameters:
  ///   - isWritten: The result when writing.
  ///   - bytes: The size of the first of these fields in bytes.
  /// - Returns: When reading, whether at least `bytes` bytes are left.
  @inlinable package func hasMore(_ isWritten: Bool, bytes: Int = 1) -> Bool {
    Self.isReading ? bytesLeft >= bytes : isWritten
  }

  /// Reads or writes a double with any value.
  @inlinable package mutating func double(_ value: inout Double) {
    var bits = value.bitPattern
    integer(&bits)
    value = Double(bitPattern: bits)
  }

  /// Reads or writes a double whose magnitude is at most `limit`; NaN is a fault.
  @inlinable package mutating func double(_ value: inout Double, limit: Double) {
    let start = position
    double(&value)
    require(value.magnitude <= limit, at: start)
  }

  /// Reads or writes a float with any value.
  @inlinable package mutating func float(_ value: inout Float) {
    var bits = value.bitPattern
    integer(&bits)
    value = Float(bitPattern: bits)
  }

  /// Reads or writes a finite float.
  @inlinable package mutating func finite(_ value: inout Float) {
    let start = position
    float(&value)
    require(value.isFinite, at: start)
  }

  /// Reads or writes a level in decibels, within `WireLimits.decibels`.
  @inlinable package mutating func decibels(_ value: inout Float) {
    let start = position
    float(&value)
    require(value.magnitude <= WireLimits.decibels, at: start)
  }

  /// Reads or writes a frequency in hertz, within `WireLimits.hertz`.
  @inlinable package mutating func hertz(_ value: inout Double) { double(&value, limit: WireLimits.hertz) }

  /// Reads or writes a bandwidth in hertz, above zero, or NaN if it is unknown.
  @inlinable package mutating func bandwidth(_ value: inout Double) {
    let start = position
    double(&value)
    require(value.isNaN || value > 0 && value <= WireLimits.hertz, at: start)
  }

  /// Reads or writes the edges of a band; the lower edge comes first and must be below the upper.
  @inlinable package mutating func band(_ low: inout Double, _ high: inout Double) {
    let start = position
    hertz(&low)
    hertz(&high)
    require(low < high, at: start)
  }

  /// Reads or writes a time in microseconds, within `WireLimits.microseconds`.
  @inlinable package mutating func microseconds(_ value: inout Int64) {
    let start = position
    integer(&value)
    require(value.magnitude <= WireLimits.microseconds.magnitude, at: start)
  }

  /// Reads or writes an enumeration case by its raw value; an unknown raw value is a fault.
  @inlinable package mutating func choice<T: RawRepresentable>(_ value: inout T)
  where T.RawValue: FixedWidthInteger & BitwiseCopyable {
    let start = position
    var raw = value.rawValue
    integer(&raw)
    guard Self.isReading else { return }
    guard let known = T(rawValue: raw) else { return refuse(.invalid(byte: start)) }
    value = known
  }

  /// Reads or writes a set of flags; unknown flags are preserved.
  @inlinable package mutating func flags<T: OptionSet>(_ value: inout T)
  where T.RawValue: FixedWidthInteger & BitwiseCopyable {
    var raw = value.rawValue
    integer(&raw)
    if Self.isReading { value = T(rawValue: raw) }
  }

  /// Reads or writes a number of columns, within `WireLimits.columns`.
  @inlinable package mutating func columns(_ value: inout UInt16) {
    let start = position
    integer(&value)
    require(value <= WireLimits.columns, at: start)
  }

  /// Reads or writes text of at most `WireLimits.text` bytes, preceded by its length.
  @inlinable package mutating func text(_ value: inout [UInt8]) { text(&value, limit: WireLimits.text) }

  /// Reads or writes a count as an integer of type `T`, limited to `limit` when writing.
  ///
  /// - Returns: The count, or 0 if a count above `limit` was read, which is a fault.
  @inlinable package mutating func count<T: FixedWidthInteger & BitwiseCopyable>(
    _ count: Int, as type: T.Type, limit: Int
  ) -> Int {
    let start = position
    var number = T(truncatingIfNeeded: Swift.min(count, limit))
    integer(&number)
    let found = Int(truncatingIfNeeded: number)
    if found <= limit { return found }
    refuse(.tooLong(byte: start, length: found, limit: limit))
    return 0
  }

  /// Reads or writes elements, with a count that is coded separately.
  @inlinable package mutating func elements<T: FieldList>(_ values: inout [T], count: Int) {
    guard Self.isReading else {
      for value in values.prefix(count) {
        var value = value
        value.fields(&self)
      }
      return
    }
    values = []
    for _ in 0..<count where isSound {
      var value = T(blank: ())
      value.fields(&self)
      values.append(value)
    }
  }

  /// Reads or writes several strings, with a count that is coded separately.
  @inlinable package mutating func texts(
    _ values: inout [[UInt8]], count: Int, limit: Int = WireLimits.text
  ) {
    if Self.isReading { values = [[UInt8]](repeating: [], count: count) }
    for index in 0..<count { text(&values[index], limit: limit) }
  }
}
