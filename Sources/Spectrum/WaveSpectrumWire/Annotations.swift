/// The annotations of a recording, each for a part of the band and of recorded time (tag 75).
///
/// The list replaces the previous one. It is sent for sources that have annotations, and again when others
/// come near.
public struct Annotations: Equatable, Sendable {
  /// The source.
  public var source: UInt16 = 0
  /// The number of annotations left out of the list, because they are far from the part that is played now.
  public var leftOut: UInt32 = 0
  /// The annotations in order of their start, at most `WireLimits.annotations`.
  public var marks: [Annotation] = []

  /// A list of annotations.
  public init(source: UInt16, leftOut: UInt32 = 0, marks: [Annotation]) {
    self.source = source
    self.leftOut = leftOut
    self.marks = marks
  }
}

/// An annotation of a recording.
public struct Annotation: Equatable, Sendable {
  /// The recorded time of its start, in microseconds since 1970, as in `TimeMap`.
  public var startMicroseconds: Int64 = 0
  /// The recorded time of its end, not before its start.
  public var endMicroseconds: Int64 = 0
  /// The lower edge in hertz.
  public var lowHertz: Double = 0
  /// The upper edge in hertz, not below the lower.
  public var highHertz: Double = 0
  /// The label beside it in UTF-8, at most `WireLimits.annotationLabel` bytes; may be empty.
  public var label: [UInt8] = []
  /// The full text, shown on request, in UTF-8, at most `WireLimits.annotationNote` bytes.
  public var note: [UInt8] = []

  /// Annotates a part of the band and of time.
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
