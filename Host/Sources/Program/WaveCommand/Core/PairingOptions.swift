import ArgumentParser
import Foundation
import Synchronization
import WaveAccess
import WavePictures
import WaveServer
import WaveSystem

extension Role {
  /// Parses a role on the command line.
  static func argument(_ text: String) throws -> Role {
    try require(Role(rawValue: text), "The role must be viewer or control.")
  }
}

/// Options for pairing browsers.
struct PairingOptions: ParsableArguments {
  @Flag(help: "Require pairing for this machine's own browsers, too.")
  var requirePairing = false

  @Option(
    help: ArgumentHelp(
      "Role of newly paired devices; by default the first controls and later ones view.",
      valueName: "viewer|control"), transform: Role.argument)
  var role: Role?

  @Option(help: ArgumentHelp("File to write the pairing code to, as a PNG.", valueName: "file"))
  var qr: String?
}

/// Manages pairing for `serve`: the registry of devices, and the pairing code shown in the terminal.
struct Pairing: Sendable {
  let configuration: PairingConfiguration
  private let invitation: InvitationText
  private let directory: StateDirectory

  /// Sets up pairing as the options specify, or returns nil if only this machine has access.
  init?(_ options: PairingOptions, access: ServerAccess) throws(CommandFailure) {
    if case .loopback = access, !options.requirePairing {
      guard options.role == nil, options.qr == nil else {
        throw CommandFailure(.usage, "--role and --qr need --lan or --require-pairing")
      }
      return nil
    }
    directory = try FileError.asFailure(StateDirectory(environment: ProcessInfo.processInfo.environment))
    let registry = try FileError.asFailure(AccessRegistry(files: AccessFiles(directory: directory)))
    let invitation = InvitationText(qrPath: options.qr)
    // The system's journal would store the code, and other users may read the journal.
    let isKept = ProcessInfo.processInfo.environment["JOURNAL_STREAM"] != nil
    configuration = PairingConfiguration(
      registry: registry, includesLoopback: options.requirePairing, role: options.role
    ) { codes in
      if !isKept { Output.writeIgnoringErrors(invitation.lines(codes)) }
    }
    self.invitation = invitation
    if isKept { Output.writeIgnoringErrors(["Pair devices with: waveglass devices invite"]) }
  }

  /// Stores the page's address, which pairing links contain, for this process and for `devices invite`.
  func begin(at address: String) {
    invitation.address.withLock { $0 = address }
    try? directory.write(Array(address.utf8), to: Self.addressName)
  }

  /// Removes the stored address of the page.
  func end() { directory.remove(Self.addressName) }

  /// The name of the file that contains the running server's address.
  static let addressName = "address"
}

/// The text that presents a pairing code in three forms: as a QR code, as a link, and as characters to type.
final class InvitationText: Sendable {
  let address = Mutex("")
  private let qrPath: String?

  init(qrPath: String?) { self.qrPath = qrPath }

  func lines(_ codes: PairingCodes) -> [String] {
    let page = address.withLock { $0 }
    let link = codes.address(at: page)
    var lines = ["", "To pair a device, open this on it, or scan the picture with its camera:", "  \(link)"]
    do throws(PictureError) {
      let code = try QRCode(link)
      lines += code.lines(isColoured: isatty(FileHandle.standardOutput.fileDescriptor) == 1)
      if let qrPath { try Self.write(code, path: qrPath) }
    } catch { lines.append("The picture is missing: \(error.description)") }
    return lines + [
      "Or open \(page) and type \(codes.shown)",
      "The code is valid for one device and for \(Invitation.validSeconds / 60) minutes.",
    ]
  }

  /// Writes a QR code as a PNG file that only the user can read.
  private static func write(_ code: QRCode, path: String) throws(PictureError) {
    let part = path + FileReplacement.suffix
    FileReplacement.remove(part)
    _ = try PictureError.converting(
      { (error: FileError) in PictureError.writing(path: path, reason: error.description) },
      AppendedFile(path: part, replacing: false, isPrivate: true))
    try code.writePNG(path: part)
    guard rename(part, path) == 0 else {
      FileReplacement.remove(part)
      throw .writing(path: path, reason: String(cString: strerror(errno)))
    }
  }
}
