/// A streaming reader for the lines of text that a sensor sends.
///
/// Lines can be labels and numbers for Arduino's Serial Plotter, rows of a table with or without a header, or
/// JSON objects. A line that contains a number is a frame: one sample of each channel, taken at the same
/// time. The first lines are buffered until `settle` detects the channels from them. From then on, numbers
/// that do not fit the channels count as missing: they never appear in the wrong channel.
///
/// A line can have up to `lineLimit` bytes, and the lines buffered before settling can have up to `heldBytes`
/// in total. Bytes can be passed in pieces of any size.
public struct LineReader: Sendable {
  /// The maximum length of a line in bytes.
  public static let lineLimit = 16_384
  /// The maximum number of bytes buffered before settling; if it is exceeded, the reader settles
  /// automatically.
  public static let heldBytes = 1 << 19

  /// The maximum number of lines from which the channels are detected.
  static let settlingLines = 4096

  /// The layout of the lines; nil until the reader has settled.
  public private(set) var layout: LineLayout?
  /// The counts of the lines read so far.
  public private(set) var counts = LineCounts()
  /// The number of lines that contain a number, including buffered lines that have not become frames yet.
  public private(set) var dataLines: UInt64 = 0

  private var partial: [UInt8] = []
  private var isLong = false
  private var mayBeginInside: Bool
  private var isFirst = true
  private var held: [UInt8] = []
  private var heldEnds: [Int] = []
  /// The size of the buffered lines in bytes; a line that was too long counts as a fixed number of bytes.
  private var heldByteCount = 0
  /// Whether any buffered line that could reveal the channels has not been examined yet.
  private(set) var mayShowChannels = false
  private var line = PlotterLine()

  /// Creates a reader for a new stream of bytes.
  ///
  /// - Parameter mayBeginInside: Whether reading can start in the middle of a line, as on a serial port. If
  ///   so, the first line is skipped if it contains numbers.
  public init(mayBeginInside: Bool) { self.mayBeginInside = mayBeginInside }

  /// Reads the next bytes of the stream.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes of the stream.
  ///   - frames: The list to which completed frames are appended, with one value for each column; NaN is a
  ///     missing value.
  /// - Complexity: O(bytes), without allocation once the longest line has been read and `frames` has room.
  public mutating func read(_ bytes: Span<UInt8>, into frames: inout [Double]) {
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else {
        guard !isLong else { continue }
        if partial.count < Self.lineLimit { partial.append(byte) } else { isLong = true }
        continue
      }
      endLine(into: &frames)
    }
  }

  /// Ends the current line; call this when no more bytes follow, or when the next bytes start a new line.
  public mutating func finish(into frames: inout [Double]) { endLine(into: &frames) }

  /// Discards the current line after the connection is lost.
  ///
  /// The next connection can start in the middle of a line.
  public mutating func interrupt() {
    if !partial.isEmpty || isLong { counts.partialLines += 1 }
    partial.removeAll(keepingCapacity: true)
    isLong = false
    isFirst = true
  }

  /// Detects the channels from the buffered lines, and converts these lines to frames.
  ///
  /// - Parameter frames: The list to which the frames of the buffered lines are appended.
  /// - Returns: Whether the channels are known, which requires at least one line with a number.
  @discardableResult
  public mutating func settle(into frames: inout [Double]) -> Bool {
    guard layout == nil else { return true }
    guard let found = layoutOfHeld() else {
      // Do not examine these lines again.
      mayShowChannels = false
      if heldByteCount >= Self.heldBytes {
        dropHeld()
        dataLines = 0
      }
      return false
    }
    layout = found
    for range in heldLines {
      if range.isEmpty {
        appendLong(into: &frames)
      } else {
        line.read(held, range)
        append(into: &frames)
      }
    }
    dropHeld()
    return true
  }

  /// Returns the layout detected from the buffered lines; nil if none of them reveals it.
  private func layoutOfHeld() -> LineLayout? {
    guard mayShowChannels else { return nil }
    var lines: [PlotterLine] = []
    // Use only the first and the newest lines.
    let half = Self.settlingLines / 2
    let newest = Swift.max(half, heldEnds.count - half)
    for (number, range) in heldLines.enumerated() where number < half || number >= newest {
      var line = PlotterLine()
      line.read(held, range)
      lines.append(line)
    }
    return LineLayout(lines)
  }

  /// The ranges of the buffered lines.
  private var heldLines: [Range<Int>] { zip([0] + heldEnds, heldEnds).map { $0..<$1 } }

  private mutating func dropHeld() {
    held = []
    heldEnds = []
    heldByteCount = 0
    mayShowChannels = false
  }

  private mutating func endLine(into frames: inout [Double]) {
    defer {
      partial.removeAll(keepingCapacity: true)
      isLong = false
    }
    guard !partial.isEmpty else { return }
    let mayBePart = isFirst && mayBeginInside
    isFirst = false
    if isLong {
      guard !mayBePart else { return counts.partialLines += 1 }
      dataLines += 1
      if layout != nil { appendLong(into: &frames) } else { hold([], into: &frames) }
      return
    }
    line.read(partial, 0..<partial.count)
    if line.isData {
      guard !mayBePart else { return counts.partialLines += 1 }
      dataLines += 1
    }
    if layout != nil { return append(into: &frames) }
    mayShowChannels = mayShowChannels || LineLayout.mayBe(of: line)
    hold(partial, into: &frames)
  }

  private mutating func hold(_ bytes: [UInt8], into frames: inout [Double]) {
    held.append(contentsOf: bytes)
    heldEnds.append(held.count)
    heldByteCount += bytes.isEmpty ? MemoryLayout<Int>.size : bytes.count
    if heldByteCount >= Self.heldBytes { settle(into: &frames) }
  }

  /// Appends the frame of the most recently read line.
  ///
  /// A line without data is only counted.
  private mutating func append(into frames: inout [Double]) {
    guard let layout else { return }
    guard line.isData else { return counts.remarks += 1 }
    layout.append(line, to: &frames, &counts)
  }

  private mutating func appendLong(into frames: inout [Double]) {
    guard let layout else { return }
    counts.frames += 1
    counts.longLines += 1
    counts.missingValues += UInt64(layout.columns.count)
    for _ in layout.columns { frames.append(.nan) }
  }
}
