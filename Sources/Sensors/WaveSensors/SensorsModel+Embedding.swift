public import WaveInteraction
public import WaveSensorsWire

/// For programs that show the instrument on a screen of their own.
extension SensorsModel {
  /// Whether there is a screen to lay out for.
  public var hasScreen: Bool { screen.width > 0 && screen.height > 0 }

  /// What the streams that are shown read now: newest value, extremes and RMS over the window.
  public var shownReadings: [StreamReadings.Reading] { readings?.readings ?? [] }

  /// Has the next frame carry all of the picture, for a player that starts empty.
  ///
  /// The draw list has to be a new one, too, or to forget.
  public mutating func drawAnew() { strip.isCreated = false }

  /// Lays streams out and moves time as a program wants it, as its drawer does for a finger.
  ///
  /// A layout that the streams cannot have is passed over: paper needs a lead of an electrocardiogram, X-Y
  /// two streams of one rate.
  /// - Parameters:
  ///   - layout: How streams are laid out; nil leaves it.
  ///   - motion: How time moves; nil leaves it. Paper sweeps.
  ///   - windowSeconds: Seconds from the left edge to the right one, from 1 to 3600; nil leaves it. Paper has
  ///     its own.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func show(
    layout: Layout?, motion: Motion?, windowSeconds: Double?, at now: Int64
  ) -> [Effect] {
    perform(at: now) { model in
      if let layout, model.layoutChoices.contains(layout) { model.setLayout(layout, at: now) }
      if let motion, model.layout != .paper { model.setMotion(motion, at: now) }
      if let windowSeconds, windowSeconds.isFinite, model.layout != .paper {
        model.setWindow(windowSeconds, anchor: 1, at: now)
      }
    }
  }
}
