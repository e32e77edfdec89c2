import WaveInteraction

/// The finger on the map: where it was, and what its last tap did, which a second tap undoes.
struct MapFinger: Sendable {
  /// What a tap did.
  enum Tap: Equatable, Sendable {
    /// Nothing to undo.
    case nothing
    /// It opened the sheet of a path.
    case openedSheet
    /// It picked a tile in place of this one, or of none.
    case pickedTile(before: Int?)
  }

  private var last: (x: Float, y: Float) = (0, 0)
  private var isAfterPinch = false
  private var tap = Tap.nothing

  /// Follows a gesture.
  ///
  /// - Returns: How far the finger has moved since the gesture before, in pixels; nothing for gestures
  ///   without a place.
  mutating func follow(_ gesture: Gesture) -> (dx: Float, dy: Float) {
    switch gesture {
    case .began(let x, let y):
      (last, isAfterPinch) = ((x, y), false)
      return (0, 0)
    case .drag(let dx, let dy, let x, let y):
      // The finger that is left of two is not where their middle was.
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

  /// Notes what a tap did.
  mutating func tapped(_ tap: Tap) { self.tap = tap }

  /// Returns what the last tap did, once.
  mutating func undoTap() -> Tap {
    defer { tap = .nothing }
    return tap
  }
}
