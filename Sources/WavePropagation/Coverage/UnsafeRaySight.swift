/// What is below rays that are seen: it costs something where it comes near them.
struct UnsafeRaySight {
  /// Ground less the antenna, over the root of the distance.
  private let weighted: UnsafePointer<Float>
  private let roots: UnsafePointer<Float>
  private let inverseRoots: UnsafePointer<Float>
  private let reversed: UnsafePointer<Float>
  private let length: Int
  private let blocks: UnsafeRayBlocks
  private let scale: Float
  /// `clear` but for what all samples share and the root of the distance.
  private let least: Float

  /// A parameter at which an edge costs nothing.
  static var clear: Float { -0.79 }

  init(
    lines: UnsafePointer<Float>, tables: UnsafePointer<Float>, length: Int, blocks: UnsafeRayBlocks,
    scale: Float
  ) {
    weighted = lines + RayList.weighted.rawValue * length
    roots = tables + RayTable.root.rawValue * length
    inverseRoots = tables + RayTable.inverseRoot.rawValue * length
    reversed = tables + RayTable.reversed.rawValue * length
    (self.length, self.blocks, self.scale) = (length, blocks, scale)
    least = Self.clear / scale
  }

  /// The greatest parameter of what is below a ray; `clear` where all are below that.
  @inline(__always)
  func parameter(_ index: Int, _ chord: Float) -> Float {
    greatest(index, chord, least * inverseRoots[index]) * roots[index] * scale
  }

  /// The same but for what all samples share.
  ///
  /// The hull does not tell: ground below it counts more where the ray's zone is narrow, beside the antennas. So samples are looked at, eight at a time, in those blocks of them in
  /// which one can be above what there is.
  @inline(__always)
  private func greatest(_ index: Int, _ chord: Float, _ least: Float) -> Float {
    let behind = reversed + (length &- 1 &- index)
    guard index > 8 else {
      var greatest = least
      for sample in stride(from: 1, to: index, by: 1) {
        let parameter = (weighted[sample] - chord * roots[sample]) * behind[sample]
        if parameter > greatest { greatest = parameter }
      }
      return greatest
    }
    var most = SIMD8<Float>(repeating: least)
    @inline(__always)
    func look(_ sample: Int) {
      let above: SIMD8<Float> = Self.eight(weighted + sample) - Self.eight(roots + sample) * chord
      let parameter: SIMD8<Float> = above * Self.eight(behind + sample)
      most.replace(with: parameter, where: parameter .> most)
    }
    // What no whole block holds, and the last eight.
    look(index &- 8)
    let whole = index / UnsafeRayBlocks.size
    if whole &* UnsafeRayBlocks.size &+ 8 < index { look(Swift.max(1, whole &* UnsafeRayBlocks.size)) }
    var greatest = Self.greatest(most)
    var first = 0
    while first < whole {
      let bounds = blocks.bounds(first, receiver: index, chord: chord)
      if FastMath.any(bounds .> greatest) {
        for lane in 0..<Swift.min(8, whole &- first) where bounds[lane] > greatest {
          let sample = (first &+ lane) &* UnsafeRayBlocks.size
          look(Swift.max(1, sample))
          look(sample &+ 8)
          greatest = Self.greatest(most)
        }
      }
      first &+= 8
    }
    return greatest
  }

  @inline(__always)
  private static func greatest(_ eight: SIMD8<Float>) -> Float {
    var four = eight.lowHalf
    four.replace(with: eight.highHalf, where: eight.highHalf .> four)
    return Swift.max(Swift.max(four[0], four[1]), Swift.max(four[2], four[3]))
  }

  @inline(__always)
  private static func eight(_ first: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(first).loadUnaligned(as: SIMD8<Float>.self)
  }
}
