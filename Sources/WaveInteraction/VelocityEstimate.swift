/// Velocity of a finger from its last moves, smoothed over about 50 ms.
struct VelocityEstimate: Sendable {
  private var x: Float = 0
  private var y: Float = 0
  private var last: Int64?

  mutating func add(dx: Float, dy: Float, microseconds: Int64) {
    defer { last = microseconds }
    guard let last, microseconds > last else { return }
    let seconds = Float(microseconds - last) / 1e6
    let weight = Swift.min(1, seconds / 0.05)
    x += (dx / seconds - x) * weight
    y += (dy / seconds - y) * weight
  }

  func value(at microseconds: Int64, rest: Int64) -> (x: Float, y: Float) {
    guard let last, microseconds - last <= rest else { return (0, 0) }
    return (x, y)
  }
}
