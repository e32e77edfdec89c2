#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import NIOCore
import NIOPosix

/// Why a connection failed, as people say it.
enum ConnectionFailure {
  /// Puts an error of NIO's into words.
  static func words(for error: any Error) -> String {
    switch error {
    case let error as NIOConnectionError:
      if let failure = error.connectionErrors.first { return words(for: failure.error) }
      return "no host has that name"
    case let error as IOError where error.errnoCode == ECONNREFUSED: return "nobody listens there"
    case let error as IOError where error.errnoCode == EHOSTUNREACH || error.errnoCode == ENETUNREACH:
      return "there is no way to it"
    case let error as IOError where error.errnoCode == EADDRINUSE: return "another program has that port"
    case let error as IOError where error.errnoCode == EACCES: return "the system does not allow that port"
    case let error as IOError where error.errnoCode == ECONNRESET: return "the connection was broken off"
    case ChannelError.connectTimeout: return "it does not answer"
    default: return "\(error)"
    }
  }
}
