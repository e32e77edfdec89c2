import WaveText

extension DeviceList {
  /// Creates a device list from the output of `json`, or returns nil if the bytes are invalid.
  init?(json bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes), case .array(let entries)? = value.member("devices") else {
      return nil
    }
    let devices = entries.compactMap { Device(json: $0) }
    guard devices.count == entries.count, devices.count <= Self.limit else { return nil }
    self.init(devices)
  }

  /// The devices as a JSON object, which contains digests of their tokens but not the tokens themselves.
  var json: [UInt8] {
    JSONWriter.write(.object([JSONMember("devices", .array(devices.map(\.json)))]), indent: 2)
  }
}

extension Device {
  init?(json value: JSONValue) {
    guard let id = value.member("id")?.text, !id.isEmpty, id.utf8.count <= 64,
      let name = value.member("name")?.text.flatMap({ DeviceName.clean($0) }),
      let role = value.member("role")?.text.flatMap({ Role(rawValue: $0) }),
      case .integer(let created)? = value.member("created"), case .integer(let seen)? = value.member("seen"),
      let token = value.member("tokenSHA256")?.digest
    else { return nil }
    self.init(
      id: id, name: name, role: role, createdSeconds: Self.time(created), seenSeconds: Self.time(seen),
      token: token)
  }

  /// Clamps a time in seconds so that the difference between two times cannot overflow.
  static func time(_ seconds: Int64) -> Int64 { min(max(seconds, 0), 1 << 50) }

  var json: JSONValue {
    .object([
      JSONMember("id", .string(Array(id.utf8))), JSONMember("name", .string(Array(name.utf8))),
      JSONMember("role", .string(Array(role.rawValue.utf8))), JSONMember("created", .integer(createdSeconds)),
      JSONMember("seen", .integer(seenSeconds)), JSONMember("tokenSHA256", .string(token.hex)),
    ])
  }
}

extension Invitations {
  /// Creates a list of invitations from the output of `json`, or returns nil if the bytes are invalid.
  init?(json bytes: [UInt8]) {
    guard let value = try? JSONReader.read(bytes), case .array(let entries)? = value.member("invitations")
    else { return nil }
    let list = entries.compactMap { Invitation(json: $0) }
    guard list.count == entries.count else { return nil }
    self.init(list)
  }

  /// The invitations as a JSON object, which contains digests of their codes but not the codes themselves.
  var json: [UInt8] {
    JSONWriter.write(.object([JSONMember("invitations", .array(list.map(\.json)))]), indent: 2)
  }
}

extension Invitation {
  init?(json value: JSONValue) {
    guard let id = value.member("id")?.text, id.utf8.count <= 64,
      let link = value.member("linkSHA256")?.digest,
      let typed = value.member("typedSHA256")?.digest,
      case .integer(let created)? = value.member("created"),
      case .integer(let wrong)? = value.member("wrong"),
      let state = value.member("state")?.text.flatMap({ State(rawValue: $0) })
    else { return nil }
    let role = value.member("role")?.text
    guard role == nil || role.flatMap({ Role(rawValue: $0) }) != nil else { return nil }
    self.init(
      id: id, link: link, typed: typed, role: role.flatMap { Role(rawValue: $0) },
      name: value.member("name")?.text.flatMap { DeviceName.clean($0) }, createdSeconds: Device.time(created),
      state: state, wrongCount: Int(clamping: min(max(wrong, 0), 1 << 20)))
  }

  var json: JSONValue {
    var members = [
      JSONMember("id", .string(Array(id.utf8))), JSONMember("linkSHA256", .string(link.hex)),
      JSONMember("typedSHA256", .string(typed.hex)), JSONMember("created", .integer(createdSeconds)),
      JSONMember("state", .string(Array(state.rawValue.utf8))),
      JSONMember("wrong", .integer(Int64(wrongCount))),
    ]
    if let role { members.append(JSONMember("role", .string(Array(role.rawValue.utf8)))) }
    if let name { members.append(JSONMember("name", .string(Array(name.utf8)))) }
    return .object(members)
  }
}

extension JSONValue {
  /// The text if the value is a JSON string; otherwise nil.
  var text: String? {
    guard case .string(let bytes) = self else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate var digest: SecretDigest? { text.flatMap { SecretDigest(hex: Array($0.utf8)) } }
}
