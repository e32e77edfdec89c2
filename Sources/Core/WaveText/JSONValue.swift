/// A value of a JSON text (RFC 8259).
public enum JSONValue: Equatable, Sendable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A number that is not whole, or too large for `integer`.
  case number(Double)
  /// A whole number, exact.
  case integer(Int64)
  /// Text in UTF-8, its escapes resolved.
  case string([UInt8])
  /// Values in order.
  case array([JSONValue])
  /// Members in the order they were written.
  case object([JSONMember])

  /// The number, whole or not; nil for what is none.
  public var double: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The value of a member; of several with one name the last, as most programs take it.
  /// - Complexity: O(members), no allocation.
  public func member(_ name: StaticString) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { member in
      name.withUTF8Buffer { $0.elementsEqual(member.name) }
    }?.value
  }
}

/// A name and its value in a JSON object.
public struct JSONMember: Equatable, Sendable {
  /// Name in UTF-8.
  public var name: [UInt8]
  /// What it holds.
  public var value: JSONValue

  /// Names a value.
  public init(_ name: [UInt8], _ value: JSONValue) {
    self.name = name
    self.value = value
  }

  /// Names a value.
  public init(_ name: StaticString, _ value: JSONValue) {
    self.init(name.withUTF8Buffer { Array($0) }, value)
  }
}

/// What is wrong with a JSON text.
public enum JSONFault: Equatable, Sendable {
  /// A byte that cannot stand there.
  case unexpectedByte
  /// The text ends inside a value.
  case unexpectedEnd
  /// Something follows the value.
  case trailingContent
  /// A number that is not written as JSON wants it: leading zeros, a bare point, a plus.
  case malformedNumber
  /// A number beyond the range of double precision.
  case numberOutOfRange
  /// An escape that JSON does not have.
  case malformedEscape
  /// A control character inside a string.
  case controlCharacter
  /// Bytes that are not UTF-8.
  case notUTF8
  /// Arrays and objects are nested deeper than this.
  case tooDeep(limit: Int)
  /// More values than this.
  case tooManyValues(limit: Int)
  /// More bytes than this.
  case tooLong(limit: Int)
}

#if !hasFeature(Embedded)
  extension JSONFault: CustomStringConvertible {
    /// What is wrong, and what to do, in one line.
    public var description: String {
      switch self {
      case .unexpectedByte: "JSON cannot go on like this. Correct the text"
      case .unexpectedEnd: "the JSON text ends too early. It was cut off; fetch it again"
      case .trailingContent: "something follows the JSON text. Remove it"
      case .malformedNumber: "not a number as JSON writes them. Correct it"
      case .numberOutOfRange: "a number beyond double precision. Correct it"
      case .malformedEscape: "not an escape that JSON has. Correct it"
      case .controlCharacter: "a control character in a string. Write it as an escape"
      case .notUTF8: "a string that is not UTF-8. Save the text as UTF-8"
      case .tooDeep(let limit): "nested deeper than \(limit). This is not metadata"
      case .tooManyValues(let limit): "more than \(limit) values. This is not metadata"
      case .tooLong(let limit): "longer than \(limit) bytes. This is not metadata"
      }
    }
  }
#endif
