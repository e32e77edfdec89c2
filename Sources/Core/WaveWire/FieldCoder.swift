/// Reads or writes the fields of a message, one after another.
///
/// A message lists its fields once (`FieldList.fields`). The list is specialised for each coder, so a client
/// that only reads a message does not link the code that writes it. Fields are little-endian.
///
/// No method throws: a reader keeps the first fault, and every later field is zero or empty. An error exit
/// after each field would make the page's code for messages a third larger.
package protocol FieldCoder {
  /// Whether this coder reads fields from bytes; otherwise it writes them.
  static var isReading: Bool { get }
  /// The byte at which the next field starts, as in `WireError`.
  var position: Int { get }
  /// The bytes that a reader has left; 0 in a writer.
  var bytesLeft: Int { get }
  /// Whether a reader has found no fault; always true in a writer.
  var isSound: Bool { get }
  /// Codes an integer.
  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(_ value: inout T)
  /// Codes integers, whose count an earlier field has given.
  mutating func integers<T: FixedWidthInteger & BitwiseCopyable>(
    _ values: inout [T], count: Int
  )
  /// Codes floats, whose count an earlier field has given.
  mutating func floats(_ values: inout [Float], count: Int)
  /// Codes bytes, whose count an earlier field has given.
  mutating func bytes(_ value: inout [UInt8], count: Int)
  /// Codes a text after its length: valid UTF-8 of at most `limit` bytes. A writer cuts a longer text.
  mutating func text(_ value: inout [UInt8], limit: Int)
  /// Lets a writer append bytes that are not a plain field; a reader does nothing.
  mutating func write(_ append: (inout [UInt8]) -> Void)
  /// Lets a reader read bytes that are not a plain field; a writer does nothing.
  mutating func read(_ read: (inout UnsafeFieldReader) -> Void)
  /// Makes a reader keep a fault, if it is the first, and stop reading; a writer does nothing.
  mutating func refuse(_ fault: WireError)
}

extension FieldCoder {
  /// Refuses a value that was read and is not allowed; written values are not checked.
  ///
  /// - Parameters:
  ///   - isAllowed: Whether the value is allowed.
  ///   - start: The byte at which the field starts.
  @inlinable
  package mutating func require(_ isAllowed: Bool, at start: Int) {
    if Self.isReading, !isAllowed { refuse(.invalid(byte: start)) }
  }

  /// Whether fields follow that only newer versions send.
  ///
  /// - Parameters:
  ///   - isWritten: The result for a writer.
  ///   - bytes: The size of the first of these fields.
  /// - Returns: For a reader, whether that many bytes are left.
  @inlinable
  package func hasMore(_ isWritten: Bool, bytes: Int = 1) -> Bool {
    Self.isReading ? bytesLeft >= bytes : isWritten
  }

  /// Codes a double of any value.
  @inlinable
  package mutating func double(_ value: inout Double) {
    var bits = value.bitPattern
    integer(&bits)
    value = Double(bitPattern: bits)
  }

  /// Codes a double whose magnitude is at most `limit`; NaN is refused.
  @inlinable
  package mutating func double(_ value: inout Double, limit: Double) {
    let start = position
    double(&value)
    require(value.magnitude <= limit, at: start)
  }

  /// Codes a float of any value.
  @inlinable
  package mutating func float(_ value: inout Float) {
    var bits = value.bitPattern
    integer(&bits)
    value = Float(bitPattern: bits)
  }

  /// Codes a finite float.
  @inlinable
  package mutating func finite(_ value: inout Float) {
    let start = position
    float(&value)
    require(value.isFinite, at: start)
  }

  /// Codes a level in decibels.
  @inlinable
  package mutating func decibels(_ value: inout Float) {
    let start = position
    float(&value)
    require(value.magnitude <= WireLimits.decibels, at: start)
  }

  /// Codes a frequency.
  @inlinable
  package mutating func hertz(_ value: inout Double) {
    double(&value, limit: WireLimits.hertz)
  }

  /// Codes a bandwidth in hertz, above zero; NaN if it is unknown.
  @inlinable
  package mutating func bandwidth(_ value: inout Double) {
    let start = position
    double(&value)
    require(value.isNaN || value > 0 && value <= WireLimits.hertz, at: start)
  }

  /// Codes the edges of a band, the lower one first and below the other.
  @inlinable
  package mutating func band(_ low: inout Double, _ high: inout Double) {
    let start = position
    hertz(&low)
    hertz(&high)
    require(low < high, at: start)
  }

  /// Codes a time.
  @inlinable
  package mutating func microseconds(_ value: inout Int64) {
    let start = position
    integer(&value)
    require(value.magnitude <= WireLimits.microseconds.magnitude, at: start)
  }

  /// Codes a case by its raw value; a reader refuses unknown ones.
  @inlinable
  package mutating func choice<T: RawRepresentable>(_ value: inout T)
  where T.RawValue: FixedWidthInteger & BitwiseCopyable {
    let start = position
    var raw = value.rawValue
    integer(&raw)
    guard Self.isReading else { return }
    guard let known = T(rawValue: raw) else { return refuse(.invalid(byte: start)) }
    value = known
  }

  /// Codes a set of flags; unknown ones are kept.
  @inlinable
  package mutating func flags<T: OptionSet>(_ value: inout T)
  where T.RawValue: FixedWidthInteger & BitwiseCopyable {
    var raw = value.rawValue
    integer(&raw)
    if Self.isReading { value = T(rawValue: raw) }
  }

  /// Codes a number of columns.
  @inlinable
  package mutating func columns(_ value: inout UInt16) {
    let start = position
    integer(&value)
    require(value <= WireLimits.columns, at: start)
  }

  /// Codes a text of at most `WireLimits.text` bytes after its length.
  @inlinable
  package mutating func text(_ value: inout [UInt8]) {
    text(&value, limit: WireLimits.text)
  }

  /// Codes a count as an integer of the type `T`; a writer writes `limit` at most.
  ///
  /// - Returns: The count; 0 if a reader refused it for being above `limit`.
  @inlinable
  package mutating func count<T: FixedWidthInteger & BitwiseCopyable>(
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

  /// Codes elements, whose count an earlier field has given.
  @inlinable
  package mutating func elements<T: FieldList>(_ values: inout [T], count: Int) {
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

  /// Codes texts, whose count an earlier field has given.
  @inlinable
  package mutating func texts(
    _ values: inout [[UInt8]], count: Int, limit: Int = WireLimits.text
  ) {
    if Self.isReading { values = [[UInt8]](repeating: [], count: count) }
    for index in 0..<count { text(&values[index], limit: limit) }
  }
}
