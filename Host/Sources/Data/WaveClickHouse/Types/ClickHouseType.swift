public import WaveTableFormats
import WaveTables

/// A type of ClickHouse: the encoding of its values, and their meaning in a table.
public indirect enum ClickHouseType: Equatable, Sendable {
  /// Maximum bytes of a type's name.
  public static let byteLimit = 1 << 20
  /// Maximum depth of nested types.
  public static let depthLimit = 16

  /// `Int8` to `Int256` and `UInt8` to `UInt256`.
  case integer(bits: Int, isSigned: Bool)
  /// `Float32` and `Float64`.
  case float(bits: Int)
  /// Numbers with a total count of digits, and a count after the decimal point.
  case decimal(precision: Int, scale: Int)
  /// Bytes, usually a text.
  case string
  /// A fixed number of bytes.
  case fixedString(byteCount: Int)
  /// Days since 1970, 16 bits.
  case date
  /// Days since 1970, 32 bits.
  case date32
  /// Seconds since 1970; the zone is only for display.
  case dateTime(zone: String?)
  /// Units of 10^-digits seconds since 1970; the zone is only for display.
  case dateTime64(digits: Int, zone: String?)
  /// Names with numbers of 8 or 16 bits.
  case enumeration(bits: Int, names: [Int16: String])
  /// False or true, one byte.
  case bool
  /// 16 bytes.
  case uuid
  /// 4 bytes.
  case ipv4
  /// 16 bytes.
  case ipv6
  /// Values that may be missing.
  case nullable(ClickHouseType)
  /// Values that the server stores in a dictionary, which does not change their encoding.
  case lowCardinality(ClickHouseType)
  /// A type that cannot be read, by its name.
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

  /// Whether values may be missing.
  public var isNullable: Bool {
    switch self {
    case .nullable: true
    case .lowCardinality(let type): type.isNullable
    default: false
    }
  }

  /// Whether its values can be read.
  public var isRead: Bool { if case .unread = bare { false } else { true } }

  /// The name of a type whose values cannot be read; nil for other types.
  public var unreadName: String? { if case .unread(let name) = bare { name } else { nil } }

  /// Bytes of a value in RowBinary, without the byte that marks missing values; nil if they depend on the
  /// value.
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

  /// The kind of column in a table.
  ///
  /// Whole numbers above 64 bits and decimals above 18 digits are texts, since they must be shown exactly.
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

  /// The unit of its times; nil if its values are not times.
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

  /// The zone in which its times are displayed, if the type names one.
  public var zone: String? {
    switch bare {
    case .dateTime(let zone), .dateTime64(_, let zone): zone
    default: nil
    }
  }
}
