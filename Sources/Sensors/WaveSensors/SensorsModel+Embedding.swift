public import WaveInteraction

/// For programs that show the instrument on a screen of their own.
extension SensorsModel {
  /// Whether there is a screen to lay out for.
  public var hasScreen: Bool { screen.width > 0 && screen.height > 0 }

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
      if let layout, model.view.streams.choices(of: model.source).contains(layout) {
        model.change(.streams(.layout(layout)), at: now)
      }
      if let motion, model.layout != .paper { model.change(.time(.move(motion)), at: now) }
      if let windowSeconds, windowSeconds.isFinite, model.layout != .paper {
        model.change(.time(.zoom(windowSeconds, anchor: 1)), at: now)
      }
    }
  }

  /// Starts a run of the test bed, like its button; does nothing without a test bed, or during a run.
  ///
  /// - Parameter now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func startTestbed(at now: Int64) -> [Effect] {
    perform(at: now) { model in
      if model.testbed?.isRunning == false { model.setTestbed(.run, .set(1), at: now) }
    }
  }

  /// Restores a number that was stored on this device.
  ///
  /// - Parameters:
  ///   - key: The key of `SensorsEffect.keep`.
  ///   - value: The stored value.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: What is to be done, in order.
  public mutating func restore(key: UInt8, value: Double, at now: Int64) -> [Effect] {
    perform(at: now) { model in
      if key == SensorsEffect.millimetreKey { model.change(.paper(.restore(value)), at: now) }
    }
  }
}

extension SensorsModel: NumberKeeping, FrameTiming {}
