/// What is wrong with SigMF metadata, and where.
public struct SigMFFault: Equatable, Sendable {
  /// What is wrong.
  public enum Reason: Equatable, Sendable {
    /// A field that must be there is not.
    case missing
    /// A field holds another kind of value than it should.
    case wrongKind
    /// A number is outside what the field may hold.
    case outOfRange
    /// A text is not written as the field wants it.
    case malformed
    /// An item starts before the one in front of it.
    case notSorted
    /// Only one of the two edges of a band is there, or they are the wrong way round.
    case badEdges
    /// An extension that cannot be read without knowing it is not known; `field` is its name.
    case unknownExtension
    /// More items, or channels, than this.
    case tooMany(limit: Int)
    /// The dataset is shorter than what the metadata say lies in it.
    case datasetTooShort(byteCount: Int64)
  }

  /// Which of the three parts of the metadata.
  public enum Section: UInt8, Equatable, Sendable {
    /// All three.
    case top
    /// What holds for the whole recording.
    case global
    /// The stretches of samples.
    case captures
    /// The remarks.
    case annotations
  }

  /// What is wrong.
  public var reason: Reason
  /// In which part.
  public var section: Section
  /// Which item of the part, from 0; nil where it has none.
  public var index: Int?
  /// Name of the field, UTF-8.
  public var field: [UInt8]

  /// Names a fault.
  public init(_ reason: Reason, _ section: Section, index: Int? = nil, field: [UInt8]) {
    self.reason = reason
    self.section = section
    self.index = index
    self.field = field
  }

  init(_ reason: Reason, _ section: Section, index: Int? = nil, _ field: StaticString) {
    self.init(reason, section, index: index, field: field.withUTF8Buffer { Array($0) })
  }
}

#if !hasFeature(Embedded)
  extension SigMFFault: CustomStringConvertible {
    /// What is wrong, where, and what to do, in one line.
    public var description: String {
      let name = String(decoding: field, as: UTF8.self)
      let place = index.map { "\(section)[\($0)]" } ?? (section == .top ? "the metadata" : "\(section)")
      switch reason {
      case .missing: return "\(name) is missing in \(place). Add it"
      case .wrongKind: return "\(name) in \(place) holds another kind of value than SigMF says. Correct it"
      case .outOfRange: return "\(name) in \(place) is outside what SigMF allows. Correct it"
      case .malformed: return "\(name) in \(place) is not written as SigMF says. Correct it"
      case .notSorted:
        return "\(place) starts before the one in front of it. Sort \(section) by core:sample_start"
      case .badEdges:
        return
          "\(place) needs both core:freq_lower_edge and core:freq_upper_edge, the lower one first. Correct it"
      case .unknownExtension:
        return "the recording cannot be read without the extension \(name), which Waveglass does not know"
      case .tooMany(let limit): return "\(name) in \(place) is more than \(limit). Split the recording"
      case .datasetTooShort(let byteCount):
        return
          """
          the dataset of \(byteCount) bytes ends before \(place) begins. It was cut off, or belongs to \
          another recording
          """
      }
    }
  }
#endif
