/// Up to 65,536 immutable values of a column, with their pyramid.
///
/// A value is valid if it is finite; NaN means missing (NULL, not a number), and infinities are treated as
/// missing. The pyramid contains the extremes of blocks of 64, 512, 4,096 and 32,768 values; it takes 3.6 %
/// as much memory as the values.
public final class SeriesChunk: @unchecked Sendable {
  /// The maximum number of values in a chunk; all chunks of a series except the last are full.
  public static let capacity = 65_536

  /// The number of values, at least 1.
  public let count: Int
  /// The number of valid values.
  public let validCount: Int
  /// The sum of the valid values.
  public let sum: Double
  /// The smallest and the largest valid values.
  public let extremes: Extremes

  let values: UnsafePointer<Float>
  let blocks: UnsafePointer<Extremes>
  let layout: PyramidLayout
  private let valueMemory: SeriesMemory
  private let pyramidMemory: SeriesMemory

  /// Copies values and builds their pyramid.
  ///
  /// - Precondition: There are 1...``capacity`` values.
  /// - Complexity: O(values), with two allocations.
  public convenience init(_ values: Span<Float>) {
    let memory = SeriesMemory.floats(count: values.count) { copy in
      values.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { copy.update(from: base, count: source.count) }
      }
    }
    self.init(memory, byteOffset: 0, count: values.count)
  }

  /// Allocates memory for values, lets a closure write them, and builds their pyramid.
  ///
  /// - Parameters:
  ///   - count: The number of values, 1...``capacity``.
  ///   - fill: Writes the values, all of which are initially NaN.
  /// - Complexity: O(values), with two allocations.
  public convenience init(count: Int, fill: (inout MutableSpan<Float>) -> Void) {
    let memory = SeriesMemory.floats(count: count) { copy in
      copy.initialize(repeating: .nan, count: count)
      var span = MutableSpan(_unsafeStart: copy, count: count)
      fill(&span)
    }
    self.init(memory, byteOffset: 0, count: count)
  }

  /// Uses values in existing memory, and builds their pyramid.
  ///
  /// - Parameters:
  ///   - memory: The memory with the values, for instance a mapped file.
  ///   - byteOffset: The offset of the first value, a multiple of 4.
  ///   - count: The number of values, 1...``capacity``.
  /// - Complexity: O(values), with one allocation.
  public convenience init(_ memory: SeriesMemory, byteOffset: Int, count: Int) {
    let values = Self.values(in: memory, byteOffset: byteOffset, count: count)
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

  /// Creates a chunk from values and a stored pyramid in existing memory.
  ///
  /// Only the pyramid's top level is read. The initializer does not check that the pyramid belongs to these
  /// values, so code that stores both must store a checksum.
  ///
  /// - Parameters:
  ///   - memory: The memory with the values, for instance a mapped file.
  ///   - byteOffset: The offset of the first value, a multiple of 4.
  ///   - count: The number of values, 1...``capacity``.
  ///   - pyramid: The memory with the pyramid, as ``withPyramid(_:)`` passed it.
  ///   - pyramidByteOffset: The offset of the pyramid, a multiple of 4; ``pyramidFloats(of:)`` gives its
  ///     length.
  ///   - validCount: The number of valid values.
  ///   - sum: The sum of the valid values.
  /// - Complexity: O(1), without allocation except the chunk.
  public init(
    _ memory: SeriesMemory, byteOffset: Int, count: Int, pyramid: SeriesMemory, pyramidByteOffset: Int,
    validCount: Int, sum: Double
  ) {
    values = Self.values(in: memory, byteOffset: byteOffset, count: count)
    layout = PyramidLayout(valueCount: count)
    precondition(
      pyramidByteOffset >= 0 && pyramidByteOffset % 4 == 0 && pyramidByteOffset <= pyramid.byteCount
        && pyramid.byteCount - pyramidByteOffset >= 8 * layout.count, "The pyramid lies outside its memory.")
    self.count = count
    self.validCount = validCount
    self.sum = sum
    valueMemory = memory
    pyramidMemory = pyramid
    blocks = (pyramid.base + pyramidByteOffset).assumingMemoryBound(to: Extremes.self)
    var extremes = Extremes()
    for block in layout.start(ofLevel: 3)..<layout.count { extremes.join(blocks[block]) }
    self.extremes = extremes
  }

  /// Returns the values that begin at a byte of a memory, which must hold all of them.
  private static func values(
    in memory: SeriesMemory, byteOffset: Int, count: Int
  ) -> UnsafePointer<Float> {
    precondition(count >= 1 && count <= capacity, "A chunk holds 1 to 65,536 values.")
    precondition(
      byteOffset >= 0 && byteOffset % 4 == 0 && byteOffset <= memory.byteCount
        && memory.byteCount - byteOffset >= 4 * count, "The values lie outside their memory.")
    return (memory.base + byteOffset).assumingMemoryBound(to: Float.self)
  }

  /// Returns the number of floats in the pyramid of `count` values.
  public static func pyramidFloats(of count: Int) -> Int { 2 * PyramidLayout(valueCount: count).count }

  /// Passes the values to a closure, in order.
  public func withValues<Result>(_ body: (Span<Float>) -> Result) -> Result {
    body(Span(_unsafeStart: values, count: count))
  }

  /// Passes the pyramid to a closure, in the form in which a cache stores it.
  public func withPyramid<Result>(_ body: (Span<Float>) -> Result) -> Result {
    let floats = UnsafeRawPointer(blocks).assumingMemoryBound(to: Float.self)
    return body(Span(_unsafeStart: floats, count: 2 * layout.count))
  }

  /// Returns the value at an index in 0..<``count``.
  public subscript(position: Int) -> Float {
    precondition(position >= 0 && position < count, "There is no value at this position.")
    return values[position]
  }
}
