import WaveDataWire
import WaveDisplay
import WaveInteraction
import WaveUnits

/// A strip of text shares from the server, with the window that it covers.
struct TextPicture: Sendable {
  let window: TickWindow
  let strip: TextStrip

  /// Returns the bucket of the strip at a position on the screen.
  ///
  /// - Parameters:
  ///   - x: The position in device pixels from the left edge.
  ///   - shown: The visible window.
  ///   - width: The width of the screen in device pixels.
  /// - Returns: The index of the bucket, or nil outside the strip.
  func bucket(_ x: Double, in shown: TickWindow, width: Float) -> Int? {
    let buckets = Double(strip.buckets)
    let across = Double(Swift.max(1, width))
    // For the strip's own window, this is exactly the server's division.
    let place =
      window == shown
      ? x * buckets / across
      : (shown.start + x / across * shown.width - window.start) / window.width * buckets
    guard place >= 0, place < buckets else { return nil }
    return Int(saturating: place)
  }

  /// Returns the share of a text value in a bucket, from 0 to 255.
  private func share(_ name: Int, _ bucket: Int) -> Int {
    Int(strip.shares[bucket * TextStrip.classCount + name])
  }

  /// Returns the text value whose share is drawn at a point.
  ///
  /// - Parameters:
  ///   - x: The position in device pixels from the left edge.
  ///   - y: The position in device pixels from the upper edge of the screen.
  ///   - area: The area in which the strip is drawn.
  ///   - shown: The visible window.
  /// - Returns: The index of the value among the shares, or nil if nothing is drawn at the point.
  func name(atX x: Float, y: Float, of area: Rect, in shown: TickWindow) -> Int? {
    guard y >= area.y, y < area.bottom, let bucket = bucket(Double(x), in: shown, width: area.width) else {
      return nil
    }
    let height = Int(saturating: area.height)
    let row = Int(saturating: y - area.y)
    var bottom = height
    var sum = 0
    for name in 0..<TextStrip.classCount {
      sum += share(name, bucket)
      let top = height - (sum * height + 127) / 255
      if row < bottom, row >= top { return name }
      bottom = top
    }
    return nil
  }

  /// Draws the shares into a strip of the draw-list player, stacked from the bottom.
  ///
  /// - Parameters:
  ///   - id: The identifier of the strip, which must be empty.
  ///   - area: The area for the shares, relative to the strip's upper edge.
  ///   - shown: The visible window.
  ///   - theme: The theme that provides the colors.
  ///   - list: The draw list to append to.
  func draw(_ id: UInt32, in area: Rect, _ shown: TickWindow, _ theme: Theme, into list: inout DrawList) {
    guard strip.buckets > 0 else { return }
    let width = Int(saturating: area.width)
    let top = Int(saturating: area.y)
    let rows = Int(saturating: area.height)
    let buckets = (0..<width).map { bucket(Double($0) + 0.5, in: shown, width: area.width) ?? -1 }
    var sums = [Int](repeating: 0, count: strip.buckets)
    for name in 0...TextStrip.others {
      guard let color = theme.textColor(name) else { continue }
      var found = [ColumnSpan](repeating: .none, count: width)
      var isSeen = false
      for column in 0..<width where buckets[column] >= 0 {
        let bucket = buckets[column]
        let bottom = rows - (sums[bucket] * rows + 127) / 255
        let end = rows - ((sums[bucket] + share(name, bucket)) * rows + 127) / 255
        guard end < bottom else { continue }
        found[column] = ColumnSpan(topPixels: Float(top + end), bottomPixels: Float(top + bottom))
        isSeen = true
      }
      for bucket in sums.indices { sums[bucket] += share(name, bucket) }
      if isSeen { list.stripSpans(id, color: color, first: 0, spans: found[...]) }
    }
  }
}
