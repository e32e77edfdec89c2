public import WaveSpectra

/// The metadata of a SigMF recording: the content of a `.sigmf-meta` file.
///
/// The version is SigMF 1.2.6 (sigmf.org). Strings are UTF-8. Sample indices are absolute: the first sample
/// of the dataset has the index `firstSample`. If any index is below the metadata's offset, all indices count
/// from the start of the dataset, and the offset is ignored.
public struct SigMFMetadata: Equatable, Sendable {
  /// The maximum number of captures, which is also the maximum number of annotations.
  public static let itemLimit = 1_000_000
  /// The maximum number of interleaved channels.
  public static let channelLimit = 4096
  /// The SigMF version that this library writes.
  public static let currentVersion: StaticString = "1.2.6"

  /// The storage format of the samples.
  public var format: IQFormat
  /// The SigMF version, such as `1.2.6`.
  public var version: [UInt8]
  /// The sample rate, above zero; nil if it is unknown.
  public var sampleRateHertz: Double?
  /// The number of interleaved channels, at least one.
  public var channelCount = 1
  /// The index of the dataset's first sample (`core:offset`).
  public var firstSample: Int64 = 0
  /// The SHA-512 digest of the dataset file, 64 bytes; nil if the metadata do not contain one.
  public var sha512: [UInt8]?
  /// A description of the receiving equipment.
  public var hardware: [UInt8]?
  /// The person who made the recording.
  public var author: [UInt8]?
  /// A description of the recording.
  public var summary: [UInt8]?
  /// The URL of the licence document.
  public var license: [UInt8]?
  /// The program that made the recording.
  public var recorder: [UInt8]?
  /// The location of the receiver.
  public var location: SigMFLocation?
  /// The file name, without folders, of a dataset that is not named after the metadata.
  public var datasetName: [UInt8]?
  /// The number of bytes after the last sample (`core:trailing_bytes`).
  public var trailingByteCount: Int64 = 0
  /// Whether the dataset is intentionally absent.
  public var isMetadataOnly = false
  /// The extensions that the recording uses.
  public var extensions: [SigMFExtension] = []
  /// The captures, in order of their first samples.
  public var captures: [SigMFCapture] = []
  /// The annotations, in order of their first samples.
  public var annotations: [SigMFAnnotation] = []

  /// Creates metadata for samples in a format; the other properties have their defaults.
  public init(format: IQFormat, sampleRateHertz: Double? = nil) {
    self.format = format
    self.sampleRateHertz = sampleRateHertz
    version = Self.currentVersion.withUTF8Buffer { Array($0) }
  }
}

/// A SigMF extension that a recording uses.
public struct SigMFExtension: Equatable, Sendable {
  /// The extension's namespace.
  public var name: [UInt8]
  /// The extension's version.
  public var version: [UInt8]
  /// Whether a program that does not support the extension can read the recording.
  public var isOptional: Bool

  /// Creates an extension.
  public init(name: [UInt8], version: [UInt8], isOptional: Bool) {
    self.name = name
    self.version = version
    self.isOptional = isOptional
  }
}

/// A location on the earth (a GeoJSON point).
public struct SigMFLocation: Equatable, Sendable {
  /// The latitude in degrees north, -90 to 90.
  public var latitudeDegrees: Double
  /// The longitude in degrees east, -180 to 180.
  public var longitudeDegrees: Double
  /// The altitude in metres above the WGS 84 ellipsoid; nil if it is not given.
  public var altitudeMeters: Double?

  /// Creates a location from its coordinates.
  public init(latitudeDegrees: Double, longitudeDegrees: Double, altitudeMeters: Double? = nil) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.altitudeMeters = altitudeMeters
  }
}

/// A run of samples with the same settings, up to the start of the next capture.
public struct SigMFCapture: Equatable, Sendable {
  /// The index of the capture's first sample.
  public var firstSample: Int64
  /// The radio frequency that corresponds to 0 Hz in the samples, within ±1 THz; nil if it is unknown.
  public var centerHertz: Double?
  /// The time of the first sample in microseconds since 1970 UTC, truncated to whole microseconds.
  public var startMicroseconds: Int64?
  /// The index of the first sample in the receiver's own count, which includes lost samples.
  public var globalIndex: Int64?
  /// The number of header bytes before the samples (`core:header_bytes`).
  public var headerByteCount: Int64 = 0
  /// The location of the receiver.
  public var location: SigMFLocation?

  /// Creates a capture.
  public init(
    firstSample: Int64 = 0, centerHertz: Double? = nil, startMicroseconds: Int64? = nil,
    globalIndex: Int64? = nil
  ) {
    self.firstSample = firstSample
    self.centerHertz = centerHertz
    self.startMicroseconds = startMicroseconds
    self.globalIndex = globalIndex
  }
}

/// A comment on a range of samples, and optionally on a part of their band.
public struct SigMFAnnotation: Equatable, Sendable {
  /// The index of the first sample to which the annotation applies.
  public var firstSample: Int64
  /// The number of samples to which the annotation applies; nil for all samples up to the end of the capture.
  public var sampleCount: Int64?
  /// The lower edge of the band in hertz; nil if the annotation applies to the whole band.
  public var lowHertz: Double?
  /// The upper edge of the band in hertz; nil if the annotation applies to the whole band.
  public var highHertz: Double?
  /// A short label.
  public var label: [UInt8]?
  /// A longer description.
  public var comment: [UInt8]?
  /// The person or program that made the annotation.
  public var generator: [UInt8]?
  /// The RFC 4122 identifier, as written.
  public var uuid: [UInt8]?

  /// Creates an annotation.
  public init(
    firstSample: Int64, sampleCount: Int64? = nil, lowHertz: Double? = nil, highHertz: Double? = nil,
    label: [UInt8]? = nil, comment: [UInt8]? = nil, generator: [UInt8]? = nil, uuid: [UInt8]? = nil
  ) {
    self.firstSample = firstSample
    self.sampleCount = sampleCount
    self.lowHertz = lowHertz
    self.highHertz = highHertz
    self.label = label
    self.comment = comment
    self.generator = generator
    self.uuid = uuid
  }
}
