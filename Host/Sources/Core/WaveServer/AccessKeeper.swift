import ServiceLifecycle
import Synchronization
import WaveAccess
import WaveSystem

/// Follows what is changed of devices and codes, here or by another process: ends sockets that may no longer
/// be, and sees to it that there is a code to be paired by.
final class AccessKeeper: Service {
  /// How long a code that was guessed at has no successor, so that who guesses does not fill the terminal.
  static let guessedPauseSeconds: Int64 = 30

  private let book: AccessBook
  private let sockets: OpenSockets
  private let role: Role?
  private let announce: @Sendable (PairingCodes) -> Void
  private let note: @Sendable (String) -> Void
  private let starts: AsyncStream<Void>
  private let start: AsyncStream<Void>.Continuation

  /// - Parameters:
  ///   - book: What is followed.
  ///   - sockets: What is ended.
  ///   - role: What devices will be allowed; nil lets the first one control and later ones look.
  ///   - announce: Shows a new code.
  ///   - note: Takes note that the folder cannot be read or written.
  init(
    book: AccessBook, sockets: OpenSockets, role: Role?, announce: @escaping @Sendable (PairingCodes) -> Void,
    note: @escaping @Sendable (String) -> Void
  ) {
    self.book = book
    self.sockets = sockets
    self.role = role
    self.announce = announce
    self.note = note
    (starts, start) = AsyncStream.makeStream()
  }

  /// Shows codes from now on: the page can be opened.
  func open() { start.yield() }

  /// Follows until the server stops; the code shown last then no longer holds.
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
    if let shown { try? book.withdraw(shown) }
  }

  private func look(_ shown: inout String?) throws(FileError) {
    for id in try book.refresh() { sockets.close(id, .accessChanged) }
    let now = WallClock.microseconds / 1_000_000
    for id in sockets.devices { try book.see(id: id, at: now) }
    if let invitation = shown.flatMap({ book.invitation($0) }), !Self.isOver(invitation, at: now) { return }
    let codes = try book.invite(role: role, replacing: shown, at: now)
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
