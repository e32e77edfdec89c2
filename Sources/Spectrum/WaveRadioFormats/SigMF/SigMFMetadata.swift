public import WaveSpectra

/// The metadata of a SigMF recording: the content of a `.sigmf-meta` file.
///
/// SigMF 1.2.6 (sigmf.org). Texts are UTF-8. Sample indices are absolute: the first sample of the dataset has
/// the index `firstSample`. If metadata have an offset and yet an index below it, indices count from the
/// start of the dataset, and the offset is dropped.
public struct SigMFMetadata: Equatable, Sendable {
  /// The maximum number of captures and of annotations.
  public static let itemLimit = 1_000_000
  /// The maximum number of interleaved channels.
  public static let channelLimit = 4096
  /// The version that is written.
  public static let currentVersion: StaticString = "1.2.6"

  /// The storage format of the samples.
  public var format: IQFormat
  /// The version of SigMF, such as `1.2.6`.
  public var version: [UInt8]
  /// The sample rate, above zero; nil if it is unknown.
  public var sampleRateHertz: Double?
  /// The number of interleaved channels, at least one.
  public var channelCount = 1
  /// The index of the dataset's first sample (`core:offset`).
  public var firstSample: Int64 = 0
  /// SHA-512 of the dataset file, 64 bytes.
  public var sha512: [UInt8]?
  /// The receiving equipment.
  public var hardware: [UInt8]?
  /// The person who made the recording.
  public var author: [UInt8]?
  /// A description of the recording.
  public var summary: [UInt8]?
  /// The address of the licence document.
  public var license: [UInt8]?
  /// The program that made the recording.
  public var recorder: [UInt8]?
  /// The location of the receiver.
  public var location: SigMFLocation?
  /// The file name of a dataset that is not named after the metadata, without folders.
  public var datasetName: [UInt8]?
  /// The number of bytes after the last sample that are not samples (`core:trailing_bytes`).
  public var trailingByteCount: Int64 = 0
  /// Whether the dataset is missing on purpose.
  public var isMetadataOnly = false
  /// Extensions that the recording uses.
  public var extensions: [SigMFExtension] = []
  /// Stretches of samples, in order of their first samples.
  public var captures: [SigMFCapture] = []
  /// Annotations, in order of their first samples.
  public var annotations: [SigMFAnnotation] = []

  /// Describes samples; the other properties keep their defaults.
  public init(format: IQFormat, sampleRateHertz: Double? = nil) {
    self.format = format
    self.sampleRateHertz = sampleRateHertz
    version = Self.currentVersion.withUTF8Buffer { Array($0) }
  }
}

/// An extension of SigMF that a recording uses.
public struct SigMFExtension: Equatable, Sendable {
  /// Its namespace.
  public var name: [UInt8]
  /// Its version.
  public var version: [UInt8]
  /// Whether the recording can be read by a program that does not know the extension.
  public var isOptional: Bool

  /// Describes an extension.
  public init(name: [UInt8], version: [UInt8], isOptional: Bool) {
    self.name = name
    self.version = version
    self.isOptional = isOptional
  }
}

/// A location on the earth (a GeoJSON point).
public struct SigMFLocation: Equatable, Sendable {
  /// Degrees north, -90 to 90.
  public var latitudeDegrees: Double
  /// Degrees east, -180 to 180.
  public var longitudeDegrees: Double
  /// Metres above the WGS 84 ellipsoid.
  public var altitudeMeters: Double?

  /// A location.
  public init(latitudeDegrees: Double, longitudeDegrees: Double, altitudeMeters: Double? = nil) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.altitudeMeters = altitudeMeters
  }
}

/// A stretch of samples with the same settings, up to the start of the next stretch.
public struct SigMFCapture: Equatable, Sendable {
  /// Index of its first sample.
  public var firstSample: Int64
  /// The frequency at zero in the samples, within ±1 THz; nil if it is unknown.
  public var centerHertz: Double?
  /// The time of the first sample, in microseconds since 1970 UTC; smaller fractions are cut off.
  public var startMicroseconds: Int64?
  /// The number of the first sample in the receiver's own count, which shows how many were lost before.
  public var globalIndex: Int64?
  /// The number of bytes before the samples that are not samples (`core:header_bytes`).
  public var headerByteCount: Int64
  /// The location of the receiver.
  public var location: SigMFLocation?

  /// Describes a stretch of samples.
  public init(
    firstSample: Int64 = 0, centerHertz: Double? = nil, startMicroseconds: Int64? = nil,
    globalIndex: Int64? = nil, headerByteCount: Int64 = 0, location: SigMFLocation? = nil
  ) {
    self.firstSample = firstSample
    self.centerHertz = centerHertz
    self.startMicroseconds = startMicroseconds
    self.globalIndex = globalIndex
    self.headerByteCount = headerByteCount
    self.location = location
  }
}

/// A remark on some samples, and possibly on a part of their band.
public struct SigMFAnnotation: Equatable, Sendable {
  /// The index of the first sample that it is about.
  public var firstSample: Int64
  /// The number of samples that it is about; nil for all up to the end of the capture.
  public var sampleCount: Int64?
  /// The lower edge of the band in hertz; nil, like `highHertz`, for the whole band.
  public var lowHertz: Double?
  /// The upper edge of the band in hertz.
  public var highHertz: Double?
  /// A short text.
  public var label: [UInt8]?
  /// A longer text.
  public var comment: [UInt8]?
  /// The person or program that made the remark.
  public var generator: [UInt8]?
  /// The identifier of RFC 4122, as written.
  public var uuid: [UInt8]?

  /// Describes a remark.
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
