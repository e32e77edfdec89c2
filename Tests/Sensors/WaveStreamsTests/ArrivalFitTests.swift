import Foundation
import TestSupport
import Testing
import WaveStreams

@Suite struct ArrivalFitTests {
  /// The line of least squares, each arrival weighted by its age, made anew from all of them.
  private func twin(_ arrivals: [(sequence: UInt64, time: Double)], rate: Double, at sequence: UInt64)
    -> Double
  {
    let newest = arrivals[arrivals.count - 1]
    var sums = (w: 0.0, x: 0.0, y: 0.0, xx: 0.0, xy: 0.0)
    for one in arrivals {
      let x = Double(one.sequence) - Double(newest.sequence)
      let y = one.time - newest.time
      let w = exp2(x / (30 * rate))
      sums = (sums.w + w, sums.x + w * x, sums.y + w * y, sums.xx + w * x * x, sums.xy + w * x * y)
    }
    let prior = rate * rate
    let spread = sums.xx - sums.x * sums.x / sums.w
    let slope = (sums.xy - sums.x * sums.y / sums.w + prior * 1e6 / rate) / (spread + prior)
    return newest.time + sums.y / sums.w + (Double(sequence) - Double(newest.sequence) - sums.x / sums.w)
      * slope
  }

  @Test func isTheLineOfLeastSquares() throws {
    var generator = SeededGenerator(seed: 4)
    var fit = ArrivalFit(rateHertz: 250)
    var arrivals: [(sequence: UInt64, time: Double)] = []
    var sequence: UInt64 = 1 << 50
    for _ in 0..<2000 {
      sequence += UInt64.random(in: 1...40, using: &generator)
      let time = Double(sequence - (1 << 50)) * 4000.4 + Double.random(in: 0...60_000, using: &generator)
      #expect(fit.add(sequence: sequence, arrivalMicroseconds: Int64(time) + 7_000_000_000) == .steady)
      arrivals.append((sequence, time.rounded(.down) + 7e9))
    }
    for distance in [0, 100, 100_000] {
      let number = sequence - UInt64(distance)
      let ours = try #require(fit.microseconds(of: number))
      #expect(abs(ours - twin(arrivals, rate: 250, at: number)) < 0.01)
    }
  }

  @Test func burstsBecomeEven() throws {
    // 1 kHz in blocks of 16; the radio sends them four at a time, up to 48 ms late; the crystal is 80 ppm
    // slow.
    var fit = ArrivalFit(rateHertz: 1000)
    var errors: [Double] = []
    for block in 0..<20_000 {
      let last = UInt64(block * 16 + 15)
      let taken = Double(last) * 1000 * (1 + 80e-6)
      let sent = Double((block / 4 * 4 + 3) * 16 + 15) * 1000 * (1 + 80e-6)
      _ = fit.add(sequence: last, arrivalMicroseconds: Int64(sent) + 5000)
      if block > 8000 { errors.append(try #require(fit.microseconds(of: last)) - taken) }
    }
    let mean = errors.reduce(0, +) / Double(errors.count)
    // On average 24 ms late; from block to block within one.
    #expect(abs(mean - 29_000) < 1000)
    #expect(errors.allSatisfy { abs($0 - mean) < 1000 })
    #expect(abs(fit.rateHertz - 1000 / (1 + 80e-6)) < 0.005)
  }

  @Test func aStepIsSaidOnceAndFollowed() throws {
    var fit = ArrivalFit(rateHertz: 100)
    var events: [ArrivalFit.Event] = []
    for block in 0..<400 {
      let time = Int64(block) * 100_000 + (block < 200 ? 0 : 3_000_000)
      events.append(fit.add(sequence: UInt64(block * 10), arrivalMicroseconds: time))
    }
    let steps = events.indices.filter { events[$0] != .steady }
    #expect(steps == [202])
    guard case .step(let size) = events[202] else { return }
    #expect(abs(size - 3_000_000) < 20_000)
    #expect(abs(try #require(fit.microseconds(of: 3990)) - 42_900_000) < 100)
  }

  @Test func oneLateBlockChangesNothing() throws {
    var fit = ArrivalFit(rateHertz: 100)
    for block in 0..<100 {
      let time = Int64(block) * 100_000 + (block == 50 ? 2_000_000 : 0)
      #expect(fit.add(sequence: UInt64(block * 10), arrivalMicroseconds: time) == .steady)
    }
    #expect(abs(try #require(fit.microseconds(of: 990)) - 9_900_000) < 1)
    #expect(ArrivalFit(rateHertz: 100).microseconds(of: 1) == nil)
  }
}
