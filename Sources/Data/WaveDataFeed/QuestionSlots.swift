/// The questions that a source is working on, at most one of each kind.
///
/// A newer question of a kind replaces the older one, and an answer to a replaced or cancelled question finds
/// no question here, so that it can never be shown.
package struct QuestionSlots<Job: Sendable>: Sendable {
  /// The kinds of questions.
  package enum Slot: Hashable, Sendable {
    case derive, extents, texts, row, page, axis, scatter, coarse, picture, strip, range, overview, lines
    case correlations

    /// Whether the source works on such a question beside others.
    var isBackground: Bool { self == .derive || self == .extents }
  }

  private var running: [Slot: (number: Int, job: Job)] = [:]
  private var nextNumber = 1
  private var cancelled: [Int] = []

  /// Starts without questions.
  package init() {}

  /// Number of questions that the source works on, without those in the background.
  package var count: Int { running.keys.count { !$0.isBackground } }

  /// Returns what the question of a kind is for; nil if there is none.
  package subscript(slot: Slot) -> Job? { running[slot]?.job }

  /// Begins a question, and cancels an older one of the same kind.
  ///
  /// - Returns: The number of the question.
  package mutating func begin(_ slot: Slot, _ job: Job) -> Int {
    cancel(slot)
    defer { nextNumber += 1 }
    running[slot] = (nextNumber, job)
    return nextNumber
  }

  /// Whether the source works on a question.
  package func isRunning(_ slot: Slot) -> Bool { running[slot] != nil }

  /// Returns what a question is for; nil if it was cancelled or has been answered.
  package func job(of number: Int) -> Job? { slot(of: number).flatMap { self[$0] } }

  /// Whether an answer to a question is of use.
  package func isWanted(_ number: Int) -> Bool { slot(of: number) != nil }

  /// Changes what a question is for, since a part of it is answered.
  package mutating func update(_ number: Int, to job: Job) {
    if let slot = slot(of: number) { running[slot] = (number, job) }
  }

  /// Ends a question, since it is answered.
  ///
  /// - Returns: What it was for; nil if it was cancelled or has been answered.
  package mutating func end(_ number: Int) -> Job? {
    slot(of: number).flatMap { running.removeValue(forKey: $0)?.job }
  }

  /// Cancels the question of a kind, if there is one.
  package mutating func cancel(_ slot: Slot) {
    if let old = running.removeValue(forKey: slot) { cancelled.append(old.number) }
  }

  /// Cancels the questions of some kinds.
  package mutating func cancel(_ slots: [Slot]) { for slot in slots { cancel(slot) } }

  /// Cancels all questions but those in the background.
  package mutating func cancelForeground() { cancel(running.keys.filter { !$0.isBackground }) }

  /// Cancels all questions.
  package mutating func cancelAll() { cancel(Array(running.keys)) }

  /// Removes and returns the numbers of the questions that were cancelled.
  package mutating func removeCancelled() -> [Int] {
    defer { cancelled = [] }
    return cancelled
  }

  private func slot(of number: Int) -> Slot? { running.first { $0.value.number == number }?.key }
}
