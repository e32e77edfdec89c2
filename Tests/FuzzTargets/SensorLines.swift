import WaveBiosignals

extension FuzzTarget {
  /// Lines that sensors write: every line with a number is one frame, however the bytes are cut.
  static let sensorLines = FuzzTarget("sensor-lines", byteLimit: 1024) { bytes throws(Finding) in
    guard let head = bytes.first else { return }
    let mayBeginInside = head & 1 == 1
    let whole = frames(mayBeginInside) { reader, frames in
      let half = bytes.count / 2
      reader.read(Array(bytes[1..<Swift.max(1, half)]).span, into: &frames)
      reader.settle(into: &frames)
      reader.read(Array(bytes[Swift.max(1, half)...]).span, into: &frames)
    }
    var pieces = Pieces(Array(bytes.dropFirst()))
    let cut = frames(mayBeginInside) { reader, frames in
      var left = Swift.max(1, bytes.count / 2) - 1
      while let piece = pieces.next() {
        let count = Swift.min(left, piece.count)
        reader.read(Array(piece[..<count]).span, into: &frames)
        left -= count
        guard left == 0, count < piece.count || piece.isEmpty else { continue }
        reader.settle(into: &frames)
        reader.read(Array(piece[count...]).span, into: &frames)
      }
    }
    guard let layout = whole.reader.layout else { return }
    let (width, counts) = (layout.columns.count, whole.reader.counts)
    try require(width > 0 && width <= LineLayout.columnLimit, "channels are within bounds")
    try require(layout.columns.allSatisfy { $0.label.count <= LineLayout.labelBytes }, "so are labels")
    try require(whole.values.count == Int(counts.frames) * width, "a frame has a value for each channel")
    try require(counts.frames == whole.reader.dataLines, "a line with a number is a frame")
    try require(
      whole.values.filter { $0.isNaN }.count == Int(counts.missingValues), "what is missing is counted")
    try require(whole.values.allSatisfy { !$0.isInfinite }, "values are numbers or missing")
    guard cut.reader.layout == layout else { return }
    try require(
      whole.values.map(\.bitPattern) == cut.values.map(\.bitPattern), "pieces give what the whole gives")
  }

  private static func frames(
    _ mayBeginInside: Bool, _ body: (inout LineReader, inout [Double]) -> Void
  ) -> (reader: LineReader, values: [Double]) {
    var reader = LineReader(mayBeginInside: mayBeginInside)
    var values: [Double] = []
    body(&reader, &values)
    reader.finish(into: &values)
    reader.settle(into: &values)
    return (reader, values)
  }
}
