/// Scans over what lies between a transmitter and a receiver, eight samples at a time.
///
/// Arrays have eight samples of room behind their last; what is read there does not count.
extension RayProfile {
  /// The greatest clearance parameter before a receiver that is seen, but for what all samples share.
  @inline(__always)
  func greatestParameter(before index: Int, chord: Float) -> Float {
    let shift = count - index
    return weighted.withUnsafeBufferPointer { weighted in
      roots.withUnsafeBufferPointer { roots in
        reversedInverseRoots.withUnsafeBufferPointer { reversed in
          var most = SIMD8<Float>(repeating: -.infinity)
          let slope = SIMD8<Float>(repeating: chord)
          var i = 1
          while i + 8 <= index {
            let value =
              (weighted.eight(i) - slope * roots.eight(i)) * reversed.eight(i + shift)
            most.replace(with: value, where: value .> most)
            i += 8
          }
          var greatest = most.greatest
          while i < index {
            let value = (weighted[i] - chord * roots[i]) * reversed[i + shift]
            if value > greatest { greatest = value }
            i += 1
          }
          return greatest
        }
      }
    }
  }

  /// The steepest slope from a receiver back to heights from a sample on.
  ///
  /// What lies before the transmitter's horizon is below the line to it, and so flatter from the receiver.
  @inline(__always)
  func greatestSlope(of heights: [Float], from first: Int, before index: Int, height: Float) -> Float {
    let shift = count - index
    return heights.withUnsafeBufferPointer { heights in
      reversedInverses.withUnsafeBufferPointer { reversed in
        var most = SIMD8<Float>(repeating: -.infinity)
        let level = SIMD8<Float>(repeating: height)
        var i = first
        while i + 8 <= index {
          let value = (heights.eight(i) - level) * reversed.eight(i + shift)
          most.replace(with: value, where: value .> most)
          i += 8
        }
        var greatest = most.greatest
        while i < index {
          let value = (heights[i] - height) * reversed[i + shift]
          if value > greatest { greatest = value }
          i += 1
        }
        return greatest
      }
    }
  }

  /// How far the ground stands above the straight line from antenna to antenna, from a sample on.
  @inline(__always)
  func greatestHeight(from first: Int, before index: Int, chord: Float) -> Float {
    raw.withUnsafeBufferPointer { heights in
      distances.withUnsafeBufferPointer { distances in
        var most = SIMD8<Float>(repeating: -.infinity)
        let slope = SIMD8<Float>(repeating: chord)
        var i = first
        while i + 8 <= index {
          let value = heights.eight(i) - slope * distances.eight(i)
          most.replace(with: value, where: value .> most)
          i += 8
        }
        var greatest = most.greatest
        while i < index {
          let value = heights[i] - chord * distances[i]
          if value > greatest { greatest = value }
          i += 1
        }
        return greatest - transmitterHeight
      }
    }
  }
}

extension UnsafeBufferPointer<Float> {
  /// Eight values from one on.
  @inline(__always)
  fileprivate func eight(_ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(baseAddress.unsafelyUnwrapped + index).loadUnaligned(as: SIMD8<Float>.self)
  }
}

extension SIMD8<Float> {
  /// The greatest of its values; a call of `max()` costs as much as the scan before it.
  @inline(__always)
  fileprivate var greatest: Float {
    var four = lowHalf
    four.replace(with: highHalf, where: highHalf .> four)
    var two = four.lowHalf
    two.replace(with: four.highHalf, where: four.highHalf .> two)
    return two.x > two.y ? two.x : two.y
  }
}
