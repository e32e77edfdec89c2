/// The questions that a source is working on, at most one of each kind.
///
/// A newer question replaces the previous one of the same kind. Answers to replaced or cancelled questions
/// are ignored.
package struct QuestionSlots<Job: Sendable>: Sendable {
  /// The kinds of questions.
  package enum Slot: Hashable, Sendable {
    case derive, extents, texts, row, page, axis, scatter, coarse, picture, strip, range, overview, lines
    case correlations

    /// Whether the source works on questions of this kind in the background.
    var isBackground: Bool { self == .derive || self == .extents }
  }

  private var running: [Slot: (number: Int, job: Job)] = [:]
  private var nextNumber = 1
  private var cancelled: [Int] = []

  /// The number of questions in progress, excluding those in the background.
  package var count: Int { running.keys.count { !$0.isBackground } }

  /// Returns the purpose of the pending question of the given kind, or nil if there is none.
  package subscript(slot: Slot) -> Job? { running[slot]?.job }

  /// Adds a question, and cancels the previous question of the same kind.
  ///
  /// - Returns: The number of the question.
  package mutating func begin(_ slot: Slot, _ job: Job) -> Int {
    cancel(slot)
    defer { nextNumber += 1 }
    running[slot] = (nextNumber, job)
    return nextNumber
  }

  /// Returns whether a question of the given kind is in progress.
  package func isRunning(_ slot: Slot) -> Bool { running[slot] != nil }

  /// Returns the purpose of a question, or nil if it was cancelled or has been answered.
  package func job(of number: Int) -> Job? { slot(of: number).flatMap { self[$0] } }

  /// Returns whether the answer to a question is still needed.
  package func isWanted(_ number: Int) -> Bool { slot(of: number) != nil }

  /// Updates the purpose of a question after the source has sent part of the answer.
  package mutating func update(_ number: Int, to job: Job) {
    if let slot = slot(of: number) { running[slot] = (number, job) }
  }

  /// Ends a question that has been answered.
  ///
  /// - Returns: The purpose of the question, or nil if it was cancelled or has already been answered.
  package mutating func end(_ number: Int) -> Job? {
    slot(of: number).flatMap { running.removeValue(forKey: $0)?.job }
  }

  /// Cancels the question of the given kind, if there is one.
  package mutating func cancel(_ slot: Slot) {
    if let old = running.removeValue(forKey: slot) { cancelled.append(old.number) }
  }

  /// Cancels the questions of the given kinds.
  package mutating func cancel(_ slots: [Slot]) { for slot in slots { cancel(slot) } }

  /// Cancels all questions except those in the background.
  package mutating func cancelForeground() { cancel(running.keys.filter { !$0.isBackground }) }

  /// Cancels all questions.
  package mutating func cancelAll() { cancel(Array(running.keys)) }

  /// Removes and returns the numbers of all questions cancelled since the last call.
  package mutating func removeCancelled() -> [Int] {
    defer { cancelled = [] }
    return cancelled
  }

  private func slot(of number: Int) -> Slot? { running.first { $0.value.number == number }?.key }
}
