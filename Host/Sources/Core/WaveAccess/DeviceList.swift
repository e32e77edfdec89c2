/// The paired devices.
public struct DeviceList: Equatable, Sendable {
  /// The maximum number of devices.
  public static let limit = 256
  /// The minimum interval between two updates of a device's stored `seenSeconds`.
  static let seenStepSeconds: Int64 = 60

  /// All devices, in the order in which they were paired.
  public private(set) var devices: [Device] = []

  /// Creates an empty list.
  public init() {}

  /// Creates a list of stored devices, omitting those whose name or identifier occurs earlier in the list.
  init(_ devices: [Device]) {
    for device in devices.prefix(Self.limit) where self[device.name] == nil && self[id: device.id] == nil {
      self.devices.append(device)
    }
  }

  /// The device with the given name, ignoring case; nil if there is none.
  public subscript(name: String) -> Device? { devices.first { $0.name.lowercased() == name.lowercased() } }

  /// The device with the given identifier; nil if there is none.
  public subscript(id id: String) -> Device? { devices.first { $0.id == id } }

  /// Returns the device with a token, or nil if there is none.
  ///
  /// All tokens are compared each time, so that the running time reveals nothing about them.
  public func device(of token: DeviceToken) -> Device? {
    let digest = token.digest
    var found: Device?
    for device in devices where device.token == digest { found = device }
    return found
  }

  /// Whether another device can be added.
  public var hasRoom: Bool { devices.count < Self.limit }

  /// Adds a device.
  ///
  /// - Parameters:
  ///   - name: The proposed name; a number is appended if another device has the same name.
  ///   - role: The role; if nil, the first device gets control and later ones become viewers.
  ///   - now: Seconds since 1970.
  ///   - token: The device's token.
  ///   - random: The random number generator for the identifier.
  /// - Returns: The device; nil if the list is full.
  public mutating func add(
    name: String, role: Role?, at now: Int64, token: DeviceToken,
    using random: inout some RandomNumberGenerator
  ) -> Device? {
    guard hasRoom else { return nil }
    var id: String
    repeat {
      id = String(decoding: Hexadecimal.text(RandomBytes.make(4, using: &random)), as: UTF8.self)
    } while self[id: id] != nil
    let device = Device(
      id: id, name: free(name), role: role ?? (devices.isEmpty ? .control : .viewer), createdSeconds: now,
      seenSeconds: now, token: token.digest)
    devices.append(device)
    return device
  }

  private func free(_ name: String) -> String {
    let name = DeviceName.clean(name) ?? "Browser"
    guard self[name] != nil else { return name }
    for number in 2... {
      let numbered = "\(name.prefix(DeviceName.charactersLimit - 4)) \(number)"
      if self[numbered] == nil { return numbered }
    }
    return name
  }

  /// Renames a device.
  /// - Returns: Whether the device exists and the new name is valid and unused.
  public mutating func rename(_ name: String, to next: String) -> Bool {
    guard let device = self[name], let next = DeviceName.clean(next) else { return false }
    guard self[next].map({ $0.id == device.id }) ?? true else { return false }
    change(device.id) { $0.name = next }
    return true
  }

  /// Changes the role of a device.
  /// - Returns: Whether the device exists.
  public mutating func setRole(_ role: Role, of name: String) -> Bool {
    guard let device = self[name] else { return false }
    change(device.id) { $0.role = role }
    return true
  }

  /// Removes a device.
  /// - Returns: Whether the device existed.
  public mutating func remove(id: String) -> Bool {
    let count = devices.count
    devices.removeAll { $0.id == id }
    return devices.count < count
  }

  /// Records that a device was seen.
  /// - Returns: Whether the recorded time changed and should be stored.
  public mutating func see(id: String, at now: Int64) -> Bool {
    guard let device = self[id: id], now - device.seenSeconds >= Self.seenStepSeconds else { return false }
    change(id) { $0.seenSeconds = now }
    return true
  }

  private mutating func change(_ id: String, _ body: (inout Device) -> Void) {
    for index in devices.indices where devices[index].id == id { body(&devices[index]) }
  }
}
