import WaveSystem

/// Where a recorder writes: files, and in tests what fails like files.
protocol RecordingStore: Sendable {
  /// Bytes that may still be written; nil where nobody knows.
  var freeByteCount: Int? { get }
  /// Begins anew: what was recorded under this name before is lost now.
  func begin() throws(FileError)
  /// Appends samples; tells how many bytes fitted, and what prevented more where that were not all.
  func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?)
  /// Cuts the samples to a length in bytes.
  func cut(toByteCount byteCount: Int) throws(FileError)
  /// Waits until the samples are on the disk.
  func synchronize() throws(FileError)
  /// Puts new metadata in the place of the old.
  func replaceMetadata(_ bytes: [UInt8]) throws(FileError)
  /// Gives back what was kept free for the last metadata.
  func releaseReserve()
  /// Removes the files, unless they are those of before.
  func discard()
}
