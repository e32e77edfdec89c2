import WaveSeries

/// The lenses that the user has chosen to reduce columns to points.
///
/// Each column can have its own lens.
struct LensChoice: Sendable {
  /// An input from a control or the server.
  enum Input {
    /// Chooses the lens of all columns.
    case choose(Lens)
    /// Compares with a second lens; nil ends the comparison.
    case compare(with: Lens?)
    /// Chooses the element of `thresholds` at an index.
    case threshold(Int)
    /// Resets the lens for all columns if that lens is not available.
    case limit(to: [Lens])
  }

  /// The values of `threshold` that the user can choose.
  static let thresholds: [UInt16] = [27, 57, 113, 227, 453, 907, 1813]

  private(set) var lens = Lens.m4
  /// The number of points that a lens keeps, or the length of its window in rows.
  private(set) var threshold: UInt16 = 227
  /// The lens for the second picture in each lane; nil if lenses are not compared.
  private(set) var compared: Lens?

  /// The number of pictures of each numeric column except the pinned one.
  var pictureCount: Int { compared == nil ? 1 : 2 }

  /// Returns the lens used to draw a column's first or second picture.
  func lens(of column: DataColumn, isSecond: Bool) -> Lens {
    if isSecond, let compared { return compared }
    return column.lens ?? lens
  }

  /// Returns whether any chosen lens depends on `threshold`.
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
