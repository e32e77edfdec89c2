import WaveText

/// A lead of an electrocardiogram, with its code in ISO/IEEE 11073-10101 (DICOM PS3.16, CID 3001).
public struct ECGLead: Equatable, Sendable {
  /// The code, such as `2:2` for lead II; `2:0` is an unspecified lead.
  public let code: [UInt8]
  /// The meaning of the code, such as `Lead II`.
  public let meaning: [UInt8]

  /// The lead used for a label that names no known lead.
  public static let unspecified = ECGLead(number: 0, "Unspecified lead")

  private init(number: Int, _ meaning: StaticString) {
    code = Array("2:".utf8) + Array(number.description.utf8)
    self.meaning = meaning.withUTF8Buffer { Array($0) }
  }

  /// The known leads.
  ///
  /// Each label is the last word of the lead's usual label, in lowercase.
  private static let known: [(label: StaticString, number: Int, meaning: StaticString)] = [
    ("i", 1, "Lead I"), ("ii", 2, "Lead II"), ("iii", 61, "Lead III"), ("avr", 62, "Lead aVR"),
    ("avl", 63, "Lead aVL"), ("avf", 64, "Lead aVF"), ("v1", 3, "Lead V1"), ("v2", 4, "Lead V2"),
    ("v3", 5, "Lead V3"), ("v4", 6, "Lead V4"), ("v5", 7, "Lead V5"), ("v6", 8, "Lead V6"),
    ("v7", 9, "Lead V7"), ("v8", 66, "Lead V8"), ("v9", 67, "Lead V9"), ("v2r", 10, "Lead V2R"),
    ("v3r", 11, "Lead V3R"), ("v4r", 12, "Lead V4R"), ("v5r", 13, "Lead V5R"), ("v6r", 14, "Lead V6R"),
    ("v7r", 15, "Lead V7R"), ("vx", 16, "Lead X"), ("vy", 17, "Lead Y"), ("vz", 18, "Lead Z"),
    ("x", 16, "Lead X"), ("y", 17, "Lead Y"), ("z", 18, "Lead Z"),
  ]

  /// Whether this is one of the twelve leads of a standard electrocardiogram.
  public var isStandard: Bool {
    let numbers: [StaticString] = [
      "2:1", "2:2", "2:61", "2:62", "2:63", "2:64", "2:3", "2:4", "2:5", "2:6", "2:7", "2:8",
    ]
    return code.isOne(of: numbers)
  }

  /// Creates the lead named by a label such as `II`, `lead aVR`, `ECG V2` or `Lead I (Einthoven)`; returns
  /// nil if the label names no known lead.
  public init?(label: [UInt8]) {
    var lower = label.lowercased
    if let open = lower.firstIndex(of: UInt8(ascii: "(")) { lower.removeSubrange(open...) }
    let words = lower.split { $0 == 0x20 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
      .map { Array($0) }
    guard let name = words.last, words.count <= 2,
      words.count == 1 || words[0].isOne(of: ["lead", "ecg", "ekg"]),
      let lead = Self.known.first(where: { name.isOne(of: [$0.label]) })
    else { return nil }
    self.init(number: lead.number, lead.meaning)
  }
}
