import Foundation
import TestSupport
import Testing
import WaveUnits

@Suite struct TrigonometryTests {
  @Test func quartersAreExact() {
    for (numerator, sine, cosine) in [
      (0, 0.0, 1.0), (1, 1, 0), (2, 0, -1), (3, -1, 0), (4, 0, 1), (-1, -1, 0),
    ] {
      let value = Trigonometry.sineCosine(turns: numerator, over: 4)
      #expect(value.sine == sine)
      #expect(value.cosine == cosine)
    }
  }

  @Test func followsTheLibrary() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<10_000 {
      let denominator = Int.random(in: 1...1_000_000, using: &generator)
      let numerator = Int.random(in: 0...denominator, using: &generator)
      let value = Trigonometry.sineCosine(turns: numerator, over: denominator)
      let angle = 2 * Double.pi * Double(numerator) / Double(denominator)
      // The library sees a rounded angle, hence the allowance of its last place.
      #expect(abs(value.sine - sin(angle)) < 1.2e-15)
      #expect(abs(value.cosine - cos(angle)) < 1.2e-15)
    }
  }

  @Test func symmetriesHoldToTheLastBit() {
    for numerator in 0..<360 {
      let value = Trigonometry.sineCosine(turns: numerator, over: 360)
      let mirrored = Trigonometry.sineCosine(turns: -numerator, over: 360)
      let turned = Trigonometry.sineCosine(turns: numerator + 90, over: 360)
      #expect(mirrored.sine == -value.sine)
      #expect(mirrored.cosine == value.cosine)
      #expect(turned.sine == value.cosine)
      #expect(turned.cosine == -value.sine)
    }
  }

  @Test func extremesNeitherTrapNorLeaveTheCircle() {
    for (numerator, denominator) in [
      (Int.max, Int.max - 1), (Int.min, Int.max), (Int.max - 1, Int.max), (5, 1),
    ] {
      let value = Trigonometry.sineCosine(turns: numerator, over: denominator)
      #expect(abs(value.sine * value.sine + value.cosine * value.cosine - 1) < 4e-16)
    }
    #expect(Trigonometry.sineCosine(turns: 1, over: 0).sine.isNaN)
    #expect(Trigonometry.sineCosine(turns: 1, over: -3).cosine.isNaN)
  }
}
