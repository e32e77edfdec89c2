public import WaveInteraction
public import WaveSensorsWire

/// Functions for programs that embed the instrument in a screen of their own.
extension SensorsModel {
  /// Whether the size of the screen is known.
  public var hasScreen: Bool { screen.width > 0 && screen.height > 0 }

  /// Sets the layout, the motion and the window, as a user does in the drawer.
  ///
  /// A layout that the streams do not support is ignored: paper needs an electrocardiogram lead, and X-Y
  /// needs two streams of the same rate.
  /// - Parameters:
  ///   - layout: The layout of the streams; nil leaves it unchanged.
  ///   - motion: The motion of the display; nil leaves it unchanged. On paper, the display always sweeps.
  ///   - windowSeconds: The duration from the left edge to the right edge in seconds, 1 to 3600; nil leaves
  ///     it unchanged. On paper, the paper speed determines it.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to carry out, in order.
  public mutating func show(
    layout: Layout?, motion: Motion?, windowSeconds: Double?, at now: Int64
  ) -> [Effect] {
    perform(at: now) { model in
      if let layout, model.view.streams.choices(of: model.source).contains(layout) {
        model.change(.streams(.layout(layout)), at: now)
      }
      if let motion, model.layout != .paper { model.change(.time(.move(motion)), at: now) }
      if let windowSeconds, windowSeconds.isFinite, model.layout != .paper {
        model.change(.time(.zoom(windowSeconds, anchor: 1)), at: now)
      }
    }
  }

  /// Starts a run of the test bed, as its button does.
  ///
  /// Does nothing if there is no test bed, or if a run is in progress.
  ///
  /// - Parameter now: The client's monotonic time in microseconds.
  /// - Returns: The effects to carry out, in order.
  public mutating func startTestbed(at now: Int64) -> [Effect] {
    perform(at: now) { model in
      if model.testbed?.isRunning == false { model.setTestbed(.run, .set(1), at: now) }
    }
  }

  /// Restores a value that was stored on this device.
  ///
  /// - Parameters:
  ///   - key: The key from `SensorsEffect.keep`.
  ///   - value: The stored value.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to carry out, in order.
  public mutating func restore(key: UInt8, value: Double, at now: Int64) -> [Effect] {
    perform(at: now) { model in
      if key == SensorsEffect.millimetreKey { model.change(.paper(.restore(value)), at: now) }
    }
  }
}

extension SensorsModel: NumberKeeping, FrameTiming {}
