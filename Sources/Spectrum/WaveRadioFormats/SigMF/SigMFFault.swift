/// An error in SigMF metadata, with its location.
public struct SigMFFault: Equatable, Sendable {
  /// The reason why a field is invalid.
  public enum Reason: Equatable, Sendable {
    /// A required field is missing.
    case missing
    /// A field has a value of the wrong type.
    case wrongKind
    /// A number exceeds the range of the field.
    case outOfRange
    /// A string does not have the form that the field requires.
    case malformed
    /// An item starts before the previous one.
    case notSorted
    /// A band has only one edge, or its edges are reversed.
    case badEdges
    /// A required extension is not supported; `field` is its name.
    case unknownExtension
    /// The number of items or channels exceeds the limit.
    case tooMany(limit: Int)
    /// The dataset is shorter than the metadata require.
    case datasetTooShort(byteCount: Int64)
  }

  /// A section of the metadata.
  public enum Section: UInt8, Equatable, Sendable {
    /// The metadata object as a whole.
    case top
    /// The fields that apply to the whole recording.
    case global
    /// The captures, each of which describes a run of samples.
    case captures
    /// The annotations, each of which applies to a range of samples.
    case annotations
  }

  /// The reason for the error.
  public var reason: Reason
  /// The section of the metadata that contains the error.
  public var section: Section
  /// The index of the item within the section, from 0; nil if the section has no items.
  public var index: Int?
  /// The name of the field in UTF-8.
  public var field: [UInt8]

  /// Creates an error with its location.
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
    /// A one-line description of the error: what is wrong, where, and how to fix it.
    public var description: String {
      let name = String(decoding: field, as: UTF8.self)
      let place = index.map { "\(section)[\($0)]" } ?? (section == .top ? "the metadata" : "\(section)")
      switch reason {
      case .missing: return "\(name) is missing in \(place). Add it"
      case .wrongKind: return "\(name) in \(place) holds another kind of value than SigMF says. Correct it"
      case .outOfRange: return "\(name) in \(place) is outside what SigMF allows. Correct it"
      case .malformed: return "\(name) in \(place) is not written as SigMF says. Correct it"
      case .notSorted: return "\(place) starts before the previous one. Sort \(section) by core:sample_start"
      case .badEdges:
        return
          "\(place) needs both core:freq_lower_edge and core:freq_upper_edge, the lower one first. Correct it"
      case .unknownExtension:
        return "the recording cannot be read without the extension \(name), which Waveglass does not know"
      case .tooMany(let limit): return "\(name) in \(place) is more than \(limit). Split the recording"
      case .datasetTooShort(let byteCount):
        return "the dataset of \(byteCount) bytes ends before \(place) begins. It was cut off, or belongs to "
          + "another recording"
      }
    }
  }
#endif
