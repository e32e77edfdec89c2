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
    guard count >= 64 else {
      (stages, places, blockStride) = ([], [], 0)
      factors = AlignedFloats(count: 0)
      laneFactors = Self.shortFactors()
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
    let turns = TurnTable(count: count)
    for stage in stages {
      var place = stage.factors
      let step = count / (stage.radix * stage.stride)
      for index in 0..<stage.stride {
        for output in 1..<stage.radix {
          let turn = turns[index * output * step]
          factors.base[place] = Float(turn.cosine)
          factors.base[place + 1] = Float(-turn.sine)
          place += 2
        }
      }
    }

    laneFactors = AlignedFloats(count: 112 * blockCount)
    for group in 0..<blockCount {
      for lane in 1..<8 {
        for bin in 0..<8 {
          let turn = turns[lane * (8 * group + bin)]
          let isMoved = Output.isSwapped && (2...5).contains(bin)
          let place = 112 * group + 16 * (lane - 1) + (isMoved ? bin ^ 6 : bin)
          laneFactors.base[place] = Float(turn.cosine)
          laneFactors.base[place + 8] = Float(-turn.sine)
        }
      }
    }

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

  /// Transforms input in natural order into output in natural order.
  /// - Complexity: O(count log count), without allocation.
  @inline(__always)
  func transform<Input: TransformInput>(_ input: Input, into output: some TransformOutput) {
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
    output.store(
      butterfly8(
        (
          input.points(at: 0), input.points(at: stride), input.points(at: 2 &* stride),
          input.points(at: 3 &* stride), input.points(at: 4 &* stride), input.points(at: 5 &* stride),
          input.points(at: 6 &* stride), input.points(at: 7 &* stride)
        )), blockStride)
    var factors = UnsafePointer(self.factors.base) + 14
    for index in 1..<stride {
      let points = (
        input.points(at: index), input.points(at: index &+ stride), input.points(at: index &+ 2 &* stride),
        input.points(at: index &+ 3 &* stride), input.points(at: index &+ 4 &* stride),
        input.points(at: index &+ 5 &* stride), input.points(at: index &+ 6 &* stride),
        input.points(at: index &+ 7 &* stride)
      )
      (output + index).store(butterfly8(points), blockStride, turnedBy: factors)
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
  @inline(__always)
  private func join<Output: TransformOutput>(
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
