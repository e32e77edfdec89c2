/// Hands out codes and takes them back: each lets one device in, for ten minutes.
///
/// It keeps digests only, knows no clock, and is a value: whoever keeps it in a file writes it whole.
public struct PairingDesk: Equatable, Sendable {
  /// Wrong typed codes after which those that are open no longer hold.
  public static let wrongLimit = 5
  /// Invitations that are remembered at most.
  public static let limit = 16
  /// How long is remembered why a code no longer holds.
  static let memorySeconds: Int64 = 3600

  /// Those that are remembered, the oldest first.
  public private(set) var invitations: [Invitation] = []

  /// Nobody is invited.
  public init() {}

  init(_ invitations: [Invitation]) { self.invitations = invitations.suffix(Self.limit) }

  /// Makes a code.
  ///
  /// - Parameters:
  ///   - role: What the device will be allowed; nil lets the first device control and later ones look.
  ///   - name: What it will be called; nil lets it say.
  ///   - replaced: An invitation that no longer holds then, if it is open.
  ///   - now: Seconds since 1970.
  ///   - random: Where the code comes from.
  /// - Returns: The code, which is kept nowhere else.
  public mutating func invite(
    role: Role?, name: String?, replacing replaced: String? = nil, at now: Int64,
    using random: inout some RandomNumberGenerator
  ) -> PairingCodes {
    withdraw(replaced)
    invitations.removeAll { $0.isExpired(at: now) && now - $0.createdSeconds > Self.memorySeconds }
    if invitations.count >= Self.limit {
      invitations.remove(at: invitations.firstIndex { $0.state != .open || $0.isExpired(at: now) } ?? 0)
    }
    let codes = PairingCodes(using: &random)
    invitations.append(
      Invitation(
        id: codes.id, link: SecretDigest(of: codes.link), typed: SecretDigest(of: codes.typed), role: role,
        name: name, createdSeconds: now, state: .open, wrongCount: 0))
    return codes
  }

  /// Lets an invitation no longer hold.
  public mutating func withdraw(_ id: String?) {
    for index in invitations.indices where invitations[index].id == id {
      if invitations[index].state != .used { invitations[index].state = .replaced }
    }
  }

  /// What became of an invitation; nil where it is not remembered.
  public func invitation(_ id: String) -> Invitation? { invitations.first { $0.id == id } }

  /// Takes a code, which then no longer holds.
  ///
  /// - Parameters:
  ///   - text: The code of the address, or the typed one as it was typed.
  ///   - now: Seconds since 1970.
  /// - Returns: The invitation that it belongs to.
  /// - Throws: Why it lets nobody in.
  public mutating func redeem(_ text: [UInt8], at now: Int64) throws(PairingRefusal) -> Invitation {
    guard let code = CrockfordBase32.normalize(text) else { throw .wrong }
    let isTyped = code.count == 8
    let digest = SecretDigest(of: code)
    // All are compared, so that the time tells nothing.
    var found: Int?
    for (index, invitation) in invitations.enumerated()
    where (isTyped ? invitation.typed : invitation.link) == digest {
      found = index
    }
    guard let found else {
      if isTyped { countWrong() }
      throw .wrong
    }
    switch invitations[found].state {
    case .used: throw .used
    case .replaced: throw .expired
    case .guessed: if isTyped { throw .expired }
    case .open: break
    }
    guard !invitations[found].isExpired(at: now) else { throw .expired }
    invitations[found].state = .used
    return invitations[found]
  }

  private mutating func countWrong() {
    for index in invitations.indices where invitations[index].state == .open {
      invitations[index].wrongCount += 1
      if invitations[index].wrongCount >= Self.wrongLimit { invitations[index].state = .guessed }
    }
  }
}

/// Why a code lets nobody in.
public enum PairingRefusal: Error, Equatable, Sendable {
  /// It is none of ours.
  case wrong
  /// A device was let in by it already.
  case used
  /// Its time is over.
  case expired
  /// There are as many devices as can be.
  case full
}
