/// Texts that are written as literals with values in them.
///
///     TextWriter("\(count) streams at \(rate, decimals: 1) Hz").bytes
///
/// The compiler turns the literal into the calls that append its pieces, so the page's code stays as small as
/// with these calls.
extension TextWriter: ExpressibleByStringInterpolation, StringInterpolationProtocol {
  /// Creates a writer with a literal as its text.
  @inlinable
  public init(stringLiteral literal: StaticString) {
    self.init()
    append(literal)
  }

  /// Creates a writer with the text of a literal that contains values.
  @inlinable
  public init(stringInterpolation text: TextWriter) { self = text }

  /// Creates a writer with an empty text; the sizes are not used.
  @inlinable
  public init(literalCapacity: Int, interpolationCount: Int) { self.init() }

  /// Appends a literal.
  @inlinable
  public mutating func appendLiteral(_ literal: StaticString) { append(literal) }

  /// Appends a literal, which can be one of several.
  @inlinable
  public mutating func appendInterpolation(_ literal: StaticString) { append(literal) }

  /// Appends UTF-8 bytes unchanged.
  @inlinable
  public mutating func appendInterpolation(_ bytes: [UInt8]) { append(bytes: bytes) }

  /// Appends one ASCII character.
  @inlinable
  public mutating func appendInterpolation(ascii: UInt8) { append(ascii: ascii) }

  /// Appends an integer.
  @inlinable
  public mutating func appendInterpolation(_ integer: Int) { append(integer: integer) }

  /// Appends an integer that can exceed 32 bits.
  @inlinable
  public mutating func appendInterpolation(_ integer: Int64) { append(integer: integer) }

  /// Appends a whole number with commas between its thousands.
  @inlinable
  public mutating func appendInterpolation(grouped value: UInt64) { append(grouped: value) }

  /// Appends a number rounded to `decimals` decimal places.
  @inlinable
  public mutating func appendInterpolation(_ value: Double, decimals: Int) {
    append(value, decimals: decimals)
  }

  /// Appends a text.
  @inlinable
  public static func += (text: inout TextWriter, more: TextWriter) { text.append(bytes: more.bytes) }
}
