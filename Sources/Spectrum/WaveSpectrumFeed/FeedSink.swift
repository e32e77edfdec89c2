import WaveSpectra
public import WaveSpectrumWire
import WaveUnits
import WaveWire

/// Where a feed puts what is to be sent.
public protocol FeedSink {
  /// Room to make a row in, kept from row to row.
  var workspace: RowWorkspace { get set }
  /// Bytes of the messages so far, headers included.
  var byteCount: Int { get }
  /// Takes the next message.
  mutating func put(_ message: Message)
}

/// Room for a row on its way from powers to values, so that making one allocates nothing.
public struct RowWorkspace: Sendable {
  var powers = [Float](repeating: .nan, count: WireLimits.columns)
  var levels = [Int16](repeating: RowMessage.gap, count: WireLimits.columns)
  var values: [Int16] = []
  /// How the values are numbered.
  var scale = LevelScale.centibels

  /// Makes room for one row of the most columns.
  public init() {}

  private init(powers: [Float], levels: [Int16]) {
    self.powers = powers
    self.levels = levels
  }

  /// Without room, where the room is in use.
  static let none = RowWorkspace(powers: [], levels: [])

  /// Appends the columns of one plane of a row.
  mutating func append(_ row: SharedRow, _ detector: Detector, by reducer: ColumnReducer) {
    var output = powers.mutableSpan
    row.reduce(by: reducer, detector, into: &output)
    encode(reducer.columns)
  }

  /// Appends the highest of the powers of each column.
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

/// Keeps the messages, for tests and still pictures.
public struct MessageList: FeedSink, Sendable {
  /// Room to make a row in.
  public var workspace = RowWorkspace()
  /// The messages, first sent first.
  public private(set) var messages: [Message] = []
  /// Bytes that they take as they are sent.
  public private(set) var byteCount = 0

  /// Starts an empty list.
  public init() {}

  /// Keeps the next message.
  public mutating func put(_ message: Message) {
    messages.append(message)
    var writer = MessageWriter()
    var bytes: [UInt8] = []
    writer.append(message, to: &bytes)
    byteCount += bytes.count
  }
}
