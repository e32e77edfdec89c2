import Foundation
import NIOCore

/// The names and addresses by which a machine can be reached.
public struct HostNames: Equatable, Sendable {
  /// The maximum number of addresses; additional addresses, such as those of network bridges, are omitted.
  private static let addressLimit = 64

  /// The machine's DNS names in lower case.
  public var names: [String]
  /// The machine's IP addresses.
  public var addresses: [NumericAddress]

  /// Creates a list of names and addresses.
  public init(names: [String], addresses: [NumericAddress]) {
    self.names = names
    self.addresses = addresses
  }

  /// Creates the list for a machine, including `localhost`.
  ///
  /// - Parameters:
  ///   - machine: The machine's name, with or without its domain. A name that is not valid in DNS is left
  ///     out.
  ///   - addresses: The machine's addresses. Link-local IPv6 addresses are left out, since browsers cannot
  ///     open them.
  public init(machine: String, addresses: [NumericAddress]) {
    let machine = machine.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "."))
    let label = machine.prefix { $0 != "." }
    var names = ["localhost"]
    for name in [machine, String(label), label + ".local"]
    where HostNames.isName(name) && label != "localhost" && !names.contains(name) { names.append(name) }
    var kept: [NumericAddress] = []
    for address in addresses
    where !(address.bytes.count == 16 && address.bytes[0] == 0xFE) && !kept.contains(address) {
      kept.append(address)
    }
    self.init(names: names, addresses: Array(kept.prefix(Self.addressLimit)))
  }

  /// Returns the current names and addresses of this machine.
  public static func current() -> HostNames {
    let devices = (try? System.enumerateDevices()) ?? []
    return HostNames(
      machine: ProcessInfo.processInfo.hostName,
      addresses: devices.compactMap { $0.address.flatMap(NumericAddress.init) })
  }

  /// Returns whether a name is valid in DNS: letters, digits and hyphens, in labels of at most 63 bytes.
  private static func isName(_ name: String) -> Bool {
    guard name.utf8.count <= 253, NumericAddress(name) == nil else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
        && label.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
        }
    }
  }
}
