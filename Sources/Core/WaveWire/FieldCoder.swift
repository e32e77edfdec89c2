/// Goes through the fields of a message one after another, and writes or reads each.
///
/// A message lists its fields once (`Payload.fields`); the list is compiled for each coder by itself, so that a client
/// which only reads a message links no code that writes it. Fields are little-endian.
///
/// Nothing throws: a reader keeps the first fault, and every field behind it is zero or empty. A way out behind each
/// field would make the page's code larger by a third of all that reads and writes messages.
package protocol FieldCoder {
  /// Whether fields get their values from bytes; else they are written.
  static var isReading: Bool { get }
  /// Where the next field starts, counted as `WireError` counts.
  var position: Int { get }
  /// Bytes that a reader has left; none of a writer.
  var bytesLeft: Int { get }
  /// Whether a reader has found no fault so far; a writer finds none.
  var isSound: Bool { get }
  /// Codes an integer.
  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(_ value: inout T)
  /// Codes as many integers as a field before them has said.
  mutating func integers<T: FixedWidthInteger & BitwiseCopyable>(
    _ values: inout [T], count: Int
  )
  /// Codes as many floats as a field before them has said.
  mutating func floats(_ values: inout [Float], count: Int)
  /// Codes as many bytes as a field before them has said.
  mutating func bytes(_ value: inout [UInt8], count: Int)
  /// Codes a text after its length: valid UTF-8 of at most `limit` bytes. A longer one is cut when it is written.
  mutating func text(_ value: inout [UInt8], limit: Int)
  /// Has a writer append what no list of fields can say; a reader does nothing.
  mutating func write(_ append: (inout [UInt8]) -> Void)
  /// Has a reader read what no list of fields can say; a writer does nothing.
  mutating func read(_ read: (inout UnsafeFieldReader) -> Void)
  /// Has a reader keep a fault, if it is the first, and read nothing more; a writer refuses nothing.
  mutating func refuse(_ fault: WireError)
}

extension FieldCoder {
  /// Refuses what was read where it is not allowed; what is written is not looked at.
  ///
  /// - Parameters:
  ///   - isAllowed: Whether it is allowed.
  ///   - start: Where the field starts that is at fault.
  @inlinable
  package mutating func require(_ isAllowed: Bool, at start: Int) {
    if Self.isReading, !isAllowed { refuse(.invalid(byte: start)) }
  }

  /// Whether fields follow that only newer versions have: a writer's own word, and for a reader whether there are bytes
  /// for the first of them.
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

  /// Codes a double of magnitude `limit` at most; a NaN is refused.
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

  /// Codes a bandwidth in hertz, above zero; NaN where it is not known.
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

  /// Codes one of several cases by its number.
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

  /// Codes how many of something follow, as an integer of the type `T`; a writer never tells of more than `limit`.
  ///
  /// - Returns: How many.
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

  /// Codes elements, as many as a field before them has said.
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

  /// Codes texts, as many as a field before them has said.
  @inlinable
  package mutating func texts(
    _ values: inout [[UInt8]], count: Int, limit: Int = WireLimits.text
  ) {
    if Self.isReading { values = [[UInt8]](repeating: [], count: count) }
    for index in 0..<count { text(&values[index], limit: limit) }
  }
}
