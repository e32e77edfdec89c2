import Foundation

/// Opens pages in the desktop's browser.
enum Browser {
  /// Opens an address in the browser, or does nothing if there is no desktop; the caller prints the address
  /// in any case.
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
