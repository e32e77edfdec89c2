import WaveSeries

/// What reduces columns to what is drawn; a column may have a lens of its own.
struct LensChoice: Sendable {
  /// What a control or the server does.
  enum Input {
    /// Chooses the lens of all columns.
    case choose(Lens)
    /// Compares with another lens, or with none.
    case compare(with: Lens?)
    /// Chooses one of `thresholds` by its place.
    case threshold(Int)
    /// Leaves a lens that there is no more.
    case limit(to: [Lens])
  }

  /// Choices of `threshold`.
  static let thresholds: [UInt16] = [27, 57, 113, 227, 453, 907, 1813]

  private(set) var lens = Lens.m4
  /// Points that a lens keeps, or the values in its window.
  private(set) var threshold: UInt16 = 227
  /// What a second picture of every lane is made by, to be compared; nil where there is none.
  private(set) var compared: Lens?

  /// Pictures that each column of numbers has, but for the pinned one.
  var pictureCount: Int { compared == nil ? 1 : 2 }

  /// The lens of a column's picture, the first or the second one.
  func lens(of column: DataColumn, isSecond: Bool) -> Lens {
    if isSecond, let compared { return compared }
    return column.lens ?? lens
  }

  /// Whether any lens that is chosen keeps a number of points.
  func hasThreshold(_ columns: [DataColumn]) -> Bool {
    func has(_ lens: Lens?) -> Bool { lens.map { $0 != .m4 && $0 != .minMax } ?? false }
    return has(lens) || has(compared) || columns.contains { has($0.lens) }
  }

  mutating func handle(_ input: Input) {
    switch input {
    case .choose(let next): lens = next
    case .compare(let next): compared = next
    case .threshold(let place):
      if Self.thresholds.indices.contains(place) { threshold = Self.thresholds[place] }
    case .limit(let lenses): if !lenses.contains(lens) { lens = lenses[0] }
    }
  }
}
