import WaveInteraction

/// The finger on the map: its last position, and the effect of its last tap, which a double tap undoes.
struct MapFinger: Sendable {
  /// The effect of a tap.
  enum Tap: Equatable, Sendable {
    /// Nothing that needs to be undone.
    case nothing
    /// The tap opened a path sheet.
    case openedSheet
    /// The tap picked a tile; `before` is the previously picked one.
    case pickedTile(before: Int?)
  }

  private var last: (x: Float, y: Float) = (0, 0)
  private var isAfterPinch = false
  private var tap = Tap.nothing

  /// Updates the finger's position from a gesture.
  ///
  /// - Returns: The finger's movement since the previous gesture, in pixels; zero for gestures without a
  ///   position.
  mutating func follow(_ gesture: Gesture) -> (dx: Float, dy: Float) {
    switch gesture {
    case .began(let x, let y):
      (last, isAfterPinch) = ((x, y), false)
      return (0, 0)
    case .drag(let dx, let dy, let x, let y):
      // The finger that remains after a pinch is not at the previous centre of the two fingers.
      if isAfterPinch { last = (x - dx, y - dy) }
      isAfterPinch = false
      return move(to: x, y)
    case .longPressMoved(let x, let y): return move(to: x, y)
    case .pinch: isAfterPinch = true
    default: break
    }
    return (0, 0)
  }

  private mutating func move(to x: Float, _ y: Float) -> (dx: Float, dy: Float) {
    defer { last = (x, y) }
    return (x - last.x, y - last.y)
  }

  /// Records the effect of a tap.
  mutating func tapped(_ tap: Tap) { self.tap = tap }

  /// Returns and clears the effect of the last tap.
  mutating func undoTap() -> Tap {
    defer { tap = .nothing }
    return tap
  }
}
