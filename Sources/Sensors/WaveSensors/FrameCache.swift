import WaveDisplay
import WaveInteraction
import WaveUnits

/// What pictures keep from frame to frame: the player's strip, and what was looked up in the streams' blocks.
struct FrameCache: Sendable {
  private(set) var strip = Strip()
  private(set) var offScale = OffScale()
  private(set) var leadNames = LeadNames()

  /// Another source is shown.
  mutating func open() { leadNames.reset() }

  /// Something has happened to the strip.
  mutating func handle(_ input: Strip.Input) { strip.handle(input) }

  /// Brings all up to date with what is seen.
  ///
  /// - Returns: What to draw in the strip.
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
