public import WaveStore
public import WaveSystem

/// An error reading or writing a store on disk.
public struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The cause of the failure.
  public enum Cause: Equatable, Sendable {
    /// An error accessing the file.
    case file(FileError.Cause)
    /// The content of the store is invalid.
    case store(StoreError)
    /// Too much data was waiting to be written because the disk was full or failing; holds the limit in
    /// bytes.
    case waitedTooLong(byteLimit: Int, because: FileError.Cause)
    /// The recording has already been closed.
    case closed
  }

  /// The path of the store.
  public var path: String
  /// The cause of the failure.
  public var cause: Cause

  /// A one-line description of the error.
  public var description: String {
    switch cause {
    case .file(let cause): FileError(path: path, cause: cause).description
    case .store(let error): "\(path): \(error.description)"
    case .waitedTooLong(let limit, let cause):
      """
      \(FileError(path: path, cause: cause)). The recording ended with \(limit >> 20) MiB pending; what was \
      written before is kept
      """
    case .closed: "\(path): the recording has ended. Start a new one"
    }
  }
}

extension StorageError {
  init(_ error: FileError) { self.init(path: error.path, cause: .file(error.cause)) }

  static func store(_ error: StoreError, _ path: String) -> StorageError {
    StorageError(path: path, cause: .store(error))
  }
}
