import Synchronization
public import WaveDataFeed
import WaveSeries

/// Points chosen by lenses. They are not divided into tiles, since a lens chooses different points in each
/// window.
extension TiledColumns {
  /// Returns the points that a lens chooses in each column, from a cache of recent responses if possible.
  public func points(
    of columns: [Int], through lens: ColumnLens, in window: ColumnWindow, keeping filters: [ColumnFilter],
    knowing picture: ColumnPicture?
  ) async throws(ColumnFailure) -> [ColumnPoints] {
    let name = PointCache.Name(columns: columns, lens: lens, window: window, filters: filters)
    let (known, generation) = state.withLock { ($0.points.points(name), $0.generation) }
    if let known { return known }
    let asked = try await awaiting { () async throws(ColumnFailure) in
      try await watching { () async throws(ColumnFailure) in
        try await source.points(of: columns, through: lens, in: window, keeping: filters, knowing: picture)
      }
    }
    state.withLock { state in
      guard asked.isWhole, state.generation == generation else { return }
      state.points.store(asked.answer, name)
    }
    return asked.answer
  }
}

/// A cache of the points that lenses chose most recently.
struct PointCache: Sendable {
  struct Name: Hashable, Sendable {
    var columns: [Int]
    var lens: ColumnLens
    var window: ColumnWindow
    var filters: [ColumnFilter]
  }

  /// The maximum number of responses.
  static let limit = 16
  /// The maximum number of points in all responses.
  static let pointLimit = 1 << 19

  private var answers: [(name: Name, points: [ColumnPoints])] = []

  /// Returns the points with the given name, or nil if there are none.
  mutating func points(_ name: Name) -> [ColumnPoints]? {
    guard let place = answers.firstIndex(where: { $0.name == name }) else { return nil }
    let found = answers.remove(at: place)
    answers.append(found)
    return found.points
  }

  /// Stores points and removes older ones if necessary.
  mutating func store(_ points: [ColumnPoints], _ name: Name) {
    answers.removeAll { $0.name == name }
    answers.append((name, points))
    while answers.count > Self.limit || pointCount > Self.pointLimit { answers.removeFirst() }
  }

  private var pointCount: Int {
    answers.reduce(0) { $0 + $1.points.reduce(0) { $0 + $1.points.count } }
  }
}
