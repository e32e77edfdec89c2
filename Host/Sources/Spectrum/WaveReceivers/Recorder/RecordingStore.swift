import WaveSystem

/// The destination of a recorder: files, or a simulation of failing files in tests.
protocol RecordingStore: Sendable {
  /// Bytes that may still be written; nil if unknown.
  var freeByteCount: Int? { get }
  /// Starts anew: an existing recording of this name is lost.
  func begin() throws(FileError)
  /// Appends samples; returns the number of bytes written and, if they were not all, the obstacle.
  func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?)
  /// Truncates the samples to a length in bytes.
  func cut(toByteCount byteCount: Int) throws(FileError)
  /// Waits until the samples are on the disk.
  func synchronize() throws(FileError)
  /// Replaces the metadata.
  func replaceMetadata(_ bytes: [UInt8]) throws(FileError)
  /// Releases the space reserved for the last metadata.
  func releaseReserve()
  /// Removes the files, unless they are those of an earlier recording.
  func discard()
}
