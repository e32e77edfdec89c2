import Foundation
import TestSupport
import Testing
import WaveSignal

@Suite struct CentibelsTests {
  @Test func anchors() {
    #expect(Centibels.encode(power: 1) == 0)
    #expect(Centibels.encode(power: 10) == 1000)
    #expect(Centibels.encode(power: 0) == -32_767)
    #expect(Centibels.encode(power: -0.0) == -32_767)
    #expect(Centibels.encode(power: .leastNonzeroMagnitude) == -32_767)
    #expect(Centibels.encode(power: .infinity) == 32_767)
    #expect(Centibels.encode(power: .greatestFiniteMagnitude) == 32_767)
    #expect(Centibels.encode(power: .nan) == Centibels.gap)
    #expect(Centibels.encode(power: -1) == Centibels.gap)
    #expect(Centibels.power(of: Centibels.gap).isNaN)
    #expect(Centibels.power(of: 0) == 1)
  }

  @Test func everyStepComesBack() {
    for value in stride(from: -32_767, through: 32_767, by: 7) {
      let power = Centibels.power(of: Int16(value))
      #expect(abs(level(power) - Double(value) / 100) < 1e-5)
      #expect(Centibels.encode(power: power) == Int16(value))
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
      Centibels.encode(powers.span.extracting(0..<count), into: &span)
      #expect(values.prefix(count).elementsEqual(powers.prefix(count).map { Centibels.encode(power: $0) }))
      #expect(values.dropFirst(count).allSatisfy { $0 == 1 })
    }
  }

  @Test func errorIsHardlyMoreThanHalfAStep() {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<10_000 {
      let power = Float(pow(10, Double.random(in: -32...32, using: &generator)))
      let error = Double(Centibels.encode(power: power)) / 100 - level(power)
      #expect(abs(error) <= 0.005_1)
    }
  }
}
