public import WaveSystem

/// Checks how many files and sockets the server can open; each client needs one.
public struct OpenFiles: SingleCheck {
  /// The number of descriptors required for 1,024 clients, 64 other connections and the server itself.
  static let wanted = 1024 + 64 + 64

  private let limit: Int?

  /// Creates a check of a limit on open files; pass nil if the system does not report the limit.
  public init(limit: Int? = DescriptorLimit.highest) { self.limit = limit }

  /// Returns a finding about the limit.
  public func finding() -> Finding {
    guard let limit else { return .ok("files", "the system does not report how many files can be open") }
    guard limit >= Self.wanted else {
      return .warning(
        "files", "\(limit) files can be open, enough for \(max(0, limit - 128)) clients",
        fix:
          """
          run ulimit -Hn 65536 as root before starting it; as a service, set LimitNOFILE=65536; or serve \
          --clients \(max(1, limit - 128))
          """)
    }
    return .ok("files", "\(limit) files can be open")
  }
}
