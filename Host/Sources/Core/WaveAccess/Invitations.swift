/// The issued pairing codes, each of which admits one device and is valid for ten minutes.
///
/// Only digests of the codes are stored, and the caller supplies the current time. All invitations are stored
/// in one file.
public struct Invitations: Equatable, Sendable {
  /// The number of wrong codes after which open invitations no longer accept a typed code.
  public static let wrongLimit = 5
  /// The maximum number of stored invitations.
  public static let limit = 16
  /// The time for which an invitation is stored, so that an expired code is not reported as unknown.
  static let memorySeconds: Int64 = 3600

  /// The invitations, oldest first, including those that can no longer be used.
  public private(set) var list: [Invitation] = []

  /// Creates an empty list of invitations.
  public init() {}

  init(_ list: [Invitation]) { self.list = list.suffix(Self.limit) }

  /// Creates an invitation and its code.
  ///
  /// - Parameters:
  ///   - role: The role of the device; if nil, the first device gets control and later ones become viewers.
  ///   - name: The name of the device; nil to use the one that the device proposes.
  ///   - replaced: The identifier of an invitation to invalidate, unless it has been used.
  ///   - now: Seconds since 1970.
  ///   - random: The random number generator for the code.
  /// - Returns: The code, which is stored nowhere else.
  public mutating func invite(
    role: Role?, name: String?, replacing replaced: String? = nil, at now: Int64,
    using random: inout some RandomNumberGenerator
  ) -> PairingCodes {
    withdraw(replaced)
    list.removeAll { $0.isExpired(at: now) && now - $0.createdSeconds > Self.memorySeconds }
    if list.count >= Self.limit {
      list.remove(at: list.firstIndex { $0.state != .open || $0.isExpired(at: now) } ?? 0)
    }
    let codes = PairingCodes(using: &random)
    list.append(
      Invitation(
        id: codes.id, link: SecretDigest(of: codes.link), typed: SecretDigest(of: codes.typed), role: role,
        name: name, createdSeconds: now, state: .open, wrongCount: 0))
    return codes
  }

  /// Invalidates an invitation, unless it has been used.
  public mutating func withdraw(_ id: String?) {
    for index in list.indices where list[index].id == id && list[index].state != .used {
      list[index].state = .replaced
    }
  }

  /// Returns the invitation with an identifier, or nil if there is none.
  public func invitation(_ id: String) -> Invitation? { list.first { $0.id == id } }

  /// Redeems a code, which then becomes invalid.
  ///
  /// - Parameters:
  ///   - text: The code from the pairing link, or the code as typed.
  ///   - now: Seconds since 1970.
  /// - Returns: The invitation to which the code belongs.
  /// - Throws: The reason why the code was refused.
  public mutating func redeem(_ text: [UInt8], at now: Int64) throws(PairingRefusal) -> Invitation {
    guard let code = CrockfordBase32.normalize(text) else { throw .wrong }
    let isTyped = code.count == 8
    let digest = SecretDigest(of: code)
    // All digests are compared, so that the duration reveals nothing about them.
    var found: Int?
    for (index, invitation) in list.enumerated()
    where (isTyped ? invitation.typed : invitation.link) == digest { found = index }
    guard let found else {
      if isTyped { countWrong() }
      throw .wrong
    }
    switch list[found].state {
    case .used: throw .used
    case .replaced: throw .expired
    case .guessed: if isTyped { throw .expired }
    case .open: break
    }
    guard !list[found].isExpired(at: now) else { throw .expired }
    list[found].state = .used
    return list[found]
  }

  private mutating func countWrong() {
    for index in list.indices where list[index].state == .open {
      list[index].wrongCount += 1
      if list[index].wrongCount >= Self.wrongLimit { list[index].state = .guessed }
    }
  }
}

/// The reason why a code is refused.
public enum PairingRefusal: Error, Equatable, Sendable {
  /// The code is unknown.
  case wrong
  /// The code has already admitted a device.
  case used
  /// The code has expired.
  case expired
  /// The list of devices is full.
  case full
}
