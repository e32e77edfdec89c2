import Foundation
import Testing

@testable import WaveDoctor

/// Serial ports in a folder that stands for the system's.
@Suite struct SerialPortsTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
    "serial-\(UUID().uuidString)")

  private func make(_ files: [String], types: [String: String] = [:], links: [String: String] = [:]) throws {
    let files = files.map { ("dev/" + $0, "") } + types.map { ("sys/\($0.key)/type", $0.value + "\n") }
    for (path, text) in files {
      let url = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    for (name, target) in links {
      let url = root.appendingPathComponent("dev/serial/by-id/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    }
  }

  private func ports(mayOpen: Bool = true) -> SerialPorts {
    SerialPorts(devices: root.path + "/dev", classes: root.path + "/sys") { _ in mayOpen }
  }

  @Test func portsAreListedByTheirLastingNames() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try make(
      ["ttyUSB0", "ttyACM1", "ttyS0", "ttyS1", "ttyS2", "tty0", "ttyprintk"],
      types: ["ttyS0": "4", "ttyS1": "0"],
      links: ["usb-FTDI_FT232-if00-port0": "../../ttyUSB0"])
    let found = ports().findings()
    #expect(found.allSatisfy { $0.verdict == .ok && $0.check == "serial" && $0.fix == nil })
    #expect(
      found.map { $0.found.split(separator: "/").last ?? "" } == [
        "ttyACM1", "ttyS0", "usb-FTDI_FT232-if00-port0",
      ])
    #expect(found[2].found.contains("/dev/ttyUSB0 (") && found[2].found.contains("waveglass serve lines:"))
  }

  @Test func aPortThatMayNotBeOpenedIsSaidWithWhatToDo() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    try make(["ttyACM0", "ttyS0"], types: ["ttyS0": "4"])
    let found = ports(mayOpen: false).findings()
    #expect(found.map(\.verdict) == [.problem, .warning])
    #expect(
      found.allSatisfy {
        $0.fix?.hasPrefix("sudo usermod -aG ") == true
          && $0.fix?.hasSuffix(" $USER; then log in again") == true
      })
  }

  @Test func noPortIsNoProblem() {
    #expect(ports().findings().map(\.verdict) == [.ok])
  }
}
