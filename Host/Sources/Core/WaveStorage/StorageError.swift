public import WaveStore
public import WaveSystem

/// The reason why a store on disk cannot be read or written.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause of the failure.
  public enum Cause: Equatable, Sendable {
    /// The file failed.
    case file(FileError.Cause)
    /// The content is not valid.
    case store(StoreError)
    /// Too much data waited for a disk that accepted no more; holds the limit in bytes.
    case waitedTooLong(byteLimit: Int, because: FileError.Cause)
    /// The recording has ended.
    case closed
  }

  /// The path as given.
  public var path: String
  /// The cause of the failure.
  public var cause: Cause

  /// Describes a failure.
  public init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  init(_ error: FileError) { self.init(path: error.path, cause: .file(error.cause)) }

  /// The error in one line.
  public var description: String {
    switch cause {
    case .file(let cause): FileError(path: path, cause: cause).description
    case .store(let error): "\(path): \(error.description)"
    case .waitedTooLong(let limit, let cause):
      """
      \(FileError(path: path, cause: cause)). The recording ended when \(limit >> 20) MiB waited; what was \
      written before is kept
      """
    case .closed: "\(path): the recording was ended. Begin another"
    }
  }
}
