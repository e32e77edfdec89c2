import WaveDisplay
import WaveSensorsWire

/// The values from the bottom of a lane to its top.
struct ChannelScale: Equatable, Sendable {
  /// Value in the middle of the lane.
  private(set) var center = 0.0
  /// Values from bottom to top, above 0.
  private(set) var span = 2.0
  /// Whether it follows the data.
  private(set) var isAutomatic = true
  /// Since when all of the data have been in a small part of the lane.
  private var smallSince: Int64?

  /// Data that fill less of the lane than this for `patienceMicroseconds` make the lane finer.
  private static let smallShare = 0.4
  private static let patienceMicroseconds: Int64 = 5_000_000

  /// Follows the extremes of what is seen: at once where they leave the lane, and only after a while where
  /// they have become small, so that it does not twitch.
  ///
  /// - Returns: Whether the scale changed.
  mutating func follow(minimum: Double, maximum: Double, at now: Int64) -> Bool {
    guard isAutomatic, minimum.isFinite, maximum.isFinite, maximum >= minimum else { return false }
    let isInside = minimum >= center - span / 2 && maximum <= center + span / 2
    if isInside {
      guard maximum - minimum < Self.smallShare * span else {
        smallSince = nil
        return false
      }
      let since = smallSince ?? now
      smallSince = since
      guard now - since >= Self.patienceMicroseconds else { return false }
    }
    smallSince = nil
    let before = self
    fit(minimum: minimum, maximum: maximum)
    return self != before
  }

  /// Shows all values between two, on round numbers.
  mutating func fit(minimum: Double, maximum: Double) {
    // A constant is shown by a lane around it.
    let least = Swift.max(maximum.magnitude, minimum.magnitude) * 1e-6
    let range = Swift.max(maximum - minimum, Swift.max(least, 1e-12))
    span = Ticks.niceStep(atLeast: range * 1.12)
    let grain = span / 20
    center = ((minimum + maximum) / 2 / grain).rounded() * grain
    if minimum < center - span / 2 || maximum > center + span / 2 {
      span = Ticks.niceStep(atLeast: span * 1.2)
    }
  }

  /// Follows the data from now on, or no longer.
  mutating func follow(_ isOn: Bool) { isAutomatic = isOn }

  /// Has the values of a recording.
  mutating func show(_ look: StreamLook.Channel) {
    center = (Double(look.low) + Double(look.high)) / 2
    span = Double(look.high) - Double(look.low)
    isAutomatic = look.isAutomatic
  }

  /// Moves the values with the finger; from zero in the middle where a lane that follows its data has that
  /// there.
  mutating func move(byFraction fraction: Double, fromZero: Bool = false) {
    if fromZero, isAutomatic { center = 0 }
    isAutomatic = false
    center = Swift.max(-1e15, Swift.min(1e15, center + fraction * span))
  }

  /// Makes the lane finer or coarser about its middle.
  mutating func zoom(by factor: Double) {
    guard factor.isFinite, factor > 0 else { return }
    isAutomatic = false
    span = Swift.max(1e-12, Swift.min(1e15, span / factor))
  }
}
