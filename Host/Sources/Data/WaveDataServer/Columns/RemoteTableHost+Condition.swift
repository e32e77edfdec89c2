import Logging
import Synchronization
import WaveDataFeed
import WaveDataWire
import WaveSeries
import WaveTables
import WaveUnits
import WaveWire

/// Reports the availability of the engine to all clients.
extension RemoteTableHost {
  /// Sets whether the remaining rows are shown if a shard of the engine does not respond.
  func choose(showsRest: Bool) {
    let source = state.withLock { state in
      state.showsRest = showsRest
      return state.source
    }
    source?.showsRest = showsRest
    look()
    let description = state.withLock { $0.table.description }
    notify(.table(description))
  }

  /// Updates the reported availability after a failure.
  func note(_ failure: ColumnFailure) {
    guard failure != .cancelled else { return }
    let (condition, isLookedAt): (TableAbilities.Condition, Bool) =
      switch failure {
      case .notReachable: (.unreachable, true)
      case .shardLost: (.refused, true)
      case .changed: (.failed, true)
      default: (.failed, false)
      }
    if isLookedAt { look() }
    state.withLock { $0.failure = failure }
    set(condition, failure.description)
    let isShown = state.withLock { $0.source != nil }
    guard !isShown else { return }
    logger.notice("table", metadata: ["table": "\(name)", "said": "\(failure)"])
    let notice = Notice(severity: .failure, text: Array(failure.description.utf8))
    state.withLock { $0.persistentNotice = notice }
    notify(.notice(notice))
  }

  /// Updates the reported availability after a successful response from the engine.
  func noteSuccess() {
    let (loss, failure) = state.withLock { ($0.source?.loss, $0.failedViews.first?.value) }
    if let failure { return set(.failed, failure) }
    guard let loss else { return set(.fine, "") }
    let share = loss.share.map { "\(Int(saturating: ($0 * 100).rounded())) % of the rows are missing" }
    set(
      .part,
      """
      \(share ?? "an unknown share of the rows is missing"): not all of \(loss.shardCount) shards \
      answer
      """
    )
  }

  /// Records that a client has no picture because computing it would exceed the engine's time or memory
  /// limit.
  ///
  /// The failure remains until the client's view changes.
  func keepFailure(of client: TaskDriver) {
    state.withLock { state in
      guard state.table.abilities?.condition == .failed, case .tooMuch(let text) = state.failure else {
        return
      }
      state.failedViews[ObjectIdentifier(client)] = text
    }
  }

  /// Records that a client has received its picture or has disconnected.
  func forgetFailure(of client: TaskDriver) {
    let wasFailed = state.withLock { $0.failedViews.removeValue(forKey: ObjectIdentifier(client)) != nil }
    if wasFailed { noteSuccess() }
  }

  private func set(_ condition: TableAbilities.Condition, _ text: String) {
    let (changed, description): (TableAbilities?, TableDescription?) = state.withLock { state in
      var next = state.table.abilities ?? TableAbilities(source: number, abilities: [], lenses: 1)
      if let source = state.source ?? nil { next = Self.described(source, number, next) }
      next.condition = condition
      next.conditionText = Array(text.utf8.prefix(WireLimits.conditionText))
      guard next != state.table.abilities else { return (nil, nil) }
      // Incomplete and missing pictures are drawn again. Views that failed for other reasons would fail
      // again, and be reported again.
      let wasLess = [.part, .refused, .unreachable].contains(state.table.abilities?.condition ?? .fine)
      state.table.abilities = next
      return (next, condition == .fine && wasLess && state.source != nil ? state.table.description : nil)
    }
    if let changed { notify(.abilities(changed)) }
    if let description { notify(.table(description)) }
  }

  private static func described(
    _ source: any ColumnSource, _ number: UInt16, _ old: TableAbilities
  ) -> TableAbilities {
    let can = source.abilities
    var abilities: TableAbilities.Abilities = [
      .rows, .scatter, .texts, .exporting, .valueFilters, .textFilters, .ranges, .correlations,
    ]
    if can.hasRanks { abilities.insert(.ranks) }
    if can.hasValues { abilities.insert(.values) }
    if can.hasFormulas { abilities.insert(.deriving) }
    if can.showsRest { abilities.insert(.showsRest) }
    return TableAbilities(
      source: number, abilities: abilities, lenses: can.lenses.reduce(0) { $0 | 1 << UInt32($1.rawValue) },
      xColumn: can.xColumn.map { UInt16(truncatingIfNeeded: $0) } ?? WireLimits.noColumn,
      reasons: Array(can.reasons.joined(separator: " ").utf8.prefix(WireLimits.reasons)),
      condition: old.condition, conditionText: old.conditionText)
  }
}
