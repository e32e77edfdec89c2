import WaveUnits

extension RayProfile {
  /// Computes the loss beyond free space at each sample but the transmitter's own, in 0.01 dB.
  mutating func losses(into excess: UnsafeMutableBufferPointer<Int16>) {
    var state = Horizon()
    for index in 1...count {
      guard index < end else {
        excess[index - 1] = CoverageMap.nothing
        continue
      }
      state.pass(self, index)
      let loss = index == 1 ? 0 : loss(at: index, state)
      excess[index - 1] = Int16(Swift.max(-20_000, Swift.min(20_000, (loss * 100).rounded())))
      state.take(self, index)
    }
  }

  /// What has been seen on the way to a receiver.
  struct Horizon {
    /// The steepest flattened slope from the antenna, and where.
    var slope = -Float.infinity
    var place = 1
    /// The same without flattening.
    var rawSlope = -Float.infinity
    var rawPlace = 1
    /// Sums of the straight line through the ground.
    var sum = 0.0
    var moment = 0.0

    /// The ground up to a sample counts for its smooth surface.
    @inline(__always)
    mutating func pass(_ ray: borrowing RayProfile, _ index: Int) {
      let (far, near) = (Double(ray.raw[index]), Double(ray.raw[index - 1]))
      let (d, before) = (Double(index), Double(index - 1))
      sum += far + near
      moment += far * (2 * d + before) + near * (d + 2 * before)
    }

    /// What is at a sample is seen by those behind it.
    @inline(__always)
    mutating func take(_ ray: borrowing RayProfile, _ index: Int) {
      let flat = (ray.flattened[index] - ray.transmitterHeight) * ray.inverses[index]
      if flat > slope { (slope, place) = (flat, index) }
      let raw = (ray.raw[index] - ray.transmitterHeight) * ray.inverses[index]
      if raw > rawSlope { (rawSlope, rawPlace) = (raw, index) }
    }
  }

  /// Delta-Bullington at a sample, dB.
  private func loss(at index: Int, _ state: Horizon) -> Float {
    let distance = distances[index]
    let receiver = raw[index] + receiverHeight
    let flatReceiver = flattened[index] + receiverHeight
    let chord = (flatReceiver - transmitterHeight) * inverses[index]
    let parameter: Float
    if state.slope <= chord {
      parameter = greatestParameter(before: index, chord: chord) * scale * roots[index]
    } else {
      let fromReceiver = greatestSlope(of: flattened, from: state.place, before: index, height: flatReceiver)
      let d = (flatReceiver - transmitterHeight + fromReceiver * distance) / (state.slope + fromReceiver)
      let rest = distance - d
      parameter = (state.slope - chord) * (d * distance / rest).squareRoot() * scale
    }
    let bullington = Self.obstructed(parameter, distance)
    let (below, beside) = smoothGround(index, state, receiver)
    let effective = (transmitterHeight - below, receiver - beside)
    let around = sphere.loss(effective.0, effective.1, distance)
    guard around > 0 else { return bullington }
    let smooth = Self.obstructed(smoothParameter(index, effective.0, effective.1), distance)
    return bullington + Swift.max(0, around - smooth)
  }

  /// Of Bullington's edge: equations (12) and (21).
  @inline(__always)
  static func obstructed(_ parameter: Float, _ distance: Float) -> Float {
    guard parameter > -0.78 else { return 0 }
    let near = parameter - 0.1
    let edge = 6.9 + 6.020_599_9 * FastMath.log2((near * near + 1).squareRoot() + near)
    return edge + (1 - FastMath.exp2(-0.240_449_17 * edge)) * (10 + 0.02 * distance)
  }

  /// Smooth ground below both antennas, relative to the transmitter's ground: P.1812's Attachment 1, section 5.6.
  private func smoothGround(_ index: Int, _ state: Horizon, _ receiver: Float) -> (Float, Float) {
    let n = Double(index)
    var below = Float((2 * state.sum * n - state.moment) / (n * n))
    var beside = Float((state.moment - state.sum * n) / (n * n))
    let chord = (receiver - transmitterHeight) * inverses[index]
    let fromTransmitter = state.rawSlope - chord
    if fromTransmitter > 0 {
      let slope = greatestSlope(of: raw, from: state.rawPlace, before: index, height: receiver)
      let fromReceiver = slope + chord
      let highest = greatestHeight(from: state.rawPlace, before: index, chord: chord)
      below -= highest * fromTransmitter / (fromTransmitter + fromReceiver)
      beside -= highest * fromReceiver / (fromTransmitter + fromReceiver)
    }
    return (Swift.min(below, 0), Swift.min(beside, raw[index]))
  }

  /// Bullington's parameter over a smooth earth.
  private func smoothParameter(_ index: Int, _ transmitter: Float, _ receiver: Float) -> Float {
    let distance = distances[index]
    let flatReceiver = receiver - flats[index]
    let chord = (flatReceiver - transmitter) * inverses[index]
    // -k d - h/d is greatest at √(h/k): a sample beside it.
    func steepest(_ height: Float) -> Float {
      let best = (height / bulge).squareRoot() / step
      let low = Swift.max(1, Swift.min(index - 1, Int(Swift.min(best, 1e6))))
      let high = Swift.min(index - 1, low + 1)
      return Swift.max(
        -(flats[low] + height) * inverses[low], -(flats[high] + height) * inverses[high])
    }
    let slope = steepest(transmitter)
    guard slope > chord else {
      var greatest = -Float.infinity
      for i in 1..<index {
        let above = -flats[i] - transmitter - chord * distances[i]
        greatest = Swift.max(greatest, above * inverseRoots[i] * inverseRoots[index - i])
      }
      return greatest * scale * roots[index]
    }
    // Seen from the receiver the same, but that the earth was flattened from the transmitter's side.
    let fromReceiver = steepest(receiver) + 2 * bulge * distance
    let d = (flatReceiver - transmitter + fromReceiver * distance) / (slope + fromReceiver)
    return (slope - chord) * (d * distance / (distance - d)).squareRoot() * scale
  }
}
