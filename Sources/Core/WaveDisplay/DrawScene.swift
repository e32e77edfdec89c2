/// The state of a player after playing frames: layers of marks, fields and strips.
///
/// Pictures are drawn from it. Tests compare two scenes: many small frames must leave the same scene as one
/// full frame.
public struct DrawScene: Equatable, Sendable {
  /// A layer.
  public struct Layer: Equatable, Sendable {
    /// Its number; layers are painted in rising order.
    public var id: UInt32
    /// The rectangle that contains its marks.
    public var bounds: Rect
    /// Its marks in painting order.
    public var marks: [DrawMark]
  }

  /// A ring of rows.
  public struct Field: Equatable, Sendable {
    /// Its number.
    public var id: UInt32
    /// Values in a row.
    public var columns: Int
    /// Rows in the ring.
    public var rows: Int
    /// All rows; `Int16.min` for no data.
    public var values: [Int16]
    /// Its colour map.
    public var map: ColorMap
    /// Level of the map's first colour in centibels.
    public var low: Int16
    /// Level of its last colour.
    public var high: Int16
  }

  /// A ring of columns of pixels.
  public struct Strip: Equatable, Sendable {
    /// A span that was drawn in a column.
    public struct Mark: Equatable, Sendable {
      /// Its colour.
      public var color: Color
      /// Its extent.
      public var span: ColumnSpan
    }

    /// Its number.
    public var id: UInt32
    /// Its height in device pixels.
    public var height: Int
    /// The spans drawn in each column, in painting order.
    public var columns: [[Mark]]
  }

  /// Width in device pixels.
  public private(set) var width: Float = 0
  /// Height in device pixels.
  public private(set) var height: Float = 0
  /// Layers in painting order.
  public private(set) var layers: [Layer] = []
  /// Fields.
  public private(set) var fields: [Field] = []
  /// Strips.
  public private(set) var strips: [Strip] = []

  /// An empty scene.
  public init() {}

  /// Plays a frame.
  ///
  /// - Parameter words: The words of a `DrawList`.
  /// - Throws: `DrawError.malformed` if an operation is not valid; the operations before it have been played.
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

  /// Creates a field; returns false if all fields together would be too large.
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

  /// Finds the strip and the columns that an operation names; columns beyond the strip's end are left out.
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

  /// Draws spans; returns false if all strips together would hold too many.
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
