import Synchronization
import WaveDataFeed

/// A plan to prefetch the tiles next to the visible ones.
struct AheadPlan: Sendable {
  /// The maximum number of tiles to prefetch on either side, equal to 256 pixel columns.
  static let reach: Int64 = 4

  let number: Int
  let columns: [Int]
  let lattice: TileLattice
  let scene: TileScene
  /// Whether the window last moved to the left.
  let isLeftFirst: Bool

  /// The tiles to prefetch on each side, limited to the axis.
  ///
  /// The side toward which the window moves comes first.
  var sides: [Range<Int64>] {
    let (seen, all) = (lattice.tiles, lattice.allTiles)
    let reach = min(Self.reach, Int64(seen.count))
    let left = max(all.lowerBound, seen.lowerBound - reach)..<seen.lowerBound
    let right = seen.upperBound..<min(all.upperBound, seen.upperBound + reach)
    return isLeftFirst ? [left, right] : [right, left]
  }
}

/// Prefetches tiles while no user request is running.
extension TiledColumns {
  /// Records the visible tiles, so that adjacent tiles are prefetched.
  func planAhead(_ columns: [Int], _ lattice: TileLattice, _ scene: TileScene) {
    state.withLock { state in
      state.planCount += 1
      let isLeft =
        state.plan.map { $0.lattice.columns.lowerBound > lattice.columns.lowerBound } ?? false
      state.plan = AheadPlan(
        number: state.planCount, columns: columns, lattice: lattice, scene: scene, isLeftFirst: isLeft)
    }
    lookAhead()
  }

  /// Starts prefetching once no user request has been running for some time.
  func lookAhead() {
    state.withLock { state in
      guard state.awaitedCount == 0, state.ahead == nil, !state.isSlow, state.isPlanOpen else { return }
      state.aheadCount += 1
      let number = state.aheadCount
      let idle = idle
      let task = Task(priority: .utility) { [weak self] in
        try? await Task.sleep(for: idle)
        await self?.runAhead(number)
      }
      state.ahead = (number, task)
    }
  }

  private func runAhead(_ number: Int) async {
    while !Task.isCancelled, let plan = state.withLock({ $0.isPlanOpen ? $0.plan : nil }) {
      await run(plan)
      guard !Task.isCancelled else { break }
      state.withLock { $0.doneCount = max($0.doneCount, plan.number) }
    }
    state.withLock { if $0.ahead?.number == number { $0.ahead = nil } }
  }

  private func run(_ plan: AheadPlan) async {
    for side in plan.sides where source.loss == nil {
      let missing = TileStretch.missing(side, of: Array(Set(plan.columns)).sorted()) { column, tile in
        holds(tile, TileLane(column: column, ticks: plan.lattice.ticks), plan.scene)
      }
      for stretch in missing {
        // If the window has moved in the meantime, different tiles are adjacent to it.
        guard !Task.isCancelled, state.withLock({ $0.plan?.number == plan.number }) else { return }
        do throws(ColumnFailure) {
          _ = try await ask(stretch, plan.lattice, plan.scene)
        } catch { return }
      }
    }
  }
}
