import Foundation
import Synchronization

/// A status line at the bottom of the terminal, updated in place; it is not shown if standard error is not a
/// terminal.
final class StatusLine: Sendable {
  private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
  private let state = Mutex((isShown: false, mark: Int?.none))

  /// Shows text in the status line, replacing the previous text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - mark: How far the work is; the text is not shown if the mark is that of the previous text.
  func show(_ text: @autoclosure () -> String, mark: Int? = nil) {
    guard isTerminal else { return }
    let isNew = state.withLock { state in
      defer { state = (true, mark) }
      return mark == nil || mark != state.mark
    }
    if isNew { Self.writeText("\r" + text() + "\u{1B}[K") }
  }

  /// Writes a message that is not overwritten by the status line, even if standard error is not a terminal.
  func say(_ message: String) {
    clear()
    StandardFiles.say(message)
  }

  /// Removes the status line.
  func clear() {
    let wasShown = state.withLock { state in
      defer { state = (false, nil) }
      return state.isShown
    }
    if wasShown { Self.writeText("\r\u{1B}[K") }
  }

  /// Writes text, ignoring errors, so that a closed terminal does not end the command.
  private static func writeText(_ text: String) { _ = StandardFiles.writeText(text, to: STDERR_FILENO) }
}
