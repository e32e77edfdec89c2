/// The band on the screen, and its way back into its limits.
struct BandView: Equatable, Sendable {
  /// An input.
  enum Input: Equatable, Sendable {
    /// Shows the whole band of a source.
    case open(Band)
    /// Shows the whole view again: the band at first, or all that is acquired where another screen tunes.
    case showAll
    /// Shows a band.
    case show(Band)
    /// Magnifies the band; the frequency at a fraction of its width stays in place.
    case zoom(Double, at: Double)
    /// Moves an edge to the step nearest to a frequency. One that was typed moves the whole band if it is
    /// beyond the other edge.
    case setEdge(isHigh: Bool, hertz: Double, isTyped: Bool)
    /// A finger moves the band up by hertz; beyond the limits it follows reluctantly.
    case drag(Double)
    /// Moves the band up by hertz.
    case move(Double)
    /// Ends a movement at once.
    case clamp
    /// A finger holds the band.
    case grab
    /// The range of the source has changed.
    case changeRange
    /// Another screen has tuned the source: keeps the band where the source still has it, and shows all that
    /// is acquired otherwise.
    case follow
  }

  /// What follows when the band is let go.
  enum Settling: Equatable, Sendable {
    /// The band is within its limits.
    case settled
    /// It has gone there at once.
    case moved
    /// It is on its way.
    case moving
  }

  private struct Motion: Equatable {
    let target: Band
    let last: Int64
  }

  /// Frequencies from the left edge to the right one.
  private(set) var band = Band(low: 0, high: 1)
  /// The band at first.
  private var home: Band?
  private var motion: Motion?

  /// Whether the band is on its way back into its limits.
  var isMoving: Bool { motion != nil }

  /// Handles an input.
  ///
  /// - Returns: Whether another view is to be stated to the server.
  mutating func handle(_ input: Input, in range: BandRange) -> Bool {
    switch input {
    case .open(let whole):
      band = whole
      home = whole
      return false
    case .show(let wish): band = range.clamped(wish)
    case .zoom(let scale, let fraction):
      let anchor = band.low + fraction * band.width
      let width = Swift.max(range.minimumWidth, Swift.min(range.limits.width, band.width / scale))
      band = band.scaled(by: width / band.width, about: anchor)
    case .setEdge(let isHigh, let hertz, let isTyped):
      setEdge(isHigh: isHigh, hertz: hertz, isTyped: isTyped, in: range)
    case .showAll:
      band = range.clamped((range.isSteeredByAnother ? nil : home) ?? range.acquired)
    case .drag(let hertz): drag(by: hertz, limits: range.limits)
    case .move(let hertz): band = band.moved(by: hertz)
    case .clamp:
      band = range.clamped(band)
      return false
    case .grab:
      motion = nil
      return false
    case .changeRange:
      // A view of the whole band stays a view of the whole band.
      if band == home, !range.isTunable {
        band = range.acquired
        home = band
      }
      if !range.isSteeredByAnother { band = range.nearest(to: band) }
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
    // Coarse bins beside the end of what there is: the other edge gives way.
    band = range.clamped(Band(low: low, high: high))
  }

  /// Lets the band go back into its limits: at once, or by `advance(to:)`.
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

  /// Advances the movement by one frame.
  ///
  /// - Returns: Whether the band has arrived; nil if it does not move.
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
