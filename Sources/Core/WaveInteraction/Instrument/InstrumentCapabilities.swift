// Capabilities that only some instruments have. The page's program calls them for the instruments that do.

/// An instrument that stores numbers on this device.
public protocol NumberKeeping: Instrument {
  /// Restores a number that was stored on this device.
  ///
  /// - Parameters:
  ///   - key: The key that it was stored under.
  ///   - value: The stored value.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func restore(key: UInt8, value: Double, at now: Int64) -> [Effect]
}

/// An instrument that stores bytes on this device.
public protocol ByteKeeping: Instrument {
  /// Receives bytes that were stored on this device.
  ///
  /// - Parameters:
  ///   - number: The number of the request that this answers.
  ///   - bytes: The stored bytes; nil if there are none.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func recalled(_ number: UInt32, _ bytes: [UInt8]?, at now: Int64) -> [Effect]
}

/// An instrument that measures the latency of its frames.
public protocol FrameTiming: Instrument {
  /// Reports that the player has drawn the frame of the last `draw`.
  ///
  /// - Parameter now: The client's monotonic time in microseconds.
  mutating func drawn(at now: Int64)
}

/// An instrument that reads files picked by the user.
public protocol FileReading: Instrument {
  /// Receives a file that the user has picked.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func receive(file bytes: [UInt8], at now: Int64) -> [Effect]
}

/// An instrument that writes files part by part.
public protocol FileWriting: Instrument {
  /// Whether the current file has more parts.
  var hasMoreToKeep: Bool { get }

  /// Makes the next part of the current file.
  ///
  /// - Returns: The effects that append the part.
  mutating func keepMore() -> [Effect]
}

/// An instrument that shows pictures from addresses.
public protocol PictureLoading: Instrument {
  /// Reports that a picture has been loaded, or cannot be loaded.
  ///
  /// - Parameters:
  ///   - slot: The player's slot for the picture.
  ///   - isThere: Whether the player has loaded it.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func pictured(_ slot: UInt32, isThere: Bool, at now: Int64) -> [Effect]
}

/// An instrument that computes between frames, or in a worker of the page.
public protocol Computing: Instrument {
  /// Whether there is something to compute.
  var hasWork: Bool { get }
  /// Whether a result exists that has not been drawn.
  var hasNewMap: Bool { get }

  /// Computes one short step of the work.
  mutating func performWork()

  /// Reports how long the last step took, so that the next one can be as long as a frame allows.
  mutating func worked(microseconds: Int64)

  /// Removes and returns the worker's next job: empty to cancel the current one, nil to let it continue.
  mutating func nextJob() -> [UInt8]?

  /// Reports that the worker has started or ended.
  ///
  /// - Parameters:
  ///   - isThere: Whether the worker is running.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func workerChanged(isThere: Bool, at now: Int64) -> [Effect]

  /// Receives a result of the worker.
  ///
  /// - Parameters:
  ///   - bytes: The result.
  ///   - now: The client's monotonic time in microseconds.
  /// - Returns: The effects to perform, in order.
  mutating func computed(_ bytes: [UInt8], at now: Int64) -> [Effect]
}
