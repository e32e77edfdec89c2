import WaveBiosignals
import WaveSystem

/// The output of `waveglass info` for a recording of sensors.
public struct SignalAnalysis: Encodable, Equatable, Sendable {
  /// A group of channels.
  public struct Group: Encodable, Equatable, Sendable {
    /// The label, if the file has one.
    public var label: String?
    /// The rate in samples a second.
    public var rateHertz: Double
    /// The number of samples of each channel.
    public var sampleCount: Int64
    /// The seconds from the recording's beginning to the group's first sample.
    public var startSeconds: Double
    /// The channels.
    public var channels: [Channel]
  }

  /// A channel.
  public struct Channel: Encodable, Equatable, Sendable {
    /// The label.
    public var label: String
    /// The unit of its values.
    public var unit: String
    /// The value of one step in units, if the file contains whole numbers.
    public var step: Double?
  }

  /// An annotation of a moment or a period.
  public struct Annotation: Encodable, Equatable, Sendable {
    /// Seconds from the recording's beginning.
    public var seconds: Double
    /// The duration in seconds, if it is given.
    public var durationSeconds: Double?
    /// The text of the annotation.
    public var text: String
  }

  /// The maximum number of annotations in the list.
  public static let annotationLimit = 1000

  /// The path as given.
  public var path: String
  /// The kind of file: "WFDB", "EDF", "BDF", "DICOM", "CSV" or "Waveglass".
  public var kind: String
  /// The bytes of all its files.
  public var byteCount: Int
  /// Length in seconds.
  public var durationSeconds: Double
  /// The time at which it begins.
  public var firstTime: String?
  /// Whether times are universal time; otherwise the zone is unknown.
  public var isUTC: Bool
  /// Groups of channels.
  public var groups: [Group]
  /// The number of annotations.
  public var annotationCount: Int
  /// The first annotations, at most ``annotationLimit``.
  public var annotations: [Annotation]
  /// The file's remarks about the whole recording.
  public var remarks: [String]
  /// Deviations from the format that did not prevent reading the file.
  public var oddities: [String]
  /// "match", or the channels that differ, if there are checksums and they were verified.
  public var checksums: String?

  /// Analyses a recording.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - rateHertz: The rate in samples a second, for a table without times.
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
        sampleCount: group.sampleCount,
        startSeconds: group.startSeconds,
        channels: group.channels.map { Channel(label: $0.label, unit: $0.unit, step: $0.scale?.step) })
    }
    annotationCount = file.annotations.count
    annotations = file.annotations.prefix(Self.annotationLimit).map {
      Annotation(seconds: $0.seconds, durationSeconds: $0.durationSeconds, text: $0.text)
    }
    remarks = file.remarks
    oddities = file.oddities
    if verifies, let differing = try file.differingChannels() {
      checksums = differing.isEmpty ? "match" : "differ: \(differing.joined(separator: ", "))"
    }
  }
}
