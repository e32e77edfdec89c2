/// Issues and redeems pairing codes, each of which admits one device and is valid for ten minutes.
///
/// It keeps only digests of the codes and reads no clock. As a value, it is stored in one file.
public struct Invitations: Equatable, Sendable {
  /// The number of wrong codes after which open invitations no longer accept a typed code.
  public static let wrongLimit = 5
  /// The maximum number of invitations that are remembered.
  public static let limit = 16
  /// The time for which an invitation is remembered, to explain why its code has expired.
  static let memorySeconds: Int64 = 3600

  /// The invitations that are remembered, oldest first.
  public private(set) var list: [Invitation] = []

  /// Creates an empty list of invitations.
  public init() {}

  init(_ list: [Invitation]) { self.list = list.suffix(Self.limit) }

  /// Creates an invitation and its code.
  ///
  /// - Parameters:
  ///   - role: The role of the device; nil gives control to the first device and makes later ones viewers.
  ///   - name: The name of the device; nil to use the one that the device proposes.
  ///   - replaced: The identifier of an invitation to invalidate, unless it has been used.
  ///   - now: Seconds since 1970.
  ///   - random: The random generator for the code.
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
    for index in list.indices where list[index].id == id {
      if list[index].state != .used { list[index].state = .replaced }
    }
  }

  /// Returns the invitation with an identifier, or nil if it is not remembered.
  public func invitation(_ id: String) -> Invitation? { list.first { $0.id == id } }

  /// Redeems a code, which then becomes invalid.
  ///
  /// - Parameters:
  ///   - text: The code from the address, or the code as typed.
  ///   - now: Seconds since 1970.
  /// - Returns: The invitation to which the code belongs.
  /// - Throws: The reason for the refusal.
  public mutating func redeem(_ text: [UInt8], at now: Int64) throws(PairingRefusal) -> Invitation {
    guard let code = CrockfordBase32.normalize(text) else { throw .wrong }
    let isTyped = code.count == 8
    let digest = SecretDigest(of: code)
    // All are compared, so that the duration reveals nothing.
    var found: Int?
    for (index, invitation) in list.enumerated()
    where (isTyped ? invitation.typed : invitation.link) == digest {
      found = index
    }
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
