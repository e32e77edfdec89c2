public import WaveSystem

/// Devices and invitations in the user's folder, for every process that serves or asks.
///
/// Each file changes as a whole; who changes one reads it again first, while no one else does.
public struct AccessFiles: Sendable {
  static let devicesName = "devices.json"
  static let invitationsName = "invitations.json"

  /// The folder.
  public let directory: StateDirectory

  /// Uses a folder.
  public init(directory: StateDirectory) { self.directory = directory }

  /// The devices as they are kept.
  ///
  /// - Throws: `FileError`, also where the file is damaged: nobody is let in by a guess.
  public func devices() throws(FileError) -> DeviceList {
    guard let bytes = try directory.read(Self.devicesName) else { return DeviceList() }
    guard let list = DeviceList(json: bytes) else { throw damaged(Self.devicesName) }
    return list
  }

  /// The invitations as they are kept; a damaged file invites nobody.
  public func desk() throws(FileError) -> PairingDesk {
    try directory.read(Self.invitationsName).flatMap { PairingDesk(json: $0) } ?? PairingDesk()
  }

  /// Changes the devices, and writes them if they did change.
  public func changeDevices<Result>(_ body: (inout DeviceList) -> Result) throws(FileError) -> Result {
    try directory.exclusively { () throws(FileError) in
      var list = try devices()
      let before = list
      let result = body(&list)
      if list != before { try directory.write(list.json, to: Self.devicesName) }
      return result
    }
  }

  /// Changes the invitations, and writes them if they did change.
  public func changeDesk<Result>(_ body: (inout PairingDesk) -> Result) throws(FileError) -> Result {
    try directory.exclusively { () throws(FileError) in
      var desk = try desk()
      let before = desk
      let result = body(&desk)
      if desk != before { try directory.write(desk.json, to: Self.invitationsName) }
      return result
    }
  }

  /// Lets a device in by a code.
  ///
  /// - Parameters:
  ///   - code: As it came.
  ///   - name: What the device would be called where the invitation does not say.
  ///   - replaced: The device that the browser is so far, which is forgotten.
  ///   - now: Seconds since 1970.
  ///   - random: Where the token comes from.
  /// - Returns: The device and its token, which is kept nowhere else; or why it is not let in.
  /// - Throws: `FileError` where it cannot be kept.
  public func pair(
    code: [UInt8], name: String, replacing replaced: String?, at now: Int64,
    using random: inout some RandomNumberGenerator
  ) throws(FileError) -> Result<(Device, DeviceToken), PairingRefusal> {
    guard try devices().hasRoom else { return .failure(.full) }
    let redeemed = try changeDesk { desk in
      Result { () throws(PairingRefusal) in try desk.redeem(code, at: now) }
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

  private func damaged(_ name: String) -> FileError {
    FileError(path: directory.path(of: name), cause: .damaged)
  }
}
