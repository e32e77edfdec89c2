import WaveCoverageFeed
import WavePropagation
import WaveUnits

// The values that a user types into the fields of the drawer.
extension CoverageModel {
  /// Applies a typed value, or shows below the field why it is refused.
  mutating func enter(_ text: [UInt8], into field: CoverageField) {
    refusal = nil
    switch field {
    case .place: typePlace(text)
    case .radius: typeRadius(text)
    case .frequency:
      let prefix = FrequencyText.prefix(forHertz: (plan ?? settings).frequencyHertz)
      guard let hertz = FrequencyText.hertz(from: text, factor: prefix.factor) else {
        return refuse(.enter(field), "That is no frequency. Write 915 MHz or 2.4 GHz.")
      }
      guard hertz > 0 else {
        return refuse(.enter(field), "A frequency is above zero. Write 915 MHz or 2.4 GHz.")
      }
      guard hertz >= 1e6, hertz <= 100e9 else {
        return refuse(.enter(field), "Frequencies go from 1 MHz to 100 GHz.")
      }
      change { $0.frequencyHertz = hertz }
    case .transmitterHeight, .receiverHeight:
      guard let meters = number(text, in: field) else { return }
      guard meters > 0, meters <= 3000 else {
        return refuse(.enter(field), "Antennas are above 0 m and up to 3000 m high.")
      }
      change { plan in
        if field == .transmitterHeight {
          plan.transmitterHeightMeters = meters
        } else {
          plan.receiverHeightMeters = meters
        }
      }
    case .timePercent, .locationPercent:
      guard let percent = number(text, in: field) else { return }
      guard setPercent(percent, for: field) else {
        return refuse(.enter(field), "Shares of time go from 1 to 50 %, of places from 1 to 99 %.")
      }
    case .power:
      guard let level = number(text, in: field) else { return }
      guard level.magnitude <= 120 else {
        return refuse(.enter(field), "Power goes from \u{2212}120 to 120 dBm.")
      }
      budget.radiatedDecibelMilliwatts = level
    case .sensitivity:
      guard let level = number(text, in: field) else { return }
      guard level >= -200, level <= 50 else {
        return refuse(.enter(field), "Sensitivity goes from \u{2212}200 to 50 dBm.")
      }
      budget.sensitivityDecibelMilliwatts = level
    case .measuredFloor: typeFloor(text)
    }
  }

  private mutating func number(_ text: [UInt8], in field: CoverageField) -> Double? {
    guard let (value, rest) = NumberText.prefix(of: text), value.isFinite,
      rest.allSatisfy({ $0 == 0x20 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else {
      refuse(.enter(field), "That is no number.")
      return nil
    }
    return value
  }

  private mutating func typePlace(_ text: [UInt8]) {
    guard let place = Texts.place(from: text) else {
      return refuse(.enter(.place), "Write latitude and longitude in degrees: 46.81, 10.12.")
    }
    guard store.tiles.contains(where: { $0.contains(place) }) else {
      missTile(at: place)
      return refuse(.enter(.place), "There is no tile there.")
    }
    putPin(at: place)
    fitWhole()
  }

  /// Shows below a control why its input is refused.
  mutating func refuse(_ action: CoverageAction, _ text: StaticString) {
    refusal = (action, Texts.bytes(text))
  }
}
