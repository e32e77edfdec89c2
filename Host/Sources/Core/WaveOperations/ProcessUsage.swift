#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What this process uses of the machine, as Linux tells it.
public struct ProcessUsage: Sendable {
  /// Where the system tells it; another folder in tests.
  private let folder: String

  /// Reads of this process by default.
  public init(folder: String = "/proc/self") { self.folder = folder }

  /// Bytes of memory that are in use; nil where it is not known.
  public var residentBytes: Double? {
    let fields = text("statm")?.split(separator: " ")
    guard let fields, fields.count > 1, let pages = Double(fields[1]) else { return nil }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Seconds of all processors that were used since it began; nil where it is not known.
  public var processorSeconds: Double? {
    guard let fields = statistics, fields.count > 12, let user = Double(fields[11]),
      let system = Double(fields[12])
    else { return nil }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Files and sockets that are open; nil where it is not known.
  public var openDescriptors: Double? {
    guard let directory = opendir(folder + "/fd") else { return nil }
    defer { closedir(directory) }
    var count = 0
    // The folder itself is open while it is counted, and it names itself and the one above.
    while readdir(directory) != nil { count += 1 }
    return Double(max(0, count - 3))
  }

  /// Files and sockets that may be open.
  public var descriptorLimit: Double? {
    var limit = rlimit()
    #if canImport(Glibc)
      let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let kind = RLIMIT_NOFILE
    #endif
    return getrlimit(kind, &limit) == 0 ? Double(limit.rlim_cur) : nil
  }

  /// What stands behind the name in the file of statistics: the name may hold anything.
  private var statistics: [Substring]? {
    guard let text = text("stat"), let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
  }

  /// A small file; the system says that such have no length.
  private func text(_ name: String) -> String? {
    let descriptor = open(folder + "/" + name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
