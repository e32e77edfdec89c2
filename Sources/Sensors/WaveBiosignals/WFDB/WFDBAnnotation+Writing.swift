import WaveUnits

extension WFDBAnnotation {
  /// The maximum length of an annotation's text in bytes.
  private static let textLimit = 255

  /// Returns the bytes of an annotation file.
  ///
  /// - Parameter annotations: The annotations, in any order; those before time zero, or with a code outside 1
  ///   to 49, are omitted.
  /// - Returns: The encoded file.
  /// - Complexity: O(annotations · log(annotations)).
  public static func write(_ annotations: [WFDBAnnotation]) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ code: UInt16, _ value: Int) {
      bytes.append(littleEndian: code << 10 | UInt16(truncatingIfNeeded: value) & 1023, byteCount: 2)
    }
    var time: Int64 = 0
    var (number, channel) = (Int8(0), UInt8(0))
    for annotation in annotations.sorted(by: { $0.sample < $1.sample })
    where annotation.sample >= 0 && annotation.code > 0 && annotation.code < 50 {
      while annotation.sample - time > 1023 {
        let skip = Int32(clamping: annotation.sample - time)
        append(59, 0)
        // The byte order of a PDP-11, with the high word first.
        for word in [skip >> 16, skip] { bytes.append(littleEndian: word, byteCount: 2) }
        time += Int64(skip)
      }
      append(UInt16(annotation.code), Int(annotation.sample - time))
      time = annotation.sample
      if annotation.subtype != 0 { append(61, Int(annotation.subtype)) }
      // The channel and the number apply until they are changed.
      if annotation.channel != channel { append(62, Int(annotation.channel)) }
      if annotation.number != number { append(60, Int(annotation.number)) }
      (channel, number) = (annotation.channel, annotation.number)
      guard !annotation.text.isEmpty else { continue }
      // A text that is too long is truncated after a complete character; a shorter one is left unchanged,
      // even if it is not UTF-8.
      let isLong = annotation.text.count > textLimit
      let text = isLong ? UTF8Text.prefix(annotation.text, limit: textLimit) : annotation.text
      append(63, text.count)
      bytes += text
      if text.count % 2 == 1 { bytes.append(0) }
    }
    append(0, 0)
    return bytes
  }

  /// Returns the annotation code for a symbol; nil if there is none.
  public static func code(ofSymbol symbol: UInt8) -> UInt8? {
    (1..<50).first { WFDBAnnotation(sample: 0, code: $0).symbol == [symbol] }
  }
}
