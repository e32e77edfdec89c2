import WaveUnits

/// What a trace covers in one column of a strip, in eighths of a device pixel from the strip's top.
public struct ColumnSpan: Equatable, Sendable {
  /// Eighths of a pixel in a pixel.
  public static let perPixel: Float = 8
  /// Nothing in this column.
  public static let none = ColumnSpan(top: .min, bottom: .min)

  /// Where it begins.
  public var top: Int16
  /// Where it ends, below.
  public var bottom: Int16

  /// Places a span.
  public init(top: Int16, bottom: Int16) {
    self.top = top
    self.bottom = bottom
  }

  /// Places a span by device pixels; what lies beyond what can be told is held there.
  public init(topPixels: Float, bottomPixels: Float) {
    let limit: Float = 32_767
    top = Int16(saturating: Swift.max(-limit, Swift.min(limit, (topPixels * Self.perPixel).rounded())))
    bottom = Int16(saturating: Swift.max(-limit, Swift.min(limit, (bottomPixels * Self.perPixel).rounded())))
  }

  /// Both numbers in a word, the top in the low half.
  var word: UInt32 { UInt32(UInt16(bitPattern: top)) | UInt32(UInt16(bitPattern: bottom)) << 16 }

  init(word: UInt32) {
    top = Int16(truncatingIfNeeded: word)
    bottom = Int16(truncatingIfNeeded: word >> 16)
  }
}

extension DrawList {
  /// Makes a strip: a ring of columns of pixels that keep what is drawn in them, all empty.
  ///
  /// A column costs once, when it changes, however often the strip is shown or moved.
  public mutating func createStrip(_ id: UInt32, columns: Int, height: Int) {
    beginOperation(DrawOperation.stripCreate, count: 3)
    put(id)
    put(UInt32(columns))
    put(UInt32(height))
    touch(field: id)
  }

  /// Empties columns of a strip, from `first` on, none beyond its end.
  public mutating func clearStrip(_ id: UInt32, first: Int, count: Int) {
    beginOperation(DrawOperation.stripClear, count: 3)
    put(id)
    put(UInt32(first))
    put(UInt32(count))
    touch(field: id)
  }

  /// Draws spans of one colour into columns of a strip, over what is there, from `first` on, none beyond its
  /// end.
  public mutating func stripSpans(_ id: UInt32, color: Color, first: Int, spans: ArraySlice<ColumnSpan>) {
    beginOperation(DrawOperation.stripSpans, count: 4 + spans.count)
    put(id)
    put(color.rgba)
    put(UInt32(first))
    put(UInt32(spans.count))
    for span in spans { put(span.word) }
    touch(field: id)
  }

  /// Shows columns of a strip, a pixel each.
  ///
  /// - Parameters:
  ///   - id: The strip.
  ///   - first: The column at the left; others follow to the right and wrap at the ring's end.
  ///   - count: How many, at most those of the ring.
  ///   - x: Where the first one goes.
  ///   - y: Where their tops go.
  public mutating func strip(_ id: UInt32, first: Int, count: Int, x: Float, y: Float) {
    beginOperation(DrawOperation.strip, count: 6)
    put(id)
    put(revision(of: id))
    put(UInt32(first))
    put(UInt32(count))
    put(x, y)
  }
}
