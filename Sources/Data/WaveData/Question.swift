/// The state of one kind of request, with at most one request pending at a time.
///
/// If the desired data changes while a request is pending, a new request is sent once the response has
/// arrived or is late. The server answers only the latest request.
struct Question: Equatable, Sendable {
  /// The time, in microseconds, after which a response counts as late.
  static let patienceMicroseconds: Int64 = 1_000_000
  /// The time, in microseconds, after which a remote table's response counts as late.
  ///
  /// This time is longer, because repeating a request would restart the query in the remote engine.
  static let remotePatienceMicroseconds: Int64 = 10_000_000

  /// The number of the pending request; nil if there is none.
  private(set) var number: UInt16?
  private var askedAt: Int64 = .min / 2
  /// Whether a request is due, because the desired data has changed since the last one.
  private(set) var isDue: Bool

  init(isDue: Bool = true) { self.isDue = isDue }

  /// Whether no request is pending or due.
  var isSettled: Bool { number == nil && !isDue }

  /// Marks a request as due.
  mutating func change() { isDue = true }

  /// Records that a request was sent.
  mutating func ask(_ number: UInt16, at now: Int64) {
    self.number = number
    askedAt = now
    isDue = false
  }

  /// Stops waiting for a response.
  mutating func end() { number = nil }

  /// Stops waiting for a response, and marks the request to be sent again.
  mutating func lose() {
    number = nil
    isDue = true
  }

  /// Processes the number of a response.
  ///
  /// - Returns: Whether the response belongs to the pending request.
  mutating func receive(_ number: UInt16) -> Bool {
    guard self.number == number else { return false }
    end()
    return true
  }

  /// Returns the time when the response becomes late, or nil if no request is pending or the response is
  /// already late.
  func lateTime(at now: Int64, isRemote: Bool = false) -> Int64? {
    let patience = isRemote ? Self.remotePatienceMicroseconds : Self.patienceMicroseconds
    guard number != nil, now - askedAt < patience else { return nil }
    return askedAt + patience
  }
}

/// A generator of request numbers, which run from 1 to the maximum and then restart at 1.
struct RequestNumbers: Equatable, Sendable {
  /// The latest number; 0 before the first one.
  private(set) var last: UInt16 = 0

  mutating func next() -> UInt16 {
    last = last == .max ? 1 : last + 1
    return last
  }
}
