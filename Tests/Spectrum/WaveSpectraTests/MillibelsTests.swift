import Foundation
import TestSupport
import Testing
import WaveSpectra

@Suite struct MillibelsTests {
  @Test func anchors() {
    #expect(Millibels.encode(power: 1) == 0)
    #expect(Millibels.encode(power: 10) == 1000)
    #expect(Millibels.encode(power: 0) == -32_767)
    #expect(Millibels.encode(power: -0.0) == -32_767)
    #expect(Millibels.encode(power: .leastNonzeroMagnitude) == -32_767)
    #expect(Millibels.encode(power: .infinity) == 32_767)
    #expect(Millibels.encode(power: .greatestFiniteMagnitude) == 32_767)
    #expect(Millibels.encode(power: .nan) == Millibels.gap)
    #expect(Millibels.encode(power: -1) == Millibels.gap)
    #expect(Millibels.power(of: Millibels.gap).isNaN)
    #expect(Millibels.power(of: 0) == 1)
  }

  @Test func everyStepComesBack() {
    for value in stride(from: -32_767, through: 32_767, by: 7) {
      let power = Millibels.power(of: Int16(value))
      #expect(abs(level(power) - Double(value) / 100) < 1e-5)
      #expect(Millibels.encode(power: power) == Int16(value))
    }
  }

  @Test func manyAreEncodedLikeOne() {
    var generator = SeededGenerator(seed: 1)
    var powers = (0..<10_000).map { _ in
      Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &generator))
    }
    powers += [0, -0.0, .nan, .infinity, -.infinity, 1, .leastNonzeroMagnitude, .leastNormalMagnitude]
    for count in [0, 1, 15, 16, 17, powers.count] {
      var values = [Int16](repeating: 1, count: powers.count)
      var span = values.mutableSpan
      Millibels.encode(powers.span.extracting(0..<count), into: &span)
      #expect(values.prefix(count).elementsEqual(powers.prefix(count).map { Millibels.encode(power: $0) }))
      #expect(values.dropFirst(count).allSatisfy { $0 == 1 })
    }
  }

  @Test func errorIsHardlyMoreThanHalfAStep() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<10_000 {
      let power = Float(pow(10, Double.random(in: -32...32, using: &generator)))
      let error = Double(Millibels.encode(power: power)) / 100 - level(power)
      #expect(abs(error) <= 0.005_1)
    }
  }
}
