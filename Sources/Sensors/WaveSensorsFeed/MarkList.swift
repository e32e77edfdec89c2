public import WaveSensorsWire
import WaveUnits
import WaveWire

/// The marks of a source, in the order of their samples.
public struct MarkList: Sendable {
  /// The maximum number of marks; if it is exceeded, the oldest are dropped.
  public static let limit = 10_000

  private var marks: [StreamMarks.Mark] = []
  private var next: UInt32 = 1
  private var forgotten: UInt32 = 0

  /// Creates an empty list.
  public init() {}

  /// Returns the newest marks as a message.
  public func list(source: UInt16) -> StreamMarks {
    let shown = marks.suffix(WireLimits.marks)
    return StreamMarks(
      source: source, leftOutCount: forgotten.saturatingAdding(UInt32(marks.count - shown.count)),
      marks: Array(shown))
  }

  /// Sets, moves or removes a mark.
  ///
  /// - Parameters:
  ///   - mark: The number of the mark; 0 for a new one.
  ///   - group: The index of the group to which the sample belongs.
  ///   - sequence: The sequence number of the sample.
  ///   - text: The text of the mark; an empty text removes the mark.
  /// - Returns: The number of the mark; nil if the mark does not exist.
  /// - Complexity: O(marks).
  public mutating func set(_ mark: UInt32, group: UInt8, sequence: UInt64, text: [UInt8]) -> UInt32? {
    var number = mark
    if mark == 0 {
      guard !text.isEmpty else { return nil }
      number = next
      next &+= 1
    } else {
      guard let place = marks.firstIndex(where: { $0.mark == mark }) else { return nil }
      marks.remove(at: place)
      if text.isEmpty { return mark }
    }
    // Most marks belong at the end.
    let place = (marks.lastIndex { $0.sequence <= sequence } ?? -1) + 1
    marks.insert(StreamMarks.Mark(mark: number, group: group, sequence: sequence, text: text), at: place)
    if marks.count > Self.limit {
      marks.removeFirst()
      forgotten = forgotten.saturatingAdding(1)
    }
    return number
  }
}
