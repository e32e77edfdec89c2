/// The paths of a recording: a file of samples and a file that describes them.
public struct RecordingPaths: Equatable, Sendable {
  /// Path of the samples, ending with `.sigmf-data`.
  public let dataPath: String
  /// Path of the metadata, ending with `.sigmf-meta`.
  public let metadataPath: String

  /// Creates the paths from one with either ending or none.
  ///
  /// - Throws: `ReceiverError` for a path with the ending of an archive, and for one without a name.
  public init(_ path: String) throws(ReceiverError) {
    let ending = [".sigmf-data", ".sigmf-meta"].first { path.hasSuffix($0) }
    let base = String(path.dropLast(ending?.count ?? 0))
    guard !base.isEmpty, !base.hasSuffix("/") else {
      throw .noRecordingName(path: path)
    }
    guard !base.hasSuffix(".sigmf") else {
      throw .archiveName(path: path, base: base)
    }
    dataPath = base + ".sigmf-data"
    metadataPath = base + ".sigmf-meta"
  }
}
