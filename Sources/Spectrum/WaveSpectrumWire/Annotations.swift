/// What someone marked in a recording, each mark a part of the band and of recorded time (tag 75).
///
/// It replaces the list before it. Sent for sources that have any, and again where other marks come near.
public struct Annotations: Equatable, Sendable {
  /// Which source.
  public var source: UInt16 = 0
  /// Marks of the source that are not in the list, because they are far from what is played now.
  public var leftOut: UInt32 = 0
  /// Marks in order of their start, at most `WireLimits.annotations`.
  public var marks: [Annotation] = []

  /// Lists marks.
  public init(source: UInt16, leftOut: UInt32 = 0, marks: [Annotation]) {
    self.source = source
    self.leftOut = leftOut
    self.marks = marks
  }
}

/// One mark in a recording.
public struct Annotation: Equatable, Sendable {
  /// Recorded time of its start, microseconds since 1970, as in `TimeMap`.
  public var startMicroseconds: Int64 = 0
  /// Recorded time of its end, not before its start.
  public var endMicroseconds: Int64 = 0
  /// Lower edge in hertz.
  public var lowHertz: Double = 0
  /// Upper edge in hertz, not below the lower.
  public var highHertz: Double = 0
  /// What stands beside it in UTF-8, at most `WireLimits.annotationLabel` bytes; may be empty.
  public var label: [UInt8] = []
  /// All that is to be told of it when it is asked for, in UTF-8, at most `WireLimits.annotationNote` bytes.
  public var note: [UInt8] = []

  /// Marks a part of band and time.
  public init(
    startMicroseconds: Int64, endMicroseconds: Int64, lowHertz: Double, highHertz: Double,
    label: [UInt8], note: [UInt8] = []
  ) {
    self.startMicroseconds = startMicroseconds
    self.endMicroseconds = endMicroseconds
    self.lowHertz = lowHertz
    self.highHertz = highHertz
    self.label = label
    self.note = note
  }
}
