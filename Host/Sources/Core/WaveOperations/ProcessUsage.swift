import WaveSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The resources that this process uses, as reported by Linux.
public struct ProcessUsage: Sendable {
  /// The process's folder in `/proc`; tests use a different folder.
  private let folder: String

  /// Creates a reader of the files in a folder, by default those of this process.
  public init(folder: String = "/proc/self") { self.folder = folder }

  /// The resident memory in bytes; nil if unknown.
  public var residentBytes: Double? {
    let fields = text("statm")?.split(separator: " ")
    guard let fields, fields.count > 1, let pages = Double(fields[1]) else { return nil }
    return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The processor time used since the process started, in seconds; nil if unknown.
  public var processorSeconds: Double? {
    guard let fields = statistics, fields.count > 12, let user = Double(fields[11]),
      let system = Double(fields[12])
    else { return nil }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The number of open files and sockets; nil if unknown.
  public var openDescriptors: Double? {
    guard let directory = opendir(folder + "/fd") else { return nil }
    defer { closedir(directory) }
    var count = 0
    // The count includes the folder itself, which is open during the loop, and the entries `.` and `..`.
    while readdir(directory) != nil { count += 1 }
    return Double(max(0, count - 3))
  }

  /// The maximum number of open files and sockets; nil if unknown.
  public var descriptorLimit: Double? { DescriptorLimit.current.map { Double($0) } }

  /// The fields after the program's name in the `stat` file; the name can contain any character, even spaces.
  private var statistics: [Substring]? {
    guard let text = text("stat"), let end = text.lastIndex(of: ")") else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
  }

  /// Returns the text of a small file in the folder; the system does not report the file's length.
  private func text(_ name: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = (try? ReadOnlyFile(path: folder + "/" + name).read(into: &bytes, at: 0)) ?? 0
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
