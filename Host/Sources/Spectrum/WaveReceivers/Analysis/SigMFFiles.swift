import WaveSystem
import WaveRadioFormats
import WaveText

/// Opens and reads the two files of a SigMF recording.
enum SigMFFiles {
  /// Opens a recording, given the path of either of its files; returns nil if the path has neither extension.
  ///
  /// - Throws: `ReceiverError` if either file is missing or invalid, or if the recording intentionally has no
  ///   samples.
  static func open(path: String, settings: SampleSettings) throws(ReceiverError) -> SampleFile? {
    guard let base = base(of: path, ".sigmf-meta") ?? base(of: path, ".sigmf-data") else { return nil }
    let metadataPath = base + ".sigmf-meta"
    let metadataFile = try file(at: metadataPath, of: path, orThrow: ReceiverError.metadataMissing)
    let metadata = try read(metadataFile, 0..<metadataFile.byteCount, path: metadataPath)
    let datasetPath = try datasetPath(metadata, base: base, path: path)
    let dataset = try file(at: datasetPath, of: path, orThrow: ReceiverError.datasetMissing)
    return try SampleFile(
      file: dataset, path: path,
      layout: SampleLayout(metadata, dataset: 0..<dataset.byteCount, path: path), settings: settings)
  }

  /// Reads metadata from a range of bytes in a file.
  static func read(
    _ file: ReadOnlyFile, _ bytes: Range<Int>, path: String
  ) throws(ReceiverError) -> SigMFMetadata {
    guard bytes.count <= JSONReader.byteLimit else {
      let fault = TextError.json(.tooLong(limit: JSONReader.byteLimit), byte: JSONReader.byteLimit, line: 1)
      throw ReceiverError(fault, path: path)
    }
    let json = try file.bytes(count: bytes.count, at: bytes.lowerBound)
    let metadata = try ReceiverError.parsed(path, SigMFMetadata(json: json))
    guard !metadata.isMetadataOnly else { throw .metadataOnly(path: path) }
    return metadata
  }

  /// Opens one of the two files; `missing` makes the error if it is the other one that the user named.
  private static func file(
    at filePath: String, of path: String, orThrow missing: (String, String) -> ReceiverError
  ) throws(ReceiverError) -> ReadOnlyFile {
    do throws(FileError) { return try ReadOnlyFile(path: filePath) } catch {
      guard case .notFound = error.cause, path != filePath else { throw .file(error) }
      throw missing(ReadOnlyFile.name(ofPath: filePath), path)
    }
  }

  /// Returns the path of the dataset, which has the same name as the metadata file unless the metadata
  /// specify a name.
  private static func datasetPath(
    _ metadata: SigMFMetadata, base: String, path: String
  ) throws(ReceiverError) -> String {
    guard let given = metadata.datasetName else { return base + ".sigmf-data" }
    let name = String(decoding: given, as: UTF8.self)
    guard !name.isEmpty, name != "..", !name.contains("/") else { throw .datasetNotBeside(name, path: path) }
    guard let slash = base.lastIndex(of: "/") else { return name }
    return String(base[...slash]) + name
  }

  private static func base(of path: String, _ ending: String) -> String? {
    path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : nil
  }
}
