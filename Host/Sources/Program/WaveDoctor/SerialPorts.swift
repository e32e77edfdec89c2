import Foundation

/// Serial ports of this machine: what `waveglass serve lines:DEVICE` may be given, and whether this user may
/// open it.
public struct SerialPorts: Check {
  /// A port.
  struct Port: Equatable {
    var path: String
    /// Its lasting name, by what is plugged in; nil where it has none.
    var id: String?
    /// Whether something was plugged in for it.
    var isPluggedIn: Bool
  }

  private let devices: String
  private let classes: String
  private let mayOpen: @Sendable (String) -> Bool

  /// Looks at this system by default.
  public init(
    devices: String = "/dev", classes: String = "/sys/class/tty",
    mayOpen: @escaping @Sendable (String) -> Bool = Permission.readAndWrite
  ) {
    self.devices = devices
    self.classes = classes
    self.mayOpen = mayOpen
  }

  /// The ports that are there.
  var present: [Port] {
    let files = FileManager.default
    let folder = devices + "/serial/by-id"
    var ids: [String: String] = [:]
    for name in ((try? files.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
      if let target = try? files.destinationOfSymbolicLink(atPath: folder + "/" + name) {
        ids[(target as NSString).lastPathComponent] = folder + "/" + name
      }
    }
    let names = ((try? files.contentsOfDirectory(atPath: devices)) ?? []).sorted()
    return names.compactMap { name -> Port? in
      let isPluggedIn = ["ttyUSB", "ttyACM"].contains { name.hasPrefix($0) }
      guard isPluggedIn || name.hasPrefix("ttyS") && isThere(name) else { return nil }
      return Port(path: devices + "/" + name, id: ids[name], isPluggedIn: isPluggedIn)
    }
  }

  /// Systems have names for ports that no hardware is behind: those are of type 0.
  private func isThere(_ name: String) -> Bool {
    guard let type = FileManager.default.contents(atPath: "\(classes)/\(name)/type") else { return false }
    return String(decoding: type, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) != "0"
  }

  /// What there is to say of each of them.
  public func findings() -> [Finding] {
    let present = present
    guard !present.isEmpty else {
      return [.ok("serial", "no serial port; a sensor's appears when it is plugged in")]
    }
    return present.map { port in
      let name = port.id.map { "\(port.path) (\($0))" } ?? port.path
      guard !mayOpen(port.path) else {
        return .ok("serial", "\(name): waveglass serve lines:\(quoted(port.id ?? port.path))")
      }
      let fix = "sudo usermod -aG \(group(of: port.path)) $USER; then log in anew"
      // One that is built in may be of no interest to anyone.
      return port.isPluggedIn
        ? .problem("serial", "this user may not open \(name)", fix: fix)
        : .warning("serial", "this user may not open \(name)", fix: fix)
    }
  }

  /// The group that a port belongs to.
  private func group(of path: String) -> String {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let group = attributes?[.groupOwnerAccountName] as? String
    return group == nil || group == "root" ? "dialout" : quoted(group ?? "")
  }
}
