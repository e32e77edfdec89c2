import WaveDisplay
import WaveInteraction
import WaveSensorsWire
import WaveUnits

/// The drawing state kept between frames: the strip of drawn traces, and results computed from received
/// blocks.
struct FrameCache: Sendable {
  private(set) var strip = Strip()
  private(set) var offScale = OffScale()
  private(set) var leadNames = LeadNames()

  /// Resets the state for a new source.
  mutating func open() { leadNames.reset() }

  /// Passes an event to the strip, in which the player keeps the drawn traces.
  mutating func handle(_ input: Strip.Input) { strip.handle(input) }

  /// Updates the lead names, the streams off scale and the strip for the current view.
  ///
  /// - Returns: The part of the strip to draw.
  mutating func update(
    _ lanes: [Lane], _ lattice: TimeLattice, _ names: NamePlacement, _ extents: TraceExtents, at now: Int64
  ) -> Strip.Update {
    let screen = names.canvas.screen
    let content = Strip.Content(
      lanes: lanes, columnMicroseconds: lattice.columnMicroseconds, isDark: names.canvas.isDark,
      motion: lattice.motion)
    if names.layout == .paper { leadNames.update(lanes, names, extents, at: now) }
    offScale.update(lanes, extents, names.layout, on: names.plot, at: now)
    return strip.update(
      content, lattice, height: Int(saturating: screen.plot.height),
      reach: Int64(TracesPicture.pen(on: screen).reach))
  }
}
