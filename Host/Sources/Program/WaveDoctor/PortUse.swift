import Foundation

/// Checks whether a port is free to listen on and, if not, which program uses it.
public struct PortUse: SingleCheck {
  private let name: String
  private let port: Int
  private let option: String
  private let processes: String
  private let listening: @Sendable (Int) -> Int32

  /// Creates a check of a port.
  ///
  /// - Parameters:
  ///   - name: The name of the finding.
  ///   - port: The port number.
  ///   - option: The command-line option that selects a different port.
  ///   - processes: The folder in which the system lists processes and sockets, such as `/proc`.
  ///   - listening: Tries to listen on a port, and returns zero or the system's error code.
  public init(
    name: String, port: Int, option: String, processes: String = "/proc",
    listening: @escaping @Sendable (Int) -> Int32
  ) {
    self.name = name
    self.port = port
    self.option = option
    self.processes = processes
    self.listening = listening
  }

  /// Returns a finding about the port.
  public func finding() -> Finding {
    switch listening(port) {
    case 0: return .ok(name, "\(port) is free")
    case EADDRINUSE:
      let holder = holder
      if let holder, holder.name == "waveglass" {
        return .ok(name, "\(port) is served by waveglass (process \(holder.process))")
      }
      let other = other.map { "use another: \(option) \($0)" } ?? "use another with \(option)"
      return .problem(
        name,
        "\(port) is in use by \(holder.map { "\($0.name) (process \($0.process))" } ?? "another program")",
        fix: holder.map { "\(other), or stop that program: kill \($0.process)" } ?? other)
    case EACCES, EPERM:
      return .problem(
        name, "this user may not use \(port)", fix: other.map { "use another: \(option) \($0)" } ?? option)
    case let code:
      return .problem(
        name, "cannot listen on \(port) (error \(code))", fix: "check this machine's network: ip addr")
    }
  }

  /// The lowest free port above the checked one that needs no privileges; nil if none of about 100 is free.
  private var other: Int? {
    (max(port, 1023) + 1..<min(65_535, max(port, 1023) + 100)).first { listening($0) == 0 }
  }

  /// The name and process identifier of the program that uses the port; nil if this user cannot see them.
  var holder: (name: String, process: Int)? {
    let nodes = ["tcp", "tcp6"].flatMap { table in
      (text(of: "\(processes)/net/\(table)") ?? "").split(separator: "\n").compactMap(listener)
    }
    guard !nodes.isEmpty else { return nil }
    for process in names(in: processes).compactMap({ Int($0) }).sorted() {
      let folder = "\(processes)/\(process)/fd"
      let isHolder = names(in: folder).contains { descriptor in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")
        return nodes.contains { target == "socket:[\($0)]" }
      }
      if isHolder { return (text(of: "\(processes)/\(process)/comm") ?? "a program", process) }
    }
    return nil
  }

  /// Returns the inode of a socket that listens on the port, from a line of the system's table (proc(5)); nil
  /// for any other line.
  private func listener(_ line: Substring) -> Substring? {
    let fields = line.split(separator: " ")
    guard fields.count > 9, fields[3] == "0A", let colon = fields[1].lastIndex(of: ":"),
      Int(fields[1][fields[1].index(after: colon)...], radix: 16) == port
    else { return nil }
    return fields[9]
  }
}
