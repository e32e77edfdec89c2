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
    var word: [UInt8] = []
    for byte in name where ![0x20, 0x5F, 0x2D, 0x2E, 0x3A].contains(byte) {
      word.append((0x61...0x7A).contains(byte) ? byte - 32 : byte)
    }
    let whole = word.count
    for prefix in [Self.bytes("ECG"), Self.bytes("EKG"), Self.bytes("LEAD")] where word.starts(with: prefix) {
      word.removeFirst(prefix.count)
    }
    // A number alone does not identify a lead.
    if word.count == whole, word.count == 1, word[0] != 0x49 { return nil }
    if word.starts(with: Self.bytes("ML")) { word.removeFirst(2) }
    switch word {
    case Self.bytes("I"), Self.bytes("1"): self = .i
    case Self.bytes("II"), Self.bytes("2"): self = .ii
    case Self.bytes("III"), Self.bytes("3"): self = .iii
    case Self.bytes("AVR"): self = .aVR
    case Self.bytes("AVL"): self = .aVL
    case Self.bytes("AVF"): self = .aVF
    case Self.bytes("V1"): self = .v1
    case Self.bytes("V2"): self = .v2
    case Self.bytes("V3"): self = .v3
    case Self.bytes("V4"): self = .v4
    case Self.bytes("V5"): self = .v5
    case Self.bytes("V6"): self = .v6
    default: return nil
    }
  }

  /// The lead's usual label, such as `aVR`.
  public var label: [UInt8] {
    switch self {
    case .i: Self.bytes("I")
    case .ii: Self.bytes("II")
    case .iii: Self.bytes("III")
    case .aVR: Self.bytes("aVR")
    case .aVL: Self.bytes("aVL")
    case .aVF: Self.bytes("aVF")
    case .v1: Self.bytes("V1")
    case .v2: Self.bytes("V2")
    case .v3: Self.bytes("V3")
    case .v4: Self.bytes("V4")
    case .v5: Self.bytes("V5")
    case .v6: Self.bytes("V6")
    }
  }

  private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }
}
