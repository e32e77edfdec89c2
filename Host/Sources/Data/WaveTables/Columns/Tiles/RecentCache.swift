import WaveDataFeed

/// A cache of the most recently used answers to requests that are not divided into tiles.
struct RecentCache<Key: Equatable & Sendable, Answer: Sendable>: Sendable {
  /// The maximum number of answers.
  private let limit: Int
  /// The maximum size of all answers together.
  private let sizeLimit: Int
  private let size: @Sendable (Answer) -> Int
  private var answers: [(key: Key, answer: Answer)] = []

  /// Creates an empty cache.
  init(limit: Int, sizeLimit: Int, size: @escaping @Sendable (Answer) -> Int) {
    (self.limit, self.sizeLimit, self.size) = (limit, sizeLimit, size)
  }

  /// Returns the answer to a request, or nil if it is not in the cache.
  mutating func answer(_ key: Key) -> Answer? {
    guard let place = answers.firstIndex(where: { $0.key == key }) else { return nil }
    let found = answers.remove(at: place)
    answers.append(found)
    return found.answer
  }

  /// Stores an answer, and removes older ones if necessary.
  mutating func store(_ answer: Answer, _ key: Key) {
    answers.removeAll { $0.key == key }
    answers.append((key, answer))
    while answers.count > limit || answers.reduce(0, { $0 + size($1.answer) }) > sizeLimit {
      answers.removeFirst()
    }
  }

  /// Removes all answers.
  mutating func removeAll() { answers = [] }
}

/// A request for the picture of a window, or for the points that a lens chooses in it.
struct WindowRequest: Equatable, Sendable {
  var columns: [Int]
  var lens: ColumnLens?
  var window: ColumnWindow
  var filters: [ColumnFilter]
}
