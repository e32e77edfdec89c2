/// The devices that are paired.
public struct DeviceList: Equatable, Sendable {
  /// Devices at most.
  public static let limit = 256
  /// How much later a device must be seen for that to be written down.
  static let seenStepSeconds: Int64 = 60

  /// All of them, in the order they were paired.
  public private(set) var devices: [Device] = []

  /// Nobody.
  public init() {}

  /// Takes devices as they were kept; those with a name or an id that is there already are left out.
  init(_ devices: [Device]) {
    for device in devices.prefix(Self.limit) where self[device.name] == nil && self[id: device.id] == nil {
      self.devices.append(device)
    }
  }

  /// The device of a name, large and small letters alike.
  public subscript(name: String) -> Device? {
    devices.first { $0.name.lowercased() == name.lowercased() }
  }

  /// The device of an id.
  public subscript(id id: String) -> Device? { devices.first { $0.id == id } }

  /// The device of a token; all are compared, so that the time tells nothing.
  public func device(of token: DeviceToken) -> Device? {
    let digest = token.digest
    var found: Device?
    for device in devices where device.token == digest { found = device }
    return found
  }

  /// Whether there is room for another.
  public var hasRoom: Bool { devices.count < Self.limit }

  /// Adds a device.
  ///
  /// - Parameters:
  ///   - name: What it would be called; a number is added where another is called so.
  ///   - role: What it may do; nil lets the first device control and later ones look.
  ///   - now: Seconds since 1970.
  ///   - token: Its token.
  ///   - random: Where its id comes from.
  /// - Returns: The device; nil where there is no room.
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

  /// Gives a device another name.
  /// - Returns: Whether there is such a device and nobody else is called so.
  public mutating func rename(_ name: String, to next: String) -> Bool {
    guard let device = self[name], let next = DeviceName.clean(next) else { return false }
    guard self[next].map({ $0.id == device.id }) ?? true else { return false }
    change(device.id) { $0.name = next }
    return true
  }

  /// Lets a device do something else.
  /// - Returns: Whether there is such a device.
  public mutating func setRole(_ role: Role, of name: String) -> Bool {
    guard let device = self[name] else { return false }
    change(device.id) { $0.role = role }
    return true
  }

  /// Forgets a device.
  /// - Returns: Whether there was one.
  public mutating func remove(id: String) -> Bool {
    let count = devices.count
    devices.removeAll { $0.id == id }
    return devices.count < count
  }

  /// Takes note that a device is there.
  /// - Returns: Whether that is worth writing down.
  public mutating func see(id: String, at now: Int64) -> Bool {
    guard let device = self[id: id], now - device.seenSeconds >= Self.seenStepSeconds else { return false }
    change(id) { $0.seenSeconds = now }
    return true
  }

  private mutating func change(_ id: String, _ body: (inout Device) -> Void) {
    for index in devices.indices where devices[index].id == id { body(&devices[index]) }
  }
}
