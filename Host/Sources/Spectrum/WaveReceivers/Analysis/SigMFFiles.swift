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
    let metadata = try metadata(at: base + ".sigmf-meta", askedFor: path)
    let datasetPath = try datasetPath(metadata, base: base, path: path)
    let dataset: ReadOnlyFile
    do throws(FileError) {
      dataset = try ReadOnlyFile(path: datasetPath)
    } catch {
      guard case .notFound = error.cause, path != datasetPath else { throw ReceiverError(error) }
      throw .datasetMissing(name(datasetPath), path: path)
    }
    return try SampleFile(
      file: dataset, path: path,
      layout: SampleLayout(metadata, dataset: 0..<dataset.byteCount, path: path), settings: settings)
  }

  /// Reads metadata from a range of bytes in a file.
  static func read(
    _ file: ReadOnlyFile, _ bytes: Range<Int>, path: String
  ) throws(ReceiverError) -> SigMFMetadata {
    guard bytes.count <= JSONReader.byteLimit else {
      throw ReceiverError(
        TextError.json(.tooLong(limit: JSONReader.byteLimit), byte: JSONReader.byteLimit, line: 1),
        path: path)
    }
    var json = [UInt8](repeating: 0, count: bytes.count)
    do throws(FileError) {
      let count = try file.read(into: &json, at: bytes.lowerBound)
      json.removeLast(json.count - count)
    } catch {
      throw ReceiverError(error)
    }
    let metadata: SigMFMetadata
    do throws(RadioFormatError) { metadata = try SigMFMetadata(json: json) } catch {
      throw ReceiverError(error, path: path)
    }
    guard !metadata.isMetadataOnly else { throw .metadataOnly(path: path) }
    return metadata
  }

  private static func metadata(at metadataPath: String, askedFor path: String) throws(ReceiverError)
    -> SigMFMetadata
  {
    let file: ReadOnlyFile
    do throws(FileError) {
      file = try ReadOnlyFile(path: metadataPath)
    } catch {
      guard case .notFound = error.cause, path != metadataPath else { throw ReceiverError(error) }
      throw .metadataMissing(name(metadataPath), path: path)
    }
    return try read(file, 0..<file.byteCount, path: metadataPath)
  }

  /// Returns the path of the dataset, which has the same name as the metadata file unless the metadata
  /// specify a name.
  private static func datasetPath(
    _ metadata: SigMFMetadata, base: String, path: String
  ) throws(ReceiverError) -> String {
    guard let given = metadata.datasetName else { return base + ".sigmf-data" }
    let name = String(decoding: given, as: UTF8.self)
    guard !name.isEmpty, name != "..", !name.contains("/") else {
      throw .datasetNotBeside(name, path: path)
    }
    guard let slash = base.lastIndex(of: "/") else { return name }
    return String(base[...slash]) + name
  }

  private static func base(of path: String, _ ending: String) -> String? {
    path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : nil
  }

  private static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
