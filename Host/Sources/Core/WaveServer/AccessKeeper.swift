import ServiceLifecycle
import Synchronization
import WaveAccess
import WaveSystem

/// A service that closes the sockets of devices that lose access and keeps a pairing code available, even
/// when another process changes the devices or codes.
final class AccessKeeper: Service {
  /// The minimum age in seconds at which a code is replaced after too many wrong guesses.
  ///
  /// Without this minimum, guessing would flood the terminal with codes.
  static let guessedPauseSeconds: Int64 = 30

  private let registry: AccessRegistry
  private let sockets: OpenSockets
  private let role: Role?
  private let announce: @Sendable (PairingCodes) -> Void
  private let note: @Sendable (String) -> Void
  private let starts: AsyncStream<Void>
  private let start: AsyncStream<Void>.Continuation

  /// Creates a service, which does nothing until it is run.
  ///
  /// - Parameters:
  ///   - registry: The devices and invitations to monitor.
  ///   - sockets: The sockets to close.
  ///   - role: The role of new devices; if nil, the first one gets control and later ones become viewers.
  ///   - announce: A closure that shows a new code.
  ///   - note: A closure that receives the error if the folder cannot be read or written.
  init(
    registry: AccessRegistry, sockets: OpenSockets, role: Role?,
    announce: @escaping @Sendable (PairingCodes) -> Void, note: @escaping @Sendable (String) -> Void
  ) {
    self.registry = registry
    self.sockets = sockets
    self.role = role
    self.announce = announce
    self.note = note
    (starts, start) = AsyncStream.makeStream()
  }

  /// Starts showing codes; call this once the page can be opened.
  func open() { start.yield() }

  /// Runs until the server stops, then invalidates the last code shown.
  func run() async {
    for await _ in starts.prefix(1).cancelOnGracefulShutdown() {}
    var shown: String?
    var failure: String?
    while !Task.isShuttingDownGracefully, !Task.isCancelled {
      do throws(FileError) {
        try look(&shown)
        failure = nil
      } catch {
        if failure == nil { note(error.description) }
        failure = error.description
      }
      try? await cancelWhenGracefulShutdown {
        try await Task.sleep(for: .seconds(1), tolerance: .milliseconds(100))
      }
    }
    if let shown { try? registry.withdraw(shown) }
  }

  private func look(_ shown: inout String?) throws(FileError) {
    for id in try registry.refresh() { sockets.close(id, .accessChanged) }
    let now = WallClock.microseconds / 1_000_000
    for id in sockets.devices { try registry.see(id: id, at: now) }
    if let invitation = shown.flatMap({ registry.invitation($0) }), !Self.isOver(invitation, at: now) {
      return
    }
    let codes = try registry.invite(role: role, replacing: shown, at: now)
    shown = codes.id
    announce(codes)
  }

  private static func isOver(_ invitation: Invitation, at now: Int64) -> Bool {
    switch invitation.state {
    case .open: invitation.isExpired(at: now)
    case .used, .replaced: true
    case .guessed: now - invitation.createdSeconds >= guessedPauseSeconds
    }
  }
}
