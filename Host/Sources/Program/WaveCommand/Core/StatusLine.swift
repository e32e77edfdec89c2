import Foundation
import Synchronization

/// A status line at the bottom of the terminal, updated in place; it is not shown if standard error is not a
/// terminal.
final class StatusLine: Sendable {
  private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
  private let isShown = Mutex(false)

  /// Shows text in the status line, replacing the previous text.
  func show(_ text: String) {
    guard isTerminal else { return }
    isShown.withLock { $0 = true }
    Self.writeText("\r" + text + "\u{1B}[K")
  }

  /// Writes a line that is not overwritten by the status line, even if standard error is not a terminal.
  func say(_ text: String) {
    clear()
    Self.writeText(text + "\n")
  }

  /// Removes the status line.
  func clear() {
    let wasShown = isShown.withLock { shown in
      defer { shown = false }
      return shown
    }
    if wasShown { Self.writeText("\r\u{1B}[K") }
  }

  /// Writes text, ignoring errors, so that a closed terminal does not end the command.
  private static func writeText(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(FileHandle.standardError.fileDescriptor, bytes, bytes.count)
  }
}
