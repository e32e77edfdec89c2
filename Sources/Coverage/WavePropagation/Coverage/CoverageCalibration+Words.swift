import WaveUnits

extension CoverageCalibration {
  /// A summary of the correction in UTF-8: "calibrated by 412 points: −6.3 dB".
  public var summary: [UInt8] {
    let points: StaticString = residuals.count == 1 ? "point" : "points"
    return TextWriter("calibrated by \(residuals.count) \(points): \(offsetDecibels, decimals: 1) dB").bytes
  }

  /// The accuracy with and without the calibration in UTF-8: "left out and predicted: 9.1 dB, with the offset
  /// 7.4 dB, with a local correction 6.2 dB".
  public var gain: [UInt8] {
    guard let offsetErrorDecibels else {
      return TextWriter("too few places to leave some out: its benefit is not known").bytes
    }
    var text: TextWriter = "left out and predicted: \(plainDecibels, decimals: 1) dB, "
    text += "with the offset \(offsetErrorDecibels, decimals: 1) dB, "
    if let localErrorDecibels, localMeters != nil {
      text += "with a local correction \(localErrorDecibels, decimals: 1) dB"
    } else if localErrorDecibels == nil {
      text += "too few places for a local correction"
    } else {
      text += "a local correction gains nothing"
    }
    return text.bytes
  }

  /// The correction and its accuracy in ASCII, for use in files.
  public var note: [UInt8] {
    var bytes: [UInt8] = []
    for byte in summary + [0x3B, 0x20] + gain {
      // The minus sign U+2212 has three bytes.
      switch byte {
      case 0xE2: bytes.append(0x2D)
      case 0x80...: break
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}
