import WaveText

/// The waveforms of a DICOM file, usually an electrocardiogram.
///
/// Source: DICOM PS3.3, sections A.34 and C.10.9.
public struct DICOMWaveforms: Sendable {
  /// The maximum size of a file in bytes.
  public static let byteLimit = 1 << 28
  /// The maximum number of annotations; further ones are ignored.
  public static let annotationLimit = 1 << 17
  /// The maximum number of channels in a group.
  public static let channelLimit = 1024

  /// A group of channels that were sampled together.
  public struct Group: Sendable {
    /// The group label, such as `RHYTHM`.
    public var label: [UInt8]
    /// The sample rate in hertz.
    public var rateHertz: Double
    /// The time from the start of the recording to the first sample, in seconds.
    public var offsetSeconds: Double
    /// The number of samples in each channel.
    public var sampleCount: Int
    /// The channels of the group.
    public var channels: [Channel]
    /// The storage format of a sample.
    public var coding: Coding
    /// The stored value that marks a missing sample; nil if there is none.
    public var padding: Int64?
    /// The byte range of the samples in the file.
    ///
    /// Samples are interleaved: the first sample of every channel, then the second sample of every channel,
    /// and so on.
    public var byteRange: Range<Int>
  }

  /// A channel of a group.
  public struct Channel: Equatable, Sendable {
    /// The label of the channel; if it has none, the name of the signal's source.
    public var name: [UInt8]
    /// The code of the signal's source, such as an electrocardiogram lead.
    public var code: [UInt8]
    /// The code of the unit, such as `uV`; empty if the values have no unit.
    public var units: [UInt8]
    /// The size of one digital step, in the channel's unit.
    public var sensitivity: Double
    /// The calibration factor by which the sensitivity is multiplied.
    public var correction: Double
    /// The physical value of the digital value 0, in the channel's unit.
    public var baseline: Double
    /// The time from the start of the group to the channel's first sample, in seconds.
    public var skewSeconds: Double
    /// The lower cutoff frequency of the filters that were applied; nil if it is unknown.
    public var filterLowHertz: Double?
    /// The upper cutoff frequency of the filters that were applied; nil if it is unknown.
    public var filterHighHertz: Double?
  }

  /// The storage format of a sample.
  public enum Coding: Sendable {
    case signed8, unsigned8, signed16, unsigned16, signed32, unsigned32

    /// The number of bytes in a sample.
    public var byteCount: Int {
      switch self {
      case .signed8, .unsigned8: 1
      case .signed16, .unsigned16: 2
      case .signed32, .unsigned32: 4
      }
    }
  }

  /// The SOP class: the unique identifier of the object's type.
  public var sopClass: [UInt8]
  /// The patient's name, as written in the file.
  public var patientName: [UInt8]
  /// The start in microseconds since 1970, in UTC if the file gives a time zone; nil if the file gives no
  /// start.
  public var startMicroseconds: Int64?
  /// The groups of channels.
  public var groups: [Group]
  /// The annotations, in file order.
  public var annotations: [Annotation]

  /// Parses a DICOM file.
  ///
  /// - Parameter bytes: The bytes of the whole file.
  /// - Throws: `BiosignalError.dicom` with the position of the error.
  /// - Complexity: O(elements).
  public init(_ bytes: Span<UInt8>) throws(BiosignalError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= Self.byteLimit else { throw .dicom(.tooLarge(limit: Self.byteLimit), byte: 0) }
    guard bytes.holds("DICM", at: 128) else { throw .dicom(.noHeader, byte: 0) }
    var meta = DICOMReader(at: 132, isExplicit: true)
    let header = try meta.dataset(bytes, end: bytes.count, while: { $0.value >> 16 == 2 })
    let isExplicit: Bool
    switch header.text(.transferSyntax, bytes) {
    case Array("1.2.840.10008.1.2.1".utf8): isExplicit = true
    case Array("1.2.840.10008.1.2".utf8): isExplicit = false
    default: throw .dicom(.transferSyntax, byte: 132)
    }
    var reader = DICOMReader(at: meta.place, isExplicit: isExplicit)
    let dataset = try reader.dataset(bytes, end: bytes.count)
    sopClass = dataset.text(.sopClass, bytes) ?? []
    patientName = dataset.text(.patientName, bytes) ?? []
    startMicroseconds = dataset.text(.acquisitionTime, bytes).flatMap { DICOMTime.microseconds($0) }
    annotations = dataset.items(.annotations).prefix(Self.annotationLimit).map { Annotation($0, bytes) }
    groups = []
    for item in dataset.items(.waveforms) { groups.append(try Group(item, bytes)) }
    guard !groups.isEmpty else { throw .dicom(.noWaveforms, byte: meta.place) }
  }
}

