#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Opens sockets for checks that need a connection.
public enum UnsafeConnection {
  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    /// The flag for `send` that suppresses SIGPIPE if the connection is closed.
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #endif

  /// Connects to a server and receives its first 12 bytes, waiting at most two seconds for each step.
  ///
  /// - Parameters:
  ///   - host: The name or address of the host.
  ///   - port: The port number.
  /// - Returns: The bytes received, or the reason for the failure.
  @Sendable public static func greeting(host: String, port: Int) -> RemoteReceiver.Answer {
    exchange(host: host, port: port, sending: [], byteLimit: 12)
  }

  /// Requests the health of a Waveglass server on this machine, waiting at most two seconds for data.
  ///
  /// - Parameter port: The server's port.
  /// - Returns: The HTTP response with its head, or nil if no server answers.
  @Sendable public static func health(port: Int) -> [UInt8]? {
    let request = "GET /healthz HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n"
    guard
      case .bytes(let bytes) = exchange(
        host: "127.0.0.1", port: port, sending: Array(request.utf8), byteLimit: 1 << 20), !bytes.isEmpty
    else { return nil }
    return bytes
  }

  /// Connects, sends a request, and receives until the peer closes the connection, stops sending or has sent
  /// enough bytes.
  private static func exchange(
    host: String, port: Int, sending request: [UInt8], byteLimit: Int
  ) -> RemoteReceiver.Answer {
    var hints = addrinfo()
    hints.ai_socktype = stream
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list else { return .unknownHost }
    defer { freeaddrinfo(list) }
    let descriptor = socket(first.pointee.ai_family, stream, 0)
    guard descriptor >= 0 else { return .failed(errno) }
    defer { close(descriptor) }
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    guard connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
      switch errno {
      case ECONNREFUSED: return .refused
      case EINPROGRESS, EAGAIN, ETIMEDOUT, EHOSTUNREACH: return .silent
      default: return .failed(errno)
      }
    }
    if !request.isEmpty {
      guard send(descriptor, request, request.count, noSignal) == request.count else { return .failed(errno) }
    }
    var bytes: [UInt8] = []
    while bytes.count < byteLimit {
      var room = [UInt8](repeating: 0, count: min(65_536, byteLimit - bytes.count))
      let count = recv(descriptor, &room, room.count, 0)
      guard count > 0 else { break }
      bytes += room.prefix(count)
    }
    return .bytes(bytes)
  }

  /// Tries to listen on a port and stops listening immediately.
  ///
  /// - Parameters:
  ///   - port: The port number.
  ///   - isLoopback: Whether to listen only on the loopback address.
  /// - Returns: Zero if listening is possible, otherwise the system's error code.
  @Sendable public static func listening(port: Int, isLoopback: Bool) -> Int32 {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    // As in the server, a port that was just released counts as free.
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = isLoopback ? UInt32(0x7F00_0001).bigEndian : 0
    let isBound = withUnsafeBytes(of: &address) { raw in
      raw.withMemoryRebound(to: sockaddr.self) {
        bind(descriptor, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    return isBound && listen(descriptor, 1) == 0 ? 0 : errno
  }
}
