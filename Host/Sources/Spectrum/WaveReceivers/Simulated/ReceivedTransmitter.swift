import Foundation
import WaveUnits

/// A transmitter as received by a simulated receiver, including the phase of its oscillator.
struct ReceivedTransmitter: Sendable {
  private static let circle: [SIMD2<Float>] = (0..<8192).map {
    let angle = 2 * Double.pi * Double($0) / 8192
    return SIMD2(Float(cos(angle)), Float(sin(angle)))
  }

  var transmitter: SimulatedTransmitters.Transmitter
  /// The offset from the receiver's centre frequency in hertz.
  var offsetHertz: Double
  var amplitude: Float
  /// The phase of an unmodulated carrier, as a number of turns.
  var turns: Double
  /// The phase of a modulated carrier, where 2^32 is one turn.
  var phase: UInt32
  /// The position in the programme, where 2^32 is the programme's length.
  var programmePhase: UInt32
  var programmeStep: UInt32

  /// Adds an unmodulated carrier to samples.
  mutating func addCarrier(to mixed: inout [SIMD2<Float>], _ range: Range<Int>, rateHertz: Double) {
    let turn = 2 * Double.pi * offsetHertz / rateHertz
    let start = 2 * Double.pi * turns
    var real = Float(cos(start)) * amplitude
    var imaginary = Float(sin(start)) * amplitude
    let (stepReal, stepImaginary) = (Float(cos(turn)), Float(sin(turn)))
    var span = mixed.mutableSpan
    for index in range {
      span[unchecked: index] += SIMD2(real, imaginary)
      let next = real * stepReal - imaginary * stepImaginary
      imaginary = real * stepImaginary + imaginary * stepReal
      real = next
    }
    turns += offsetHertz / rateHertz * Double(range.count)
    turns -= turns.rounded(.down)
  }

  /// Adds a carrier whose frequency is modulated by a programme.
  mutating func addBroadcast(
    _ programme: SimulatedProgramme, to mixed: inout [SIMD2<Float>], _ range: Range<Int>, rateHertz: Double
  ) {
    let circle = Self.circle.span
    let deviations = programme.deviations.span
    let scale = Float(0x1p32 / rateHertz)
    let step = UInt32(truncatingIfNeeded: Int64(saturating: (offsetHertz / rateHertz * 0x1p32).rounded()))
    let (amplitude, pace) = (amplitude, programmeStep)
    var (phase, place) = (phase, programmePhase)
    var span = mixed.mutableSpan
    for index in range {
      span[unchecked: index] += circle[unchecked: Int(phase >> 19)] * amplitude
      // A rate below the frequency deviation, which no receiver has, would make this wrap around.
      let swing = UInt32(
        truncatingIfNeeded: Int64(saturating: deviations[unchecked: Int(place >> 16)] * scale))
      phase &+= step &+ swing
      place &+= pace
    }
    self.phase = phase
    programmePhase = place
  }
}
