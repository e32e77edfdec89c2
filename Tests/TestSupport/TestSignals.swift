/// Signals whose truth is known.
public enum TestSignals {
  /// Draws numbers in [-1, 1), the ones `uniform` in make_signal_vectors.py draws.
  public static func uniformNoise(seed: UInt64, count: Int) -> [Float] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Float(Double(generator.next() >> 40) / 8_388_608 - 1) }
  }
}
