/// Reads the lines of a sensor as they come.
///
/// They can be labels and numbers of Arduino's plotter, tables with or without a header, or JSON objects. A
/// line with a number is a frame: one sample of each channel, taken at the same time. The first lines are
/// held until `settle` detects the channels from them. Numbers that do not fit the channels are then missing:
/// they never appear in another channel.
///
/// A line can have `lineLimit` bytes, and the lines held before settling can have `heldBytes`. Bytes may come
/// in pieces of any size.
public struct LineReader: Sendable {
  /// The maximum number of bytes in a line.
  public static let lineLimit = 16_384
  /// The maximum number of bytes held before settling; with more, the reader settles by itself.
  public static let heldBytes = 1 << 19

  /// The maximum number of lines from which the channels are detected.
  static let settlingLines = 4096

  /// The layout of the channels; nil until settled.
  public private(set) var layout: LineLayout?
  /// Counts of the lines.
  public private(set) var counts = LineCounts()
  /// The number of lines with a number so far, including held ones: each is or becomes a frame.
  public private(set) var dataLines: UInt64 = 0

  private var partial: [UInt8] = []
  private var isLong = false
  private var mayBeginInside: Bool
  private var isFirst = true
  private var held: [UInt8] = []
  private var heldEnds: [Int] = []
  /// The number of bytes of the held lines; lines that were too long count only the size of their places.
  private var heldByteCount = 0
  /// Whether a line is held that may show the channels, and has not been examined.
  private(set) var mayShowChannels = false
  private var line = PlotterLine()

  /// Starts before the first byte.
  ///
  /// - Parameter mayBeginInside: Whether reading may begin in the middle of a line, as at a serial port; a
  ///   first line of numbers is then skipped.
  public init(mayBeginInside: Bool) { self.mayBeginInside = mayBeginInside }

  /// Reads bytes as they come.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes.
  ///   - frames: Receives the completed frames at its end: a value for each column, NaN for a missing one.
  /// - Complexity: O(bytes), no allocation once the longest line has come and `frames` has room.
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

  /// Ends the last line: no bytes follow, or they do not continue it.
  public mutating func finish(into frames: inout [Double]) { endLine(into: &frames) }

  /// Discards the current line after a lost connection; the next connection may begin inside a line.
  public mutating func interrupt() {
    if !partial.isEmpty || isLong { counts.partialLines += 1 }
    partial.removeAll(keepingCapacity: true)
    isLong = false
    isFirst = true
  }

  /// Detects the channels from the held lines, and returns their frames.
  ///
  /// - Parameter frames: Receives the frames of the held lines at its end.
  /// - Returns: Whether the channels are known; they are unknown until a line has a number.
  @discardableResult
  public mutating func settle(into frames: inout [Double]) -> Bool {
    guard layout == nil else { return true }
    guard let found = layoutOfHeld() else {
      // These lines are not examined again.
      mayShowChannels = false
      if heldByteCount >= Self.heldBytes {
        dropHeld()
        dataLines = 0
      }
      return false
    }
    layout = found
    var start = 0
    for end in heldEnds {
      readHeld(start, end, into: &frames)
      start = end
    }
    dropHeld()
    return true
  }

  /// Detects the layout from the held lines; nil if none of them shows it.
  private func layoutOfHeld() -> LineLayout? {
    guard mayShowChannels else { return nil }
    var lines: [PlotterLine] = []
    var start = 0
    let skipped = Swift.max(0, heldEnds.count - Self.settlingLines)
    for (number, end) in heldEnds.enumerated() {
      // Uses the first lines and the newest ones.
      guard number < Self.settlingLines / 2 || number >= Self.settlingLines / 2 + skipped else {
        start = end
        continue
      }
      var line = PlotterLine()
      line.read(held, start..<end)
      start = end
      lines.append(line)
    }
    return LineLayout(lines)
  }

  private mutating func readHeld(_ start: Int, _ end: Int, into frames: inout [Double]) {
    guard end > start else { return appendLong(into: &frames) }
    line.read(held, start..<end)
    append(into: &frames)
  }

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

  /// Appends the frame of the line that was read last, if it has one.
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
