import WaveInteraction

/// Two movable lines that measure time and values; their positions are fractions of the plot's width and
/// height.
struct Calipers: Equatable, Sendable {
  /// The result of passing a touch to the calipers.
  struct Outcome: Equatable {
    /// Whether the calipers have handled the touch, so that it is not passed on.
    let isHandled: Bool
    /// The object that the finger drags from now on; nil for no change.
    private(set) var grab: Grab?
    /// The touches whose gestures must be cancelled.
    private(set) var cancelled: [Touch] = []
  }

  /// Whether the calipers are shown.
  private(set) var isShown = false
  private(set) var x: [Float] = [0.3, 0.5]
  private(set) var y: [Float] = [0.4, 0.5]
  private var fingers: [Touch] = []

  /// Whether any finger is on the plot while the calipers are shown.
  var isTouched: Bool { !fingers.isEmpty }

  /// Hides the calipers without changing their positions.
  mutating func hide() { isShown = false }

  /// Shows the calipers at their initial positions in the given lane, or at their previous positions if the
  /// lane is nil.
  mutating func show(on lane: Lane?, _ plot: Plot) {
    isShown = true
    guard let lane else { return }
    x = Calipers().x
    y = [0.25, 0.75].map { (lane.y - plot.top + lane.height * $0) / plot.height }
  }

  /// Moves the lines with a touch.
  ///
  /// Two fingers move one line each; one finger moves the nearest line if it is close.
  mutating func handle(_ touch: Touch, _ grabbed: Grab, _ plot: Plot) -> Outcome {
    // Ignore a hovering mouse.
    guard touch.phase == .began || fingers.contains(where: { $0.id == touch.id })
    else { return Outcome(isHandled: false) }
    fingers.removeAll { $0.id == touch.id }
    var held: Int? = if case .caliper(let index) = grabbed { index } else { nil }
    guard touch.phase != .ended, touch.phase != .cancelled
    else { return Outcome(isHandled: held != nil, grab: fingers.isEmpty ? .plot : nil) }
    fingers.append(touch)
    if fingers.count == 2 {
      let sorted = fingers[0].x <= fingers[1].x ? fingers : fingers.reversed()
      for index in 0..<2 { move(index, to: sorted[index], plot) }
      return Outcome(isHandled: true, grab: .caliper(0), cancelled: fingers.map { $0.cancelled })
    }
    let isFirst = touch.phase == .began && fingers.count == 1
    if isFirst {
      let distances = x.map { ($0 * plot.screen.width - touch.x).magnitude }
      let nearest = distances[0] <= distances[1] ? 0 : 1
      held = distances[nearest] < 34 * plot.screen.scale ? nearest : nil
    }
    guard let held else { return Outcome(isHandled: false, grab: isFirst ? .plot : nil) }
    move(held, to: touch, plot)
    return Outcome(isHandled: true, grab: .caliper(held))
  }

  private mutating func move(_ index: Int, to touch: Touch, _ plot: Plot) {
    x[index] = Swift.max(0, Swift.min(1, touch.x / Swift.max(1, plot.screen.width)))
    y[index] = Swift.max(0, Swift.min(1, (touch.y - plot.top) / plot.height))
  }
}
