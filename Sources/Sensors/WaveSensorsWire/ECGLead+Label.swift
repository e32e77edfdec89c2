extension ECGLead {
  /// Creates the lead named by a label, in any usual spelling; returns nil if the label names no lead.
  ///
  /// Examples are `II`, `MLII`, `lead ii`, `lead 2`, `ECG II`, `AVR` and `EKG_V1`. Case is ignored, and so
  /// are spaces, `_`, `-`, `.` and `:`. Modified limb leads (`MLI`, `MLII`, `MLIII`) count as the leads that
  /// they replace; modified chest leads (`MCL1`) and reversed ones (`-aVR`) do not. Text in brackets or after
  /// a comma only describes the lead: `Lead I (Einthoven)`, `aVR, augmented voltage, right` (DICOM PS3.16,
  /// CID 3001).
  public init?(label: [UInt8]) {
    guard label.first != 0x2D else { return nil }
    let name = label.prefix { $0 != 0x28 && $0 != 0x2C }
    var word = Self.upper(name.filter { ![0x20, 0x5F, 0x2D, 0x2E, 0x3A].contains($0) })
    let whole = word.count
    for prefix in [Self.bytes("ECG"), Self.bytes("EKG"), Self.bytes("LEAD")] where word.starts(with: prefix) {
      word.removeFirst(prefix.count)
    }
    // A number alone does not identify a lead.
    if word.count == whole, word.count == 1, word[0] != 0x49 { return nil }
    if word.starts(with: Self.bytes("ML")) { word.removeFirst(2) }
    if word.count == 1, (0x31...0x33).contains(word[0]) {
      word = [UInt8](repeating: 0x49, count: Int(word[0] - 0x30))
    }
    guard let lead = Self.allCases.first(where: { Self.upper($0.label) == word }) else { return nil }
    self = lead
  }

  /// The lead's usual label, such as `aVR`.
  public var label: [UInt8] {
    let labels: [StaticString] = ["I", "II", "III", "aVR", "aVL", "aVF", "V1", "V2", "V3", "V4", "V5", "V6"]
    return Self.bytes(labels[Int(rawValue) - 1])
  }

  private static func upper(_ text: [UInt8]) -> [UInt8] {
    text.map { (0x61...0x7A).contains($0) ? $0 - 32 : $0 }
  }

  private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }
}
