public import WaveStore
public import WaveSystem

/// Why a store on a disk cannot be read or written.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Cause: Equatable, Sendable {
    /// With the file.
    case file(FileError.Cause)
    /// With what is in it.
    case store(StoreError)
    /// Too much waited for a disk that took nothing more; holds the limit in bytes.
    case waitedTooLong(byteLimit: Int, because: FileError.Cause)
    /// The recording was ended.
    case closed
  }

  /// Path as given.
  public var path: String
  /// What went wrong.
  public var cause: Cause

  /// Describes a failure.
  public init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  init(_ error: FileError) { self.init(path: error.path, cause: .file(error.cause)) }

  /// All of it in one line.
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
