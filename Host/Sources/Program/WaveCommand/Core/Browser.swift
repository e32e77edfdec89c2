import Foundation

/// The desktop's browser, if there is a desktop.
enum Browser {
  /// Opens an address; does nothing if that is impossible, since the address is printed anyway.
  static func open(_ address: String) {
    let environment = ProcessInfo.processInfo.environment
    let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    guard hasDesktop else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdg-open", address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }
}
