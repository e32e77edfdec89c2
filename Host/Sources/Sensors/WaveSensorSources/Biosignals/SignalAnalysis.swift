import WaveBiosignals
import WaveSystem

/// The output of `waveglass info` for a sensor recording.
public struct SignalAnalysis: Encodable, Equatable, Sendable {
  /// A group of channels with the same rate.
  public struct Group: Encodable, Equatable, Sendable {
    /// The group label; nil if the file has none.
    public var label: String?
    /// The sample rate in hertz.
    public var rateHertz: Double
    /// The number of samples of each channel.
    public var sampleCount: Int64
    /// The time from the start of the recording to the group's first sample, in seconds.
    public var startSeconds: Double
    /// The channels of the group.
    public var channels: [Channel]
  }

  /// A channel of a group.
  public struct Channel: Encodable, Equatable, Sendable {
    /// The label of the channel.
    public var label: String
    /// The unit of the values.
    public var unit: String
    /// The size of one digital step, in the channel's unit; nil if the file does not contain integers.
    public var step: Double?
  }

  /// An annotation of a point or period in time.
  public struct Annotation: Encodable, Equatable, Sendable {
    /// The time in seconds since the start of the recording.
    public var seconds: Double
    /// The duration in seconds; nil if it is not given.
    public var durationSeconds: Double?
    /// The text of the annotation.
    public var text: String
  }

  /// The maximum number of annotations in ``annotations``.
  public static let annotationLimit = 1000

  /// The path as given by the caller.
  public var path: String
  /// The file format: "WFDB", "EDF", "BDF", "DICOM", "CSV" or "Waveglass".
  public var kind: String
  /// The total size of the recording's files in bytes.
  public var byteCount: Int
  /// The length of the recording in seconds.
  public var durationSeconds: Double
  /// The time at which the recording starts; nil if it is unknown.
  public var firstTime: String?
  /// Whether times are in UTC rather than in an unknown time zone.
  public var isUTC: Bool
  /// The groups of channels.
  public var groups: [Group]
  /// The total number of annotations.
  public var annotationCount: Int
  /// The first annotations, at most ``annotationLimit``.
  public var annotations: [Annotation]
  /// Remarks in the file about the entire recording.
  public var remarks: [String]
  /// Deviations from the file format that did not prevent reading.
  public var warnings: [String]
  /// The result of verifying checksums: "match", or the channels that differ; nil if nothing was verified.
  public var checksums: String?

  /// Creates the analysis of a recording.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - rateHertz: The sample rate in hertz of a table that has no times.
  ///   - verifies: Whether checksums are verified.
  /// - Throws: `SensorSourceError` for files that cannot be read.
  public init(path: String, rateHertz: Double? = nil, verifies: Bool = true) throws(SensorSourceError) {
    let file = try SignalFile(path: path, rateHertz: rateHertz)
    self.path = path
    kind = file.kind.rawValue
    byteCount = file.byteCount
    durationSeconds = file.durationSeconds
    firstTime = file.startMicroseconds.map(DateText.text)
    isUTC = file.kind == .store
    groups = file.groups.map { group in
      Group(
        label: group.label.isEmpty ? nil : group.label, rateHertz: group.rateHertz,
        sampleCount: group.sampleCount, startSeconds: group.startSeconds,
        channels: group.channels.map { Channel(label: $0.label, unit: $0.unit, step: $0.scale?.step) })
    }
    annotationCount = file.annotations.count
    annotations = file.annotations.prefix(Self.annotationLimit).map {
      Annotation(seconds: $0.seconds, durationSeconds: $0.durationSeconds, text: $0.text)
    }
    remarks = file.remarks
    warnings = file.warnings
    if verifies, let differing = try file.differingChannels() {
      checksums = differing.isEmpty ? "match" : "differ: \(differing.joined(separator: ", "))"
    }
  }
}
