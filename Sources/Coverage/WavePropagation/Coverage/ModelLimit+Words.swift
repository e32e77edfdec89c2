import WaveUnits

extension CoveragePlan.Model {
  /// The name of the model, in UTF-8.
  public var name: [UInt8] {
    var text = TextWriter()
    switch self {
    case .diffraction: text.append("ITU-R P.526")
    case .p1812: text.append("ITU-R P.1812")
    case .irregularTerrain: text.append("Longley\u{2013}Rice")
    case .freeSpace: text.append("Free space")
    case .hata: text.append("Hata")
    case .extendedHata: text.append("Extended Hata")
    case .learned: text.append("Learned")
    case .learnedPlain: text.append("Learned, no path")
    }
    return text.bytes
  }
}

extension ModelLimit {
  /// The limit as a sentence that names the model, in UTF-8: "ITU-R P.1812 was made for 30 MHz to 6 GHz".
  public var text: [UInt8] {
    var text = TextWriter()
    text.append(bytes: model.name)
    text.append(" was made for ")
    switch quantity {
    case .transmitterHeight: text.append("transmitting antennas ")
    case .receiverHeight: text.append("receiving antennas ")
    case .distance: text.append("paths of ")
    default: break
    }
    text.append(bytes: rangeText)
    switch quantity {
    case .transmitterHeight, .receiverHeight: text.append(" above ground")
    case .timePercent: text.append(" of time")
    case .locationPercent: text.append(" of places")
    default: break
    }
    return text.bytes
  }

  /// The range with its unit, in UTF-8: "0.25 to 3000 km".
  public var rangeText: [UInt8] {
    var text = TextWriter()
    guard quantity != .frequency else {
      append(hertz: range.lowerBound, to: &text)
      text.append(" to ")
      append(hertz: range.upperBound, to: &text)
      return text.bytes
    }
    if range.lowerBound > 0 {
      append(range.lowerBound, to: &text)
      text.append(" to ")
    } else {
      text.append("up to ")
    }
    append(range.upperBound, to: &text)
    switch quantity {
    case .distance: text.append(" km")
    case .timePercent, .locationPercent, .situationPercent: text.append(" %")
    case .refractivity: text.append(" N-units")
    default: text.append(" m")
    }
    return text.bytes
  }

  private func append(hertz: Double, to text: inout TextWriter) {
    let prefix = FrequencyText.prefix(forHertz: hertz)
    append(hertz / prefix.factor, to: &text)
    text.append(" ")
    text.append(prefix.unit)
  }

  /// Appends a limit with as many decimals as needed, at most two.
  private func append(_ value: Double, to text: inout TextWriter) {
    let hundredths = (value * 100).rounded()
    let isTenth = (hundredths / 10).rounded() * 10 == hundredths
    text.append(value, decimals: value == value.rounded() ? 0 : isTenth ? 1 : 2)
  }
}

#if !hasFeature(Embedded)
  extension ModelLimit: CustomStringConvertible {
    /// The quantity and the range that it exceeds, in one line.
    public var description: String {
      let (model, range) = (
        String(decoding: model.name, as: UTF8.self), String(decoding: rangeText, as: UTF8.self)
      )
      return "\(quantity) is outside of what \(model) was made for (\(range)): the loss may be wrong"
    }
  }
#endif
