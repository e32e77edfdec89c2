import WaveText

/// An annotation of a WFDB record: a beat, a change of rhythm or a note.
///
/// Source: physionet.org/physiotools/wag/annot-5.htm.
public struct WFDBAnnotation: Equatable, Sendable {
  /// The sample number since the start of the record, at the rate of the annotated signals.
  public var sample: Int64
  /// The annotation code: 1 is a normal beat, 28 a change of rhythm, 22 a note.
  public var code: UInt8
  /// The subtype, whose meaning depends on the code.
  public var subtype: Int8 = 0
  /// The index of the annotated signal, counted from 0.
  public var channel: UInt8 = 0
  /// A number whose meaning is defined by the annotator.
  public var number: Int8 = 0
  /// The text, without trailing zero bytes.
  public var text: [UInt8] = []

  /// Creates an annotation of a sample.
  public init(sample: Int64, code: UInt8) {
    self.sample = sample
    self.code = code
  }

  /// Parses an annotation file.
  ///
  /// If the file is truncated, the result ends with the last complete annotation.
  /// - Returns: The annotations in file order, and whether the file has its end marker.
  /// - Complexity: O(bytes).
  public static func read(_ bytes: Span<UInt8>) -> (annotations: [WFDBAnnotation], isComplete: Bool) {
    var annotations: [WFDBAnnotation] = []
    var place = 0
    var time: Int64 = 0
    var number: Int8 = 0
    var channel: UInt8 = 0
    while bytes.count - place >= 2 {
      let word = bytes.littleEndian(UInt16.self, at: place)
      place += 2
      let interval = Int(word & 1023)
      switch word >> 10 {
      case 0 where interval == 0: return (annotations, true)
      case 59:
        guard bytes.count - place >= 4 else { return (annotations, false) }
        // The byte order of a PDP-11, with the high word first, and the low byte first in each word.
        let high = Int32(bytes.littleEndian(Int16.self, at: place))
        time += Int64(high << 16 | Int32(bytes.littleEndian(UInt16.self, at: place + 2)))
        place += 4
      case 60:
        number = Int8(truncatingIfNeeded: interval)
        annotations.changeLast { $0.number = number }
      case 61: annotations.changeLast { $0.subtype = Int8(truncatingIfNeeded: interval) }
      case 62:
        channel = UInt8(truncatingIfNeeded: interval)
        annotations.changeLast { $0.channel = channel }
      case 63:
        guard bytes.count - place >= interval else { return (annotations, false) }
        var text = Array(bytes, place..<(place + interval))
        while text.last == 0 { text.removeLast() }
        annotations.changeLast { $0.text = text }
        place += interval + interval % 2
      default:
        time += Int64(interval)
        var annotation = WFDBAnnotation(sample: time, code: UInt8(word >> 10))
        annotation.number = number
        annotation.channel = channel
        annotations.append(annotation)
      }
    }
    return (annotations, false)
  }
}

extension [WFDBAnnotation] {
  /// Modifies the last annotation, if there is one.
  fileprivate mutating func changeLast(_ change: (inout WFDBAnnotation) -> Void) {
    if !isEmpty { change(&self[count - 1]) }
  }
}
