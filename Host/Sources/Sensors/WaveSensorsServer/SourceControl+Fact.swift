import WaveWire

extension SourceControl {
  /// Returns a control that only displays a number.
  static func fact(_ id: UInt8, _ name: String, _ value: Double, _ unit: String, step: Double) -> Self {
    Self(
      id: id, kind: .number, value: value, low: value, high: value, step: step, name: Array(name.utf8),
      texts: [Array(unit.utf8)])
  }
}
