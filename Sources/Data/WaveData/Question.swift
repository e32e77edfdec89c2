/// A question to the server, of which one is on its way at a time.
///
/// What is asked for may change while an answer is awaited: the newest is asked when that has come, or is
/// late. The server answers the newest question only.
struct Question: Equatable, Sendable {
  /// An answer that comes later is awaited no more.
  static let patienceMicroseconds: Int64 = 1_000_000
  /// The same where another engine answers, which would begin anew if it were asked again.
  static let remotePatienceMicroseconds: Int64 = 10_000_000

  /// The number of the question on its way; nil if there is none.
  private(set) var number: UInt16?
  private var askedAt: Int64 = .min / 2
  /// Whether what is asked for has changed since the last question.
  private(set) var isDue: Bool

  init(isDue: Bool = true) { self.isDue = isDue }

  /// Whether nothing has been asked for that has not been answered.
  var isSettled: Bool { number == nil && !isDue }

  /// What is asked for has changed.
  mutating func change() { isDue = true }

  /// Asks.
  mutating func ask(_ number: UInt16, at now: Int64) {
    self.number = number
    askedAt = now
    isDue = false
  }

  /// Awaits no answer any more.
  mutating func end() { number = nil }

  /// Awaits no answer any more, and has to be asked again.
  mutating func lose() {
    number = nil
    isDue = true
  }

  /// Receives an answer.
  ///
  /// - Returns: Whether it is one to the question on its way.
  mutating func receive(_ number: UInt16) -> Bool {
    guard self.number == number else { return false }
    end()
    return true
  }

  /// When an answer that is awaited is late; nil if none is, or if it is late.
  func lateTime(at now: Int64, isRemote: Bool = false) -> Int64? {
    let patience = isRemote ? Self.remotePatienceMicroseconds : Self.patienceMicroseconds
    guard number != nil, now - askedAt < patience else { return nil }
    return askedAt + patience
  }
}

/// Numbers of questions: from 1 on, and anew behind the greatest.
struct RequestNumbers: Equatable, Sendable {
  /// The newest number; 0 before the first.
  private(set) var last: UInt16 = 0

  mutating func next() -> UInt16 {
    last = last == .max ? 1 : last + 1
    return last
  }
}
