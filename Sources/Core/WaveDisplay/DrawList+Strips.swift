import WaveUnits

/// The vertical extent of a trace in one column of a strip, in eighths of a pixel from the strip's top.
public struct ColumnSpan: Equatable, Sendable {
  /// The number of units per device pixel.
  public static let perPixel: Float = 8
  /// The value that means “no trace in this column”.
  public static let none = ColumnSpan(top: .min, bottom: .min)

  /// The upper end, in eighths of a pixel.
  public var top: Int16
  /// The lower end, in eighths of a pixel.
  public var bottom: Int16

  /// Creates a span between two positions in eighths of a pixel.
  public init(top: Int16, bottom: Int16) {
    self.top = top
    self.bottom = bottom
  }

  /// Creates a span between two positions in device pixels, clamped to ±32,767 eighths of a pixel.
  public init(topPixels: Float, bottomPixels: Float) {
    let limit: Float = 32_767
    top = Int16(saturating: Swift.max(-limit, Swift.min(limit, (topPixels * Self.perPixel).rounded())))
    bottom = Int16(saturating: Swift.max(-limit, Swift.min(limit, (bottomPixels * Self.perPixel).rounded())))
  }

  /// Both positions packed into a word, with the top in the low half.
  var word: UInt32 { UInt32(UInt16(bitPattern: top)) | UInt32(UInt16(bitPattern: bottom)) << 16 }

  init(word: UInt32) {
    top = Int16(truncatingIfNeeded: word)
    bottom = Int16(truncatingIfNeeded: word >> 16)
  }
}

extension DrawList {
  /// Creates a strip: a ring of pixel columns that retain their contents, all initially empty.
  ///
  /// A column is encoded only when it changes, however often the strip is shown or moved.
  public mutating func createStrip(_ id: UInt32, columns: Int, height: Int) {
    change(id, by: DrawOperation.stripCreate, UInt32(columns), UInt32(height))
  }

  /// Clears `count` columns of a strip, starting at `first`; columns beyond its end are ignored.
  public mutating func clearStrip(_ id: UInt32, first: Int, count: Int) {
    change(id, by: DrawOperation.stripClear, UInt32(first), UInt32(count))
  }

  /// Draws spans of one colour over columns of a strip, starting at `first`.
  ///
  /// Spans beyond the strip's end are ignored.
  public mutating func stripSpans(_ id: UInt32, color: Color, first: Int, spans: ArraySlice<ColumnSpan>) {
    change(id, by: DrawOperation.stripSpans, color.rgba, UInt32(first), more: 1 + spans.count)
    write(UInt32(spans.count))
    for span in spans { write(span.word) }
  }

  /// Draws columns of a strip, each one pixel wide.
  ///
  /// - Parameters:
  ///   - id: The number of the strip.
  ///   - first: The leftmost column; later columns follow to the right and wrap at the ring's end.
  ///   - count: The number of columns, at most the number in the ring.
  ///   - x: The left edge of the first column.
  ///   - y: The top of the columns.
  public mutating func strip(_ id: UInt32, first: Int, count: Int, x: Float, y: Float) {
    beginOperation(DrawOperation.strip, count: 6)
    write(id)
    write(revision(of: id))
    write(UInt32(first))
    write(UInt32(count))
    write(x, y)
  }
}
