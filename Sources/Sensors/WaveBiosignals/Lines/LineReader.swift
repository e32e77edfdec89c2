/// Reads what sensors write line by line, as it comes: labels and numbers of Arduino's plotter, tables with
/// or without a header, JSON objects.
///
/// A line with a number is a frame: one sample of each channel, taken together. The first lines are held
/// until `settle` tells from them what the channels are. What does not fit them then is missing: it never
/// ends up in another channel.
///
/// A line may be `lineLimit` bytes long; all that is held before settling may be `heldBytes`. Bytes may come
/// in pieces of any size.
public struct LineReader: Sendable {
  /// Bytes of a line at most.
  public static let lineLimit = 16_384
  /// Bytes that are held before settling at most; with more it settles by itself.
  public static let heldBytes = 1 << 19

  /// Lines that are looked at for what the channels are, at most.
  static let settlingLines = 4096

  /// What the channels are; nil until settled.
  public private(set) var layout: LineLayout?
  /// What became of the lines.
  public private(set) var counts = LineCounts()
  /// Lines with a number so far, held ones too: the frames that there are or will be.
  public private(set) var dataLines: UInt64 = 0

  private var partial: [UInt8] = []
  private var isLong = false
  private var mayBeginInside: Bool
  private var isFirst = true
  private var held: [UInt8] = []
  private var heldEnds: [Int] = []
  /// Bytes of the lines that are held; of those that were too long, what their places take.
  private var heldByteCount = 0
  /// Whether a line is held that may tell what the channels are, and was not looked at yet.
  private(set) var mayTell = false
  private var line = PlotterLine()

  /// Begins to read.
  ///
  /// - Parameter mayBeginInside: Whether reading may begin in the middle of a line, as at a serial port: a
  ///   first line of numbers is passed over.
  public init(mayBeginInside: Bool) { self.mayBeginInside = mayBeginInside }

  /// Takes bytes as they come.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes.
  ///   - frames: Frames that they complete are appended, a value for each column, NaN where one is missing.
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

  /// Ends the last line: nothing more will come, or not as its continuation.
  public mutating func finish(into frames: inout [Double]) { endLine(into: &frames) }

  /// Forgets the line that has begun: the connection is lost, and another one begins, perhaps inside a line.
  public mutating func interrupt() {
    if !partial.isEmpty || isLong { counts.partialLines += 1 }
    partial.removeAll(keepingCapacity: true)
    isLong = false
    isFirst = true
  }

  /// Tells from the lines that are held what the channels are, and gives their frames.
  ///
  /// - Parameter frames: Frames of the lines held are appended.
  /// - Returns: Whether the channels are known; they are not while no line has a number.
  @discardableResult
  public mutating func settle(into frames: inout [Double]) -> Bool {
    guard layout == nil else { return true }
    guard let found = layoutOfHeld() else {
      // These lines are not looked at again.
      mayTell = false
      if heldByteCount >= Self.heldBytes {
        dropHeld()
        dataLines = 0
      }
      return false
    }
    layout = found
    var start = 0
    for end in heldEnds {
      take(start, end, into: &frames)
      start = end
    }
    dropHeld()
    return true
  }

  /// What the lines that are held say of the channels; nil where none of them says it.
  private func layoutOfHeld() -> LineLayout? {
    guard mayTell else { return nil }
    var lines: [PlotterLine] = []
    var start = 0
    let skipped = Swift.max(0, heldEnds.count - Self.settlingLines)
    for (number, end) in heldEnds.enumerated() {
      // The first and the newest ones.
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

  private mutating func take(_ start: Int, _ end: Int, into frames: inout [Double]) {
    guard end > start else { return appendLong(into: &frames) }
    line.read(held, start..<end)
    append(into: &frames)
  }

  private mutating func dropHeld() {
    held = []
    heldEnds = []
    heldByteCount = 0
    mayTell = false
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
    mayTell = mayTell || LineLayout.mayBe(of: line)
    hold(partial, into: &frames)
  }

  private mutating func hold(_ bytes: [UInt8], into frames: inout [Double]) {
    held.append(contentsOf: bytes)
    heldEnds.append(held.count)
    heldByteCount += bytes.isEmpty ? MemoryLayout<Int>.size : bytes.count
    if heldByteCount >= Self.heldBytes { settle(into: &frames) }
  }

  /// The frame of the line that was read last, if it has one.
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
