#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A sender of datagrams to a Unix domain socket.
enum UnsafeNotifySocket {
  /// The maximum length of an address, in bytes.
  static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// Sends a datagram without blocking.
  ///
  /// - Parameters:
  ///   - bytes: The content of the datagram.
  ///   - path: The address; a leading `@` means a Linux abstract socket name, which begins with a zero byte
  ///     and is not a file.
  /// - Returns: Whether the datagram was accepted.
  @discardableResult
  static func send(_ bytes: [UInt8], to path: [UInt8]) -> Bool {
    guard path.count <= pathLimit else { return false }
    #if canImport(Glibc)
      let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_DGRAM
    #endif
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: path)
      if path.first == UInt8(ascii: "@") { room[0] = 0 }
    }
    // The length determines where an abstract name ends.
    let isAbstract = path.first == UInt8(ascii: "@")
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let length = socklen_t(offset + path.count + (isAbstract ? 0 : 1))
    let sent = withUnsafeBytes(of: &address) { raw in
      raw.withMemoryRebound(to: sockaddr.self) { pointer in
        sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), pointer.baseAddress, length)
      }
    }
    return sent == bytes.count
  }
}
