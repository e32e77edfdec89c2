import WaveBiosignals
import WaveRadioFormats
import WaveText

extension FuzzTarget {
  /// The kind of a file, detected from its first bytes and its name.
  ///
  /// The first byte of the input says how many bytes the name has; its lowest bit, whether the content lies
  /// behind gzip.
  static let fileKind = FuzzTarget("file-kind", byteLimit: 600) { bytes throws(Finding) in
    guard let head = bytes.first else { return }
    let isCompressed = head & 1 == 1
    let split = Swift.min(bytes.count, 1 + Int(head >> 3))
    let name = Array(bytes[1..<split])
    let content = Array(bytes[split...])
    _ = Gzip.begins(content.span)
    _ = BiosignalFileKind.detect(first: content.span)
    let result = Result { () throws(RadioFormatError) in
      try RadioFileKind.detect(first: content.span, name: name, isCompressed: isCompressed)
    }
    switch result {
    case .success(.samples):
      try require(name.contains(UInt8(ascii: ".")), "only a name's ending promises samples")
      try require(!isCompressed, "compressed samples are refused")
    case .success(.rtlPower):
      try require(content.count >= 11, "a log starts with a date")
      let plain = Result { () throws(RadioFormatError) in
        try RadioFileKind.detect(first: content.span, name: [])
      }
      try require(plain == result, "a log is a log whatever its name")
    case .failure(.empty): try require(content.isEmpty, "only nothing is empty")
    default: break
    }
  }
}
