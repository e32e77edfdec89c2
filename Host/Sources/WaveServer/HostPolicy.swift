/// Tells requests meant for this server from those that a foreign page makes a browser send.
///
/// A page of another site can make a browser connect here under that site's name (DNS rebinding) or from its own
/// origin. Both headers are set by the browser and not by the page, so checking them is enough.
struct HostPolicy: Sendable {
  /// Host names that are ours, in lower case, without port.
  let names: [String]
  /// Whether any numeric address is ours too, as where the server listens beyond the loopback.
  ///
  /// A numeric address cannot be rebound.
  let acceptsAddresses: Bool

  /// - Parameters:
  ///   - host: What the server listens on.
  ///   - machine: The machine's own name; empty if unknown.
  init(host: String, machine: String) {
    let host = host.lowercased()
    var names = ["localhost", "127.0.0.1", "[::1]"]
    acceptsAddresses = !(names + ["::1"]).contains(host)
    if acceptsAddresses {
      names.append(host.contains(":") ? "[\(host)]" : host)
      if !machine.isEmpty { names += [machine.lowercased(), machine.lowercased() + ".local"] }
    }
    self.names = names
  }

  /// Whether a Host header names this server at this port.
  func isOurs(host header: String?, port: Int) -> Bool {
    guard let header, header.utf8.count <= 255 else { return false }
    let (name, headerPort) = HostPolicy.split(header.lowercased())
    guard let headerPort, headerPort == port else { return false }
    return names.contains(name) || acceptsAddresses && HostPolicy.isAddress(name)
  }

  /// Whether a socket may be opened: programs other than browsers send no Origin, browsers always do.
  func isOurs(origin: String?, host: String?) -> Bool {
    guard let origin else { return true }
    guard let host else { return false }
    return origin.lowercased() == "http://" + host.lowercased()
  }

  /// Parts a Host header; a missing port is 80, a port that is no number is nil.
  private static func split(_ header: String) -> (name: String, port: Int?) {
    let end = header.lastIndex(of: "]")
    guard let colon = header.lastIndex(of: ":"), end.map({ $0 < colon }) ?? true else { return (header, 80) }
    let digits = header[header.index(after: colon)...]
    let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return (String(header[..<colon]), isNumber ? Int(digits) : nil)
  }

  /// Whether a name is a numeric address: four decimal numbers, or anything in brackets.
  private static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
