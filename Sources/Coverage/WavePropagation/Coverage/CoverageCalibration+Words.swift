import WaveUnits

extension CoverageCalibration {
  /// A summary of the correction in UTF-8: "calibrated by 412 points: −6.3 dB".
  public var summary: [UInt8] {
    var text = TextWriter()
    text.append("calibrated by ")
    text.append(integer: residuals.count)
    text.append(residuals.count == 1 ? " point: " : " points: ")
    text.append(offsetDecibels, decimals: 1)
    text.append(" dB")
    return text.bytes
  }

  /// The accuracy with and without the calibration in UTF-8: "left out and predicted: 9.1 dB, with the offset
  /// 7.4 dB, with a local correction 6.2 dB".
  public var gain: [UInt8] {
    var text = TextWriter()
    guard let offsetErrorDecibels else {
      text.append("too few places to leave some out: its benefit is not known")
      return text.bytes
    }
    text.append("left out and predicted: ")
    text.append(plainDecibels, decimals: 1)
    text.append(" dB, with the offset ")
    text.append(offsetErrorDecibels, decimals: 1)
    text.append(" dB, ")
    if let localErrorDecibels, localMeters != nil {
      text.append("with a local correction ")
      text.append(localErrorDecibels, decimals: 1)
      text.append(" dB")
    } else {
      text.append(
        localErrorDecibels == nil
          ? "too few places for a local correction" : "a local correction gains nothing")
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
