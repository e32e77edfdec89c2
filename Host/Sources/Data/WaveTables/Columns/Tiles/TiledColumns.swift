import Synchronization
public import WaveDataFeed

/// A table whose pictures are composed of tiles, so that only new tiles are requested from its source.
///
/// Windows whose pixel columns begin at multiples of their width are divided into tiles of 64 pixel columns.
/// Tiles in memory or in the cache directory are never requested again while the table's revision stays the
/// same. For all other windows, the most recent pictures are cached. All other requests are forwarded to the
/// source. While no user request is running, the tiles on either side of the visible ones are prefetched.
public final class TiledColumns: ColumnSource, PassingColumns {
  /// The maximum size of tiles in memory, in bytes.
  public static let memoryLimit = 64 << 20
  /// The time without user requests before tiles are prefetched, in milliseconds.
  public static let idleMilliseconds = 250

  struct State {
    var memory: TileMemory
    /// The latest pictures of windows that are not aligned to a grid, of at most 2^18 pixel columns in total.
    var pictures = RecentCache<WindowRequest, ColumnPicture>(limit: answerLimit, sizeLimit: 1 << 18) {
      $0.lanes.reduce(0) { $0 + $1.buckets.count }
    }
    /// The latest answers with points that lenses chose, at most 2^19 points in total.
    var points = RecentCache<WindowRequest, [ColumnPoints]>(limit: answerLimit, sizeLimit: 1 << 19) {
      $0.reduce(0) { $0 + $1.points.count }
    }
    var axes: [TileScene: ColumnAxis] = [:]
    var revision: ColumnRevision?
    /// A counter of changes to the table.
    ///
    /// Responses to requests made before the latest change are not stored.
    var generation = 0
    /// The number of user requests that are running.
    var awaitedCount = 0
    var plan: AheadPlan?
    var planCount = 0
    /// The number of the latest prefetching plan that has been executed.
    var doneCount = 0
    /// Whether the engine is too slow for prefetching.
    var isSlow = false
    var ahead: (number: Int, task: Task<Void, Never>)?
    var aheadCount = 0

    /// Whether the latest prefetching plan has yet to be executed.
    var isPlanOpen: Bool { plan.map { $0.number > doneCount } ?? false }
  }

  /// The duration of a request above which the engine is too slow for prefetching.
  static let slow = Duration.seconds(2)
  /// The maximum number of cached pictures, and of cached answers with points.
  static let answerLimit = 16
  /// The maximum number of cached axes.
  private static let axisLimit = 64

  let source: any ColumnSource
  let file: TileFile?
  let state: Mutex<State>
  let idle: Duration
  private let name: String

  /// Creates a tiled table, with tiles from the cache directory.
  ///
  /// - Parameters:
  ///   - source: The source from which to request missing tiles.
  ///   - name: The table's address and everything else that determines its rows; tables with equal names
  ///     share tiles.
  ///   - folder: The cache directory for tiles; nil to keep them in memory only.
  /// - Throws: `ColumnFailure` if the table's revision is unavailable.
  public convenience init(
    _ source: any ColumnSource, name: String, folder: CacheFolder?
  ) async throws(ColumnFailure) {
    try await self.init(
      source, name: name, folder: folder, memoryLimit: Self.memoryLimit, fileLimit: TileFile.byteLimit,
      idle: .milliseconds(Self.idleMilliseconds))
  }

  init(
    _ source: any ColumnSource, name: String, folder: CacheFolder?, memoryLimit: Int,
    fileLimit: Int = TileFile.byteLimit, idle: Duration
  ) async throws(ColumnFailure) {
    self.source = source
    self.name = name
    self.idle = idle
    let revision = try await source.revision()
    state = Mutex(State(memory: TileMemory(limit: memoryLimit), revision: revision))
    file = folder.map {
      TileFile(folder: $0, table: TileTable(source: name, revision: revision), byteLimit: fileLimit)
    }
    await file?.open()
  }

  /// Creates a tiled table that keeps tiles only in memory.
  ///
  /// The caller is responsible for detecting changes to the table.
  init(_ source: any ColumnSource, memoryLimit: Int, idle: Duration) {
    self.source = source
    self.idle = idle
    name = ""
    file = nil
    state = Mutex(State(memory: TileMemory(limit: memoryLimit)))
  }

  /// Returns a source for this table with derived columns appended.
  public func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    DerivedTiles(self, with: try source.deriving(columns))
  }

  deinit { state.withLock { $0.ahead?.task.cancel() } }

  /// Waits until all pending tiles have been written.
  func settle() async { await file?.settle() }

  // MARK: - Properties of the table

  /// The table's name and columns.
  public var info: TableInfo { source.info }

  /// Returns the table's revision and removes all tiles if it has changed.
  public func revision() async throws(ColumnFailure) -> ColumnRevision? {
    let now = try await awaiting { () async throws(ColumnFailure) in try await source.revision() }
    state.withLock { state in
      guard state.revision != now else { return }
      state.generation += 1
      state.memory.removeAll()
      state.pictures.removeAll()
      state.points.removeAll()
      state.axes = [:]
      state.plan = nil
      state.revision = now
      file?.forget(TileTable(source: name, revision: now))
    }
    return now
  }

  /// Returns the range of x.
  ///
  /// Each range is requested from the source only once.
  public func axis(
    of order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnAxis {
    let scene = TileScene(order: order, filters: filters)
    return try await cached {
      $0.axes[scene]
    } store: { state, axis in
      if state.axes.count >= Self.axisLimit { state.axes = [:] }
      state.axes[scene] = axis
    } ask: { () async throws(ColumnFailure) in
      try await source.axis(of: order, keeping: filters)
    }
  }

  // MARK: - Requests

  func passing<Answer>(
    _ body: (any ColumnSource) async throws(ColumnFailure) -> Answer
  ) async throws(ColumnFailure) -> Answer {
    try await awaiting { () async throws(ColumnFailure) in try await body(source) }
  }

  /// Runs a user request with prefetching paused.
  func awaiting<Answer>(
    _ body: () async throws(ColumnFailure) -> Answer
  ) async throws(ColumnFailure) -> Answer {
    let ahead = state.withLock { state in
      state.awaitedCount += 1
      defer { state.ahead = nil }
      return state.ahead?.task
    }
    ahead?.cancel()
    defer {
      state.withLock { $0.awaitedCount -= 1 }
      lookAhead()
    }
    return try await body()
  }

  /// Returns a cached answer, or makes a user request for it.
  ///
  /// An answer is stored only if it includes all rows and the table has not changed since the request.
  func cached<Answer: Sendable>(
    _ find: (inout State) -> Answer?, store: (inout State, Answer) -> Void,
    ask: () async throws(ColumnFailure) -> Answer
  ) async throws(ColumnFailure) -> Answer {
    let (known, generation) = state.withLock { (find(&$0), $0.generation) }
    if let known { return known }
    let (answer, isWhole) = try await awaiting { () async throws(ColumnFailure) in try await watching(ask) }
    state.withLock { if isWhole, $0.generation == generation { store(&$0, answer) } }
    return answer
  }

  /// Sends a request, and determines whether the response includes all rows.
  func watching<Answer>(
    _ body: () async throws(ColumnFailure) -> Answer
  ) async throws(ColumnFailure) -> (answer: Answer, isWhole: Bool) {
    let watch = MissingShards.Watch()
    do {
      let answer = try await MissingShards.$watch.withValue(watch) { try await body() }
      return (answer, !watch.isNoted && source.loss == nil)
    } catch { throw error as? ColumnFailure ?? .other("\(error)") }
  }
}
