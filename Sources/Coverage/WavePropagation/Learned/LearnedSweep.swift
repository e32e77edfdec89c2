import WaveUnits

/// A learned model along the rays of a map, with the values that all rays share.
struct LearnedSweep: Sendable {
  let model: LearnedLoss
  let link: LearnedLoss.Link
  /// Two lists with a value for each sample, where sample 0 is the transmitter: the model's loss by distance
  /// in dB, then the trust in the model.
  ///
  /// Each list has eight extra values.
  let tables: [Float]
  let length: Int
  /// The number of samples before a receiver over which the mean ground height is computed.
  let window: Int

  init?(_ plan: CoveragePlan, sampleCount: Int, stepMeters: Double) {
    guard let model = plan.learnedLoss else { return nil }
    self.model = model
    let link = model.link(plan)
    self.link = link
    length = sampleCount + 9
    let kilometers = (0..<length).map { Swift.max(1e-3, Double($0) * stepMeters / 1000) }
    var tables = kilometers.map { Float(link.constant + link.distanceSlope * Logarithm.decimal($0)) }
    tables += kilometers.map { Float(link.trust * LearnedLoss.distances.trust($0)) }
    self.tables = tables
    window = Int(saturating: (LearnedInputs.reliefKilometers + 0.0005) * 1000 / stepMeters)
  }

  func withTables(_ work: (UnsafePointer<Float>) -> Void) {
    tables.withUnsafeBufferPointer { tables in
      if let tables = tables.baseAddress { work(tables) }
    }
  }

  /// Returns the losses beyond free space at eight samples in dB.
  ///
  /// - Parameters:
  ///   - tables: The tables, as passed by `withTables`.
  ///   - index: The index of the first sample.
  ///   - edge: The loss of Bullington's edge, in dB.
  ///   - physics: The loss of the physical model that is corrected, in dB.
  ///   - height: The height of the transmitting antenna above smooth ground, in metres.
  ///   - ground: The relief or the rise, in metres.
  /// - Returns: Eight losses; those of samples beyond the end are meaningless.
  @inline(__always)
  func excess(
    _ tables: UnsafePointer<Float>, _ index: Int, edge: SIMD8<Float>, physics: SIMD8<Float>,
    height: SIMD8<Float>, ground: SIMD8<Float>
  ) -> SIMD8<Float> {
    let level = UnsafeRawPointer(tables + index).loadUnaligned(as: SIMD8<Float>.self)
    let trust = UnsafeRawPointer(tables + (length &+ index)).loadUnaligned(as: SIMD8<Float>.self)
    let root: SIMD8<Float> = FastMath.root(FastMath.greatest(edge, 0) + 1) - 1
    let log: SIMD8<Float> = FastMath.log2(FastMath.greatest(height, 1) * (1 / 30)) * 0.301_03
    let part: SIMD8<Float> = ground * Float(1 / (model.usesTerrain ? LearnedLoss.relief : LearnedLoss.rise))
    let bent: SIMD8<Float> = ground / FastMath.root(part * part + 1)
    let obstruction: SIMD8<Float> = root * Float(link.edgeSlope) + log * Float(link.heightSlope)
    let value: SIMD8<Float> = level + obstruction + bent * Float(link.groundSlope)
    let learned: SIMD8<Float> = (value + FastMath.root(value * value + 4)) * 0.5
    return physics + trust * (learned - physics)
  }
}

extension RayProfile {
  /// Computes a learned model's loss beyond free space at each sample except the transmitter's own, in units
  /// of 0.01 dB.
  ///
  /// - Parameters:
  ///   - learned: The learned model, prepared for the rays of a map.
  ///   - covered: The same ray with trees and buildings or clutter; nil if there are none.
  ///   - excess: Receives one loss for each sample except the transmitter's own.
  mutating func losses(
    by learned: LearnedSweep, covered: inout RayProfile?, into excess: UnsafeMutableBufferPointer<Int16>
  ) {
    let limit = clearEnd(of: excess)
    let usesTerrain = learned.model.usesTerrain
    if usesTerrain {
      pass()
      covered?.pass()
    }
    compareGround(window: usesTerrain ? learned.window : .max)
    ground.withUnsafeBufferPointer { ground in
      guard let ground = ground.baseAddress else { return }
      learned.withTables { tables in
        withLines(covered) { lines, coveredLines in
          for index in stride(from: first, to: limit, by: 8) {
            let above = UnsafeRawPointer(ground + index).loadUnaligned(as: SIMD8<Float>.self)
            var (edge, physics, height) = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>(repeating: 30))
            if usesTerrain {
              (edge, height) = (coveredLines.edge(index), lines.list(.transmitter, index))
              physics = edge + lines.list(.sphere, index)
            }
            // Nothing lies between the transmitter and the first sample.
            if index == 1 { (edge[0], physics[0], height[0]) = (0, 0, transmitterHeight) }
            let loss = learned.excess(
              tables, index, edge: edge, physics: physics, height: height, ground: above)
            excess.store(FastMath.hundredths(loss), at: index - 1, before: limit - 1)
          }
        }
      }
    }
  }

  /// Computes the height of each sample's ground above the mean height in a window that ends at that sample,
  /// or above the ground at the transmitter if the window is longer than the ray.
  private mutating func compareGround(window: Int) {
    if ground.count < length { ground = [Float](repeating: 0, count: length) }
    let (end, lines) = (end, lines)
    guard window < length else {
      for index in 0..<end { ground[index] = lines[index] }
      return
    }
    // The sum uses double precision, since adding and subtracting floats would accumulate rounding errors.
    var sum = 0.0
    for index in 0..<end {
      sum += Double(lines[index])
      if index > window { sum -= Double(lines[index - window - 1]) }
      ground[index] = lines[index] - Float(sum / Double(Swift.min(index, window) + 1))
    }
  }
}
