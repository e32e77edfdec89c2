import WaveSystem

/// A destination for recordings: files, or a simulation of failing files in tests.
protocol RecordingStore: Sendable {
  /// The number of bytes that can still be written; nil if it is unknown.
  var freeByteCount: Int? { get }
  /// Starts a new recording. An existing recording with the same name is overwritten.
  func begin() throws(FileError)
  /// Appends samples, and returns the number of bytes written and, if not all were written, the failure.
  func append(_ bytes: [UInt8]) -> (byteCount: Int, failure: FileError?)
  /// Truncates the samples to a length in bytes.
  func cut(toByteCount byteCount: Int) throws(FileError)
  /// Waits until the samples have been written to disk.
  func synchronize() throws(FileError)
  /// Replaces the metadata.
  func replaceMetadata(_ bytes: [UInt8]) throws(FileError)
  /// Releases the space reserved for the final metadata.
  func releaseReserve()
  /// Removes the files, unless they belong to an earlier recording.
  func discard()
}
