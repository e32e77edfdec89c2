import WaveText

/// A mark in a WFDB record: a beat, a change of rhythm, a note.
///
/// Source: physionet.org/physiotools/wag/annot-5.htm.
public struct WFDBAnnotation: Equatable, Sendable {
  /// Sample of the annotated signals' rate, from the record's beginning.
  public var sample: Int64
  /// What it is: 1 a normal beat, 28 a change of rhythm, 22 a note.
  public var code: UInt8
  /// A further distinction.
  public var subtype: Int8 = 0
  /// The signal it belongs to.
  public var channel: UInt8 = 0
  /// A number that the annotator gave.
  public var number: Int8 = 0
  /// A text, without the zeros at its end.
  public var text: [UInt8] = []

  /// Marks a sample.
  public init(sample: Int64, code: UInt8) {
    self.sample = sample
    self.code = code
  }

  /// Reads an annotation file.
  ///
  /// A file that is cut ends with the last whole annotation.
  /// - Returns: Annotations in the order of the file, and whether it has its end mark.
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
        // The order of a PDP-11: the high word first, each low byte first.
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
  /// Changes the last one, if there is one.
  fileprivate mutating func changeLast(_ change: (inout WFDBAnnotation) -> Void) {
    if !isEmpty { change(&self[count - 1]) }
  }
}
