extension TerrainPatch {
  /// Fills the gaps within and between tiles.
  mutating func fill() {
    // Most patches have no gaps.
    guard posts.reduce(0, { $0 &+ Int($1.rawValue) }) < posts.count * Int(Post.known.rawValue) else { return }
    fillSeams()
    fillVoids()
  }

  /// Marks absent posts between two adjacent tiles as void, so that their heights are filled in.
  mutating func fillSeams() {
    for row in 1..<Swift.max(1, rowCount - 1) {
      for column in 1..<Swift.max(1, columnCount - 1) {
        let post = row * columnCount + column
        guard posts[post] == .absent else { continue }
        let isBetween =
          posts[post - 1] == .known && posts[post + 1] == .known
          || posts[post - columnCount] == .known && posts[post + columnCount] == .known
        if isBetween { posts[post] = .void }
      }
    }
  }

  /// Fills in unknown heights from the nearest known ones to the west, east, north and south, weighted by
  /// inverse distance.
  mutating func fillVoids() {
    voidCount = posts.reduce(0) { $0 + ($1 == .void ? 1 : 0) }
    absentCount = posts.reduce(0) { $0 + ($1 == .absent ? 1 : 0) }
    guard voidCount > 0 else { return }
    var sums = [Float](repeating: 0, count: posts.count)
    var weights = [Float](repeating: 0, count: posts.count)
    func carry(_ start: Int, _ step: Int, _ count: Int) {
      var (height, distance, post) = (Float(0), Float.infinity, start)
      for _ in 0..<count {
        if posts[post] == .known {
          (height, distance) = (heights[post], 0)
        } else if posts[post] == .void {
          distance += 1
          if distance < .infinity {
            sums[post] += height / distance
            weights[post] += 1 / distance
          }
        } else {
          distance = .infinity
        }
        post += step
      }
    }
    for row in 0..<rowCount {
      carry(row * columnCount, 1, columnCount)
      carry(row * columnCount + columnCount - 1, -1, columnCount)
    }
    for column in 0..<columnCount {
      carry(column, columnCount, rowCount)
      carry((rowCount - 1) * columnCount + column, -columnCount, rowCount)
    }
    for post in posts.indices where posts[post] == .void && weights[post] > 0 {
      heights[post] = sums[post] / weights[post]
    }
  }
}
