public import WaveSpectra

/// What a SigMF recording says of its samples: the content of a `.sigmf-meta` file.
///
/// SigMF 1.2.6 (sigmf.org). Texts are UTF-8. Sample indices are absolute: the first sample of the dataset has
/// the index `firstSample`. Where metadata name an offset and yet an index below it, indices are taken to
/// count from the start of the dataset, and the offset is dropped.
public struct SigMFMetadata: Equatable, Sendable {
  /// Captures and annotations at most.
  public static let itemLimit = 1_000_000
  /// Interleaved channels at most.
  public static let channelLimit = 4096
  /// The version that is written.
  public static let currentVersion: StaticString = "1.2.6"

  /// How samples are stored.
  public var format: IQFormat
  /// Version of SigMF, such as `1.2.6`.
  public var version: [UInt8]
  /// Samples in a second, above zero; nil where it is not said.
  public var sampleRateHertz: Double?
  /// Channels whose samples take turns, at least one.
  public var channelCount = 1
  /// Index of the dataset's first sample (`core:offset`).
  public var firstSample: Int64 = 0
  /// SHA-512 of the dataset file, 64 bytes.
  public var sha512: [UInt8]?
  /// Equipment that received.
  public var hardware: [UInt8]?
  /// Who recorded.
  public var author: [UInt8]?
  /// What the recording is.
  public var summary: [UInt8]?
  /// Address of the licence document.
  public var license: [UInt8]?
  /// Program that recorded.
  public var recorder: [UInt8]?
  /// Where the receiver stood.
  public var location: SigMFLocation?
  /// File name of a dataset that is not named after the metadata, without folders.
  public var datasetName: [UInt8]?
  /// Bytes after the last sample that are none (`core:trailing_bytes`).
  public var trailingByteCount: Int64 = 0
  /// Whether there is no dataset on purpose.
  public var isMetadataOnly = false
  /// Extensions that the recording uses.
  public var extensions: [SigMFExtension] = []
  /// Stretches of samples, in order of their first.
  public var captures: [SigMFCapture] = []
  /// Remarks, in order of their first sample.
  public var annotations: [SigMFAnnotation] = []

  /// Describes samples; all else is left to be set.
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
  /// Whether the recording can be read without knowing it.
  public var isOptional: Bool

  /// Names an extension.
  public init(name: [UInt8], version: [UInt8], isOptional: Bool) {
    self.name = name
    self.version = version
    self.isOptional = isOptional
  }
}

/// A place on the earth (a GeoJSON point).
public struct SigMFLocation: Equatable, Sendable {
  /// Degrees north, -90 to 90.
  public var latitudeDegrees: Double
  /// Degrees east, -180 to 180.
  public var longitudeDegrees: Double
  /// Metres above the WGS 84 ellipsoid.
  public var altitudeMeters: Double?

  /// Names a place.
  public init(latitudeDegrees: Double, longitudeDegrees: Double, altitudeMeters: Double? = nil) {
    self.latitudeDegrees = latitudeDegrees
    self.longitudeDegrees = longitudeDegrees
    self.altitudeMeters = altitudeMeters
  }
}

/// A stretch of samples that were captured alike, up to the next one's start.
public struct SigMFCapture: Equatable, Sendable {
  /// Index of its first sample.
  public var firstSample: Int64
  /// Frequency that stands at zero in the samples, within ±1 THz; nil where it is not said.
  public var centerHertz: Double?
  /// When the first sample was taken, in microseconds since 1970 UTC; finer fractions are cut off.
  public var startMicroseconds: Int64?
  /// Number of the first sample in the receiver's own count, which tells of samples lost before.
  public var globalIndex: Int64?
  /// Bytes in front of the samples that are none (`core:header_bytes`).
  public var headerByteCount: Int64
  /// Where the receiver stood.
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

/// A remark on some samples and maybe a part of their band.
public struct SigMFAnnotation: Equatable, Sendable {
  /// Index of the first sample it is about.
  public var firstSample: Int64
  /// How many samples it is about; nil up to the end of the capture.
  public var sampleCount: Int64?
  /// Lower edge of the band in hertz; nil, with the other, for the whole band.
  public var lowHertz: Double?
  /// Upper edge of the band in hertz.
  public var highHertz: Double?
  /// A word or two.
  public var label: [UInt8]?
  /// More words.
  public var comment: [UInt8]?
  /// Who or what made the remark.
  public var generator: [UInt8]?
  /// Identifier of RFC 4122, as written.
  public var uuid: [UInt8]?

  /// Makes a remark.
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
