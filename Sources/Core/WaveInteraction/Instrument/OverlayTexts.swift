/// The texts around the plot: an error, a toast, a hint for new users, and the text for a screen reader.
package struct OverlayTexts: Equatable, Sendable {
  /// The time for which a hint is shown, in microseconds.
  private static let hintMicroseconds: Int64 = 12_000_000

  /// An error shown until it is dismissed, or empty if there is none.
  package var alert: [UInt8] = []
  /// The text for a screen reader.
  package var reading: [UInt8] = []
  private var toast: Toast?
  private var hasTouched = false
  private var hintEnds: Int64?

  package init() {}

  /// Returns the next time at which the toast or the hint disappears, or nil if neither is shown.
  package func nextExpiry(after now: Int64) -> Int64? {
    var next = Int64.max
    if let toast, now < toast.endsAt { next = toast.endsAt }
    if let hintEnds, now < hintEnds { next = Swift.min(next, hintEnds) }
    return next == .max ? nil : next
  }

  // MARK: - Toast

  /// Shows a toast, replacing any earlier one.
  package mutating func showToast(_ text: [UInt8], at now: Int64) { toast = Toast(text, at: now) }

  /// Dismisses the toast.
  package mutating func dismissToast() { toast = nil }

  /// Returns the toast's text, or nil if there is none.
  package func toastText(at now: Int64) -> [UInt8]? {
    toast.flatMap { now < $0.endsAt ? $0.text : nil }
  }

  // MARK: - The hint

  /// Shows the hint, unless it has been shown before.
  package mutating func startHint(at now: Int64) { hintEnds = hintEnds ?? now + Self.hintMicroseconds }

  /// Shows the hint again; call this when there is something new to touch.
  package mutating func restartHint(at now: Int64) {
    hintEnds = now + Self.hintMicroseconds
    hasTouched = false
  }

  /// Records that the user has touched something, which ends the hint.
  package mutating func noteTouch() { hasTouched = true }

  /// Returns whether the hint is shown.
  package func showsHint(at now: Int64) -> Bool { !hasTouched && now < hintEnds ?? .min }
}
