/// How long the parts of a map have taken, µs.
struct WorkTimes: Equatable, Sendable {
  /// Maps of fewer posts, which come at once.
  private(set) var firstLook: Int64 = 0
  /// Posts of tiles put side by side.
  private(set) var ground: Int64 = 0
  /// Rays over them, and losses at the posts.
  private(set) var map: Int64 = 0

  var total: Int64 { firstLook + ground + map }

  /// Adds the time that a step took.
  mutating func add(microseconds: Int64, of stage: MapJobs.Stage) {
    switch stage {
    case .coarse: firstLook += microseconds
    case .patch: ground += microseconds
    case .sweep: map += microseconds
    case .none, .handed, .served: return
    }
  }
}
