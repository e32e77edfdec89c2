import Foundation

/// Checks whether rtl_tcp and similar programs can use the receivers on this machine's USB ports.
public struct USBReceivers: Check {
  /// A receiver on a USB port.
  struct Device: Equatable {
    var name: String
    var isRTL: Bool
    var node: String
    var drivers: [String]
  }

  /// The known receivers by vendor and product ID, from the udev rules of their drivers (rtl-sdr.rules,
  /// 53-hackrf.rules, 52-airspy.rules).
  private static let known: [String: (name: String, isRTL: Bool)] = [
    "0bda:2832": ("RTL2832U dongle", true), "0bda:2838": ("RTL2838 dongle", true),
    "1d50:6089": ("HackRF One", false), "1d50:60a1": ("Airspy", false), "03eb:800c": ("Airspy HF+", false),
  ]
  /// The kernel drivers that claim an RTL-SDR dongle as a television receiver.
  private static let televisionDrivers = ["dvb_usb_rtl28xxu", "dvb_usb_rtl2832u"]

  private let devices: String
  private let nodes: String
  private let mayOpen: @Sendable (String) -> Bool

  /// Creates a check of USB receivers, by default those of this system.
  public init(
    devices: String = "/sys/bus/usb/devices", nodes: String = "/dev/bus/usb",
    mayOpen: @escaping @Sendable (String) -> Bool = Permission.readAndWrite
  ) {
    self.devices = devices
    self.nodes = nodes
    self.mayOpen = mayOpen
  }

  /// The connected receivers.
  var present: [Device] {
    let names = names(in: devices)
    return names.compactMap { name -> Device? in
      let folder = devices + "/" + name
      guard let vendor = text(of: folder + "/idVendor"), let product = text(of: folder + "/idProduct"),
        let known = Self.known["\(vendor):\(product)"]
      else { return nil }
      let node = [text(of: folder + "/busnum"), text(of: folder + "/devnum")].map { number in
        String(repeating: "0", count: max(0, 3 - (number ?? "").count)) + (number ?? "")
      }.joined(separator: "/")
      // Interfaces are listed beside their device: 1-2:1.0 belongs to 1-2.
      let drivers = names.filter { $0.hasPrefix(name + ":") }.compactMap { interface in
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(devices)/\(interface)/driver")
          .split(separator: "/").last.map(String.init)
      }
      return Device(name: known.name, isRTL: known.isRTL, node: nodes + "/" + node, drivers: drivers)
    }
  }

  /// Whether an RTL-SDR dongle, which rtl_tcp can use, is connected.
  public var hasDongle: Bool { present.contains(where: \.isRTL) }

  /// Returns a finding about each receiver.
  public func findings() -> [Finding] {
    let present = present
    guard !present.isEmpty else {
      return [.ok("usb", "no known receiver; rtl_tcp on another machine needs none here")]
    }
    return present.map { device in
      if let driver = device.drivers.first(where: Self.televisionDrivers.contains) {
        return .problem(
          "usb", "the kernel uses the \(device.name) for television, with \(driver)",
          fix:
            """
            echo 'blacklist \(driver)' | sudo tee /etc/modprobe.d/waveglass-rtl-sdr.conf && sudo modprobe -r \
            \(driver)
            """)
      }
      guard mayOpen(device.node) else {
        return .problem(
          "usb", "this user may not open the \(device.name) at \(device.node)",
          fix: device.isRTL
            ? """
            sudo apt-get install rtl-sdr, which installs the rule for it, and sudo usermod -aG plugdev \
            $USER; then plug it in and log in again
            """
            : """
            install the device's own package, which installs the rule for it (hackrf, airspy), then plug it \
            in again
            """)
      }
      return .ok("usb", "\(device.name) at \(device.node)")
    }
  }
}
