import Foundation
import TestSupport
import WaveSignal

/// Signals whose truth is known.
enum TestSignals {
  /// Draws numbers in [-1, 1), the ones `uniform` in make_signal_vectors.py draws.
  static func uniformNoise(seed: UInt64, count: Int) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float(Double(generator.next() >> 40) / 8_388_608 - 1) }
  }

  /// Draws interleaved complex normal numbers of mean power 1.
  static func normalNoise(seed: UInt64, count: Int) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    var samples: [Float] = []
    samples.reserveCapacity(2 * count)
    for _ in 0..<count {
      // Box and Muller: the power of a complex normal number is exponential.
      let radius = (-log(Double.random(in: Double.ulpOfOne...1, using: &generator))).squareRoot()
      let angle = Double.random(in: 0..<2 * Double.pi, using: &generator)
      samples.append(Float(radius * cos(angle)))
      samples.append(Float(radius * sin(angle)))
    }
    return samples
  }

  /// Makes an interleaved complex tone of magnitude 1 with `turns` turns in `period` samples.
  static func tone(turns: Int, period: Int, count: Int, phase: Double = 0.3) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(2 * count)
    for index in 0..<count {
      let angle = phase + 2 * Double.pi * Double((turns * index) % period) / Double(period)
      samples.append(Float(cos(angle)))
      samples.append(Float(sin(angle)))
    }
    return samples
  }

  /// Makes a real sine of amplitude 1.
  static func sine(turns: Int, period: Int, count: Int, phase: Double = 0.3) -> [Float] {
    let complex = tone(turns: turns, period: period, count: count, phase: phase)
    return (0..<count).map { complex[2 * $0 + 1] }
  }

  /// Stores components as a receiver would, rounded to the format's steps and held at its limits.
  static func bytes(of components: [Float], as format: IQFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    for component in components {
      let value = Double(component)
      switch format {
      case .cu8: bytes.append(UInt8(min(255, max(0, (value * 127.5 + 127.5).rounded()))))
      case .cs8: bytes.append(UInt8(bitPattern: Int8(min(127, max(-128, (value * 128).rounded())))))
      case .cs16le:
        let word = UInt16(bitPattern: Int16(min(32_767, max(-32_768, (value * 32_768).rounded()))))
        bytes += [UInt8(word & 0xFF), UInt8(word >> 8)]
      case .cf32le:
        let word = component.bitPattern
        bytes += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
      }
    }
    return bytes
  }
}

/// Analyses samples in one go and gives the single row.
func analyzedRow(_ configuration: AnalyzerConfiguration, _ samples: [Float]) throws -> PowerRow {
  var analyzer = try SpectrumAnalyzer(configuration: configuration)
  analyzer.process(samples.span)
  guard let row = analyzer.finishRow(sequence: 0, startMicroseconds: 0, durationMicroseconds: 1) else {
    throw SignalError.windowCount(configuration.windowCount, transformCount: configuration.fftCount)
  }
  return row
}

/// Reduces a plane over a band.
func reduced(_ plane: [Float], _ detector: Detector, by reducer: ColumnReducer) -> [Float] {
  var output = [Float](repeating: -1, count: reducer.columns)
  var span = output.mutableSpan
  reducer.reduce(plane.span, detector, into: &span)
  return output
}

/// Gives decibels of a power by the C library: the tests' own yardstick.
func level(_ power: some BinaryFloatingPoint) -> Double { 10 * log10(Double(power)) }
