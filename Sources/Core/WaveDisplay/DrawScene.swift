/// The contents of a player after it has played some frames: its layers, fields and strips.
///
/// Images are rendered from a scene. Tests compare two scenes: many incremental frames must produce the same
/// scene as one full frame.
public struct DrawScene: Equatable, Sendable {
  /// A numbered group of marks.
  public struct Layer: Equatable, Sendable {
    /// The layer's number; layers are painted in ascending order.
    public var id: UInt32
    /// The rectangle that contains all marks of the layer.
    public var bounds: Rect
    /// The marks in painting order.
    public var marks: [DrawMark]
  }

  /// A ring of rows of 16-bit values.
  public struct Field: Equatable, Sendable {
    /// The field's number.
    public var id: UInt32
    /// The number of values in a row.
    public var columns: Int
    /// The number of rows in the ring.
    public var rows: Int
    /// The values of all rows; `Int16.min` means “no data”.
    public var values: [Int16]
    /// The colour map of the field.
    public var map: ColorMap
    /// The value shown in the map's first colour.
    public var low: Int16
    /// The value shown in the map's last colour.
    public var high: Int16
  }

  /// A ring of pixel columns.
  public struct Strip: Equatable, Sendable {
    /// A span drawn in a column.
    public struct Mark: Equatable, Sendable {
      /// The colour of the span.
      public var color: Color
      /// The vertical extent of the span.
      public var span: ColumnSpan
    }

    /// The strip's number.
    public var id: UInt32
    /// The strip's height in device pixels.
    public var height: Int
    /// The spans drawn in each column, in painting order.
    public var columns: [[Mark]]
  }

  /// The width in device pixels.
  public private(set) var width: Float = 0
  /// The height in device pixels.
  public private(set) var height: Float = 0
  /// The layers in painting order.
  public private(set) var layers: [Layer] = []
  /// The fields of the scene.
  public private(set) var fields: [Field] = []
  /// The strips of the scene.
  public private(set) var strips: [Strip] = []

  /// Creates an empty scene.
  public init() {}

  /// Plays a frame.
  ///
  /// - Parameter words: The words of a `DrawList`.
  /// - Throws: `DrawError.malformed` if an operation is invalid; the operations before it have been played.
  public mutating func play(_ words: [UInt32]) throws(DrawError) {
    var index = 0
    var layer: Int?
    while index < words.count {
      let code = words[index] & 0xFF
      let count = Int(words[index] >> 8)
      let reader = DrawReader(words: words, start: index + 1, count: count)
      guard index + count < words.count, reader.isWellFormed(code) else { throw .malformed(word: index) }
      switch code {
      case DrawOperation.frame: (width, height) = (reader.float(0), reader.float(1))
      case DrawOperation.layer: layer = beginLayer(reader)
      case DrawOperation.fieldCreate:
        guard create(reader) else { throw .malformed(word: index) }
      case DrawOperation.fieldRow: setRow(reader)
      case DrawOperation.fieldColors: setColors(reader)
      case DrawOperation.stripCreate: createStrip(reader)
      case DrawOperation.stripClear: clearStrip(reader)
      case DrawOperation.stripSpans:
        guard drawStrip(reader) else { throw .malformed(word: index) }
      default:
        if let mark = reader.mark(code), let layer { layers[layer].marks.append(mark) }
      }
      index += count + 1
    }
    layers.removeAll { $0.bounds.isEmpty }
    layers.sort { $0.id < $1.id }
  }

  private mutating func beginLayer(_ reader: DrawReader) -> Int {
    let layer = Layer(id: reader.word(0), bounds: reader.rect(1), marks: [])
    if let index = layers.firstIndex(where: { $0.id == layer.id }) {
      layers[index] = layer
      return index
    }
    layers.append(layer)
    return layers.count - 1
  }

  /// Creates a field; returns false if all fields together would exceed the size limit.
  private mutating func create(_ reader: DrawReader) -> Bool {
    let columns = Int(reader.word(1))
    let rows = Int(reader.word(2))
    fields.removeAll { $0.id == reader.word(0) }
    let held = fields.reduce(0) { $0 + $1.values.count }
    guard held + columns * rows <= DrawReader.fieldValuesMax else { return false }
    fields.append(
      Field(
        id: reader.word(0), columns: columns, rows: rows,
        values: [Int16](repeating: .min, count: columns * rows), map: .waterfall, low: 0, high: 0))
    return true
  }

  private mutating func setRow(_ reader: DrawReader) {
    guard let index = fields.firstIndex(where: { $0.id == reader.word(0) }) else { return }
    let row = Int(reader.word(1))
    guard row < fields[index].rows else { return }
    let columns = fields[index].columns
    for column in 0..<columns {
      fields[index].values[row * columns + column] =
        column < Int(reader.word(2)) ? reader.value(column, after: 3) : .min
    }
  }

  private mutating func setColors(_ reader: DrawReader) {
    guard let index = fields.firstIndex(where: { $0.id == reader.word(0) }) else { return }
    fields[index].map = ColorMap(rawValue: UInt8(truncatingIfNeeded: reader.word(1))) ?? .waterfall
    fields[index].low = Int16(truncatingIfNeeded: reader.word(2))
    fields[index].high = Int16(truncatingIfNeeded: reader.word(3))
  }

  private mutating func createStrip(_ reader: DrawReader) {
    strips.removeAll { $0.id == reader.word(0) }
    strips.append(
      Strip(
        id: reader.word(0), height: Int(reader.word(2)),
        columns: [[Strip.Mark]](repeating: [], count: Int(reader.word(1)))))
  }

  /// Finds the strip and the column range that an operation refers to, clamped to the strip's end.
  private func columns(_ reader: DrawReader, first: Int, count: Int) -> (strip: Int, columns: Range<Int>)? {
    guard let index = strips.firstIndex(where: { $0.id == reader.word(0) }) else { return nil }
    let end = strips[index].columns.count
    let start = Swift.min(Int(reader.word(first)), end)
    return (index, start..<Swift.min(end, start + Int(reader.word(count))))
  }

  private mutating func clearStrip(_ reader: DrawReader) {
    guard let (strip, columns) = columns(reader, first: 1, count: 2) else { return }
    for column in columns { strips[strip].columns[column].removeAll() }
  }

  /// Draws spans; returns false if all strips together would exceed the limit on spans.
  private mutating func drawStrip(_ reader: DrawReader) -> Bool {
    guard let (strip, columns) = columns(reader, first: 2, count: 3) else { return true }
    let held = strips.reduce(0) { $0 + $1.columns.reduce(0) { $0 + $1.count } }
    guard held + columns.count <= DrawReader.stripSpansMax else { return false }
    for column in columns {
      let span = ColumnSpan(word: reader.word(4 + column - columns.lowerBound))
      guard span != .none else { continue }
      strips[strip].columns[column].append(Strip.Mark(color: reader.color(1), span: span))
    }
    return true
  }
}
