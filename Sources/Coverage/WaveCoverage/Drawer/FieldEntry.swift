import WavePropagation
import WaveUnits

/// The result of parsing text that the user has typed into a field of the drawer.
enum FieldEntry: Sendable {
  /// A new position for the transmitter.
  case place(Coordinate)
  /// A change of the map's parameters.
  case edit(PlanEdit)
  /// A new radiated power in dBm.
  case power(Double)
  /// A new required receiver level in dBm.
  case sensitivity(Double)
  /// A new level, in units of 0.01 dBm, below which measured points are excluded; nil excludes none.
  case floor(Int?)
  /// Invalid text, and the reason for refusing it.
  case refused(StaticString)

  /// The range of valid radii, in metres.
  private static let radii = 100.0...1_000_000.0

  /// Parses typed text.
  ///
  /// - Parameters:
  ///   - text: The text as typed, in UTF-8.
  ///   - field: The field into which it was typed.
  ///   - plan: The map's current parameters. Their model must support the new values, and the size of their
  ///     frequency determines the unit of a frequency typed without one.
  init(_ text: [UInt8], in field: CoverageField, of plan: CoveragePlan) {
    switch field {
    case .place:
      self =
        Texts.place(from: text).map { .place($0) }
        ?? .refused("Write latitude and longitude in degrees: 46.81, 10.12.")
    case .radius: self = Self.radius(text)
    case .frequency: self = Self.frequency(text, of: plan)
    case .transmitterHeight, .receiverHeight:
      self = Self.number(text) { meters in
        guard meters > 0, meters <= 3000 else {
          return .refused("Antennas are above 0 m and up to 3000 m high.")
        }
        return .edit(field == .transmitterHeight ? .transmitterHeight(meters) : .receiverHeight(meters))
      }
    case .timePercent, .locationPercent:
      self = Self.number(text) { percent in
        let edit: PlanEdit = field == .timePercent ? .timePercent(percent) : .locationPercent(percent)
        guard plan.applying(edit).isValid else {
          return .refused("Shares of time go from 1 to 50 %, of places from 1 to 99 %.")
        }
        return .edit(edit)
      }
    case .power:
      self = Self.number(text) { level in
        level.magnitude <= 120 ? .power(level) : .refused("Power goes from \u{2212}120 to 120 dBm.")
      }
    case .sensitivity:
      self = Self.number(text) { level in
        level >= -200 && level <= 50
          ? .sensitivity(level) : .refused("Sensitivity goes from \u{2212}200 to 50 dBm.")
      }
    case .measuredFloor: self = Self.floor(text)
    }
  }

  /// Parses a level in dBm; empty text means that all points are included.
  private static func floor(_ text: [UInt8]) -> FieldEntry {
    guard !text.allSatisfy({ $0 == 0x20 }) else { return .floor(nil) }
    guard let (value, _) = NumberText.prefix(of: text), value.magnitude <= 300 else {
      return .refused("Write a level in dBm, or nothing.")
    }
    return .floor(LinkBudget.hundredths(value))
  }

  private static func frequency(_ text: [UInt8], of plan: CoveragePlan) -> FieldEntry {
    let prefix = FrequencyText.prefix(forHertz: plan.frequencyHertz)
    guard let hertz = FrequencyText.hertz(from: text, factor: prefix.factor) else {
      return .refused("That is no frequency. Write 915 MHz or 2.4 GHz.")
    }
    guard hertz > 0 else { return .refused("A frequency is above zero. Write 915 MHz or 2.4 GHz.") }
    guard hertz >= 1e6, hertz <= 100e9 else { return .refused("Frequencies go from 1 MHz to 100 GHz.") }
    return .edit(.frequency(hertz))
  }

  /// Parses a length in kilometres, or in metres if followed by “m”.
  private static func radius(_ text: [UInt8]) -> FieldEntry {
    guard let meters = Texts.meters(from: text) else {
      return .refused("That is no length. Write 12.5 or 800 m.")
    }
    guard radii.contains(meters) else { return .refused("A radius goes from 0.1 km to 1000 km.") }
    return .edit(.radius(meters))
  }

  private static func number(_ text: [UInt8], _ meaning: (Double) -> FieldEntry) -> FieldEntry {
    guard let (value, rest) = NumberText.prefix(of: text), value.isFinite,
      rest.allSatisfy({ $0 == 0x20 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else { return .refused("That is no number.") }
    return meaning(value)
  }
}
