import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pipe that is read only on demand, so that the program at the other end blocks until its data is needed.
public final class PipeInput: Sendable {
  /// The result of a read.
  package enum Piece: Equatable, Sendable {
    case bytes([UInt8])
    /// No bytes arrived within the timeout.
    case nothing
    case end
    /// The read failed; holds `errno`.
    case failure(Int32)
  }

  /// The maximum number of bytes in one read.
  private static let pieceBytes = 1 << 16
  /// The timeout of a read, in milliseconds.
  private static let patience: Int32 = 200

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "waveglass.pipe")

  /// Creates an input that reads from a file descriptor and never closes it.
  public init(descriptor: Int32) { self.descriptor = descriptor }

  /// The program's standard input.
  public static let standard = PipeInput(descriptor: 0)

  /// Whether the input is a terminal rather than a pipe or a file.
  public var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Reads the next bytes.
  ///
  /// A separate queue waits for the bytes, so that no other task is blocked.
  package func next() async -> Piece {
    await withCheckedContinuation { continuation in
      queue.async { [descriptor] in continuation.resume(returning: Self.piece(from: descriptor)) }
    }
  }

  private static func piece(from descriptor: Int32) -> Piece {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&entry, 1, patience)
    if ready == 0 || (ready < 0 && errno == EINTR) { return .nothing }
    guard ready > 0 else { return .failure(errno) }
    var code: Int32 = 0
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, initialized in
      count = read(descriptor, buffer.baseAddress, buffer.count)
      code = errno
      initialized = max(0, count)
    }
    guard count >= 0 else { return code == EINTR || code == EAGAIN ? .nothing : .failure(code) }
    return count == 0 ? .end : .bytes(bytes)
  }
}
