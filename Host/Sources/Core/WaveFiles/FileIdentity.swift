#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file a path leads to, whatever it is called.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  /// Length in bytes.
  public let byteCount: Int

  /// Looks at a file; nil where there is none.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    byteCount = Int(status.st_size)
  }

  /// Whether both are one file, which may have grown between.
  public static func == (one: FileIdentity, other: FileIdentity) -> Bool {
    one.device == other.device && one.number == other.number
  }

  /// Puts what makes a file the same into a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(number)
  }
}
