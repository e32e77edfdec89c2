/// The visible band, with an animation that returns it to its limits.
struct BandView: Equatable, Sendable {
  /// An input that changes the band.
  enum Input: Equatable, Sendable {
    /// Shows the entire band of a source.
    case open(Band)
    /// Resets the view to the initial band, or to the acquired band if another screen controls the source.
    case showAll
    /// Shows a band.
    case show(Band)
    /// Magnifies the band. The frequency at the given fraction of its width stays in place.
    case zoom(Double, at: Double)
    /// Moves an edge to the step nearest to a frequency. If a typed frequency is beyond the opposite edge,
    /// the whole band moves.
    case setEdge(isHigh: Bool, hertz: Double, isTyped: Bool)
    /// Drags the band upwards by a number of hertz, with resistance beyond the limits.
    case drag(Double)
    /// Moves the band upwards by a number of hertz.
    case move(Double)
    /// Clamps the band to its limits immediately, without animation.
    case clamp
    /// Stops the band's motion when a finger touches it.
    case grab
    /// Updates the band after the range of the source has changed.
    case changeRange
    /// Updates the band after another screen has tuned the source: keeps the band if it is still acquired,
    /// and otherwise shows the acquired band.
    case follow
  }

  /// The outcome of moving the band back into its limits after a gesture.
  enum Settling: Equatable, Sendable {
    /// The band was already within its limits.
    case settled
    /// The band was moved into its limits immediately.
    case moved
    /// The band is moving back to its limits.
    case moving
  }

  private struct Motion: Equatable {
    let target: Band
    let last: Int64
  }

  /// The visible band, from the left edge to the right edge.
  private(set) var band = Band(low: 0, high: 1)
  /// The initial band; nil before a source is shown.
  private var home: Band?
  private var motion: Motion?

  /// Whether the band is moving back to its limits.
  var isMoving: Bool { motion != nil }

  /// Handles an input.
  ///
  /// - Returns: Whether a new view must be sent to the server.
  mutating func handle(_ input: Input, in range: BandRange) -> Bool {
    switch input {
    case .open(let whole):
      band = whole
      home = whole
      return false
    case .show(let wanted): band = range.clamped(wanted)
    case .zoom(let scale, let fraction):
      let anchor = band.low + fraction * band.width
      let width = Swift.max(range.minimumWidth, Swift.min(range.limits.width, band.width / scale))
      band = band.scaled(by: width / band.width, about: anchor)
    case .setEdge(let isHigh, let hertz, let isTyped):
      setEdge(isHigh: isHigh, hertz: hertz, isTyped: isTyped, in: range)
    case .showAll: band = range.clamped((range.cannotControl ? nil : home) ?? range.acquired)
    case .drag(let hertz): drag(by: hertz, limits: range.limits)
    case .move(let hertz): band = band.moved(by: hertz)
    case .clamp:
      band = range.clamped(band)
      return false
    case .grab:
      motion = nil
      return false
    case .changeRange:
      // A view of the entire band continues to show the entire band.
      if band == home, !range.isTunable {
        band = range.acquired
        home = band
      }
      if !range.cannotControl { band = range.nearest(to: band) }
      return false
    case .follow:
      guard range.isOutside(band) else { return false }
      motion = nil
      band = range.acquired
    }
    return true
  }

  private mutating func drag(by hertz: Double, limits: Band) {
    let isBeyond = band.low + hertz < limits.low || band.high + hertz > limits.high
    let farthest = band.width / 2
    band = band.moved(
      by: Swift.max(
        limits.low - farthest - band.low,
        Swift.min(limits.high + farthest - band.high, isBeyond ? hertz * 0.35 : hertz)))
  }

  private mutating func setEdge(isHigh: Bool, hertz: Double, isTyped: Bool, in range: BandRange) {
    var (low, high) = (band.low, band.high)
    let snapped = (hertz / range.stepHertz).rounded() * range.stepHertz
    if isTyped, isHigh ? hertz <= low : hertz >= high {
      let distance = hertz - (isHigh ? high : low)
      low += distance
      high += distance
    } else if isHigh {
      high = Swift.max(low + range.minimumWidth, Swift.min(range.limits.high, snapped))
    } else {
      low = Swift.min(high - range.minimumWidth, Swift.max(range.limits.low, snapped))
    }
    // If coarse bins leave no room for the minimum width near an end of the limits, the opposite edge moves.
    band = range.clamped(Band(low: low, high: high))
  }

  /// Moves the band back into its limits, either immediately or in an animation that `advance(to:)`
  /// continues.
  mutating func settle(in range: BandRange, atOnce: Bool, at now: Int64) -> Settling {
    let target = range.clamped(band)
    guard target != band else { return .settled }
    if atOnce {
      band = target
      return .moved
    }
    motion = Motion(target: target, last: now)
    return .moving
  }

  /// Advances the animation by one frame.
  ///
  /// - Returns: Whether the band has arrived; nil if it is not moving.
  mutating func advance(to now: Int64) -> Bool? {
    guard let moving = motion else { return nil }
    let target = moving.target
    let weight = Swift.min(1, Double(now - moving.last) / 80_000)
    band = Band(
      low: band.low + (target.low - band.low) * weight, high: band.high + (target.high - band.high) * weight)
    let hasArrived = (band.low - target.low).magnitude < band.width * 0.000_5
    motion = hasArrived ? nil : Motion(target: target, last: now)
    if hasArrived { band = target }
    return hasArrived
  }
}
