import WaveSpectra
public import WaveSpectrumWire
import WaveUnits
import WaveWire

/// A destination for a feed's messages.
public protocol FeedSink {
  /// The memory for creating rows, which is reused from row to row.
  var workspace: RowWorkspace { get set }
  /// The total size, in bytes, of the messages appended so far, including their headers.
  var byteCount: Int { get }
  /// Appends the next message.
  mutating func append(_ message: Message)
}

/// Memory for converting a row's powers to values, so that creating a row allocates nothing.
public struct RowWorkspace: Sendable {
  var powers = [Float](repeating: .nan, count: WireLimits.columns)
  var levels = [Int16](repeating: RowMessage.gap, count: WireLimits.columns)
  var values: [Int16] = []
  /// The scale of the level values.
  var scale = LevelScale.centibels

  /// Creates a workspace for one row with the maximum number of columns.
  public init() {}

  private init(powers: [Float], levels: [Int16]) {
    self.powers = powers
    self.levels = levels
  }

  /// An empty workspace that temporarily replaces one in use.
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

/// A list of messages, for tests and still images.
public struct MessageList: FeedSink, Sendable {
  /// The memory for creating rows.
  public var workspace = RowWorkspace()
  /// The messages, in the order in which they were sent.
  public private(set) var messages: [Message] = []
  /// The total size of the encoded messages in bytes.
  public private(set) var byteCount = 0

  /// Creates an empty list.
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
