/// The annotations of a recording, each of which marks a frequency range and a period of recorded time (tag
/// 75).
///
/// The list replaces the previous one. It is sent for sources that have annotations, and again when playback
/// approaches further annotations.
public struct Annotations: Equatable, Sendable {
  /// The number of the source.
  public var source: UInt16 = 0
  /// The number of annotations omitted from the list because they are far from the current playback position.
  public var leftOut: UInt32 = 0
  /// The annotations in order of their start, at most `WireLimits.annotations`.
  public var marks: [Annotation] = []

  /// Creates a list of annotations.
  public init(source: UInt16, leftOut: UInt32 = 0, marks: [Annotation]) {
    self.source = source
    self.leftOut = leftOut
    self.marks = marks
  }
}

/// An annotation of a recording.
public struct Annotation: Equatable, Sendable {
  /// The recorded start time in microseconds since 1970, as in `TimeMap`.
  public var startMicroseconds: Int64 = 0
  /// The recorded end time in microseconds since 1970, not before the start time.
  public var endMicroseconds: Int64 = 0
  /// The lower edge in hertz.
  public var lowHertz: Double = 0
  /// The upper edge in hertz, not below the lower edge.
  public var highHertz: Double = 0
  /// The label on the plot in UTF-8, at most `WireLimits.annotationLabel` bytes; can be empty.
  public var label: [UInt8] = []
  /// The full text, shown on request, in UTF-8, at most `WireLimits.annotationNote` bytes.
  public var note: [UInt8] = []

  /// Creates an annotation of a frequency range and a period of recorded time.
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
