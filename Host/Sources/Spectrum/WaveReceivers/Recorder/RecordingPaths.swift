/// Where a recording goes: a pair of files, samples and what they are.
public struct RecordingPaths: Equatable, Sendable {
  /// Path of the samples, ending with `.sigmf-data`.
  public let dataPath: String
  /// Path of what they are, ending with `.sigmf-meta`.
  public let metadataPath: String

  /// Takes a path with either ending or with none.
  ///
  /// - Throws: `ReceiverError` for a path that ends as an archive does, and for one without a name.
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
