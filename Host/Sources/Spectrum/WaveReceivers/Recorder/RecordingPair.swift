import Synchronization
import WaveSystem

/// The pair of files on disk that makes up a recording.
final class RecordingPair: RecordingStore {
  /// The number of bytes reserved for metadata, in case the samples fill the disk.
  static let reserveBytes = 4 << 20

  private let paths: RecordingPaths
  private let data: AppendedFile
  private let reserve = Mutex<SpaceReserve?>(nil)
  private let isOurs: Mutex<Bool>

  /// Creates the files, or opens existing ones for replacement.
  ///
  /// - Parameters:
  ///   - paths: The paths of the pair.
  ///   - replacing: Whether an existing pair can be overwritten.
  /// - Throws: `FileError` if a file exists or cannot be created.
  init(paths: RecordingPaths, replacing: Bool) throws(FileError) {
    self.paths = paths
    if !replacing, FileStamp(path: paths.metadataPath) != nil {
      throw FileError(path: paths.metadataPath, cause: .exists)
    }
    data = try AppendedFile(path: paths.dataPath, replacing: replacing)
    isOurs = Mutex(data.isNew)
  }

  /// Empties the samples file.
  ///
  /// The metadata are written together with the first samples, because no reader accepts an empty pair.
  func begin() throws(FileError) {
    // The old metadata must not exist next to new samples.
    FileReplacement.remove(paths.metadataPath)
    FileReplacement.synchronizeFolder(of: paths.dataPath)
    isOurs.withLock { $0 = true }
    try data.cut(toByteCount: 0)
    do throws(FileError) {
      let room = try SpaceReserve(byteCount: Self.reserveBytes, beside: paths.dataPath)
      reserve.withLock { $0 = room }
    } catch {
      // If the length of files is limited, no reserve is needed, because the metadata are shorter than the
      // limit.
      guard error.cause == .lengthLimit else { throw error }
    }
  }

  func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?) { data.append(bytes) }

  func cut(toByteCount byteCount: Int) throws(FileError) { try data.cut(toByteCount: byteCount) }

  func synchronize() throws(FileError) { try data.synchronize() }

  func replaceMetadata(_ bytes: [UInt8]) throws(FileError) {
    try FileReplacement.write(bytes, path: paths.metadataPath)
  }

  func releaseReserve() { reserve.withLock { $0 = nil } }

  func discard() {
    guard isOurs.withLock(\.self) else { return }
    FileReplacement.remove(paths.metadataPath)
    FileReplacement.remove(paths.dataPath)
  }

  /// The number of bytes available for samples, excluding the reserve; nil if it is unknown.
  var freeByteCount: Int? {
    let isReserved = reserve.withLock { $0 != nil }
    return data.freeByteCount.map { max(0, $0 - (isReserved ? 0 : Self.reserveBytes)) }
  }
}
