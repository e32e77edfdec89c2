import Foundation
import TestSupport
import Testing
import WaveSignal

@Suite struct WindowTests {
  struct Case: Decodable {
    let name: String
    let count: Int
    let coherentGain, enbwBins, rbwBins, scallopingLossDecibels: Double
    let coefficients: [Double]
  }

  @Test func agreesWithSciPy() throws {
    let cases = try Fixture<Case>.load("windows")
    #expect(cases.count == 15)
    for one in cases {
      let function = try #require(WindowFunction(name: Array(one.name.utf8)))
      let window = Window(function, count: one.count)
      #expect(abs(window.coherentGain / one.coherentGain - 1) < 1e-7)
      #expect(abs(window.enbwBins / one.enbwBins - 1) < 1e-7)
      #expect(abs(window.rbwBins / one.rbwBins - 1) < 1e-6)
      #expect(abs(window.scallopingLossDecibels - one.scallopingLossDecibels) < 1e-5)
      let step = max(1, one.count / 32)
      #expect(one.coefficients.count == (one.count + step - 1) / step)
      for (index, coefficient) in one.coefficients.enumerated() {
        #expect(abs(Double(window.coefficients[index * step]) - coefficient) < 6e-8)
      }
    }
  }

  @Test func namesAreReadFreely() {
    for function in WindowFunction.allCases {
      let name = function.name.withUTF8Buffer { Array($0) }
      #expect(WindowFunction(name: name) == function)
    }
    #expect(WindowFunction(name: Array("Blackman_Harris".utf8)) == .blackmanHarris)
    #expect(WindowFunction(name: Array("FLAT TOP".utf8)) == .flatTop)
    #expect(WindowFunction(name: Array("kaiser".utf8)) == nil)
    #expect(WindowFunction(name: []) == nil)
  }

  @Test(arguments: WindowFunction.allCases)
  func squaresAddUpEvenlyFromTheStatedOverlap(function: WindowFunction) {
    let count = 1024
    let hop = Int((Double(count) * (1 - function.evenOverlap)).rounded())
    let window = Window(function, count: count)
    let expected = window.sumOfSquares / Double(hop)
    for start in 0..<hop {
      var sum = 0.0
      for index in stride(from: start, to: count, by: hop) {
        sum += Double(window.coefficients[index]) * Double(window.coefficients[index])
      }
      #expect(abs(sum / expected - 1) < 1e-6)
    }
  }

  @Test func shortestAndOddCountsAreWindowsToo() {
    for function in WindowFunction.allCases {
      #expect(Window(function, count: -1).count == 2)
      #expect(Window(function, count: .max).count == FFT.countMax)
      for count in [2, 3, 5, 31] {
        let window = Window(function, count: count)
        #expect(window.sum > 0)
        #expect(window.rbwBins.isFinite)
        #expect(window.coefficients.allSatisfy { abs($0) <= 1.001 })
      }
    }
  }
}
