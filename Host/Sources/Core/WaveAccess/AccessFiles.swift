public import WaveSystem

/// The files of devices and invitations in the user's state folder, shared by all processes that use it.
///
/// Each file is replaced atomically. Before changing one, a process locks the folder and reads the file
/// again.
public struct AccessFiles: Sendable {
  static let devicesName = "devices.json"
  static let invitationsName = "invitations.json"

  /// The state folder.
  public let directory: StateDirectory

  /// Creates an object that gives access to the files in a folder.
  public init(directory: StateDirectory) { self.directory = directory }

  /// Reads the stored devices.
  ///
  /// - Throws: `FileError`, also if the file is damaged, so that no device is admitted by mistake.
  public func devices() throws(FileError) -> DeviceList {
    guard let bytes = try directory.read(Self.devicesName) else { return DeviceList() }
    guard let list = DeviceList(json: bytes) else {
      throw FileError(path: directory.path(of: Self.devicesName), cause: .damaged)
    }
    return list
  }

  /// Reads the stored invitations; a damaged file is treated as empty.
  public func invitations() throws(FileError) -> Invitations {
    try directory.read(Self.invitationsName).flatMap { Invitations(json: $0) } ?? Invitations()
  }

  /// Updates the devices with a closure, and stores them if they changed.
  public func changeDevices<Result>(_ body: (inout DeviceList) -> Result) throws(FileError) -> Result {
    try directory.exclusively { () throws(FileError) in
      var list = try devices()
      let before = list
      let result = body(&list)
      if list != before { try directory.write(list.json, to: Self.devicesName) }
      return result
    }
  }

  /// Updates the invitations with a closure, and stores them if they changed.
  public func changeInvitations<Result>(_ body: (inout Invitations) -> Result) throws(FileError) -> Result {
    try directory.exclusively { () throws(FileError) in
      var invitations = try invitations()
      let before = invitations
      let result = body(&invitations)
      if invitations != before { try directory.write(invitations.json, to: Self.invitationsName) }
      return result
    }
  }

  /// Pairs a device that presents a code.
  ///
  /// - Parameters:
  ///   - code: The code as received.
  ///   - name: The device's name if the invitation does not specify one.
  ///   - replaced: The identifier of the browser's previous device, which is removed.
  ///   - now: Seconds since 1970.
  ///   - random: The random number generator for the token and the identifier.
  /// - Returns: The device and its token, which is stored nowhere else, or the reason why the code was
  ///   refused.
  /// - Throws: `FileError` if the devices or invitations cannot be read or written.
  public func pair(
    code: [UInt8], name: String, replacing replaced: String?, at now: Int64,
    using random: inout some RandomNumberGenerator
  ) throws(FileError) -> Result<(Device, DeviceToken), PairingRefusal> {
    guard try devices().hasRoom else { return .failure(.full) }
    let redeemed = try changeInvitations { invitations in
      Result { () throws(PairingRefusal) in try invitations.redeem(code, at: now) }
    }
    let invitation: Invitation
    switch redeemed {
    case .success(let taken): invitation = taken
    case .failure(let refusal): return .failure(refusal)
    }
    let token = DeviceToken(using: &random)
    let device = try changeDevices { list in
      if let replaced { _ = list.remove(id: replaced) }
      return list.add(
        name: invitation.name ?? name, role: invitation.role, at: now, token: token, using: &random)
    }
    return device.map { .success(($0, token)) } ?? .failure(.full)
  }
}
