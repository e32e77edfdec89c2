/// A running search for the transmitter's horizon among the samples before eight receivers.
struct UnsafeRayBefore {
  typealias Eight = SIMD8<Float>

  private let lines: UnsafeMutableRayLines
  /// The index of the sample with the steepest slope so far, which is the transmitter's horizon.
  private(set) var place: Int32 = 1
  private var slope = -Float.infinity
  /// The maximum slope so far in each lane over a flat earth, in m/km.
  private var slopes = Eight(repeating: -.infinity)
  /// The maximum height of the ground so far in each lane, in metres; at least 0.
  private var grounds = Eight()

  init(_ lines: UnsafeMutableRayLines) { self.lines = lines }

  /// The height of the highest ground relative to the ground at the transmitter, in metres.
  var peak: Float { UnsafeRayGround.greatest(grounds)[7] }

  /// Advances by eight samples.
  @inline(__always)
  mutating func add(_ index: Int) {
    let own = lines.list(.slope, index)
    slopes = FastMath.greatest(slopes, own + lines.table(.bend, index))
    grounds = FastMath.greatest(grounds, lines.list(.ground, index))
    guard FastMath.any(own .> slope) else { return }
    for lane in 0..<8 where own[lane] > slope {
      (slope, place) = (own[lane], Int32(truncatingIfNeeded: index &+ lane))
    }
  }

  /// Returns the steepest slopes from the antenna to the samples before each of the next eight, over a flat
  /// earth, in m/km.
  func steepest(_ index: Int) -> Eight {
    let bare: Eight = lines.list(.slope, index) + lines.table(.bend, index)
    return FastMath.greatest(
      UnsafeRayGround.shifted(UnsafeRayGround.greatest(bare)), UnsafeRayGround.greatest(slopes)[7])
  }

  /// Returns the distances to the horizon before each of the next eight samples, in km.
  func horizons(_ index: Int) -> Eight {
    let (distances, own) = (lines.pointer(.distance), lines.pointer(.slope) + index)
    var horizons = Eight(repeating: distances[Int(place)])
    var steepest = slope
    for lane in 0..<7 where own[lane] > steepest {
      steepest = own[lane]
      for behind in (lane + 1)..<8 { horizons[behind] = distances[index &+ lane] }
    }
    return horizons
  }
}
