/// A fast Fourier transform of a fixed length, computed in vectors of eight.
///
/// Lane `l` of input vector `v` is sample `8v + l`, so the eight lanes contain eight interleaved sequences.
/// All stages but the last transform these sequences side by side, in place. They decimate in frequency by
/// radix 8 and, once, by 4 or 2 (W. M. Gentleman and G. Sande, 1966, doi:10.1145/1464291.1464352). The last
/// stage swaps lanes and vectors in registers, then joins the lanes by a radix-8 step. It reads its vectors
/// in the order in which the earlier stages left them, so bins are in natural order without an extra pass.
///
/// The first stage reads through a `TransformInput`, and the last writes through a `TransformOutput`, so
/// windowing and detecting a spectrum need no extra passes over memory. A plan owns its storage, so it runs
/// one transform at a time.
struct TransformPlan: ~Copyable, Sendable {
  let count: Int

  private let stages: [TransformStage]
  private let factors: AlignedFloats
  let laneFactors: AlignedFloats
  /// The index of each group's vector within the first of the eight blocks.
  ///
  /// Group `g` consists of the bins from `8g` to `8g + 7`.
  private let places: [Int]
  /// The distance between the eight blocks of the first stage, in vectors.
  private let blockStride: Int
  let work: AlignedFloats

  /// Creates the tables for one type of output; the number of points is a power of two from 32 to 1,048,576.
  init<Output: TransformOutput>(count: Int, for output: Output.Type) {
    self.count = count
    let turns = TurnTable(count: count)
    guard count >= 64 else {
      (stages, places, blockStride) = ([], [], 0)
      factors = AlignedFloats(count: 0)
      laneFactors = Self.laneFactors(turns, groupCount: 1, binCount: 4, areSwapped: false)
      work = AlignedFloats(count: 0)
      return
    }
    let blockCount = count / 64
    // From 4096 points on, all blocks would begin in the same cache set: an extra line between them spreads
    // them out.
    blockStride = count < 4096 ? blockCount : blockCount + 1
    work = AlignedFloats(count: 128 * blockStride)

    var stages = [TransformStage(radix: 8, stride: blockCount, factors: 0)]
    var factorCount = 14 * blockCount
    var length = blockCount
    while length > 1 {
      let radix = Swift.min(8, length)
      length /= radix
      stages.append(TransformStage(radix: radix, stride: length, factors: factorCount))
      factorCount += 2 * (radix - 1) * length
    }
    self.stages = stages
    factors = AlignedFloats(count: factorCount)
    for stage in stages {
      var place = stage.factors
      let step = count / (stage.radix * stage.stride)
      for index in 0..<stage.stride {
        for output in 1..<stage.radix {
          factors.store(turns[index * output * step], at: place, 1)
          place += 2
        }
      }
    }

    laneFactors = Self.laneFactors(
      turns, groupCount: blockCount, binCount: 8, areSwapped: Output.isSwapped)

    places = (0..<blockCount).map { group in
      var rest = group
      var place = 0
      for stage in stages.dropFirst() {
        place += rest % stage.radix * stage.stride
        rest /= stage.radix
      }
      return place
    }
  }

  /// Returns the twiddle factors for each lane's bins, applied before joining the lanes.
  ///
  /// - Parameters:
  ///   - turns: The multiples of the transform's step.
  ///   - groupCount: The number of groups of bins.
  ///   - binCount: The number of bins in each lane of a group: 8, or 4 in the shortest transform.
  ///   - areSwapped: Whether lanes 2 and 3 contain bins 4 and 5, and lanes 4 and 5 contain bins 2 and 3.
  /// - Returns: Seven vectors of factors for each group; the first lane needs none.
  private static func laneFactors(
    _ turns: TurnTable, groupCount: Int, binCount: Int, areSwapped: Bool
  ) -> AlignedFloats {
    let factors = AlignedFloats(count: 112 * groupCount)
    for group in 0..<groupCount {
      for lane in 1..<8 {
        for bin in 0..<binCount {
          let isMoved = areSwapped && (2...5).contains(bin)
          let place = 112 * group + 16 * (lane - 1) + (isMoved ? bin ^ 6 : bin)
          factors.store(turns[lane * (8 * group + bin)], at: place, 8)
        }
      }
    }
    return factors
  }

  /// Transforms input in natural order into output in natural order.
  /// - Complexity: O(count log count), without allocation.
  @inline(__always) func transform<Input: TransformInput>(_ input: Input, into output: some TransformOutput) {
    let vectors = work.vectors
    guard count >= 64 else {
      transformShort(input, into: output)
      return
    }
    decimate(input, vectors)
    if blockStride == stages[0].stride {
      refine(vectors, stages: 1, blockCount: 8)
    } else {
      for block in 0..<8 { refine(vectors + block &* blockStride, stages: 1, blockCount: 1) }
    }
    join(vectors, areSwapped: Input.isSwapped, output)
  }

  /// Runs the first stage from the input into the working storage.
  @inline(__always)
  private func decimate(_ input: some TransformInput, _ output: UnsafeMutablePointer<Complex8>) {
    let stride = stages[0].stride
    // The factors of the first vectors are 1.
    output.store(butterfly8(input.eight(at: 0, stride)), blockStride)
    var factors = UnsafePointer(self.factors.base) + 14
    for index in 1..<stride {
      (output + index).store(butterfly8(input.eight(at: index, stride)), blockStride, turnedBy: factors)
      factors += 14
    }
  }

  /// Runs the stages starting at `first` over adjacent blocks.
  ///
  /// Blocks that exceed the first-level cache are finished one after the other, so each is loaded only once
  /// for all its stages.
  private func refine(_ data: UnsafeMutablePointer<Complex8>, stages first: Int, blockCount: Int) {
    guard first < stages.count else { return }
    let stage = stages[first]
    stage.run(data, blockCount: blockCount, factors.base)
    let length = stage.radix &* stage.stride
    if length > 512 {
      for block in 0..<blockCount &* stage.radix {
        refine(data + block &* stage.stride, stages: first &+ 1, blockCount: 1)
      }
    } else {
      refine(data, stages: first &+ 1, blockCount: blockCount &* stage.radix)
    }
  }

  /// Runs the last stage, across lanes, into the output.
  @inline(__always) private func join<Output: TransformOutput>(
    _ data: UnsafeMutablePointer<Complex8>, areSwapped: Bool, _ output: Output
  ) {
    let groupCount = stages[0].stride
    var factors = laneFactors.vectors
    places.withUnsafeBufferPointer { places in
      for group in 0..<groupCount {
        let blocks = swapped((data + places[group]).eight(blockStride), if: Output.isSwapped)
        let lanes = swapped(Complex8.transposed(blocks), if: areSwapped)
        let bins = butterfly8(turned(lanes, by: factors))
        factors += 7
        output.store(bins.0, at: group)
        output.store(bins.1, at: group &+ groupCount)
        output.store(bins.2, at: group &+ 2 &* groupCount)
        output.store(bins.3, at: group &+ 3 &* groupCount)
        output.store(bins.4, at: group &+ 4 &* groupCount)
        output.store(bins.5, at: group &+ 5 &* groupCount)
        output.store(bins.6, at: group &+ 6 &* groupCount)
        output.store(bins.7, at: group &+ 7 &* groupCount)
      }
    }
  }
}
