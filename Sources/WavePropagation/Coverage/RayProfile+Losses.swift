import WaveUnits

extension RayProfile {
  /// Computes the loss beyond free space at each sample but the transmitter's own, in 0.01 dB.
  ///
  /// First what each sample sees, one after the other; then what that costs, eight at a time.
  ///
  /// - Parameters:
  ///   - covered: The same ray with what stands on the ground; nil where nothing does.
  ///   - excess: One for each sample but the transmitter's own.
  mutating func losses(covered: inout RayProfile?, into excess: UnsafeMutableBufferPointer<Int16>) {
    pass()
    covered?.pass()
    let limit = Swift.min(end, count + 1)
    for index in stride(from: Swift.max(first, limit), through: count, by: 1) {
      excess[index - 1] = CoverageMap.nothing
    }
    withLines(covered) { lines, met in
      for index in stride(from: first, to: limit, by: 8) {
        let (transmitter, receiver) = lines.smooth(index)
        let loss = met.diffraction(index, transmitter, receiver)
        excess.put(FastMath.hundredths(loss), at: index - 1, before: limit - 1)
      }
    }
    // Nothing is between the transmitter and the first sample.
    if first == 1, limit > 1 { excess[0] = 0 }
  }

  /// Reads what passes have left of this ray and, where there is one, of another.
  func withLines(_ other: RayProfile?, _ work: (UnsafeRayLines, UnsafeRayLines) -> Void) {
    withLines { lines in
      guard let other else { return work(lines, lines) }
      other.withLines { work(lines, $0) }
    }
  }

  /// Reads what a pass has left.
  func withLines(_ work: (UnsafeRayLines) -> Void) {
    lines.withUnsafeBufferPointer { lines in
      tables.withUnsafeBufferPointer { tables in
        guard let line = lines.baseAddress, let table = tables.baseAddress else { return }
        work(
          UnsafeRayLines(
            lines: line, tables: table, length: length, lift: receiverHeight - transmitterHeight,
            sphere: sphere))
      }
    }
  }
}

extension UnsafeMutableBufferPointer<Int16> {
  /// Puts eight values, or those of them that are before an end.
  @inline(__always)
  func put(_ values: SIMD8<Int16>, at index: Int, before end: Int) {
    guard index + 8 <= end, let baseAddress else {
      for lane in 0..<Swift.min(8, end - index) { self[index + lane] = values[lane] }
      return
    }
    UnsafeMutableRawPointer(baseAddress + index).storeBytes(of: values, as: SIMD8<Int16>.self)
  }
}

/// What `UnsafeRayPass` has left of a ray, eight samples at a time.
struct UnsafeRayLines {
  let lines: UnsafePointer<Float>
  let tables: UnsafePointer<Float>
  let length: Int
  /// The receivers' antennas above ground less the transmitter's, m.
  let lift: Float
  let sphere: SphereLoss

  /// Eight values of a list.
  @inline(__always)
  func list(_ number: Int, _ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(lines + (number &* length &+ index)).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Eight values of a table.
  @inline(__always)
  func table(_ number: Int, _ index: Int) -> SIMD8<Float> {
    UnsafeRawPointer(tables + (number &* length &+ index)).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Antennas above smooth ground, m.
  @inline(__always)
  func smooth(_ index: Int) -> (transmitter: SIMD8<Float>, receiver: SIMD8<Float>) {
    (list(3, index), list(4, index))
  }

  /// What diffraction costs: equation (39) of P.1812, dB.
  @inline(__always)
  func diffraction(_ index: Int, _ transmitter: SIMD8<Float>, _ receiver: SIMD8<Float>) -> SIMD8<Float> {
    edge(index) + sphere.excess(transmitter, receiver, table(0, index))
  }

  /// What Bullington's edge costs of it, dB.
  @inline(__always)
  func edge(_ index: Int) -> SIMD8<Float> {
    let distance = table(0, index)
    let (slope, found) = (list(7, index), list(2, index))
    // Where both horizons' rays meet is Bullington's edge.
    let rise: SIMD8<Float> = list(8, index) + lift
    let chord: SIMD8<Float> = rise * table(1, index)
    let place: SIMD8<Float> = (rise + found * distance) / (slope + found)
    let ratio: SIMD8<Float> = place * distance / (distance - place)
    let hidden: SIMD8<Float> = (slope - chord) * ratio.squareRoot() * sphere.scale
    let parameter = hidden.replacing(with: found, where: slope .== RayProfile.isSeen)
    return SphereLoss.obstructed(parameter, distance)
  }

  /// Horizons, where the pass has told them.
  @inline(__always)
  func horizons(_ index: Int) -> RayHorizons {
    let first = RayProfile.listCount
    return RayHorizons(
      near: list(first, index), far: list(first + 1, index), transmitterSlope: list(first + 2, index),
      receiverSlope: list(first + 3, index), transmitter: list(first + 4, index),
      receiver: list(first + 5, index), roughness: list(first + 6, index))
  }
}
