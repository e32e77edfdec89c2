import Foundation
import Synchronization

/// A line at the bottom of a terminal that changes in place; where standard error is no terminal it is not
/// written.
final class StatusLine: Sendable {
  private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
  private let isShown = Mutex(false)

  /// Shows a line in the place of the one before.
  func show(_ text: String) {
    guard isTerminal else { return }
    isShown.withLock { $0 = true }
    Self.put("\r" + text + "\u{1B}[K")
  }

  /// Writes a line that stays, terminal or not.
  func say(_ text: String) {
    clear()
    Self.put(text + "\n")
  }

  /// Takes the line away.
  func clear() {
    let wasShown = isShown.withLock { shown in
      defer { shown = false }
      return shown
    }
    if wasShown { Self.put("\r\u{1B}[K") }
  }

  /// Writes what fits; a terminal that is gone is no reason to end.
  private static func put(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(FileHandle.standardError.fileDescriptor, bytes, bytes.count)
  }
}
