/// Where a recording goes: a pair of files, samples and what they are.
public struct RecordingPaths: Equatable, Sendable {
  /// Path of the samples, ending with `.sigmf-data`.
  public let dataPath: String
  /// Path of what they are, ending with `.sigmf-meta`.
  public let metadataPath: String

  /// Takes a path with either ending or with none.
  ///
  /// - Throws: `DeviceError` for a path that ends as an archive does, and for one without a name.
  public init(_ path: String) throws(DeviceError) {
    let ending = [".sigmf-data", ".sigmf-meta"].first { path.hasSuffix($0) }
    let base = String(path.dropLast(ending?.count ?? 0))
    guard !base.isEmpty, !base.hasSuffix("/") else {
      throw DeviceError(what: "no name for the recording", place: path, advice: "Write band.sigmf-data")
    }
    guard !base.hasSuffix(".sigmf") else {
      throw DeviceError(
        what: "a recording is a pair of files, not an archive", place: path, advice: "Write \(base)-data")
    }
    dataPath = base + ".sigmf-data"
    metadataPath = base + ".sigmf-meta"
  }
}
