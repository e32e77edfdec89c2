#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import NIOCore
import NIOPosix

/// Describes in plain words why a connection failed.
public enum ConnectionFailure {
  /// Returns a description of a network error in plain words.
  ///
  /// - Parameter error: An error from NIO; for any other error, its own description is returned.
  /// - Returns: A clause without a capital letter or full stop, to follow the name of the host.
  public static func words(for error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
      if let failure = error.connectionErrors.first { return words(for: failure.error) }
      return "no such host"
    case let error as IOError: return words(for: error)
    case ChannelError.connectTimeout: return "the host does not answer"
    default: return "\(error)"
    }
  }

  private static func words(for error: IOError) -> String {
    switch error.errnoCode {
    case ECONNREFUSED: "nothing is listening there"
    case EHOSTUNREACH, ENETUNREACH: "there is no route to the host"
    case EADDRINUSE: "another program is using the port"
    case EACCES: "permission to use the port was denied"
    case ECONNRESET, EPIPE: "the connection was broken off"
    default: "\(error)"
    }
  }
}
