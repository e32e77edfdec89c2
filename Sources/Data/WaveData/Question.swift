/// The state of requests of one kind, of which one is on its way at a time.
///
/// If what is wanted changes meanwhile, the newest request follows once the answer has arrived or is late.
/// The server answers only the newest request.
struct Question: Equatable, Sendable {
  /// The time after which an answer is late.
  static let patienceMicroseconds: Int64 = 1_000_000
  /// The same for a remote table, whose engine would start again if the request were repeated.
  static let remotePatienceMicroseconds: Int64 = 10_000_000

  /// The number of the request on its way; nil if there is none.
  private(set) var number: UInt16?
  private var askedAt: Int64 = .min / 2
  /// Whether a request is due, because what is wanted has changed since the last one.
  private(set) var isDue: Bool

  init(isDue: Bool = true) { self.isDue = isDue }

  /// Whether no request is on its way or due.
  var isSettled: Bool { number == nil && !isDue }

  /// Marks a request as due.
  mutating func change() { isDue = true }

  /// Records that a request was sent.
  mutating func ask(_ number: UInt16, at now: Int64) {
    self.number = number
    askedAt = now
    isDue = false
  }

  /// Stops waiting for an answer.
  mutating func end() { number = nil }

  /// Stops waiting for an answer, and marks a request as due.
  mutating func lose() {
    number = nil
    isDue = true
  }

  /// Receives an answer.
  ///
  /// - Returns: Whether it answers the request on its way.
  mutating func receive(_ number: UInt16) -> Bool {
    guard self.number == number else { return false }
    end()
    return true
  }

  /// Returns the time when the answer becomes late; nil if no request is on its way, or if it is late.
  func lateTime(at now: Int64, isRemote: Bool = false) -> Int64? {
    let patience = isRemote ? Self.remotePatienceMicroseconds : Self.patienceMicroseconds
    guard number != nil, now - askedAt < patience else { return nil }
    return askedAt + patience
  }
}

/// The numbers of requests, from 1 to the greatest and then from 1 again.
struct RequestNumbers: Equatable, Sendable {
  /// The newest number; 0 before the first.
  private(set) var last: UInt16 = 0

  mutating func next() -> UInt16 {
    last = last == .max ? 1 : last + 1
    return last
  }
}
