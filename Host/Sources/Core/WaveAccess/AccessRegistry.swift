import Synchronization
public import WaveSystem

/// A running server's copy of the stored devices and invitations.
///
/// Looking up a token does not read the files. Call `refresh` to apply changes made to the files.
public final class AccessRegistry: Sendable {
  private struct State {
    var devices = DeviceList()
    var devicesStamp: FileStamp?
    var invitations = Invitations()
    var invitationsStamp: FileStamp?
  }

  private let files: AccessFiles
  private let state = Mutex(State())
  /// A lock that is held while the files are read, so that a slow reader cannot restore an older state.
  private let reading = Mutex(())

  /// Creates a registry, and reads the files.
  ///
  /// - Throws: `FileError` if the devices cannot be read.
  public init(files: AccessFiles) throws(FileError) {
    self.files = files
    _ = try refresh()
  }

  /// Returns the paired device with a token, or nil if there is none.
  public func device(of token: DeviceToken) -> Device? { state.withLock { $0.devices.device(of: token) } }

  /// The number of paired devices.
  public var deviceCount: Int { state.withLock { $0.devices.devices.count } }

  /// Reads the files again if this process or another one has changed them.
  ///
  /// - Returns: The identifiers of devices that were removed, or whose role changed.
  /// - Throws: `FileError`, in which case the previous state remains.
  public func refresh() throws(FileError) -> [String] {
    try reading.withLock { _ throws(FileError) in try follow() }
  }

  private func follow() throws(FileError) -> [String] {
    let directory = files.directory
    let devicesStamp = FileStamp(path: directory.path(of: AccessFiles.devicesName))
    let invitationsStamp = FileStamp(path: directory.path(of: AccessFiles.invitationsName))
    let (oldDevices, oldInvitations) = state.withLock { ($0.devicesStamp, $0.invitationsStamp) }
    var changed: [String] = []
    if devicesStamp != oldDevices {
      let devices = try files.devices()
      changed = state.withLock { state in
        defer { (state.devices, state.devicesStamp) = (devices, devicesStamp) }
        return state.devices.devices.filter { devices[id: $0.id]?.role != $0.role }.map(\.id)
      }
    }
    if invitationsStamp != oldInvitations {
      let invitations = try files.invitations()
      state.withLock { ($0.invitations, $0.invitationsStamp) = (invitations, invitationsStamp) }
    }
    return changed
  }

  /// Returns the invitation with an identifier as of the last refresh, or nil if there is none.
  public func invitation(_ id: String) -> Invitation? { state.withLock { $0.invitations.invitation(id) } }

  /// Creates an invitation and its code.
  ///
  /// - Parameters:
  ///   - role: The role of the device; if nil, the first device gets control and later ones become viewers.
  ///   - replaced: The identifier of an invitation to invalidate.
  ///   - now: Seconds since 1970.
  /// - Returns: The code, which is stored nowhere else.
  /// - Throws: `FileError` if the invitation cannot be stored.
  public func invite(role: Role?, replacing replaced: String?, at now: Int64) throws(FileError)
    -> PairingCodes
  {
    try files.changeInvitations { invitations in
      var random = SystemRandomNumberGenerator()
      return invitations.invite(role: role, name: nil, replacing: replaced, at: now, using: &random)
    }
  }

  /// Invalidates an invitation.
  ///
  /// - Throws: `FileError` if the change cannot be stored.
  public func withdraw(_ id: String) throws(FileError) { try files.changeInvitations { $0.withdraw(id) } }

  /// Pairs a device that presents a code.
  ///
  /// - Parameters:
  ///   - code: The code as received.
  ///   - name: The device's name if the invitation does not specify one.
  ///   - replaced: The identifier of the browser's previous device, which is removed.
  ///   - now: Seconds since 1970.
  /// - Returns: The device and its token, which is stored nowhere else, or the reason why the code was
  ///   refused. The token is accepted only after the next `refresh`.
  /// - Throws: `FileError` if the device cannot be stored.
  public func pair(
    code: [UInt8], name: String, replacing replaced: String?, at now: Int64
  ) throws(FileError) -> Result<(Device, DeviceToken), PairingRefusal> {
    var random = SystemRandomNumberGenerator()
    return try files.pair(code: code, name: name, replacing: replaced, at: now, using: &random)
  }

  /// Removes a device.
  ///
  /// - Throws: `FileError` if the change cannot be stored.
  public func remove(id: String) throws(FileError) { _ = try files.changeDevices { $0.remove(id: id) } }

  /// Records that a device was seen.
  ///
  /// - Throws: `FileError` if the change cannot be stored.
  public func see(id: String, at now: Int64) throws(FileError) {
    guard state.withLock({ $0.devices.see(id: id, at: now) }) else { return }
    _ = try files.changeDevices { $0.see(id: id, at: now) }
  }
}
