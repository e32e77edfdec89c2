import WaveDisplay
import WaveInteraction
import WavePropagation
import WaveUnits

extension CoverageModel {
  /// Radii that may be typed, m.
  static let typedRadii = 100.0...1_000_000.0

  func appendTypedRadius(_ meters: Double, to list: inout ControlList) {
    list.field(
      ControlID.typedRadius, label: "Radius, as a number", text: Texts.number(meters / 1000, decimals: 3),
      unit: "km")
    appendRefusal(of: ControlID.typedRadius, to: &list)
  }

  /// Takes a radius: a number of kilometres, or of metres with an m behind it.
  mutating func typeRadius(_ text: [UInt8]) {
    guard let meters = Texts.meters(from: text) else {
      return refuse(ControlID.typedRadius, "That is no length. Write 12.5 or 800 m.")
    }
    guard Self.typedRadii.contains(meters) else {
      return refuse(ControlID.typedRadius, "A radius goes from 0.1 km to 1000 km.")
    }
    change { $0.radiusMeters = meters }
  }
}

extension Texts {
  /// Reads a length: kilometres unless metres are said.
  static func meters(from text: [UInt8]) -> Double? {
    guard let (value, rest) = NumberText.prefix(of: text) else { return nil }
    let unit = rest.filter { $0 != 0x20 }.map { $0 | 0x20 }
    if unit.isEmpty || unit == [0x6B, 0x6D] { return value * 1000 }
    return unit == [0x6D] ? value : nil
  }
}
