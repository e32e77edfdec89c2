import WaveBiosignals
import WaveSystem

/// What `waveglass info` tells of a recording of sensors.
public struct SignalAnalysis: Encodable, Equatable, Sendable {
  /// A group of channels.
  public struct Group: Encodable, Equatable, Sendable {
    /// What it is, where the file says it.
    public var label: String?
    /// Samples in a second.
    public var rateHertz: Double
    /// Samples of each channel.
    public var sampleCount: Int64
    /// Seconds from the beginning to its first sample.
    public var startSeconds: Double
    /// The channels.
    public var channels: [Channel]
  }

  /// A channel.
  public struct Channel: Encodable, Equatable, Sendable {
    /// What it is.
    public var label: String
    /// The unit of its values.
    public var unit: String
    /// Units of a step, where the file has whole numbers.
    public var step: Double?
  }

  /// Something noted of its course.
  public struct Annotation: Encodable, Equatable, Sendable {
    /// Seconds from the recording's beginning.
    public var seconds: Double
    /// How long it lasts, where that is said.
    public var durationSeconds: Double?
    /// What it says.
    public var text: String
  }

  /// Annotations that are listed at most.
  public static let annotationLimit = 1000

  /// Path as given.
  public var path: String
  /// What the file is: "WFDB", "EDF", "BDF", "DICOM", "CSV" or "Waveglass".
  public var kind: String
  /// Bytes of its files.
  public var byteCount: Int
  /// Length in seconds.
  public var durationSeconds: Double
  /// When it begins.
  public var firstTime: String?
  /// Whether times are universal ones; else the zone is unknown.
  public var isUTC: Bool
  /// Groups of channels.
  public var groups: [Group]
  /// Notes of its course.
  public var annotationCount: Int
  /// The first of them, at most ``annotationLimit``.
  public var annotations: [Annotation]
  /// What the file says of the whole.
  public var remarks: [String]
  /// What is not as the format has it, and was read nevertheless.
  public var oddities: [String]
  /// "match", or the channels that differ, where there are checksums and they were looked at.
  public var checksums: String?

  /// Looks into a recording.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - rateHertz: Samples in a second, for a table without times.
  ///   - verifies: Whether checksums are looked at.
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
