/// The time spent on each stage of computing a map, in microseconds.
struct WorkTimes: Equatable, Sendable {
  /// The time for coarse previews.
  private(set) var firstLook: Int64 = 0
  /// The time to assemble the posts of tiles.
  private(set) var ground: Int64 = 0
  /// The time to compute the rays and the losses at the posts.
  private(set) var map: Int64 = 0

  var total: Int64 { firstLook + ground + map }

  /// Adds the duration of a step.
  mutating func add(microseconds: Int64, of stage: MapJobs.Stage) {
    switch stage {
    case .coarse: firstLook += microseconds
    case .patch: ground += microseconds
    case .sweep: map += microseconds
    case .none, .inWorker, .served: return
    }
  }
}
