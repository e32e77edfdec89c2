import WaveSignal
import WaveWire

/// Where a feed puts what is to be sent.
protocol FeedSink {
  /// Room to make a row in, kept from row to row.
  var workspace: RowWorkspace { get set }
  /// Takes the next message.
  mutating func put(_ message: Message)
}

/// Room for a row on its way from powers to values, so that making one allocates nothing.
struct RowWorkspace {
  var powers = [Float](repeating: .nan, count: WireLimits.columns)
  var levels = [Int16](repeating: RowMessage.gap, count: WireLimits.columns)
  var values: [Int16] = []

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
    let powers = powers
    var output = levels.mutableSpan
    Centibels.encode(powers.span.extracting(first: columns), into: &output)
    values.append(contentsOf: levels[..<columns])
  }
}

/// Keeps the messages, for tests and still pictures.
struct MessageList: FeedSink {
  var workspace = RowWorkspace()
  var messages: [Message] = []

  mutating func put(_ message: Message) { messages.append(message) }
}

/// Writes messages into frames, in bytes that are used again.
struct FrameWriter: FeedSink {
  /// Bytes gathered into one frame before the next is begun.
  static let frameBytes = 48_000

  var workspace = RowWorkspace()
  /// The frames, one after another.
  private(set) var bytes: [UInt8] = []
  /// Where the frames before the last one end.
  private(set) var ends: [Int] = []

  mutating func put(_ message: Message) {
    message.encode(into: &bytes)
    if bytes.count - (ends.last ?? 0) >= Self.frameBytes { ends.append(bytes.count) }
  }

  /// Empties itself, keeping its memory.
  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// The ranges of bytes that are a frame each.
  mutating func finish() -> [Int] {
    if bytes.count > ends.last ?? 0 { ends.append(bytes.count) }
    return ends
  }
}
