import ArgumentParser
import Foundation
import Synchronization
import WaveAccess
import WaveSystem
import WaveUnits

/// `waveglass devices`: manages the paired browsers.
struct DevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List, invite, rename and unpair devices.",
    discussion: """
      A running server applies changes immediately: a device whose pairing ends is disconnected.

      EXAMPLES
        waveglass devices                                   list paired devices
        waveglass devices invite --role control             a new code, for a device that may tune
        waveglass devices rename iPhone 'Ana’s phone'
        waveglass devices role 'Ana’s phone' viewer
        waveglass devices revoke 'Ana’s phone'
      """,
    subcommands: [
      DevicesListCommand.self, DevicesInviteCommand.self, DevicesRenameCommand.self, DevicesRoleCommand.self,
      DevicesRevokeCommand.self,
    ],
    defaultSubcommand: DevicesListCommand.self)

  /// Returns the files of this user's paired devices.
  static func files() throws(CommandFailure) -> AccessFiles {
    AccessFiles(
      directory: try FileError.asFailure(StateDirectory(environment: ProcessInfo.processInfo.environment)))
  }

  /// Updates the list of devices with a closure, or reports the first name that is not in the list.
  static func change(_ names: [String], _ body: (inout DeviceList) -> Bool) throws(CommandFailure) {
    let files = try files()
    let (missing, isDone) = try FileError.asFailure(
      files.changeDevices { list -> (String?, Bool) in
        if let missing = names.first(where: { list[$0] == nil }) { return (missing, false) }
        return (nil, body(&list))
      })
    if let missing {
      throw CommandFailure(.noInput, "no device is called \(missing); list them with waveglass devices")
    }
    guard isDone else { throw CommandFailure(.usage, "that name is empty, or used by another device") }
  }
}

/// `waveglass devices list`: lists the paired devices.
struct DevicesListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List paired devices.")

  @Flag(help: "Write one JSON array.")
  var json = false

  /// A device in the JSON output.
  private struct Entry: Encodable {
    var id: String
    var name: String
    var role: String
    var paired: String
    var lastSeen: String
  }

  func perform() throws(CommandFailure) {
    let files = try DevicesCommand.files()
    let entries = try FileError.asFailure(files.devices()).devices.map {
      Entry(
        id: $0.id, name: $0.name, role: $0.role.rawValue, paired: Self.time($0.createdSeconds),
        lastSeen: Self.time($0.seenSeconds))
    }
    if json { return try Output.write(json: entries) }
    guard !entries.isEmpty else {
      return Output.write(["No device is paired. Run waveglass serve demo: --lan to see how."])
    }
    let rows =
      [["NAME", "ROLE", "PAIRED", "LAST SEEN"]] + entries.map { [$0.name, $0.role, $0.paired, $0.lastSeen] }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    Output.write(
      rows.map { row in
        zip(row, widths).map { text, width in text + String(repeating: " ", count: width - text.count + 2) }
          .joined() + row[3]
      })
  }

  private static func time(_ seconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}

/// `waveglass devices invite`: shows a new pairing code.
struct DevicesInviteCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Show a new code for pairing a device.")

  @Option(
    help: ArgumentHelp(
      """
      Role of the device; by default the first device controls and later ones view.
      """, valueName: "viewer|control"),
    transform: Role.argument)
  var role: Role?

  @Option(help: ArgumentHelp("Name of the device.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("File to write the code to, as a PNG.", valueName: "file"))
  var qr: String?

  func perform() throws(CommandFailure) {
    let files = try DevicesCommand.files()
    guard let address = try FileError.asFailure(files.directory.read(Pairing.addressName)) else {
      throw CommandFailure(.unavailable, "no server that pairs devices is running; start one with --lan")
    }
    let text = InvitationText(qrPath: qr)
    text.address.withLock { $0 = String(decoding: address, as: UTF8.self) }
    let codes = try FileError.asFailure(
      files.changeInvitations { invitations in
        var random = SystemRandomNumberGenerator()
        return invitations.invite(
          role: role, name: name.flatMap { DeviceName.clean($0) },
          at: Int64(saturating: Date().timeIntervalSince1970), using: &random)
      })
    Output.write(text.lines(codes))
  }
}

/// `waveglass devices rename`: renames a device.
struct DevicesRenameCommand: ReportingCommand {
  static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a device.")

  @Argument(help: ArgumentHelp("Current name.", valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp("New name.", valueName: "new name"))
  var next: String

  func perform() throws(CommandFailure) {
    try DevicesCommand.change([name]) { $0.rename(name, to: next) }
  }
}

/// `waveglass devices role`: changes the role of a device.
struct DevicesRoleCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "role", abstract: "Set whether a device can only view, or also control.")

  @Argument(help: ArgumentHelp("Current name.", valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp("New role.", valueName: "viewer|control"), transform: Role.argument)
  var role: Role

  func perform() throws(CommandFailure) {
    try DevicesCommand.change([name]) { $0.setRole(role, of: name) }
  }
}

/// `waveglass devices revoke`: unpairs devices.
struct DevicesRevokeCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "End the pairing of devices.")

  @Argument(help: ArgumentHelp("Names of the devices.", valueName: "name"))
  var names: [String] = []

  @Flag(help: "Unpair all devices.")
  var all = false

  func validate() throws { try require(all != !names.isEmpty, "Name the devices, or give --all.") }

  func perform() throws(CommandFailure) {
    try DevicesCommand.change(names) { list in
      for device in list.devices where all || names.contains(where: { list[$0]?.id == device.id }) {
        _ = list.remove(id: device.id)
      }
      return true
    }
  }
}
