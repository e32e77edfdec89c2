import Synchronization

/// A table whose pictures are made of tiles, so that only what has not been seen is asked of who holds its
/// rows.
///
/// Windows whose columns of pixels begin at multiples of their width are cut into tiles of 64 columns of
/// pixels; those that are there, in memory or in the cache's folder, are never asked for again while the
/// table's revision stays the same. Of other windows the last pictures are kept. All else is passed through.
/// Where nobody waits for an answer, the tiles on either side of what is seen are asked for.
public final class TiledColumns: ColumnSource {
  /// Bytes of tiles in memory at most.
  public static let memoryLimit = 64 << 20
  /// How long nobody waits for an answer before what is beside the window is asked for.
  public static let idleMilliseconds = 250

  struct State {
    var memory: TileMemory
    var shelf = PictureShelf()
    var points = PointShelf()
    var axes: [TileScene: ColumnAxis] = [:]
    var revision: ColumnRevision?
    /// Answers of before the table changed are not kept.
    var generation = 0
    /// Questions that are waited for.
    var awaitedCount = 0
    var plan: AheadPlan?
    var planCount = 0
    /// The newest plan that was carried out.
    var doneCount = 0
    /// Whether the engine took so long that nothing is asked for that nobody waits for.
    var isSlow = false
    var ahead: (number: Int, task: Task<Void, Never>)?
    var aheadCount = 0

    /// Whether something is left to be asked for ahead of time.
    var isPlanOpen: Bool { plan.map { $0.number > doneCount } ?? false }
  }

  /// What takes longer is not asked for ahead of time.
  static let slow = Duration.seconds(2)
  /// Axes that are kept.
  private static let axisLimit = 64

  let source: any ColumnSource
  let file: TileFile?
  let state: Mutex<State>
  let idle: Duration
  private let name: String

  /// Opens a table's tiles.
  ///
  /// - Parameters:
  ///   - source: Who is asked for what is missing.
  ///   - name: Where the table is, with all that makes its rows others: the same name means the same tiles.
  ///   - folder: Where tiles are kept between runs; nil for nowhere.
  /// - Throws: `ColumnFailure` where the table's revision is not to be had.
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

  /// Keeps tiles in memory alone, of a table whose revision somebody else looks at.
  init(_ source: any ColumnSource, memoryLimit: Int, idle: Duration) {
    self.source = source
    self.idle = idle
    name = ""
    file = nil
    state = Mutex(State(memory: TileMemory(limit: memoryLimit)))
  }

  /// The same table with columns behind its own that are made of these.
  public func deriving(_ columns: [FormulaColumn?]) throws(ColumnFailure) -> any ColumnSource {
    DerivedTiles(self, with: try source.deriving(columns))
  }

  deinit { state.withLock { $0.ahead?.task.cancel() } }

  /// Waits until all that was to be written is.
  func settle() async { await file?.settle() }

  // MARK: - What is known

  /// What the table is.
  public var info: TableInfo { source.info }
  /// What can be asked.
  public var abilities: ColumnAbilities { source.abilities }
  /// What the newest answers lack.
  public var loss: ColumnLoss? { source.loss }

  /// Whether the rest is shown where a part of the engine does not answer.
  public var showsRest: Bool {
    get { source.showsRest }
    set { source.showsRest = newValue }
  }

  /// What tells whether the table is still the same; where it is not, all tiles are forgotten.
  public func revision() async throws(ColumnFailure) -> ColumnRevision? {
    let now = try await awaiting { () async throws(ColumnFailure) in try await source.revision() }
    state.withLock { state in
      guard state.revision != now else { return }
      state.generation += 1
      state.memory.removeAll()
      state.shelf = PictureShelf()
      state.points = PointShelf()
      state.axes = [:]
      state.plan = nil
      state.revision = now
      file?.forget(TileTable(source: name, revision: now))
    }
    return now
  }

  /// From where to where x reaches; asked for once.
  public func axis(
    of order: ColumnOrder, keeping filters: [ColumnFilter]
  ) async throws(ColumnFailure) -> ColumnAxis {
    let scene = TileScene(order: order, filters: filters)
    let (known, generation) = state.withLock { ($0.axes[scene], $0.generation) }
    if let known { return known }
    let asked = try await awaiting { () async throws(ColumnFailure) in
      try await watching { () async throws(ColumnFailure) in
        try await source.axis(of: order, keeping: filters)
      }
    }
    state.withLock { state in
      guard state.generation == generation, asked.isWhole else { return }
      if state.axes.count >= Self.axisLimit { state.axes = [:] }
      state.axes[scene] = asked.answer
    }
    return asked.answer
  }

  // MARK: - Asking

  /// Asks what somebody waits for: what nobody waits for is given up meanwhile.
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

  /// Asks, and finds out whether rows were missing.
  func watching<Answer>(
    _ body: () async throws(ColumnFailure) -> Answer
  ) async throws(ColumnFailure) -> (answer: Answer, isWhole: Bool) {
    let watch = ColumnLoss.Watch()
    do {
      let answer = try await ColumnLoss.$watch.withValue(watch) { try await body() }
      return (answer, !watch.isNoted && source.loss == nil)
    } catch { throw error as? ColumnFailure ?? .other("\(error)") }
  }
}
