public import WaveDisplay
public import WaveInteraction
import WaveUnits

/// The client of a page, whatever instrument it shows: the buffers that page and client share, and what `App`
/// does with them.
open class PageClient {
  /// The list that the instrument draws into.
  public final var list = DrawList()
  /// Bytes from the page: a message or a text.
  final var input: [UInt8] = []
  /// Levels from the page, to be coloured.
  public final var values: [Int16] = []
  /// Colours for the page.
  public final var pixels: [UInt32] = []

  init() {}

  /// Handles what happens to the instrument from outside.
  open func handle(_ intent: ViewIntent, at microseconds: Double) { Self.isAbstract() }

  /// Draws a frame into `list`.
  open func draw(at microseconds: Double) { Self.isAbstract() }

  /// Receives all messages in the first `count` bytes of the input.
  ///
  /// - Returns: whether they were well formed.
  func receive(count: Int, at microseconds: Double) -> Bool { Self.isAbstract() }

  /// Sets the widths of characters.
  func measured(_ advances: TextAdvances) { Self.isAbstract() }

  /// Microseconds from the newest sample to its being drawn, where the last frame had a new one.
  var latencyMicroseconds: Int64? { Self.isAbstract() }

  private static func isAbstract() -> Never { preconditionFailure("The client of an instrument does this.") }

  /// The first `count` bytes of the input.
  public final func bytes(_ count: Int) -> [UInt8] {
    Array(input[..<Swift.max(0, Swift.min(count, input.count))])
  }

  /// The same, of what can be so long that it is not to be kept twice.
  public final func longBytes(_ count: Int) -> [UInt8] {
    let bytes = bytes(count)
    if input.count > 1 << 20 { input = [] }
    return bytes
  }

  /// Colours the first `count` values by one of the maps for signals.
  open func paint(count: Int, map: UInt8, low: Int16, high: Int16) {
    paint(count: count, colors: (ColorMap(rawValue: map) ?? .waterfall).signalEntries, low: low, high: high)
  }

  /// Colours the first `count` values by colours that are spread evenly from `low` to `high`.
  public final func paint(count: Int, colors: [UInt32], low: Int16, high: Int16) {
    let count = preparePixels(count)
    let levels = values
    // A span of what a class holds would outlive the access to it.
    var painted = pixels
    pixels = []
    var target = painted.mutableSpan
    FieldPainter.paint(
      levels.span.extracting(first: count), colors: colors, low: low, high: high, into: &target)
    pixels = painted
  }

  /// Makes room for the pixels of the first `count` values; gives how many there are.
  public final func preparePixels(_ count: Int) -> Int {
    let count = Swift.max(0, Swift.min(count, values.count))
    if pixels.count != count { pixels = [UInt32](repeating: 0, count: count) }
    return count
  }
}
