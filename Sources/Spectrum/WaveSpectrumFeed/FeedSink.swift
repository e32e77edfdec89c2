import WaveSpectra
public import WaveSpectrumWire
import WaveUnits
import WaveWire

/// The destination of a feed's messages.
public protocol FeedSink {
  /// The memory in which rows are made, kept from row to row.
  var workspace: RowWorkspace { get set }
  /// The number of bytes of the messages so far, headers included.
  var byteCount: Int { get }
  /// Appends the next message.
  mutating func append(_ message: Message)
}

/// Memory for converting a row's powers to values, so that making a row allocates nothing.
public struct RowWorkspace: Sendable {
  var powers = [Float](repeating: .nan, count: WireLimits.columns)
  var levels = [Int16](repeating: RowMessage.gap, count: WireLimits.columns)
  var values: [Int16] = []
  /// The numbering of the levels.
  var scale = LevelScale.centibels

  /// A workspace for one row of the maximum number of columns.
  public init() {}

  private init(powers: [Float], levels: [Int16]) {
    self.powers = powers
    self.levels = levels
  }

  /// A workspace without memory, which replaces one that is in use.
  static let none = RowWorkspace(powers: [], levels: [])

  /// Appends the columns of one plane of a row.
  mutating func append(_ row: SharedRow, _ detector: Detector, by reducer: ColumnReducer) {
    var output = powers.mutableSpan
    row.reduce(by: reducer, detector, into: &output)
    encode(reducer.columns)
  }

  /// Appends the maximum power of each column.
  mutating func append(_ plane: [Float], by reducer: ColumnReducer) {
    var output = powers.mutableSpan
    reducer.reduce(plane.span, .max, into: &output)
    encode(reducer.columns)
  }

  private mutating func encode(_ columns: Int) {
    let columns = min(columns, powers.count)
    let (powers, scale) = (powers, scale)
    var output = levels.mutableSpan
    if scale == .centibels {
      Centibels.encode(powers.span.extracting(first: columns), into: &output)
    } else {
      Centibels.encode(powers.span.extracting(first: columns), on: scale, into: &output)
    }
    values.append(contentsOf: levels[..<columns])
  }
}

/// A list of messages, for tests and still pictures.
public struct MessageList: FeedSink, Sendable {
  /// The memory in which rows are made.
  public var workspace = RowWorkspace()
  /// The messages, in the order of sending.
  public private(set) var messages: [Message] = []
  /// Their size in bytes when sent.
  public private(set) var byteCount = 0

  /// Starts an empty list.
  public init() {}

  /// Appends the next message.
  public mutating func append(_ message: Message) {
    messages.append(message)
    var writer = MessageWriter()
    var bytes: [UInt8] = []
    writer.append(message, to: &bytes)
    byteCount += bytes.count
  }
}
