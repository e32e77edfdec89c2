import WaveSeries

/// What reduces columns to what is drawn; a column may have a lens of its own.
struct LensChoice: Sendable {
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

  mutating func choose(_ next: Lens) { lens = next }

  /// Compares with another lens, or with none.
  mutating func compare(with next: Lens?) { compared = next }

  /// Chooses one of `thresholds` by its place.
  mutating func chooseThreshold(_ place: Int) {
    if Self.thresholds.indices.contains(place) { threshold = Self.thresholds[place] }
  }

  /// Leaves a lens that there is no more.
  mutating func limit(to lenses: [Lens]) { if !lenses.contains(lens) { lens = lenses[0] } }
}
