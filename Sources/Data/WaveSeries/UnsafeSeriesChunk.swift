/// Up to 65,536 values of a column, and the pyramid above them; it never changes.
///
/// A value is valid if it is finite; NaN stands for what is missing (NULL, not a number), and infinities are
/// treated as missing. The pyramid holds the extremes of blocks of 64, 512, 4,096 and 32,768 values: 3.6 % of
/// the values' memory.
public final class SeriesChunk: @unchecked Sendable {
  /// As many values as a chunk holds; all chunks of a series but the last one are full.
  public static let capacity = 65_536

  /// How many values there are, 1 at least.
  public let count: Int
  /// How many of them are valid.
  public let validCount: Int
  /// The sum of those that are valid.
  public let sum: Double
  /// The smallest and the largest of those that are valid.
  public let extremes: Extremes

  let values: UnsafePointer<Float>
  let blocks: UnsafePointer<Extremes>
  let layout: PyramidLayout
  private let valueMemory: SeriesMemory
  private let pyramidMemory: SeriesMemory

  /// Copies values and builds their pyramid.
  ///
  /// - Precondition: There are 1...``capacity`` values.
  /// - Complexity: O(values), two allocations.
  public convenience init(_ values: Span<Float>) {
    let memory = SeriesMemory.floats(count: values.count) { copy in
      values.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { copy.update(from: base, count: source.count) }
      }
    }
    self.init(memory, byteOffset: 0, count: values.count)
  }

  /// Makes room for values, has them written, and builds their pyramid.
  ///
  /// - Parameters:
  ///   - count: How many values, 1...``capacity``.
  ///   - fill: Writes them; they are NaN before.
  /// - Complexity: O(values), two allocations.
  public convenience init(count: Int, fill: (inout MutableSpan<Float>) -> Void) {
    let memory = SeriesMemory.floats(count: count) { copy in
      copy.initialize(repeating: .nan, count: count)
      var span = MutableSpan(_unsafeStart: copy, count: count)
      fill(&span)
    }
    self.init(memory, byteOffset: 0, count: count)
  }

  /// Takes values where they lie, and builds their pyramid.
  ///
  /// - Parameters:
  ///   - memory: Where the values lie, for instance a mapped file.
  ///   - byteOffset: Where the first one begins, a multiple of 4.
  ///   - count: How many values, 1...``capacity``.
  /// - Complexity: O(values), one allocation.
  public convenience init(_ memory: SeriesMemory, byteOffset: Int, count: Int) {
    precondition(count >= 1 && count <= Self.capacity, "A chunk holds 1 to 65,536 values.")
    precondition(
      byteOffset >= 0 && byteOffset % 4 == 0 && byteOffset <= memory.byteCount
        && memory.byteCount - byteOffset >= 4 * count, "The values lie outside their memory.")
    let values = (memory.base + byteOffset).assumingMemoryBound(to: Float.self)
    let layout = PyramidLayout(valueCount: count)
    var validCount = 0
    var sum = 0.0
    let pyramid = SeriesMemory.floats(count: 2 * layout.count) { floats in
      let blocks = UnsafeMutableRawPointer(floats).bindMemory(to: Extremes.self, capacity: layout.count)
      (validCount, sum) = PyramidBuilder.build(values, count: count, layout: layout, into: blocks)
    }
    self.init(
      memory, byteOffset: byteOffset, count: count, pyramid: pyramid, pyramidByteOffset: 0,
      validCount: validCount, sum: sum)
  }

  /// Takes values and a pyramid where they lie, as they were kept: nothing is read but its uppermost level.
  ///
  /// Nothing checks that the pyramid is that of these values: who keeps both, keeps a checksum.
  ///
  /// - Parameters:
  ///   - memory: Where the values lie, for instance a mapped file.
  ///   - byteOffset: Where the first one begins, a multiple of 4.
  ///   - count: How many values, 1...``capacity``.
  ///   - pyramid: Where the pyramid lies, as ``pyramid`` gave it.
  ///   - pyramidByteOffset: Where it begins, a multiple of 4; ``pyramidFloats(of:)`` says how long it is.
  ///   - validCount: How many values are valid.
  ///   - sum: The sum of those.
  /// - Complexity: O(1), no allocation but its own.
  public init(
    _ memory: SeriesMemory, byteOffset: Int, count: Int, pyramid: SeriesMemory, pyramidByteOffset: Int,
    validCount: Int, sum: Double
  ) {
    precondition(count >= 1 && count <= Self.capacity, "A chunk holds 1 to 65,536 values.")
    precondition(
      byteOffset >= 0 && byteOffset % 4 == 0 && byteOffset <= memory.byteCount
        && memory.byteCount - byteOffset >= 4 * count, "The values lie outside their memory.")
    layout = PyramidLayout(valueCount: count)
    precondition(
      pyramidByteOffset >= 0 && pyramidByteOffset % 4 == 0 && pyramidByteOffset <= pyramid.byteCount
        && pyramid.byteCount - pyramidByteOffset >= 8 * layout.count, "The pyramid lies outside its memory.")
    self.count = count
    self.validCount = validCount
    self.sum = sum
    valueMemory = memory
    pyramidMemory = pyramid
    values = (memory.base + byteOffset).assumingMemoryBound(to: Float.self)
    blocks = (pyramid.base + pyramidByteOffset).assumingMemoryBound(to: Extremes.self)
    var extremes = Extremes()
    for block in layout.start(ofLevel: 3)..<layout.count { extremes.join(blocks[block]) }
    self.extremes = extremes
  }

  /// Floats that the pyramid of so many values takes.
  public static func pyramidFloats(of count: Int) -> Int { 2 * PyramidLayout(valueCount: count).count }

  /// Hands the values over, in order.
  public func withValues<Result>(_ body: (Span<Float>) -> Result) -> Result {
    body(Span(_unsafeStart: values, count: count))
  }

  /// Hands the pyramid over, as a cache keeps it.
  public func withPyramid<Result>(_ body: (Span<Float>) -> Result) -> Result {
    let floats = UnsafeRawPointer(blocks).assumingMemoryBound(to: Float.self)
    return body(Span(_unsafeStart: floats, count: 2 * layout.count))
  }

  /// One value; `position` is in 0..<``count``.
  public subscript(position: Int) -> Float {
    precondition(position >= 0 && position < count, "There is no value at this position.")
    return values[position]
  }
}
