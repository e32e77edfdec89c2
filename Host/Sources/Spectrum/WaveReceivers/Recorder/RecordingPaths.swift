/// The paths of a recording: a file of samples and a file of metadata.
public struct RecordingPaths: Equatable, Sendable {
  /// The path of the samples, ending with `.sigmf-data`.
  public let dataPath: String
  /// The path of the metadata, ending with `.sigmf-meta`.
  public let metadataPath: String

  /// Creates the paths from a path with either extension or none.
  ///
  /// - Throws: `ReceiverError` for a path with the extension of an archive, and for a path without a name.
  public init(_ path: String) throws(ReceiverError) {
    let ending = [".sigmf-data", ".sigmf-meta"].first { path.hasSuffix($0) }
    let base = String(path.dropLast(ending?.count ?? 0))
    guard !base.isEmpty, !base.hasSuffix("/") else { throw .noRecordingName(path: path) }
    guard !base.hasSuffix(".sigmf") else { throw .archiveName(path: path, base: base) }
    dataPath = base + ".sigmf-data"
    metadataPath = base + ".sigmf-meta"
  }
}
