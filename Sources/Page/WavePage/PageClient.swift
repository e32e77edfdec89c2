public import WaveDisplay
public import WaveInteraction
import WaveUnits

/// The instrument-independent client of a page, with the buffers that it shares with the page.
///
/// The module's exported functions call it; `App` implements its methods for an instrument.
open class PageClient {
  /// The draw list that the instrument draws into.
  public final var list = DrawList()
  /// The bytes received from the page, such as a message or text.
  final var input: [UInt8] = []
  /// The levels received from the page, to be coloured.
  public final var values: [Int16] = []
  /// The coloured pixels for the page.
  public final var pixels: [UInt32] = []

  init() {}

  /// Handles an external event, such as a touch or a key press.
  open func handle(_ intent: ViewIntent, at microseconds: Double) { Self.isAbstract() }

  /// Draws a frame into `list`.
  open func draw(at microseconds: Double) { Self.isAbstract() }

  /// Receives all messages in the first `count` bytes of the input.
  ///
  /// - Returns: Whether the messages were well-formed.
  func receive(count: Int, at microseconds: Double) -> Bool { Self.isAbstract() }

  /// Sets the widths of the characters, as measured by the page.
  func measured(_ advances: TextAdvances) { Self.isAbstract() }

  /// The time in microseconds from taking a sample to drawing it, or nil if the last frame had no new sample.
  var latencyMicroseconds: Int64? { Self.isAbstract() }

  private static func isAbstract() -> Never { preconditionFailure("The client of an instrument does this.") }

  /// Returns the first `count` bytes of the input.
  public final func bytes(_ count: Int) -> [UInt8] {
    Array(input[..<Swift.max(0, Swift.min(count, input.count))])
  }

  /// Returns the first `count` bytes of a potentially long input, and frees the input if it is long.
  public final func longBytes(_ count: Int) -> [UInt8] {
    let bytes = bytes(count)
    if input.count > 1 << 20 { input = [] }
    return bytes
  }

  /// Colours the first `count` values with a colour map for signals.
  open func paint(count: Int, map: UInt8, low: Int16, high: Int16) {
    paint(count: count, colors: (ColorMap(rawValue: map) ?? .waterfall).signalEntries, low: low, high: high)
  }

  /// Colours the first `count` values with colours spread evenly from `low` to `high`.
  public final func paint(count: Int, colors: [UInt32], low: Int16, high: Int16) {
    let count = preparePixels(count)
    let levels = values
    // The pixels are moved out of the property, because a span cannot outlive the access to a class property.
    var painted = pixels
    pixels = []
    var target = painted.mutableSpan
    FieldPainter.paint(
      levels.span.extracting(first: count), colors: colors, low: low, high: high, into: &target)
    pixels = painted
  }

  /// Resizes `pixels` to one pixel for each of the first `count` values, and returns the number of pixels.
  public final func preparePixels(_ count: Int) -> Int {
    let count = Swift.max(0, Swift.min(count, values.count))
    if pixels.count != count { pixels = [UInt32](repeating: 0, count: count) }
    return count
  }
}
