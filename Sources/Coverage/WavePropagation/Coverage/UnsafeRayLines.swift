/// Computes losses from the results of `UnsafeRayPass`, eight samples at a time.
struct UnsafeRayLines {
  let lines: UnsafePointer<Float>
  let tables: UnsafePointer<Float>
  let length: Int
  let transmitterHeight: Float
  /// The receiving antennas' height above ground minus the transmitting antenna's, in metres.
  let lift: Float
  let sphere: SphereLoss

  /// Returns eight consecutive values of a list.
  @inline(__always)
  func list(_ list: RayList, _ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(lines + (list.rawValue &* length &+ index)).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Returns eight consecutive values of a table.
  @inline(__always)
  func table(_ table: RayTable, _ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(tables + (table.rawValue &* length &+ index)).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Returns the heights of the antennas above smooth ground in metres; the ground is lowered if the straight
  /// line between the antennas is obstructed, by P.1812, Attachment 1, equations (87) to (90).
  @inline(__always)
  func smooth(_ index: Int) -> (transmitter: SIMD8<Float>, receiver: SIMD8<Float>) {
    let (up, down) = (list(.fromTransmitter, index), list(.fromReceiver, index))
    let share: SIMD8<Float> = list(.raised, index) / (up + down)
    return above(list(.below, index) - up * share, list(.beside, index) - down * share, index)
  }

  /// Returns the heights of the antennas in metres above a straight line or, where the ground is below the
  /// line, above the ground.
  @inline(__always)
  private func above(
    _ below: SIMD8<Float>, _ beside: SIMD8<Float>, _ index: Int
  ) -> (transmitter: SIMD8<Float>, receiver: SIMD8<Float>) {
    let ground = list(.ground, index)
    return (
      transmitterHeight - FastMath.least(below, 0),
      ground - FastMath.least(beside, ground) + (lift + transmitterHeight)
    )
  }

  /// Returns the loss of Bullington's edge in dB.
  @inline(__always)
  func edge(_ index: Int) -> SIMD8<Float> {
    let distance = table(.distance, index)
    let (slope, receiverSlope) = (list(.steepest, index), list(.receiverSlope, index))
    var parameter = receiverSlope
    let isHidden = slope .> RayProfile.isSeen
    if FastMath.any(isHidden) {
      // The rays from both antennas to their horizons meet at Bullington's edge.
      let rise: SIMD8<Float> = list(.flattened, index) + lift
      let place: SIMD8<Float> = (rise + receiverSlope * distance) / (slope + receiverSlope)
      let ratio: SIMD8<Float> = place * distance / (distance - place)
      let hidden: SIMD8<Float> = (slope - list(.chord, index)) * FastMath.root(ratio) * sphere.scale
      parameter.replace(with: hidden, where: isHidden)
    }
    return SphereLoss.obstructed(parameter, distance)
  }

  /// Returns the horizons, which the pass must have determined.
  @inline(__always)
  func horizons(_ index: Int) -> RayHorizons {
    let (below, beside) = (list(.below, index), list(.beside, index))
    let (transmitter, receiver) = above(below, beside, index)
    return RayHorizons(
      near: list(.near, index), far: list(.far, index), transmitterSlope: list(.steepest, index),
      receiverSlope: list(.receiverSlope, index), transmitter: transmitter, receiver: receiver,
      roughness: list(.highest, index) - FastMath.least(below, 0))
  }
}

/// The terrain between a transmitter and eight receivers without line of sight, as described in P.1812,
/// Attachment 1, sections 1.1 to 1.6.
struct RayHorizons {
  /// The distance from the transmitter to its horizon, in km.
  var near: SIMD8<Float>
  /// The distance from the receiver to its horizon, in km.
  var far: SIMD8<Float>
  /// The slope from the transmitter to its horizon over the flattened earth, in m/km.
  ///
  /// Unlike `receiverSlope`, it includes the slope of the earth.
  var transmitterSlope: SIMD8<Float>
  var receiverSlope: SIMD8<Float>
  /// The height of the transmitting antenna above the smooth ground, in metres.
  var transmitter: SIMD8<Float>
  /// The height of the receiving antenna above the smooth ground, in metres.
  var receiver: SIMD8<Float>
  /// The height of the ground between both horizons above the smooth ground, in metres.
  var roughness: SIMD8<Float>
}
