public import WaveTableFormats
import WaveTables

/// A ClickHouse type, which determines how values are encoded and what they mean in a table.
public indirect enum ClickHouseType: Equatable, Sendable {
  /// The maximum length of a type's name, in bytes.
  public static let byteLimit = 1 << 20
  /// The maximum depth of nested types.
  public static let depthLimit = 16

  /// An integer from `Int8` to `Int256` or `UInt8` to `UInt256`.
  case integer(bits: Int, isSigned: Bool)
  /// A floating-point number, `Float32` or `Float64`.
  case float(bits: Int)
  /// A decimal number, given by the total number of digits and the number of digits after the decimal point.
  case decimal(precision: Int, scale: Int)
  /// A string of bytes, usually text.
  case string
  /// A string of a fixed number of bytes.
  case fixedString(byteCount: Int)
  /// A date, stored as a 16-bit number of days since 1970.
  case date
  /// A date, stored as a 32-bit number of days since 1970.
  case date32
  /// A time in seconds since 1970, with a time zone used only for display.
  case dateTime(zone: String?)
  /// A time in units of 10^-digits seconds since 1970, with a time zone used only for display.
  case dateTime64(digits: Int, zone: String?)
  /// Named values stored as integers of 8 or 16 bits.
  case enumeration(bits: Int, names: [Int16: String])
  /// A Boolean value stored in one byte.
  case bool
  /// A UUID of 16 bytes.
  case uuid
  /// An IPv4 address of 4 bytes.
  case ipv4
  /// An IPv6 address of 16 bytes.
  case ipv6
  /// A type whose values can be missing.
  case nullable(ClickHouseType)
  /// A type whose values the server stores in a dictionary; their encoding in RowBinary is unaffected.
  case lowCardinality(ClickHouseType)
  /// An unsupported type, given by its name.
  case unread(String)

  /// Parses a type's name.
  ///
  /// - Parameter name: A name as in `DESCRIBE TABLE`; an unknown type becomes `unread`.
  public init(_ name: String) {
    var parser = TypeParser(name)
    self = parser.whole() ?? .unread(String(name.prefix(200)))
  }

  /// The type without `nullable` and `lowCardinality`.
  public var bare: ClickHouseType {
    switch self {
    case .nullable(let type), .lowCardinality(let type): type.bare
    default: self
    }
  }

  /// Whether values can be missing.
  public var isNullable: Bool {
    switch self {
    case .nullable: true
    case .lowCardinality(let type): type.isNullable
    default: false
    }
  }

  /// Whether values of this type can be read.
  public var isRead: Bool { if case .unread = bare { false } else { true } }

  /// The name of a type whose values cannot be read; nil for other types.
  public var unreadName: String? { if case .unread(let name) = bare { name } else { nil } }

  /// The length of a value in RowBinary, in bytes, not including the byte that marks missing values; nil if
  /// the length varies.
  public var byteCount: Int? {
    switch bare {
    case .integer(let bits, _), .float(let bits), .enumeration(let bits, _): bits / 8
    case .decimal(let precision, _): precision <= 9 ? 4 : precision <= 18 ? 8 : precision <= 38 ? 16 : 32
    case .fixedString(let count): count
    case .date: 2
    case .date32, .dateTime, .ipv4: 4
    case .dateTime64: 8
    case .bool: 1
    case .uuid, .ipv6: 16
    case .string, .unread, .nullable, .lowCardinality: nil
    }
  }

  /// The kind of table column that represents values of this type.
  ///
  /// Integers wider than 64 bits and decimals with more than 18 digits become text, since they must be shown
  /// exactly.
  public var kind: TableColumn.Kind {
    switch bare {
    case .integer(let bits, _): bits <= 64 ? .integer : .text
    case .float: .real
    case .decimal(let precision, _): precision <= 18 ? .real : .text
    case .bool: .integer
    case .date, .date32, .dateTime, .dateTime64: .time
    case .string, .fixedString, .enumeration, .uuid, .ipv4, .ipv6: .text
    case .unread, .nullable, .lowCardinality: .other
    }
  }

  /// The unit of the type's times; nil if its values are not times.
  public var timeUnit: TableColumn.TimeUnit? {
    switch bare {
    case .date, .date32, .dateTime: .seconds
    case .dateTime64(let digits, _):
      switch digits {
      case 0: .seconds
      case 1...3: .milliseconds
      case 4...6: .microseconds
      default: .nanoseconds
      }
    default: nil
    }
  }

  /// The time zone for display; nil if the type names none.
  public var zone: String? {
    switch bare {
    case .dateTime(let zone), .dateTime64(_, let zone): zone
    default: nil
    }
  }
}
