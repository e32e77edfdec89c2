import WaveText

extension FuzzTarget {
  /// JSON texts: what was read and written, indented or not, is read again as the same.
  static let json = FuzzTarget("json", byteLimit: 512) { bytes throws(Finding) in
    guard
      case .success(let value) = Result(catching: { () throws(TextError) in try JSONReader.read(bytes) })
    else { return }
    for indent in [0, 2] {
      let text = JSONWriter.write(value, indent: indent)
      let again = Result { () throws(TextError) in try JSONReader.read(text) }
      guard case .success(value) = again else {
        throw Finding("\(String(decoding: text, as: UTF8.self)) is read again as it was: \(again)")
      }
    }
  }
}
