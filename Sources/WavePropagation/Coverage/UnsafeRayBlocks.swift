/// Samples of a ray sixteen by sixteen: what the best of a block could cost, so that most of them are not looked at.
///
/// Below a ray that is seen a sample's parameter is its slope less the chord's, which is nothing or less, by √(d₁/d₂), which grows along the ray: none in a block is above the steepest
/// slope by the first sample's root.
struct UnsafeRayBlocks {
  static let size = 16

  /// The steepest slope from the transmitter to a sample of each block.
  let slopes: UnsafePointer<Float>
  /// Blocks, and room for eight more.
  let count: Int
  /// Roots of the distances to the blocks' first samples.
  let roots: UnsafePointer<Float>
  /// For receivers by their place in a block: the inverse roots of the distances to the blocks before it, furthest first.
  let reversed: UnsafePointer<Float>

  /// Makes what does not depend on the ground: `roots`, then `reversed` for each of the sixteen places.
  static func tables(sampleCount: Int, stepKilometers: Double) -> [Float] {
    let count = Self.count(sampleCount: sampleCount)
    var tables: [Float] = []
    tables.reserveCapacity((size + 1) * count + 8)
    for block in 0..<count {
      tables.append(Float((Double(Swift.max(1, block * size)) * stepKilometers).squareRoot()))
    }
    for place in 0..<size {
      for block in 0..<count {
        let samples = place + (count - 1 - block) * size
        tables.append(samples > 0 ? Float(1 / (Double(samples) * stepKilometers).squareRoot()) : 0)
      }
    }
    // Eight are read at once.
    return tables + [Float](repeating: 0, count: 8)
  }

  /// Takes the slopes to all samples.
  static func take(_ slopes: UnsafeBufferPointer<Float>, into blocks: inout [Float]) {
    for block in 0..<blocks.count {
      var most = -Float.infinity
      let first = Swift.max(1, block * size)
      for sample in stride(from: first, to: Swift.min(slopes.count, (block + 1) * size), by: 1)
      where slopes[sample] > most {
        most = slopes[sample]
      }
      blocks[block] = most
    }
  }

  /// How many there are for so many samples and the transmitter.
  static func count(sampleCount: Int) -> Int { sampleCount / size + 9 }

  /// What eight blocks from one on could have at most; those that are not before the receiver have no meaning.
  @inline(__always)
  func bounds(_ first: Int, receiver: Int, chord: Float) -> SIMD8<Float> {
    let last = receiver / Self.size
    let column: Int = count &- 1 &- last
    let row = reversed + ((receiver % Self.size) &* count &+ column)
    let below: SIMD8<Float> = Self.eight(slopes + first) - chord
    let root: SIMD8<Float> = Self.eight(roots + first) * Self.eight(row + first)
    return below * root
  }

  @inline(__always)
  private static func eight(_ first: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(first).loadUnaligned(as: SIMD8<Float>.self)
  }
}
