import WaveDisplay
import WaveSensorsWire

/// The state of the strip in which the player keeps drawn traces, so that each column is drawn only once.
struct Strip: Sendable {
  /// The parameters with which columns are drawn.
  ///
  /// If any parameter changes, all columns are redrawn.
  struct Content: Equatable {
    let lanes: [Lane]
    let columnMicroseconds: Double
    let isDark: Bool
    let motion: SensorsModel.Motion
  }

  /// An event that affects the strip.
  enum Input {
    /// The player has no strip; the next frame creates it.
    case create
    /// All columns have changed.
    case invalidate
    /// The columns with the given numbers have changed because of blocks that arrived late.
    case change(Range<Int64>)
    /// A frame was drawn.
    case drawn(at: Int64)
  }

  /// The changes to draw in a frame.
  struct Update: Equatable {
    /// Whether the strip must be created.
    fileprivate(set) var isNew = false
    /// Whether all columns must be cleared first.
    fileprivate(set) var isWhole = false
    /// The columns to clear and draw.
    fileprivate(set) var columns: Range<Int64> = 0..<0
    /// The columns to clear after drawing, ahead of the sweep's cursor.
    fileprivate(set) var erased: Range<Int64> = 0..<0
    /// The range of plot columns that changes; nil for the entire plot.
    fileprivate(set) var damage: Range<Int>?
  }

  static let id: UInt32 = 1

  /// The time at which the last frame was drawn.
  private(set) var drawnAt: Int64 = .min / 2
  private var isCreated = false
  private var columns = 0
  private var height = 0
  private var content: Content?
  /// The numbers of the columns that the strip contains.
  private var drawn: Range<Int64> = 0..<0
  /// The columns that have changed since they were drawn.
  private var changed: Range<Int64>?

  mutating func handle(_ input: Input) {
    switch input {
    case .create: isCreated = false
    case .invalidate: drawn = 0..<0
    case .change(let columns):
      changed = changed?.joined(with: columns) ?? columns
    case .drawn(let now): drawnAt = now
    }
  }

  /// Brings the strip up to date with the visible content.
  ///
  /// The height is in device pixels. The pen covers `reach` columns on either side of a point.
  mutating func update(_ content: Content, _ lattice: TimeLattice, height: Int, reach: Int64) -> Update {
    var update = Update()
    let visible = lattice.visible
    if !isCreated || columns != lattice.columns || self.height != height {
      self = Strip()
      (isCreated, columns, self.height) = (true, lattice.columns, height)
      update.isNew = true
    }
    if self.content != content {
      self.content = content
      drawn = 0..<0
    }
    let before = drawn
    let changed = changed?.clamped(to: visible)
    drawn = visible
    self.changed = nil
    guard !before.isEmpty, before.overlaps(visible) else {
      update.isWhole = true
      update.columns = visible
      return update
    }
    var run: Range<Int64>?
    // All changed columns are combined into one run.
    func add(_ from: Int64, _ until: Int64) { run = run?.joined(with: from..<until) ?? from..<until }
    // The newest column was incomplete when it was drawn.
    if visible.upperBound > before.upperBound {
      add(Swift.max(visible.lowerBound, before.upperBound - 1 - reach), visible.upperBound)
    }
    if visible.lowerBound < before.lowerBound {
      add(visible.lowerBound, Swift.min(visible.upperBound, before.lowerBound + reach))
    }
    if let changed, !changed.isEmpty {
      let near = (changed.lowerBound - reach..<changed.upperBound + reach).clamped(to: visible)
      add(near.lowerBound, near.upperBound)
    }
    update.columns = run ?? 0..<0
    if lattice.motion == .sweep, run != nil || visible != before {
      update.erased = visible.upperBound..<visible.upperBound + Int64(lattice.eraseColumns)
      update.damage = ring(update.erased, lattice)
      if let run {
        update.damage = update.damage?.joined(with: ring(run, lattice))
      }
    } else if visible == before {
      update.damage =
        run.map { Int($0.lowerBound - visible.lowerBound)..<Int($0.upperBound - visible.lowerBound) } ?? 0..<0
    }
    return update
  }

  /// Returns the plot columns in which a sweep draws a range of column numbers.
  ///
  /// If the range wraps around, all plot columns are returned.
  private func ring(_ columns: Range<Int64>, _ lattice: TimeLattice) -> Range<Int> {
    let first = lattice.ringColumn(columns.lowerBound)
    guard first + columns.count <= lattice.columns else { return 0..<lattice.columns }
    return first..<first + columns.count
  }
}

extension Range {
  /// Returns the smallest range that contains both ranges.
  fileprivate func joined(with other: Range) -> Range {
    Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }
}
