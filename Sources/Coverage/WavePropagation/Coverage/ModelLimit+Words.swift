import WaveUnits

extension CoveragePlan.Model {
  /// The name of the model.
  public var name: StaticString {
    switch self {
    case .diffraction: "ITU-R P.526"
    case .p1812: "ITU-R P.1812"
    case .irregularTerrain: "Longley\u{2013}Rice"
    case .freeSpace: "Free space"
    case .hata: "Hata"
    case .extendedHata: "Extended Hata"
    case .learned: "Learned"
    case .learnedPlain: "Learned, no path"
    }
  }
}

extension ModelLimit {
  /// The limit as a sentence that names the model, in UTF-8: "ITU-R P.1812 was made for 30 MHz to 6 GHz".
  public var text: [UInt8] {
    let (before, behind): (StaticString, StaticString) =
      switch quantity {
      case .transmitterHeight: ("transmitting antennas ", " above ground")
      case .receiverHeight: ("receiving antennas ", " above ground")
      case .distance: ("paths of ", "")
      case .timePercent: ("", " of time")
      case .locationPercent: ("", " of places")
      default: ("", "")
      }
    return TextWriter("\(model.name) was made for \(before)\(rangeText)\(behind)").bytes
  }

  /// The range with its unit, in UTF-8: "0.25 to 3000 km".
  public var rangeText: [UInt8] {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard quantity != .frequency else {
      return TextWriter("\(Self.frequency(low)) to \(Self.frequency(high))").bytes
    }
    let unit: StaticString =
      switch quantity {
      case .distance: " km"
      case .timePercent, .locationPercent, .situationPercent: " %"
      case .refractivity: " N-units"
      default: " m"
      }
    var text: TextWriter = "up to "
    if low > 0 { text = "\(Self.number(low)) to " }
    text += "\(Self.number(high))\(unit)"
    return text.bytes
  }

  private static func frequency(_ hertz: Double) -> [UInt8] {
    let prefix = FrequencyText.prefix(forHertz: hertz)
    return TextWriter("\(number(hertz / prefix.factor)) \(prefix.unit)").bytes
  }

  /// Returns a limit with as many decimals as needed, at most two.
  private static func number(_ value: Double) -> [UInt8] {
    let hundredths = (value * 100).rounded()
    let isTenth = (hundredths / 10).rounded() * 10 == hundredths
    return TextWriter("\(value, decimals: value == value.rounded() ? 0 : isTenth ? 1 : 2)").bytes
  }
}

#if !hasFeature(Embedded)
  extension ModelLimit: CustomStringConvertible {
    /// The quantity and the range that it exceeds, in one line.
    public var description: String {
      let range = String(decoding: rangeText, as: UTF8.self)
      return "\(quantity) is outside of what \(model.name) was made for (\(range)): the loss may be wrong"
    }
  }
#endif
