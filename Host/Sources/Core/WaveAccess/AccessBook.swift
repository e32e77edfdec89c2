import Synchronization
public import WaveSystem

/// What a running server knows of devices and invitations.
///
/// Looking a token up reads no file: the book follows the files when `refresh` is called.
public final class AccessBook: Sendable {
  private struct State {
    var devices = DeviceList()
    var devicesStamp: FileStamp?
    var desk = PairingDesk()
    var deskStamp: FileStamp?
  }

  private let files: AccessFiles
  private let state = Mutex(State())
  /// Held while files are read: who reads later knows more.
  private let reading = Mutex(())

  /// Opens the book.
  ///
  /// - Throws: `FileError` where the devices cannot be read.
  public init(files: AccessFiles) throws(FileError) {
    self.files = files
    _ = try refresh()
  }

  /// The device of a token; nil where there is none, or no longer.
  public func device(of token: DeviceToken) -> Device? { state.withLock { $0.devices.device(of: token) } }

  /// How many devices are paired.
  public var deviceCount: Int { state.withLock { $0.devices.devices.count } }

  /// Reads what another process, or this one, has changed.
  ///
  /// - Returns: Devices that were there and are gone, or that may now do something else.
  /// - Throws: `FileError`; what was known then stands.
  public func refresh() throws(FileError) -> [String] {
    try reading.withLock { _ throws(FileError) in try follow() }
  }

  private func follow() throws(FileError) -> [String] {
    let directory = files.directory
    let devicesStamp = FileStamp(path: directory.path(of: AccessFiles.devicesName))
    let deskStamp = FileStamp(path: directory.path(of: AccessFiles.invitationsName))
    let (oldDevices, oldDesk) = state.withLock { ($0.devicesStamp, $0.deskStamp) }
    var changed: [String] = []
    if devicesStamp != oldDevices {
      let devices = try files.devices()
      changed = state.withLock { state in
        defer { (state.devices, state.devicesStamp) = (devices, devicesStamp) }
        return state.devices.devices.filter { devices[id: $0.id]?.role != $0.role }.map(\.id)
      }
    }
    if deskStamp != oldDesk {
      let desk = try files.desk()
      state.withLock { ($0.desk, $0.deskStamp) = (desk, deskStamp) }
    }
    return changed
  }

  /// What became of an invitation, as far as is known; nil where it is not remembered.
  public func invitation(_ id: String) -> Invitation? { state.withLock { $0.desk.invitation(id) } }

  /// Makes a code.
  ///
  /// - Parameters:
  ///   - role: What the device will be allowed; nil lets the first device control and later ones look.
  ///   - replaced: An invitation that no longer holds then.
  ///   - now: Seconds since 1970.
  /// - Returns: The code, which is kept nowhere else.
  /// - Throws: `FileError` where it cannot be kept.
  public func invite(role: Role?, replacing replaced: String?, at now: Int64) throws(FileError)
    -> PairingCodes
  {
    let codes = try files.changeDesk { desk in
      var random = SystemRandomNumberGenerator()
      return desk.invite(role: role, name: nil, replacing: replaced, at: now, using: &random)
    }
    return codes
  }

  /// Lets an invitation no longer hold.
  ///
  /// - Throws: `FileError` where that cannot be kept.
  public func withdraw(_ id: String) throws(FileError) { try files.changeDesk { $0.withdraw(id) } }

  /// Lets a device in by a code.
  ///
  /// - Parameters:
  ///   - code: As it came.
  ///   - name: What it would be called where nobody says.
  ///   - replaced: The device that the browser is so far, which is forgotten.
  ///   - now: Seconds since 1970.
  /// - Returns: The device and its token, which is kept nowhere else and known after the next `refresh`; or
  ///   why it is not let in.
  /// - Throws: `FileError` where it cannot be kept.
  public func pair(
    code: [UInt8], name: String, replacing replaced: String?, at now: Int64
  ) throws(FileError) -> Result<(Device, DeviceToken), PairingRefusal> {
    var random = SystemRandomNumberGenerator()
    let result = try files.pair(code: code, name: name, replacing: replaced, at: now, using: &random)
    return result
  }

  /// Forgets a device.
  ///
  /// - Throws: `FileError` where that cannot be kept.
  public func remove(id: String) throws(FileError) {
    _ = try files.changeDevices { $0.remove(id: id) }
  }

  /// Takes note that a device is there.
  ///
  /// - Throws: `FileError` where that cannot be kept.
  public func see(id: String, at now: Int64) throws(FileError) {
    let isNews = state.withLock { $0.devices.see(id: id, at: now) }
    guard isNews else { return }
    _ = try files.changeDevices { $0.see(id: id, at: now) }
  }
}
