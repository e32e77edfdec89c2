public import WaveTableFormats
import WaveTables

/// A type of ClickHouse's: how its values come, and what they are to a table.
public indirect enum ClickHouseType: Equatable, Sendable {
  /// Bytes of a type's name at most.
  public static let byteLimit = 1 << 20
  /// Types within each other at most.
  public static let depthLimit = 16

  /// `Int8` to `Int256` and `UInt8` to `UInt256`.
  case integer(bits: Int, isSigned: Bool)
  /// `Float32` and `Float64`.
  case float(bits: Int)
  /// Digits in all, and those behind the point.
  case decimal(precision: Int, scale: Int)
  /// Bytes, mostly a text.
  case string
  /// So many bytes.
  case fixedString(byteCount: Int)
  /// Days since 1970, 16 bits.
  case date
  /// Days since 1970, 32 bits.
  case date32
  /// Seconds since 1970; the zone is one to show them in.
  case dateTime(zone: String?)
  /// Parts of a second since 1970, as small as so many digits say.
  case dateTime64(digits: Int, zone: String?)
  /// Names by their numbers, of 8 or 16 bits.
  case enumeration(bits: Int, names: [Int16: String])
  /// False or true, a byte.
  case bool
  /// 16 bytes.
  case uuid
  /// 4 bytes.
  case ipv4
  /// 16 bytes.
  case ipv6
  /// Values that may be missing.
  case nullable(ClickHouseType)
  /// Values that are kept by numbers, which does not show.
  case lowCardinality(ClickHouseType)
  /// What is not read, by its name.
  case unread(String)

  /// Reads a type's name.
  ///
  /// - Parameter name: As `DESCRIBE TABLE` has it; what is none that is known is `unread`.
  public init(_ name: String) {
    var parser = TypeParser(name)
    self = parser.whole() ?? .unread(String(name.prefix(200)))
  }

  /// The type without what may be missing and how it is kept.
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

  /// Whether values of it can be read.
  public var isRead: Bool { if case .unread = bare { false } else { true } }

  /// The name of a type whose values are not read; nil of any other.
  public var unreadName: String? { if case .unread(let name) = bare { name } else { nil } }

  /// Bytes of a value in RowBinary, without the one that tells of a missing one; nil where that depends on
  /// the value.
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

  /// What its values are to a table.
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

  /// In what its times are counted; nil of what is no time.
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

  /// The zone that its times are shown in, where the type names one.
  public var zone: String? {
    switch bare {
    case .dateTime(let zone), .dateTime64(_, let zone): zone
    default: nil
    }
  }
}
