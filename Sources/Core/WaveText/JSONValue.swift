import WaveUnits

/// A value of a JSON text (RFC 8259).
public enum JSONValue: Equatable, Sendable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// A number that is not an integer, or is too large for `integer`.
  case number(Double)
  /// An exact integer.
  case integer(Int64)
  /// A string in UTF-8, with its escapes resolved.
  case string([UInt8])
  /// An array of values.
  case array([JSONValue])
  /// The members of an object, in their original order.
  case object([JSONMember])

  /// The value as a double if it is a number of either kind, or nil otherwise.
  public var double: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// Returns the value of the member with the given name, or nil if there is none.
  ///
  /// If several members have the name, the last one counts.
  /// - Complexity: O(members), without allocation.
  public func member(_ name: StaticString) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { member in name.withUTF8Buffer { $0.elementsEqual(member.name) } }?.value
  }
}

/// A name and its value in a JSON object.
public struct JSONMember: Equatable, Sendable {
  /// The name of the member, in UTF-8.
  public var name: [UInt8]
  /// The value of the member.
  public var value: JSONValue

  /// Creates a member with a name and a value.
  public init(_ name: [UInt8], _ value: JSONValue) {
    self.name = name
    self.value = value
  }

  /// Creates a member with a name and a value.
  public init(_ name: StaticString, _ value: JSONValue) { self.init([UInt8](name), value) }
}

/// A fault in a JSON text.
public enum JSONFault: Equatable, Sendable {
  /// A byte is not allowed at its position.
  case unexpectedByte
  /// The text ends inside a value.
  case unexpectedEnd
  /// The text continues after its value.
  case trailingContent
  /// A number violates the JSON syntax: it has leading zeros, a bare point or a plus sign.
  case malformedNumber
  /// A number exceeds the range of double precision.
  case numberOutOfRange
  /// An escape sequence is not defined in JSON.
  case malformedEscape
  /// A string contains a control character.
  case controlCharacter
  /// The bytes of a string are not valid UTF-8.
  case notUTF8
  /// Arrays and objects are nested more deeply than the limit.
  case tooDeep(limit: Int)
  /// The text contains more values than the limit.
  case tooManyValues(limit: Int)
  /// The text is longer in bytes than the limit.
  case tooLong(limit: Int)
}

#if !hasFeature(Embedded)
  extension JSONFault: CustomStringConvertible {
    /// A one-line description of the fault and how to fix it.
    public var description: String {
      switch self {
      case .unexpectedByte: "unexpected byte in the JSON text. Correct it"
      case .unexpectedEnd: "the JSON text ends too early. It was cut off; fetch it again"
      case .trailingContent: "unexpected text after the JSON. Remove it"
      case .malformedNumber: "not a valid JSON number. Correct it"
      case .numberOutOfRange: "a number beyond double precision. Correct it"
      case .malformedEscape: "not a valid JSON escape. Correct it"
      case .controlCharacter: "a control character in a string. Write it as an escape"
      case .notUTF8: "a string that is not UTF-8. Save the text as UTF-8"
      case .tooDeep(let limit): "nested deeper than \(limit). This is not metadata"
      case .tooManyValues(let limit): "more than \(limit) values. This is not metadata"
      case .tooLong(let limit): "longer than \(limit) bytes. This is not metadata"
      }
    }
  }
#endif
