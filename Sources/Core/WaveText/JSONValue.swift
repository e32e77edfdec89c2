/// A value of a JSON text (RFC 8259).
public enum JSONValue: Equatable, Sendable {
  /// The value `null`.
  case null
  /// True or false.
  case bool(Bool)
  /// A number that is not whole, or too large for `integer`.
  case number(Double)
  /// A whole number, exact.
  case integer(Int64)
  /// A text in UTF-8, with its escapes resolved.
  case string([UInt8])
  /// Values, in order.
  case array([JSONValue])
  /// Members, in the order in which they were written.
  case object([JSONMember])

  /// The number, whole or not; nil for other values.
  public var double: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// Returns the value of a member; of several members with the same name the last, as in most programs.
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
  /// The name in UTF-8.
  public var name: [UInt8]
  /// The value.
  public var value: JSONValue

  /// A member with a name and a value.
  public init(_ name: [UInt8], _ value: JSONValue) {
    self.name = name
    self.value = value
  }

  /// A member with a name and a value.
  public init(_ name: StaticString, _ value: JSONValue) {
    self.init(name.withUTF8Buffer { Array($0) }, value)
  }
}

/// The fault in a JSON text.
public enum JSONFault: Equatable, Sendable {
  /// A byte is not allowed at its position.
  case unexpectedByte
  /// The text ends inside a value.
  case unexpectedEnd
  /// The text continues after its value.
  case trailingContent
  /// A number does not have the form of JSON: it has leading zeros, a bare point or a plus.
  case malformedNumber
  /// A number exceeds the range of double precision.
  case numberOutOfRange
  /// JSON does not have this escape.
  case malformedEscape
  /// A string contains a control character.
  case controlCharacter
  /// Bytes are not UTF-8.
  case notUTF8
  /// Arrays and objects are nested more deeply than the limit.
  case tooDeep(limit: Int)
  /// The text has more values than the limit.
  case tooManyValues(limit: Int)
  /// The text has more bytes than the limit.
  case tooLong(limit: Int)
}

#if !hasFeature(Embedded)
  extension JSONFault: CustomStringConvertible {
    /// The fault and advice, in one line.
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
