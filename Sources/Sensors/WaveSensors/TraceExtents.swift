import WaveUnits

/// The extents of the visible traces, computed from the blocks received so far.
struct TraceExtents {
  let stores: [BlockStore?]
  /// The clocks of the groups.
  let clocks: [StreamClock]
  let lattice: TimeLattice

  /// Returns the range of a stream's visible values; nil if there are none.
  ///
  /// - Complexity: O(blocks of the window).
  func values(of lane: Lane) -> ClosedRange<Float>? {
    guard let (store, clock) = source(of: lane) else { return nil }
    let visible = lattice.visible
    let length = Double(Int64(1) << Int64(store.level))
    func block(_ column: Int64) -> Int64 {
      let sequence = clock.sequence(at: Double(column) * lattice.columnMicroseconds)
      return Int64(saturating: (sequence / length).rounded(.up))
    }
    var range = ValueRange()
    var next = Swift.max(block(visible.lowerBound), store.oldest)
    let end = Swift.min(block(visible.upperBound), store.newest + 1)
    while next < end {
      range.include(store.bounds(lane.place, next))
      next += 1
    }
    return range.bounds
  }

  /// Returns the vertical range of a trace over part of the plot's width, sampled every `step` pixels; nil if
  /// there is no trace.
  ///
  /// All lengths are in device pixels.
  func heights(of lane: Lane, x: Range<Float>, every step: Float) -> ClosedRange<Float>? {
    guard let (store, clock) = source(of: lane) else { return nil }
    let length = Double(Int64(1) << Int64(store.level))
    var range = ValueRange()
    var place = x.lowerBound
    while place <= x.upperBound {
      let sequence = clock.sequence(at: lattice.microseconds(x: place))
      range.include(store.bounds(lane.place, Int64(saturating: (sequence / length).rounded(.down))))
      place += step
    }
    guard let bounds = range.bounds else { return nil }
    return lane.y(of: Double(bounds.upperBound))...lane.y(of: Double(bounds.lowerBound))
  }

  private func source(of lane: Lane) -> (store: BlockStore, clock: StreamClock)? {
    guard stores.indices.contains(lane.group), let store = stores[lane.group],
      clocks.indices.contains(lane.group)
    else { return nil }
    return (store, clocks[lane.group])
  }
}
