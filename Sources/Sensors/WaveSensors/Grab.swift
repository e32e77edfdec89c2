import WaveInteraction

/// The object that a finger on the plot drags.
package enum Grab: Equatable, Sendable {
  case plot
  /// The lane touched first, identified by its stream. If the finger leaves the lane, it does not move any
  /// other lane.
  case lane(Int)
  /// The lane between two fingers, identified by its stream; nil if there is none.
  case pinched(Int?)
  /// A lane grabbed by its label, identified by its stream.
  case label(Int)
  /// One of the two caliper lines, identified by its index.
  case caliper(Int)
  /// The trigger level that a stream has to cross.
  case level
  /// An edge of a stream's alarm band.
  case alarm(channel: Int, isHigh: Bool)

  /// Whether the finger drags the plot itself rather than an object in it.
  var isPicture: Bool {
    switch self {
    case .plot, .lane, .pinched: true
    default: false
    }
  }
}

extension Touch {
  /// This touch, with its phase changed to cancelled.
  var cancelled: Touch { Touch(id: id, phase: .cancelled, x: x, y: y, microseconds: microseconds) }
}
