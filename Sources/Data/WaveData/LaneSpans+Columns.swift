import WaveDataWire
import WaveDisplay

extension LaneSpans {
  /// Returns the spans of a strip that is as wide and as high as the picture, `height` pixels.
  ///
  /// Spans grow by `grow` pixels at both ends.
  func columnSpans(height: Int, grow: Int) -> [ColumnSpan] {
    zip(tops, bottoms).map { top, bottom in
      top == Self.none ? .none : ColumnSpan(Int(top), Int(bottom), height: height, grow: grow)
    }
  }
}

extension ColumnSpan {
  /// Creates a span of a strip from pixel rows, which can lie outside the strip.
  init(_ top: Int, _ bottom: Int, height: Int, grow: Int) {
    let top = Swift.max(0, top - grow)
    let bottom = Swift.min(height, bottom + grow)
    self = top < bottom ? ColumnSpan(topPixels: Float(top), bottomPixels: Float(bottom)) : .none
  }
}
