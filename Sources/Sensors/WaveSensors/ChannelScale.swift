import WaveDisplay
import WaveSensorsWire

/// The range of values from the bottom to the top of a lane.
struct ChannelScale: Equatable, Sendable {
  /// The value at the middle of the lane.
  private(set) var center = 0.0
  /// The difference between the values at the top and at the bottom, greater than 0.
  private(set) var span = 2.0
  /// Whether the scale follows the data automatically.
  private(set) var isAutomatic = true
  /// The time at which the data began to fill only a small part of the lane; nil if it fills a larger part.
  private var smallSince: Int64?

  /// The fraction of the lane's height below which data counts as small.
  ///
  /// If the data remains small for `patienceMicroseconds`, the scale shrinks.
  private static let smallShare = 0.4
  private static let patienceMicroseconds: Int64 = 5_000_000

  /// Adapts an automatic scale to the extremes of the visible data.
  ///
  /// This happens immediately if they are outside the lane, but only after a delay if their range has become
  /// small, to avoid jitter.
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

  /// Fits the scale to a range of values, using round numbers.
  mutating func fit(minimum: Double, maximum: Double) {
    // A constant signal also needs a range above zero; it is shown in the middle of the lane.
    let least = Swift.max(maximum.magnitude, minimum.magnitude) * 1e-6
    let range = Swift.max(maximum - minimum, Swift.max(least, 1e-12))
    span = Ticks.niceStep(atLeast: range * 1.12)
    let grain = span / 20
    center = ((minimum + maximum) / 2 / grain).rounded() * grain
    if minimum < center - span / 2 || maximum > center + span / 2 {
      span = Ticks.niceStep(atLeast: span * 1.2)
    }
  }

  /// Switches automatic scaling on or off.
  mutating func follow(_ isOn: Bool) { isAutomatic = isOn }

  /// Adopts a channel's scale that was stored in a recording.
  mutating func show(_ look: StreamLook.Channel) {
    center = (Double(look.low) + Double(look.high)) / 2
    span = Double(look.high) - Double(look.low)
    isAutomatic = look.isAutomatic
  }

  /// Shifts the range of values.
  ///
  /// If `fromZero` is set, an automatic scale is first centred on zero.
  mutating func move(byFraction fraction: Double, fromZero: Bool = false) {
    if fromZero, isAutomatic { center = 0 }
    isAutomatic = false
    center = Swift.max(-1e15, Swift.min(1e15, center + fraction * span))
  }

  /// Zooms in or out around the middle of the lane.
  mutating func zoom(by factor: Double) {
    guard factor.isFinite, factor > 0 else { return }
    isAutomatic = false
    span = Swift.max(1e-12, Swift.min(1e15, span / factor))
  }
}