extension DICOMWaveforms.Group {
  fileprivate init(_ item: DICOMDataset, _ bytes: Span<UInt8>) throws(BiosignalError) {
    guard let data = item[.waveformData]?.range else { throw .dicom(.missing(.data), byte: 0) }
    func fault(_ field: DICOMFault.Field) -> BiosignalError { .dicom(.missing(field), byte: data.lowerBound) }
    guard let rate = item.decimal(.rate, bytes), rate > 0, rate <= 1e9 else { throw fault(.rate) }
    guard let count = item.unsigned(.sampleCount, bytes) else { throw fault(.sampleCount) }
    guard let channels = item.unsigned(.channelCount, bytes), channels > 0 else { throw fault(.channelCount) }
    guard channels <= DICOMWaveforms.channelLimit
    else { throw .dicom(.tooManyChannels(limit: DICOMWaveforms.channelLimit), byte: data.lowerBound) }
    let definitions = item.items(.channels)
    guard definitions.count == Int(channels) else { throw fault(.channels) }
    let bits = item.unsigned(.bitsAllocated, bytes) ?? 0
    switch (item.text(.interpretation, bytes), bits) {
    case (Array("SB".utf8), 8): coding = .signed8
    case (Array("UB".utf8), 8): coding = .unsigned8
    case (Array("SS".utf8), 16): coding = .signed16
    case (Array("US".utf8), 16): coding = .unsigned16
    case (Array("SL".utf8), 32): coding = .signed32
    case (Array("UL".utf8), 32): coding = .unsigned32
    default: throw fault(.interpretation)
    }
    label = item.text(.groupLabel, bytes) ?? []
    rateHertz = rate
    let offset = (item.decimal(.groupTimeOffset, bytes) ?? 0) / 1000
    offsetSeconds = offset.magnitude < 1e9 ? offset : 0
    let frameBytes = Int(channels) * coding.byteCount
    guard Int64(count) * Int64(frameBytes) <= Int64(data.count) else {
      throw .dicom(
        .shortData(expected: Int64(count) * Int64(frameBytes), found: data.count), byte: data.lowerBound)
    }
    sampleCount = Int(count)
    byteRange = data.lowerBound..<(data.lowerBound + sampleCount * frameBytes)
    self.channels = definitions.map { DICOMWaveforms.Channel($0, bytes) }
    padding = nil
    if let range = item[.padding]?.range, range.count >= coding.byteCount {
      padding = sample(bytes, at: range.lowerBound)
    }
  }

  /// Returns the stored, unscaled samples of a channel.
  ///
  /// - Complexity: O(samples), with one allocation.
  public func samples(ofChannel channel: Int, _ bytes: Span<UInt8>) -> [Int64] {
    let step = channels.count * coding.byteCount
    return (0..<sampleCount).map { index in
      sample(bytes, at: byteRange.lowerBound + index * step + channel * coding.byteCount)
    }
  }

  /// The number of bytes in one sample of every channel.
  public var frameBytes: Int { channels.count * coding.byteCount }

  /// Appends the values of all channels, in their units; NaN is a missing sample.
  ///
  /// - Parameters:
  ///   - frames: Complete frames, as stored in ``byteRange``; a frame has one sample of every channel.
  ///   - values: A list for each channel, to which its values are appended.
  /// - Complexity: O(samples); allocates as `values` grow.
  public func append(frames: Span<UInt8>, to values: inout [[Double]]) {
    var place = 0
    for _ in 0..<(frames.count / frameBytes) {
      for (number, channel) in channels.enumerated() {
        values[number].append(value(sample(frames, at: place), of: channel))
        place += coding.byteCount
      }
    }
  }

  /// Returns the values of a channel in its unit; NaN is a missing sample.
  public func values(ofChannel channel: Int, _ bytes: Span<UInt8>) -> [Double] {
    samples(ofChannel: channel, bytes).map { value($0, of: channels[channel]) }
  }

  private func value(_ sample: Int64, of channel: DICOMWaveforms.Channel) -> Double {
    sample == padding
      ? .nan : Double(sample) * (channel.sensitivity * channel.correction) + channel.baseline
  }

  private func sample(_ bytes: Span<UInt8>, at place: Int) -> Int64 {
    switch coding {
    case .signed8: Int64(Int8(bitPattern: bytes[place]))
    case .unsigned8: Int64(bytes[place])
    case .signed16: Int64(bytes.littleEndian(Int16.self, at: place))
    case .unsigned16: Int64(bytes.littleEndian(UInt16.self, at: place))
    case .signed32: Int64(bytes.littleEndian(Int32.self, at: place))
    case .unsigned32: Int64(bytes.littleEndian(UInt32.self, at: place))
    }
  }
}

extension DICOMWaveforms.Channel {
  fileprivate init(_ item: DICOMDataset, _ bytes: Span<UInt8>) {
    let source = item.items(.channelSource).first
    code = source?.text(.codeValue, bytes) ?? []
    name = item.text(.channelLabel, bytes) ?? source?.text(.codeMeaning, bytes) ?? code
    units = item.items(.sensitivityUnits).first?.text(.codeValue, bytes) ?? []
    func finite(_ tag: DICOMTag) -> Double? { item.decimal(tag, bytes).flatMap { $0.isFinite ? $0 : nil } }
    sensitivity = finite(.sensitivity) ?? 1
    correction = finite(.correction) ?? 1
    baseline = finite(.baseline) ?? 0
    skewSeconds = finite(.timeSkew) ?? 0
    filterLowHertz = finite(.filterLow)
    filterHighHertz = finite(.filterHigh)
  }
}
