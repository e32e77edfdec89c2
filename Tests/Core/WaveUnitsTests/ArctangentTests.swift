import Foundation
import Testing
import WaveUnits

@Suite struct ArctangentTests {
  @Test func anglesAreThoseOfTheSystem() {
    for step in -4000...4000 {
      let tangent = Double(step) / 200
      #expect(abs(Arctangent.of(tangent) - atan(tangent)) < 5e-16, "\(tangent)")
    }
    for exponent in -300...300 {
      let tangent = pow(10, Double(exponent))
      #expect(abs(Arctangent.of(-tangent) + atan(tangent)) <= 1e-15 * atan(tangent))
    }
    for step in -1000...1000 {
      #expect(abs(Arctangent.ofCosine(Double(step) / 1000) - acos(Double(step) / 1000)) < 1e-15)
    }
    #expect(Arctangent.of(.infinity) == .pi / 2 && Arctangent.of(-.infinity) == -.pi / 2)
    #expect(Arctangent.of(.nan).isNaN && Arctangent.of(0) == 0)
    #expect(Arctangent.ofCosine(1.5) == 0 && Arctangent.ofCosine(-7) == .pi)
  }

  @Test func powersAreThoseOfTheSystem() {
    for base in [1e-9, 0.02, 0.5, 1, 3, 77, 1e12] {
      #expect(abs(Logarithm.decimal(base) - log10(base)) < 4e-15)
      for exponent in [-3.1, -0.25, 0, 1 / 3.0, 0.7, 2.41, 3.1] {
        let wanted = pow(base, exponent)
        #expect(abs(Exponential.power(base, exponent) - wanted) < 1e-13 * wanted, "\(base) ^ \(exponent)")
      }
    }
    #expect(Exponential.power(0, 0.5) == 0)
    for step in -100...100 {
      let power = Double(step) / 7
      #expect(abs(Exponential.decade(power) - pow(10, power)) < 3e-14 * pow(10, power))
      #expect(abs(Exponential.tanh(power) - tanh(power)) < 1e-15)
    }
    #expect(Exponential.tanh(1e9) == 1 && Exponential.tanh(-.infinity) == -1 && Exponential.tanh(.nan).isNaN)
  }
}
