import WaveInteraction

/// What the finger on the plot holds.
package enum Grab: Equatable, Sendable {
  case plot
  /// The lane that was touched first, by its stream: a finger that leaves it moves no other.
  case lane(Int)
  /// The lane between two fingers, by its stream; nil where there is none.
  case pinched(Int?)
  /// A lane, by its label.
  case label(Int)
  /// One of the lines that measure.
  case caliper(Int)
  /// The level that a stream has to cross.
  case level
  /// An edge of a stream's alarm band.
  case alarm(channel: Int, isHigh: Bool)

  /// Whether it is the picture itself, rather than something in it.
  var isPicture: Bool {
    switch self {
    case .plot, .lane, .pinched: true
    default: false
    }
  }
}

extension Touch {
  /// The same finger, as if the system had cancelled it.
  var cancelled: Touch { Touch(id: id, phase: .cancelled, x: x, y: y, microseconds: microseconds) }
}
