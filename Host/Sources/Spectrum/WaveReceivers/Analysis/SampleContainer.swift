import WaveSystem
import WaveRadioFormats
import WaveSpectra
import WaveText
import WaveUnits

/// Opens self-describing sample files: WAV files, SDRangel files and SigMF archives.
///
/// Only the files' headers are read.
enum SampleContainer {
  /// Opens a container.
  ///
  /// - Throws: `ReceiverError` if the file is damaged.
  static func open(
    _ kind: RadioFileKind, _ file: ReadOnlyFile, first: [UInt8], settings: SampleSettings
  ) throws(ReceiverError) -> SampleFile {
    let layout =
      switch kind {
      case .wav: try wav(file)
      case .sdriq: try sdriq(file, first)
      default: try archive(file)
      }
    return try SampleFile(file: file, path: file.path, layout: layout, settings: settings)
  }

  /// Returns the bytes that a container's reader requests.
  private static func bytes(_ request: ByteRequest, of file: ReadOnlyFile) throws(ReceiverError) -> [UInt8] {
    try file.bytes(count: request.byteCount, at: Int(clamping: request.byteOffset))
  }

  private static func wav(_ file: ReadOnlyFile) throws(ReceiverError) -> SampleLayout {
    var reader = WAVReader(fileByteCount: Int64(file.byteCount))
    while let request = reader.request {
      let chunk = try bytes(request, of: file)
      try ReceiverError.parsed(file.path, reader.read(chunk.span))
    }
    let header = try ReceiverError.parsed(file.path, reader.header())
    let fromName = RecordingName(Array(file.name.utf8))
    let kind = header.format.isReal ? "WAV with real samples" : "WAV with IQ samples"
    let start = Int(clamping: header.dataByteOffset)
    var layout = SampleLayout(
      kind: kind, format: header.format, rateHertz: header.sampleRateHertz,
      bytes: start..<(start + Int(clamping: header.dataByteCount)),
      centerHertz: header.auxiliary?.centerHertz ?? fromName.centerHertz,
      startMicroseconds: header.auxiliary?.startMicroseconds ?? fromName.startMicroseconds)
    layout.isCenterNamed = header.auxiliary?.centerHertz == nil && fromName.centerHertz != nil
    layout.isUniversalTime = header.auxiliary?.startMicroseconds != nil || fromName.isUTC
    layout.warnings = header.remarks.map { "\($0)" }
    return layout
  }

  private static func sdriq(_ file: ReadOnlyFile, _ first: [UInt8]) throws(ReceiverError) -> SampleLayout {
    let header = try ReceiverError.parsed(file.path, SDRIQHeader(first.span))
    var layout = SampleLayout(
      kind: "SDRangel recording", format: header.format, rateHertz: header.sampleRateHertz,
      bytes: SDRIQHeader.byteCount..<max(SDRIQHeader.byteCount, file.byteCount),
      centerHertz: header.centerHertz, startMicroseconds: header.startMicroseconds)
    layout.isUniversalTime = header.startMicroseconds != nil
    return layout
  }

  /// Returns the layout of the first recording in a SigMF archive.
  private static func archive(_ file: ReadOnlyFile) throws(ReceiverError) -> SampleLayout {
    var reader = TarReader()
    var members: [(name: String, bytes: Range<Int>)] = []
    while let request = reader.request {
      let block = try bytes(request, of: file)
      let member: TarReader.Member?
      do throws(TextError) { member = try reader.read(block.span) } catch {
        throw ReceiverError(error, path: file.path)
      }
      guard let member, member.kind == .file else { continue }
      let start = Int(clamping: member.byteOffset)
      let end = min(file.byteCount, start.saturatingAdding(Int(clamping: member.byteCount)))
      members.append((String(decoding: member.name, as: UTF8.self), start..<max(start, end)))
    }
    let ending = ".sigmf-meta"
    let recordings = members.filter { $0.name.hasSuffix(ending) }
    guard let first = recordings.first else { throw .notInArchive(".sigmf-meta", path: file.path) }
    let metadata = try SigMFFiles.read(file, first.bytes, path: "\(file.path), \(first.name)")
    var wanted = first.name.dropLast(ending.count) + ".sigmf-data"
    if let given = metadata.datasetName {
      let folder = first.name.lastIndex(of: "/").map { first.name[...$0] } ?? ""
      wanted = folder + String(decoding: given, as: UTF8.self)
    }
    guard let dataset = members.first(where: { $0.name == wanted }) else {
      throw .notInArchive(String(wanted), path: file.path)
    }
    var layout = try SampleLayout(metadata, dataset: dataset.bytes, path: file.path)
    layout.kind = "SigMF archive"
    if recordings.count > 1 {
      layout.warnings.append("the archive has \(recordings.count) recordings; this is \(first.name)")
    }
    return layout
  }
}
