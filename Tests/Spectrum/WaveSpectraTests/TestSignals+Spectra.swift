import Foundation
import TestSupport
import WaveSignal
import WaveSpectra

extension TestSignals {
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
      let word: UInt64 =
        switch format.component {
        case .u8, .u16, .u32:
          UInt64(max(0, min(1, value / 2 + 0.5)) * (pow(2, Double(8 * format.bytesPerComponent)) - 1) + 0.5)
        case .i8: signed(value, bits: 8)
        case .i16: signed(value, bits: 16)
        case .i24, .i24in32: signed(value, bits: 24)
        case .i32: signed(value, bits: 32)
        case .f32: UInt64(component.bitPattern)
        case .f64: value.bitPattern
        }
      let little = (0..<format.bytesPerComponent).map { UInt8(truncatingIfNeeded: word >> (8 * UInt64($0))) }
      bytes += format.isBigEndian ? little.reversed() : little
    }
    return bytes
  }

  private static func signed(_ value: Double, bits: Int) -> UInt64 {
    let scale = pow(2, Double(bits - 1))
    return UInt64(bitPattern: Int64(min(scale - 1, max(-scale, (value * scale).rounded()))))
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
