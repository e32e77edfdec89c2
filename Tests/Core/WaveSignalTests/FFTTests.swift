import Foundation
import TestSupport
import Testing
import WaveSignal

@Suite struct FFTTests {
  static let counts = (6...20).map { 1 << $0 }

  @Test(arguments: [64, 128, 256, 512, 1024, 2048])
  func agreesWithTheDefinition(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let input = (0..<2 * count).map { _ in Float.random(in: -1...1, using: &generator) }
    let output = try transform(input, count: count)
    // The definition costs the square of the count: look at some bins of the long ones.
    for bin in stride(from: 0, to: count, by: max(1, count / 128) | 1) {
      var (re, im) = (0.0, 0.0)
      for index in 0..<count {
        let angle = -2 * Double.pi * Double(bin * index % count) / Double(count)
        let (cosine, sine) = (cos(angle), sin(angle))
        re += Double(input[2 * index]) * cosine - Double(input[2 * index + 1]) * sine
        im += Double(input[2 * index]) * sine + Double(input[2 * index + 1]) * cosine
      }
      let tolerance = 1e-6 * Double(count).squareRoot()
      #expect(abs(Double(output[2 * bin]) - re) < tolerance)
      #expect(abs(Double(output[2 * bin + 1]) - im) < tolerance)
    }
  }

  @Test(arguments: counts)
  func putsEachToneOnItsBin(count: Int) throws {
    let bins = [0, 1, 2, 7, 8, 9, count / 8, count / 2 - 1, count / 2, count - 9, count - 1]
    // Long ones take their time without optimisation.
    for bin in count <= 65_536 ? bins : [count / 8 + 3] {
      let output = try transform(Self.tone(bin: bin, count: count), count: count)
      #expect(abs(output[2 * bin] / Float(count) - 1) < 1e-6)
      var leak: Float = 0
      for other in 0..<count where other != bin {
        leak = max(leak, abs(output[2 * other]), abs(output[2 * other + 1]))
      }
      #expect(leak / Float(count) < 1e-6)
    }
  }

  @Test(arguments: counts)
  func spreadsAnImpulseEvenly(count: Int) throws {
    var input = [Float](repeating: 0, count: 2 * count)
    input[2] = 1
    let output = try transform(input, count: count)
    for bin in 0..<count {
      let angle = -2 * Double.pi * Double(bin) / Double(count)
      #expect(abs(Double(output[2 * bin]) - cos(angle)) < 3e-7)
      #expect(abs(Double(output[2 * bin + 1]) - sin(angle)) < 3e-7)
    }
  }

  @Test(arguments: counts)
  func realSamplesGiveTheSameBins(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let input = (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
    var plan = try RealFFT(count: count)
    var output = [Float](repeating: .nan, count: count + 2)
    var span = output.mutableSpan
    let isDone = plan.transform(input.span, into: &span)
    #expect(isDone)
    let truth = try transform(input.flatMap { [$0, 0] }, count: count)
    var error: Float = 0
    for index in output.indices { error = max(error, abs(output[index] - truth[index])) }
    #expect(error < 2e-6 * Float(count).squareRoot())
    #expect(output[1] == 0 && output[count + 1] == 0)
  }

  @Test func realSamplesThatAreTooFewAreLeftAlone() throws {
    var plan = try RealFFT(count: 64)
    let input = [Float](repeating: 1, count: 63)
    var output = [Float](repeating: 9, count: 66)
    var span = output.mutableSpan
    let isDone = plan.transform(input.span, into: &span)
    #expect(!isDone && output.allSatisfy { $0 == 9 })
    #expect(throws: SignalError.transformCount(63)) { _ = try RealFFT(count: 63) }
  }

  @Test func takesWhatIsThere() throws {
    var plan = try FFT(count: 64)
    let input: [Float] = [1, 0, 1]
    var output = [Float](repeating: 9, count: 5)
    var span = output.mutableSpan
    plan.transform(input.span, into: &span)
    #expect(output == [1, 0, 1, 0, 9])
  }

  @Test(arguments: [-1, 0, 1, 32, 63, 65, 96, 2_097_152, .max])
  func refusesOtherCounts(count: Int) {
    #expect(throws: SignalError.transformCount(count)) { _ = try FFT(count: count) }
  }

  private func transform(_ input: [Float], count: Int) throws -> [Float] {
    var plan = try FFT(count: count)
    var output = [Float](repeating: .nan, count: 2 * count)
    var span = output.mutableSpan
    plan.transform(input.span, into: &span)
    return output
  }

  /// A full turn every `count / bin` samples.
  private static func tone(bin: Int, count: Int) -> [Float] {
    (0..<count).flatMap { index in
      let angle = 2 * Double.pi * Double(bin * index % count) / Double(count)
      return [Float(cos(angle)), Float(sin(angle))]
    }
  }
}
