import Foundation

/// Checks whether this user can open this machine's serial ports, which `waveglass serve lines:DEVICE` reads.
public struct SerialPorts: Check {
  /// A serial port.
  struct Port: Equatable {
    var path: String
    /// The path of the port's permanent name, derived from the connected device; nil if it has none.
    var id: String?
    /// Whether the port belongs to a USB device.
    var isPluggedIn: Bool
  }

  private let devices: String
  private let classes: String
  private let mayOpen: @Sendable (String) -> Bool

  /// Creates a check of serial ports, by default those of this system.
  public init(
    devices: String = "/dev", classes: String = "/sys/class/tty",
    mayOpen: @escaping @Sendable (String) -> Bool = Permission.readAndWrite
  ) {
    self.devices = devices
    self.classes = classes
    self.mayOpen = mayOpen
  }

  /// The serial ports that exist on this system.
  var present: [Port] {
    let files = FileManager.default
    let folder = devices + "/serial/by-id"
    var ids: [String: String] = [:]
    for name in names(in: folder) {
      if let target = try? files.destinationOfSymbolicLink(atPath: folder + "/" + name) {
        ids[(target as NSString).lastPathComponent] = folder + "/" + name
      }
    }
    return names(in: devices).compactMap { name -> Port? in
      let isPluggedIn = ["ttyUSB", "ttyACM"].contains { name.hasPrefix($0) }
      guard isPluggedIn || name.hasPrefix("ttyS") && isThere(name) else { return nil }
      return Port(path: devices + "/" + name, id: ids[name], isPluggedIn: isPluggedIn)
    }
  }

  /// Returns whether a port has hardware; the system also lists ports without hardware, whose type is 0.
  private func isThere(_ name: String) -> Bool {
    text(of: "\(classes)/\(name)/type").map { $0 != "0" } ?? false
  }

  /// Returns a finding about each port.
  public func findings() -> [Finding] {
    let present = present
    guard !present.isEmpty else {
      return [.ok("serial", "no serial port; one appears when a sensor is plugged in")]
    }
    return present.map { port in
      let name = port.id.map { "\(port.path) (\($0))" } ?? port.path
      guard !mayOpen(port.path) else {
        return .ok("serial", "\(name): waveglass serve lines:\(quoted(port.id ?? port.path))")
      }
      let fix = "sudo usermod -aG \(group(of: port.path)) $USER; then log in again"
      // A built-in port is often unused, so missing access to it is only a warning.
      return port.isPluggedIn
        ? .problem("serial", "this user may not open \(name)", fix: fix)
        : .warning("serial", "this user may not open \(name)", fix: fix)
    }
  }

  /// Returns the group whose members can open a port.
  private func group(of path: String) -> String {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let group = attributes?[.groupOwnerAccountName] as? String
    return group == nil || group == "root" ? "dialout" : quoted(group ?? "")
  }
}
